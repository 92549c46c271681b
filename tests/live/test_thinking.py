"""The server's thinking for bots: hints, sweeps, a bounded queue, many matches at once."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games import thinking
from games.clock import TimeControl
from games.models import BotSeat, Match, Review
from games.thinking import Pool, Thinking
from games.usecases import bot_move
from games.usecases.play import play
from games.usecases.play_bot import play_bot, set_hurried
from games.usecases.review import ask_for_review
from tests.factories import make_player, short_match

pytestmark = pytest.mark.django_db(transaction=True)

# A machine that does much else at the same time is slow, not wrong.
SECONDS = 240


class CountingPool(Pool):
    """Counts how much is thought about at once, and in which order decisions come."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.now = self.most = 0
        self.budgets: list[tuple[str, int]] = []

    async def run(self, function, *arguments):
        self.now += 1
        self.most = max(self.most, self.now)
        if len(arguments) == 4:
            level, _view, ms, _seed = arguments
            self.budgets.append((level, ms))
        try:
            return await super().run(function, *arguments)
        finally:
            self.now -= 1


@pytest.fixture
def pool(monkeypatch):
    pool = CountingPool(2)
    monkeypatch.setattr(thinking, "pool", pool)
    yield pool
    if pool._executor is not None:
        pool._executor.shutdown()


async def think_until(done) -> None:
    """Let the server's thinking run until `done`, looking at the database, is true."""
    task = asyncio.ensure_future(Thinking().run())
    try:
        async with asyncio.timeout(SECONDS):
            while not await sync_to_async(done)():  # noqa: ASYNC110 — it is the database’s
                await asyncio.sleep(0.05)
    finally:
        task.cancel()


def begin(level="ibis", *, hurried=True):
    return play_bot(
        make_player(),
        level,
        TimeControl.parse("none"),
        side="aton",
        hurried=hurried,
        now=timezone.now(),
    )


def bots_owe() -> bool:
    return Match.objects.filter(amon_to_move=True, ended_at=None).exists()


def all_is_done() -> bool:
    """Whether no bot owes anything, and every seat was given back after its last decision."""
    return not bots_owe() and not BotSeat.objects.filter(taken_until__isnull=False).exists()


async def test_fifty_matches_at_once_are_all_served_by_few_processes(pool):
    def fifty():
        return [begin(("scarab", "sphinx", "pharaoh")[n % 3])[0].pk for n in range(50)]

    ids = await sync_to_async(fifty)()
    began = timezone.now()

    await think_until(all_is_done)

    assert pool.most <= pool.processes
    assert len(pool.budgets) >= 50
    # The strongest thinks the shorter the more wait for their turn; the last may have it all.
    shortest = min(ms for level, ms in pool.budgets if level == "pharaoh")
    assert shortest < bot_move.BUDGET_MS["pharaoh"]
    actions = [match.actions.first() for match in await sync_to_async(list)(played(ids))]
    assert all(actions)
    # Nobody waits for another's second decision: each has one before the last first one.
    assert (max(action.at for action in actions) - began).total_seconds() < SECONDS


def played(ids):
    return Match.objects.filter(pk__in=ids).prefetch_related("actions")


async def test_a_decision_wakes_the_bot_without_waiting_for_the_sweep(pool, monkeypatch):
    monkeypatch.setattr(thinking, "LOOK_SECONDS", 3600)
    match, player = await sync_to_async(begin)()
    await think_until(lambda: Match.objects.get(pk=match.pk).version > 0)

    def both_laid():
        now = Match.objects.get(pk=match.pk)
        return now.phase != "allocate" and not now.amon_to_move

    async def lay():
        await asyncio.sleep(0.2)
        hand = (await Match.objects.aget(pk=match.pk)).state["hand"]["aton"]
        posted = {"type": "allocate", "cards": hand}
        await sync_to_async(play)(match.pk, player, 0, posted, timezone.now())

    await asyncio.gather(lay(), think_until(both_laid))


async def test_who_switches_the_pause_off_does_not_wait_for_its_end(pool, monkeypatch):
    paces = dict.fromkeys(bot_move._PAUSES, (3600, 3600))
    monkeypatch.setattr(bot_move, "_PAUSES", paces)
    match, player = await sync_to_async(begin)(hurried=False)
    pauses, switched = [], []
    monkeypatch.setattr(bot_move, "pause_before", noted(bot_move.pause_before, pauses))

    def switch_and_look():
        # Not before it pauses: that would prove nothing.
        if pauses and not switched:
            switched.append(set_hurried(match.pk, player, hurried=True))
        return not bots_owe()

    await think_until(switch_and_look)
    # Whoever looks again when the bot has decided finds nothing to pause for.
    assert set(pauses) - {None} == {3600, 0}


def noted(function, results):
    def noting(*arguments):
        result = function(*arguments)
        results.append(result)
        return result

    return noting


async def test_a_process_that_was_ended_is_replaced(pool):
    await sync_to_async(begin)()
    await think_until(lambda: not bots_owe())
    for process in list(pool._executor._processes.values()):
        process.kill()
    await sync_to_async(begin)()
    await think_until(lambda: not bots_owe())


async def test_a_review_is_worked_out_while_a_bot_plays(pool):
    def prepare():
        match = short_match()
        ask_for_review(match.pk, timezone.now())
        begin("pharaoh")

    await sync_to_async(prepare)()
    await think_until(lambda: not bots_owe() and not Review.objects.exclude(status="done").exists())
    assert pool.most <= pool.processes
