"""How a match ended: who won and why, what became of the ratings, the steps of a replay."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext

from games.engine import Side, other
from games.present.notes import why_unrated
from games.present.words import side_name
from games.scene import RatingSum, Replay, Scene


class RatingLine(NamedTuple):
    """One player's rating sum, written out."""

    side: Side
    name: str
    before: int
    after: int
    change: str
    expected: str
    score: str
    k: int
    opponent: int
    up: bool


class Result(NamedTuple):
    """The end of a match: `headline` from the viewer's seat, `reason`, `unrated` or ratings."""

    headline: str
    reason: str
    winner: str
    ratings: list[RatingLine]
    unrated: str


class StepLink(NamedTuple):
    """A place in the replay to go to: `query` is "" where one cannot go there."""

    key: str
    sign: str
    label: str
    query: str


class Steps(NamedTuple):
    """The controls of a replay."""

    links: list[StepLink]
    views: list[tuple[str, str, bool]]
    place: str


def reason_sentence(winner: Side | None, reason: str) -> str:
    """Return how the match ended, in a sentence (rules 2.4, 3.6, 4.2 and section 5)."""
    if reason == "abort":
        return gettext("The match was aborted before it had begun.")
    if winner is None:
        if reason == "timeout":
            return gettext("A draw: both clocks ended in the same instant.")
        return gettext("A draw: both have equal points after the scoring.")
    sentences = {
        "points": gettext("%(winner)s wins with 40 points or more on cartouche 1."),
        "temple": gettext("%(winner)s wins with all 12 squares of a temple."),
        "gold": gettext("%(winner)s wins with all 14 gold squares."),
        "green": gettext("%(winner)s wins with all 14 green squares."),
        "scoring": gettext("%(winner)s wins with more points after the scoring."),
        "resign": gettext("%(loser)s resigns; %(winner)s wins."),
        "timeout": gettext("%(loser)s ran out of time; %(winner)s wins."),
    }
    words = {"winner": side_name(winner), "loser": side_name(other(winner))}
    return sentences[reason] % words


def result(scene: Scene) -> Result | None:
    """Return the end of the match, None as long as it runs or an earlier moment is shown."""
    outcome = scene.view["result"]
    if outcome is None:
        return None
    winner, reason = outcome["winner"], outcome["reason"]
    unrated = ""
    if not scene.rating_sums:
        if reason == "abort":
            unrated = gettext("Ratings stay as they are: an aborted match counts for nothing.")
        elif not scene.rated:
            unrated = why_unrated(scene.unrated_reason) or gettext(
                "Ratings stay as they are: this match was not rated."
            )
    elif scene.unrated_reason:
        unrated = gettext("An administrator has annulled this match; these points were taken back.")
    return Result(
        _headline(scene, winner, reason),
        reason_sentence(winner, reason),
        winner or "",
        [_rating_line(line) for line in scene.rating_sums],
        unrated,
    )


def _headline(scene: Scene, winner: Side | None, reason: str) -> str:
    if reason == "abort":
        return gettext("Aborted")
    if winner is None:
        return gettext("Draw")
    if scene.viewer == "public":
        return gettext("%(player)s wins") % {"player": scene.seated(winner).name}
    return gettext("You win") if scene.viewer == winner else gettext("You lose")


def _rating_line(line: RatingSum) -> RatingLine:
    change = line.after - line.before
    return RatingLine(
        line.side,
        line.name,
        line.before,
        line.after,
        f"+{change}" if change >= 0 else f"−{-change}",
        f"{line.expected:.2f}",
        {0.0: "0", 0.5: "½", 1.0: "1"}[line.score],
        line.k,
        line.opponent,
        change >= 0,
    )


def steps(scene: Scene) -> Steps | None:
    """Return the replay's controls once the match is over, None before."""
    replay = scene.replay or _at_the_end(scene)
    # A record that was brought for analysis is no match, and its page has controls of its own.
    if replay is None or not scene.match_id:
        return None
    step, last = replay.step, replay.last
    earlier = [begin for begin in replay.round_steps if begin < step]
    later = [begin for begin in replay.round_steps if begin > step]
    targets = (
        ("first", "|«", gettext("Start"), 0 if step > 0 else None),
        ("back", "«", gettext("Previous round"), earlier[-1] if earlier else None),
        ("prev", "‹", gettext("Previous decision"), step - 1 if step > 0 else None),
        ("next", "›", gettext("Next decision"), step + 1 if step < last else None),
        ("on", "»", gettext("Next round"), later[0] if later else None),
        ("last", "»|", gettext("End"), last if step < last else None),
    )
    links = [
        StepLink(key, sign, label, "" if to is None else _query(replay, to, replay.seen_by))
        for key, sign, label, to in targets
    ]
    views = [
        (label, _query(replay, step, seen_by), seen_by == replay.seen_by)
        for seen_by, label in (
            ("open", gettext("Open")),
            ("aton", side_name("aton")),
            ("amon", side_name("amon")),
            ("public", gettext("Public")),
        )
    ]
    place = f"{step} / {last}"
    return Steps(links, views, place)


def _at_the_end(scene: Scene) -> Replay | None:
    """Return the place of a match that has just ended; its log tells where rounds begin."""
    if scene.view["result"] is None:
        return None
    begins = [
        entry.number
        for entry in scene.log
        if any(event["type"] == "deal" for event in entry.events)
    ]
    last = scene.log[-1].number if scene.log else 0
    return Replay(last, last, tuple(begins), "open")


def _query(replay: Replay, step: int, seen_by: str) -> str:
    spoiler = {"spoiler": 0} if replay.spoiler_free else {}
    return "?" + urlencode({"step": step, "as": seen_by, **spoiler})
