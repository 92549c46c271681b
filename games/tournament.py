"""What a worker of a tournament does: play a few matches of a pair and hand back the sums."""

import json
import os
import select
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import connection, parent_process
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from games.engine.actions import Action, PlainAction, parse_action
from games.engine.asked import decision_in_view
from games.engine.board import Side
from games.engine.bots import choose, warm_up
from games.engine.bots.contest import Chooser, Played, play
from games.engine.errors import EngineError

#: A decision that takes this much longer than its budget is late.
LATE: Final = 1.2
#: How long a program may keep silent, its budget aside, before it loses the match.
PATIENCE_S: Final = 20


class Entrant(NamedTuple):
    """Who plays: a level or style by name, or an outside program by its command."""

    name: str
    ms: int
    command: str | None
    level: str | None


class Meeting(NamedTuple):
    """A pair that plays ``matches`` with the same shuffles, sides changed in between."""

    pair: tuple[Entrant, Entrant]
    seed: int
    matches: int


class Outcome(NamedTuple):
    """A match as the pair sees it, and each player's budget."""

    played: Played
    budgets: tuple[int, int]


@dataclass
class Tally:
    """The sums of a pair, the first's values first."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: int = 0
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    reasons: dict[str, int] = field(default_factory=dict)
    clock: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    core: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    late: list[int] = field(default_factory=lambda: [0, 0])
    late_on_core: list[int] = field(default_factory=lambda: [0, 0])
    illegal: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Add matches."""
        for outcome in outcomes:
            played = outcome.played
            first = played.points[0]
            self.matches += 1
            self.rounds += played.rounds
            self.won += first == 1
            self.drawn += first == 0.5
            self.lost += first == 0
            self.reasons[played.reason] = self.reasons.get(played.reason, 0) + 1
            for who in (0, 1):
                self.points[who] += played.points[who]
                most = LATE * outcome.budgets[who]
                for spent in played.spent[who]:
                    clock, core = 1000 * spent.clock, 1000 * spent.core
                    self.clock[who].append(clock)
                    self.core[who].append(core)
                    self.late[who] += clock > most
                    self.late_on_core[who] += core > most
                self.illegal[who] += played.illegal[who]

    @staticmethod
    def times(tallies: Sequence["Tally"], places: Sequence[int]) -> dict[str, float]:
        """Return how long the decisions of one entrant took, in milliseconds.

        By the clock, as ``core_…`` on the core; late is what took more than 1.2 times the budget.
        """
        both = list(zip(tallies, places, strict=True))
        clock = sorted(ms for tally, place in both for ms in tally.clock[place])
        core = sorted(ms for tally, place in both for ms in tally.core[place])
        return {
            "decisions": len(clock),
            "mean": sum(clock) / max(1, len(clock)),
            "p99": clock[len(clock) * 99 // 100] if clock else 0.0,
            "most": clock[-1] if clock else 0.0,
            "late": sum(tally.late[place] for tally, place in both),
            "core_mean": sum(core) / max(1, len(core)),
            "core_p99": core[len(core) * 99 // 100] if core else 0.0,
            "core_most": core[-1] if core else 0.0,
            "core_late": sum(tally.late_on_core[place] for tally, place in both),
            "illegal": sum(tally.illegal[place] for tally, place in both),
        }


class Program:
    """An outside program that answers ``best`` (protocol.md), one line for each line."""

    def __init__(self, entrant: Entrant) -> None:
        self._entrant = entrant
        self._process = subprocess.Popen(  # noqa: S603 -- the command is the caller's own
            shlex.split(entrant.command or ""), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._rest = b""

    def __call__(self, view: Mapping[str, Any], side: Side, _rng: Random) -> Action:
        """Return what the program plays; a resignation stands for anything that is no answer."""
        request = {"cmd": "best", "player": side, "ms": self._entrant.ms, "view": view}
        if self._entrant.level is not None:
            level = self._entrant.level
            request["level"] = int(level) if level.isdigit() else level
        try:
            self._write(json.dumps(request).encode() + b"\n")
            return parse_action(json.loads(self._read_line())["action"])
        except (OSError, ValueError, KeyError, TypeError, EngineError):
            return PlainAction("resign", side)

    def _write(self, line: bytes) -> None:
        if self._process.stdin is None:
            raise OSError("no pipe")
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def _read_line(self) -> bytes:
        if self._process.stdout is None:
            raise OSError("no pipe")
        until = monotonic() + PATIENCE_S + self._entrant.ms / 1000
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._process.stdout], [], [], until - monotonic())
            some = os.read(self._process.stdout.fileno(), 1 << 16) if ready else b""
            if not some:
                raise OSError("no answer")
            self._rest += some
        line, _, self._rest = self._rest.partition(b"\n")
        return line


_PROGRAMS: dict[Entrant, Program] = {}


def _chooser(entrant: Entrant) -> Chooser:
    if entrant.command is not None:
        # One program for each worker; it ends with its input, when the worker does.
        if entrant not in _PROGRAMS:
            _PROGRAMS[entrant] = Program(entrant)
        return _PROGRAMS[entrant]
    if entrant.name == "random":
        return lambda view, _side, rng: choose("random", view, entrant.ms, rng)
    player = warm_up()[entrant.name]

    def decide(view: Mapping[str, Any], side: Side, rng: Random) -> Action:
        owed = decision_in_view(view, side)
        if owed is None:
            raise AssertionError("asked without a decision")
        return player(owed, view, entrant.ms, rng)

    return decide


def begin(patient: bool = False) -> None:  # noqa: FBT001, FBT002 -- the pool passes it by place
    """Prepare a worker: it ends with the process that started it, however that ends.

    A ``patient`` one lets no clock cut the bots' thinking short.
    """
    if patient:
        import_module("games.engine.bots.levels").Patience.endless = True
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def play_meeting(meeting: Meeting) -> list[Outcome]:
    """Play the matches of a meeting; runs in a worker process."""
    choosers = [_chooser(entrant) for entrant in meeting.pair]
    budgets = (meeting.pair[0].ms, meeting.pair[1].ms)
    outcomes = []
    for number in range(meeting.matches):
        # Nobody's game: the seed is the number of the match, so that it can be played again.
        seed = Random(meeting.seed).randbytes(32)  # noqa: S311
        rng = Random(meeting.seed * 2 + number)  # noqa: S311
        if number % 2 == 0:
            outcomes.append(Outcome(play(seed, choosers, rng), budgets))
        else:
            outcomes.append(Outcome(play(seed, choosers[::-1], rng).turned(), budgets))
    return outcomes
