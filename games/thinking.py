"""Thinking for bots and reviews, beside the people whom the server serves.

Every web process has one of these. It hears of decisions that bots owe by hints, and looks for
them itself every few seconds, so that neither a lost hint nor a restart loses one. The
arithmetic runs in a few processes of its own (`BOT_PROCESSES`): in threads it would hold up
every page and socket of this process (docs/bots-on-the-site.md has the figures). At most one
decision a process is thought about at a time, and who has waited longest comes first.
"""

import asyncio
import logging
import multiprocessing
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone

from games.consumers import off_the_loop
from games.engine.bots import jobs
from games.notify import BOTS_GROUP
from games.usecases import bot_move, review
from games.usecases.hint import HINT_MS

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0

R = TypeVar("R")


class Pool:
    """A few processes that do arithmetic; they are started when they are first needed."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._executor: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[..., R], *arguments: Any) -> R:
        """Return what `function` of `games.engine.bots.jobs` makes of plain values."""
        try:
            return await self._run(function, *arguments)
        except BrokenProcessPool:
            # The operating system may end a process at any time; a new one is as good.
            logger.warning("A process that thinks for bots has ended and is started again.")
            self._executor = None
            return await self._run(function, *arguments)

    async def _run(self, function: Callable[..., R], *arguments: Any) -> R:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self.processes,
                # A fork would copy the server's threads in the middle of their work.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=jobs.begin,
            )
        return await asyncio.get_running_loop().run_in_executor(
            self._executor, function, *arguments
        )


pool = Pool(settings.BOT_PROCESSES)


class Hints:
    """Advises people; asking again about the same decision costs nothing."""

    kept = 500

    def __init__(self) -> None:
        self._asked: dict[tuple[int, int, str], asyncio.Future[dict[str, Any]]] = {}

    async def get(self, thought: bot_move.Thought) -> dict[str, Any]:
        """Return the action that is advised, as protocol.md writes it."""
        key = (thought.match_id, thought.version, thought.view["commitment"])
        asked = self._asked.get(key)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            while len(self._asked) >= self.kept:
                del self._asked[next(iter(self._asked))]
            seed = secrets.randbits(64)
            asked = asyncio.ensure_future(
                pool.run(jobs.choose_json, thought.level, thought.view, HINT_MS, seed)
            )
            self._asked[key] = asked
        return await asyncio.shield(asked)


hints = Hints()


class Thinking:
    """Serves the bots of all matches: a pause, a place in the queue, a decision, the next one."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(pool.processes)
        self._waiting = 0
        # Set when a match is woken while it is served already.
        self._served: dict[int, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._reviewing = False

    async def run(self) -> None:
        """Serve for as long as the server lives."""
        await off_the_loop(bot_move.forget_thinking)()
        await off_the_loop(review.forget_reviewing)()
        self._begin(self._listen())
        try:
            await self._look_around()
        finally:
            for task in self._tasks:
                task.cancel()

    async def _look_around(self) -> None:
        while True:
            try:
                for match_id in await off_the_loop(bot_move.owed_by_bots)(timezone.now()):
                    self.wake(match_id)
                self._wake_reviews()
            except Exception:
                # A database that is away for a moment must not end it for good.
                logger.exception("Looking for what bots owe failed and is tried again.")
            await asyncio.sleep(LOOK_SECONDS)

    def wake(self, match_id: int) -> None:
        """See to the match's bot, unless it is being seen to; then look again afterwards."""
        if match_id in self._served:
            self._served[match_id].set()
            return
        self._served[match_id] = asyncio.Event()
        self._begin(self._serve(match_id))

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel("bots")
                await layer.group_add(BOTS_GROUP, channel)
                while True:
                    self._hear(await layer.receive(channel))
            except Exception:
                logger.exception("Hints for bots cannot be heard; they are looked for instead.")
                await asyncio.sleep(LOOK_SECONDS)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "bot.wanted":
            self.wake(message["match"])
        else:
            self._wake_reviews()

    async def _serve(self, match_id: int) -> None:
        try:
            while True:
                self._served[match_id].clear()
                played = await self._decide(match_id)
                if not (played or self._served[match_id].is_set()):
                    return
        except Exception:
            logger.exception("The bot of match %s could not decide; it is tried again.", match_id)
        finally:
            del self._served[match_id]

    async def _decide(self, match_id: int) -> bool:
        """Let the bot make the decision that it owes, and return whether it was accepted."""
        if not await self._pause(match_id):
            return False
        self._waiting += 1
        try:
            async with self._places:
                thought = await off_the_loop(bot_move.take_up)(match_id, timezone.now())
                if thought is None:
                    return False
                action = await self._think(thought)
        finally:
            self._waiting -= 1
        return await off_the_loop(_answer)(thought, action)

    async def _pause(self, match_id: int) -> bool:
        """Wait as a person would, and return whether the bot owes a decision.

        Whoever switches the pause off is not kept waiting to its end.
        """
        loop, woken, end = asyncio.get_running_loop(), self._served[match_id], None
        while True:
            pause = await off_the_loop(bot_move.pause_before)(match_id, timezone.now())
            if pause is None:
                return False
            end = end or loop.time() + pause
            if pause == 0:
                return True
            try:
                async with asyncio.timeout_at(end):
                    await woken.wait()
            except TimeoutError:
                return True
            woken.clear()

    async def _think(self, thought: bot_move.Thought) -> dict[str, Any]:
        # Those who think and those who wait share the places.
        ms = bot_move.budget_of(thought.level, self._waiting // pool.processes)
        seed = secrets.randbits(64)
        return await pool.run(jobs.choose_json, thought.level, thought.view, ms, seed)

    def _wake_reviews(self) -> None:
        if not self._reviewing:
            self._reviewing = True
            self._begin(self._review_all())

    async def _review_all(self) -> None:
        """Work on the reviews that wait, one after the other."""
        try:
            while True:
                match_id = await off_the_loop(review.take_up_review)(timezone.now())
                if match_id is None:
                    return
                try:
                    await self._review(match_id)
                except Exception:
                    logger.exception("The review of match %s has failed.", match_id)
                    await off_the_loop(review.fail_review)(match_id, timezone.now())
        finally:
            self._reviewing = False

    async def _review(self, match_id: int) -> None:
        for step in await off_the_loop(review.steps_to_do)(match_id):
            found: dict[str, Any] = {}
            if step.before is not None:
                # A step waits for its place like a bot's decision, so bots are held up by one.
                async with self._places:
                    found = await pool.run(jobs.review_json, step.before, step.action)
            await off_the_loop(review.keep_step)(step, found, timezone.now())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        # The loop keeps only a weak reference to its tasks.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _answer(thought: bot_move.Thought, action: dict[str, Any]) -> bool:
    return bot_move.answer(thought, action, timezone.now())
