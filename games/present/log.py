"""What happened, in words: the rounds of the log, and each scoring item by item."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.engine import SIDES
from games.present.ending import reason_sentence
from games.present.notes import note_text
from games.present.words import listed, side_name
from games.scene import Json, LogEntry


class ScoreRow(NamedTuple):
    """A line of a scoring: what it counts, and what each side got ("" for nothing)."""

    name: str
    aton: int | str
    amon: int | str


class Line(NamedTuple):
    """A sentence of the log, `side` being whose doing it is; a scoring brings its table."""

    text: str
    side: str = ""
    table: Sequence[ScoreRow] = ()


class Round(NamedTuple):
    """A round of the log."""

    number: int
    title: str
    lines: list[Line]


def rounds(log: Iterable[LogEntry], first: int) -> list[Round]:
    """Return the rounds of the log, the newest first, each in the order of events."""
    shown = [_round(first)]
    for entry in log:
        for group in _groups(entry.events):
            if group[0]["type"] == "deal":
                shown.append(_round(group[0]["round"]))
            else:
                shown[-1].lines.append(_line(group))
    shown.reverse()
    return shown


def recent(log: Sequence[LogEntry]) -> list[Json]:
    """Return the events that are news: those of the last action that changed the table.

    That somebody laid their cards meanwhile changes nothing that one would want to look at.
    """
    events: list[Json] = []
    for entry in reversed(log):
        events[:0] = entry.events
        if any(event["type"] != "allocate" for event in entry.events):
            break
    return events


def last_words(events: Sequence[Json]) -> list[str]:
    """Return the news, sentence by sentence, without what goes without saying."""
    quiet = {"deal", "allocate"} if any(e["type"] == "reveal" for e in events) else {"deal"}
    return [_line(group).text for group in _groups(events) if group[0]["type"] not in quiet]


class Tally(NamedTuple):
    """An item of the scoring that has just been: in short, whose it is, how much, in words."""

    short: str
    side: str
    points: int
    name: str


def tally(events: Sequence[Json]) -> list[Tally]:
    """Return the items that somebody scored, in the order of rule 4.1; [] without a scoring."""
    scorings = [event for event in events if event["type"] == "scoring"]
    if not scorings:
        return []
    shorts = ("1", "2", "3", "4", gettext("grey"), gettext("bonus"))
    rows = score_table(scorings[-1]["items"])
    return [
        Tally(short, side, int(points), f"{row.name}, {side_name(side)}: {points}")
        for short, row in zip(shorts, rows, strict=False)
        for side, points in zip(SIDES, (row.aton, row.amon), strict=True)
        if points
    ]


def score_table(items: Json) -> list[ScoreRow]:
    """Return the lines of a scoring, in the order of rule 4.1."""
    names = (
        ("temple1", gettext("Temple 1: the difference")),
        ("temple2", gettext("Temple 2: 5")),
        ("temple3", gettext("Temple 3: 1 a stone")),
        ("temple4", gettext("Temple 4: 3 a blue square")),
        ("grey", gettext("Most grey: 8")),
        ("bonus", gettext("Bonus squares")),
    )
    rows = [
        ScoreRow(name, items[key].get("aton", ""), items[key].get("amon", ""))
        for key, name in names
    ]
    sums = [sum(items[key].get(side, 0) for key, _ in names) for side in SIDES]
    return [*rows, ScoreRow(gettext("Sum"), *sums)]


def sums_sentence(items: Json) -> str:
    """Return what both would score by these items of a scoring."""
    last = score_table(items)[-1]
    words = {"aton": last.aton, "amon": last.amon}
    return gettext("A scoring would then give Aton %(aton)d, Amon %(amon)d") % words


def _round(number: int) -> Round:
    return Round(number, gettext("Round %(number)d") % {"number": number}, [])


def _groups(events: Iterable[Json]) -> list[list[Json]]:
    """Return the events, cards turned over together in one group."""
    groups: list[list[Json]] = []
    for event in events:
        last = groups[-1][0] if groups else None
        if (
            last is not None
            and event["type"] == last["type"] == "reveal"
            and len(groups[-1]) < 2
            and (event["cartouche"] == last["cartouche"] or event["player"] == last["player"])
        ):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _line(group: list[Json]) -> Line:
    event = group[0]
    if event["type"] == "reveal":
        return _reveal(group)
    if event["type"].startswith("note-"):
        return Line(note_text(event))
    if event["type"] in {"war", "scoring", "over"}:
        return _both(event)
    side = event["player"]
    return Line(_doing(event, side_name(side)), side)


def _both(event: Json) -> Line:
    """Return the line on what concerns both sides."""
    if event["type"] == "war":
        return Line(gettext("War: Aton turns over %(aton)d, Amon %(amon)d.") % event)
    if event["type"] == "over":
        return Line(reason_sentence(event["winner"], event["reason"]))
    text = gettext("Scoring: Aton has %(aton)d points, Amon %(amon)d.") % event["score"]
    return Line(text, table=score_table(event["items"]))


def _doing(event: Json, name: str) -> str:
    """Return the sentence on what one side did."""
    kind = event["type"]
    if kind == "exchange":
        cards = listed([str(card) for card in event["cards"]])
        text = gettext("%(side)s exchanges %(cards)s for four new cards.")
        return text % {"side": name, "cards": cards}
    if kind == "allocate":
        return gettext("%(side)s has laid the cards.") % {"side": name}
    if kind == "first":
        return gettext("%(side)s plays first.") % {"side": name}
    if kind == "points":
        n = event["points"]
        text = ngettext("%(side)s scores %(n)d point.", "%(side)s scores %(n)d points.", n)
        return text % {"side": name, "n": n}
    return _stones(event, name)


def _reveal(group: list[Json]) -> Line:
    one, two = group[0], group[-1]
    if len(group) == 2 and one["player"] != two["player"]:
        text = gettext("Cartouche %(number)d: Aton %(aton)d, Amon %(amon)d.")
        words = {"number": one["cartouche"], "aton": one["card"], "amon": two["card"]}
        return Line(text % words)
    if len(group) == 2:
        text = gettext("%(side)s reveals %(one)d for temples and %(two)d for stones.")
        words = {"side": side_name(one["player"]), "one": one["card"], "two": two["card"]}
        return Line(text % words, one["player"])
    text = gettext("%(side)s reveals %(card)d on cartouche %(number)d.")
    words = {"side": side_name(one["player"]), "card": one["card"], "number": one["cartouche"]}
    return Line(text % words, one["player"])


def _stones(event: Json, name: str) -> str:
    """Return the sentence on stones removed, placed, buried or taken back."""
    kind = event["type"]
    n = event["count"] if kind == "bury" else len(event["squares"])
    words = {"side": name, "n": n, "squares": listed(event.get("squares", ()))}
    if kind == "bury":
        return (
            ngettext(
                "%(n)d stone of %(side)s finds no square and goes to the Kingdom of the Dead.",
                "%(n)d stones of %(side)s find no square and go to the Kingdom of the Dead.",
                n,
            )
            % words
        )
    if kind == "place":
        text = ngettext(
            "%(side)s places %(n)d stone: %(squares)s.",
            "%(side)s places %(n)d stones: %(squares)s.",
            n,
        )
    elif kind == "clear":
        text = ngettext(
            "%(side)s clears %(n)d stone: %(squares)s.",
            "%(side)s clears %(n)d stones: %(squares)s.",
            n,
        )
    elif event["owner"] == event["player"]:
        text = ngettext(
            "%(side)s removes %(n)d own stone: %(squares)s.",
            "%(side)s removes %(n)d own stones: %(squares)s.",
            n,
        )
    else:
        words["owner"] = side_name(event["owner"])
        text = ngettext(
            "%(side)s removes %(n)d of %(owner)s's stones: %(squares)s.",
            "%(side)s removes %(n)d of %(owner)s's stones: %(squares)s.",
            n,
        )
    said = text % words
    return (
        gettext("%(sentence)s (No choice.)") % {"sentence": said} if event.get("forced") else said
    )
