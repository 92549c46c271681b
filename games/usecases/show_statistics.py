"""Show how a player plays: results by side, by end, by opponent, streaks, habits."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from games.models import Player, Result

# What the figures are made of: the latest matches, one walk of an index however long a
# player has been here.
RESULTS_COUNTED = 1000
OPPONENTS_SHOWN = 12
MONTHS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses under one heading."""

    key: str
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """How many matches in all."""
        return self.wins + self.draws + self.losses

    @property
    def percent(self) -> int:
        """The score in percent, a draw being half a point."""
        return round(100 * (self.wins + self.draws / 2) / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results against one opponent."""

    opponent: Player
    tally: Tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the latest matches of a player tell.

    `all_counted` is false when there are older ones. `won_by` and `lost_by` count the ends;
    `average_rounds` is None without a match that was played; `opening` is the favourite first
    allocation with its number; `months` are (first day, matches), the oldest first.
    """

    total: Tally
    all_counted: bool
    by_side: Sequence[Tally]
    won_by: Sequence[tuple[str, int]]
    lost_by: Sequence[tuple[str, int]]
    opponents: Sequence[HeadToHead]
    longest_win: int
    longest_unbeaten: int
    current_streak: tuple[str, int]
    average_rounds: float | None
    opening: tuple[str, int] | None
    months: Sequence[tuple[date, int]]

    @property
    def busiest(self) -> int:
        """The most matches of a month."""
        return max((number for _month, number in self.months), default=0)


Line = tuple[str, str, str, int, int, str, date]


def show_statistics(player: Player) -> Statistics:
    """Return the statistics of `player`."""
    rows = Result.objects.filter(player=player).order_by("-ended_at", "-match_id")
    lines: list[Line] = [
        (side, outcome, reason, opponent_id, rounds, opening, ended_at.date())
        for side, outcome, reason, opponent_id, rounds, opening, ended_at in rows.values_list(
            "side", "outcome", "reason", "opponent_id", "rounds", "opening", "ended_at"
        )[: RESULTS_COUNTED + 1]
    ]
    all_counted = len(lines) <= RESULTS_COUNTED
    lines = lines[:RESULTS_COUNTED]
    outcomes = [line[1] for line in lines]
    rounds = [line[4] for line in lines if line[4]]
    openings = Counter(line[5] for line in lines if line[5])
    return Statistics(
        total=_tally("all", outcomes),
        all_counted=all_counted,
        by_side=[_tally(side, [o[1] for o in lines if o[0] == side]) for side in ("aton", "amon")],
        won_by=Counter(line[2] for line in lines if line[1] == "win").most_common(),
        lost_by=Counter(line[2] for line in lines if line[1] == "loss").most_common(),
        opponents=_opponents(lines),
        longest_win=_longest(outcomes, {"win"}),
        longest_unbeaten=_longest(outcomes, {"win", "draw"}),
        current_streak=_current(outcomes),
        average_rounds=round(sum(rounds) / len(rounds), 1) if rounds else None,
        opening=min(openings.most_common(), key=lambda pair: (-pair[1], pair[0]))
        if openings
        else None,
        months=_months(line[6] for line in lines),
    )


def _tally(key: str, outcomes: Iterable[str]) -> Tally:
    counted = Counter(outcomes)
    return Tally(key, counted["win"], counted["draw"], counted["loss"])


def _opponents(lines: Iterable[Line]) -> list[HeadToHead]:
    against: defaultdict[int, list[str]] = defaultdict(list)
    for line in lines:
        against[line[3]].append(line[1])
    most = sorted(against.items(), key=lambda item: (-len(item[1]), item[0]))[:OPPONENTS_SHOWN]
    players = Player.objects.in_bulk([player_id for player_id, _outcomes in most])
    return [
        HeadToHead(players[who], _tally(str(who), outcomes))
        for who, outcomes in most
        if not players[who].is_guest
    ]


def _longest(outcomes: Iterable[str], good: set[str]) -> int:
    longest = now = 0
    for outcome in outcomes:
        now = now + 1 if outcome in good else 0
        longest = max(longest, now)
    return longest


def _current(outcomes: Sequence[str]) -> tuple[str, int]:
    """Return the outcome of the latest match, and how many times in a row it came."""
    if not outcomes:
        return "", 0
    number = 0
    for outcome in outcomes:
        if outcome != outcomes[0]:
            break
        number += 1
    return outcomes[0], number


def _months(days: Iterable[date]) -> list[tuple[date, int]]:
    counted = Counter(day.replace(day=1) for day in days)
    return sorted(counted.items())[-MONTHS_SHOWN:]
