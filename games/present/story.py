"""The story of a finished game in words, tables and charts."""

import json
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext

from games.engine import SIDES, Side
from games.present.charts import Chart, line_chart
from games.present.words import side_name
from games.story import Decision, RoundOfSide, RoundTold, Story


class SideCell(NamedTuple):
    """What a round's table shows of one side."""

    side: Side
    hand: str
    exchanged_for: str
    allocation: str
    cartouche_points: int
    scoring_points: int
    removed: int
    placed: int
    buried: int
    cleared: int
    score: int
    unseen: Sequence[int]


class RoundRow(NamedTuple):
    """A round: `url` leads to its first moment, `first` tells who played first."""

    number: int
    step: int
    url: str
    first: str
    sides: Sequence[SideCell]


class DecisionRow(NamedTuple):
    """A decision: `url` leads to the moment after it, `took` is its time in words."""

    step: int
    url: str
    round: int
    side: Side | None
    who: str
    what: str
    took: str


class MomentRow(NamedTuple):
    """A moment: the decision that it comes after, None for the beginning, and the stones."""

    step: int
    decision: DecisionRow | None
    aton: int
    amon: int


class Told(NamedTuple):
    """All that the fragment `story.html` shows."""

    rounds: Sequence[RoundRow]
    decisions: Sequence[DecisionRow]
    moments: Sequence[MomentRow]
    slowest: Sequence[DecisionRow]
    charts: Sequence[Chart]
    seed: str
    commitment: str
    deal: str


def told(story: Story) -> Told:
    """Return what is shown of `story`, in the active language."""
    decisions = [_decision_row(story, decision) for decision in story.decisions]
    timed = [d for d in story.decisions if d.seconds is not None]
    slowest = sorted(timed, key=lambda decision: -(decision.seconds or 0))[:3]
    return Told(
        rounds=[_round_row(story, each) for each in story.rounds],
        decisions=decisions,
        moments=[
            MomentRow(m.step, decisions[m.step - 1] if m.step else None, *m.stones)
            for m in story.moments
        ],
        slowest=[decisions[decision.step - 1] for decision in slowest],
        charts=_charts(story),
        seed=story.seed,
        commitment=story.commitment,
        deal=_deal(story),
    )


def _deal(story: Story) -> str:
    """Return what the browser needs to check the deal, as JSON."""
    moves = {
        side: [[move.kind, list(move.cards)] for move in moves]
        for side, moves in story.moves.items()
    }
    told = {"seed": story.seed, "commitment": story.commitment, "moves": moves}
    return json.dumps(told, separators=(",", ":"))


def _charts(story: Story) -> list[Chart]:
    rounds = story.rounds
    points = [
        (side, side_name(side), [(0.0, 0.0), *((r.number, r.of(side).score) for r in rounds)])
        for side in SIDES
    ]
    stones = [
        (side, side_name(side), [(float(m.step), float(m.stones[who])) for m in story.moments])
        for who, side in enumerate(SIDES)
    ]
    return [
        line_chart("points", gettext("Points after each round"), points, x_name=gettext("round")),
        line_chart(
            "stones",
            gettext("Stones on the board after each decision"),
            stones,
            x_name=gettext("round"),
            x_labels=[(each.step, str(each.number)) for each in rounds],
            steps=True,
            dots=False,
        ),
    ]


def _round_row(story: Story, each: RoundTold) -> RoundRow:
    return RoundRow(
        each.number,
        each.step,
        _url(story, each.step),
        side_name(each.first) if each.first else "",
        [_side_cell(side, each.of(side)) for side in SIDES],
    )


def _side_cell(side: Side, told_of: RoundOfSide) -> SideCell:
    return SideCell(
        side,
        _cards(told_of.hand),
        _cards(told_of.exchanged_for),
        _cards(told_of.allocation),
        told_of.cartouche_points,
        told_of.scoring_points,
        told_of.removed,
        told_of.placed,
        told_of.buried,
        told_of.cleared,
        told_of.score,
        told_of.unseen,
    )


def _decision_row(story: Story, decision: Decision) -> DecisionRow:
    words = {
        "exchange": gettext("exchanges the hand"),
        "allocate": gettext("allocates"),
        "remove": gettext("removes"),
        "place": gettext("places"),
        "clear": gettext("clears"),
        "resign": gettext("resigns"),
        "timeout": gettext("runs out of time"),
        "abort": gettext("aborts the match"),
    }
    return DecisionRow(
        decision.step,
        _url(story, decision.step),
        decision.round,
        decision.side,
        side_name(decision.side) if decision.side else gettext("Both"),
        words[decision.type],
        time_taken(decision.seconds),
    )


def time_taken(seconds: float | None) -> str:
    """Return a time as "4.2 s", "3:07 min" or "5:12 h", "" for None."""
    if seconds is None:
        return ""
    if seconds < 60:
        return gettext("%(seconds).1f s") % {"seconds": seconds}
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return gettext("%(minutes)d:%(seconds)02d min") % {"minutes": minutes, "seconds": rest}
    hours, minutes = divmod(minutes, 60)
    return gettext("%(hours)d:%(minutes)02d h") % {"hours": hours, "minutes": minutes}


def _cards(cards: Sequence[int]) -> str:
    return " ".join(str(card) for card in cards)


def _url(story: Story, step: int) -> str:
    return f"{story.base_url}?{urlencode({'step': step})}" if story.base_url else ""
