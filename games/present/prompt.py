"""Whose decision it is and what exactly is asked, for the one who owes it and for others."""

from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.engine import Side
from games.present.words import side_name, temples_phrase
from games.scene import Json, Scene


class Ask(NamedTuple):
    """The open decision as the viewer sees it.

    `form` is the type of the viewer's own form, "" where they owe nothing; `need` is how many
    squares it names. `key` is the same as long as that decision is, whatever else happens, so
    that half-made choices outlive what the other side does meanwhile. `exchange` tells
    whether the exchange token may be given up now (rule 2.2).
    """

    text: str
    form: str
    need: int
    commit: str
    key: str
    exchange: bool


def asked_side(scene: Scene) -> Side | None:
    """Return the viewer's side where they owe a decision at this table, else None."""
    viewer = scene.viewer
    if viewer == "public" or scene.replay or viewer not in scene.view["to_move"]:
        return None
    return viewer


def ask(scene: Scene) -> Ask:
    """Return what is asked."""
    view, side = scene.view, asked_side(scene)
    phase, number = view["phase"], view["round"]
    if side is None:
        return Ask(_for_others(scene), "", 0, "", f"{number}-", exchange=False)
    if phase == "allocate":
        hand = view["hand"][side]
        return Ask(
            gettext("Lay your four cards, one on each cartouche"),
            phase,
            4,
            gettext("Lay cards"),
            f"{number}-allocate-{''.join(map(str, hand))}{int(view['exchange'][side])}",
            exchange=view["exchange"][side],
        )
    pending = view["pending"]
    key = f"{number}-{phase}-{side}-{pending['count']}-{view['revealed'][side]}"
    return Ask(
        _for_player(phase, pending), phase, pending["count"], _commit(phase), key, exchange=False
    )


def _commit(phase: str) -> str:
    if phase == "remove":
        return gettext("Remove")
    return gettext("Place") if phase == "place" else gettext("Take back")


def _for_player(phase: str, pending: Json) -> str:
    n, where = pending["count"], temples_phrase(pending["temples"])
    words = {"n": n, "where": where, "owner": side_name(pending["owner"])}
    if phase == "place":
        return ngettext("Place %(n)d stone in %(where)s", "Place %(n)d stones in %(where)s", n) % (
            words
        )
    if phase == "clear":
        return (
            ngettext(
                "Take back %(n)d of your stones: one from each temple, then where you have most",
                "Take back %(n)d of your stones: one from each temple, then where you have most",
                n,
            )
            % words
        )
    if pending["owner"] == pending["player"]:
        return (
            ngettext(
                "Remove %(n)d of your own stones from %(where)s",
                "Remove %(n)d of your own stones from %(where)s",
                n,
            )
            % words
        )
    return (
        ngettext(
            "Remove %(n)d of %(owner)s's stones from %(where)s",
            "Remove %(n)d of %(owner)s's stones from %(where)s",
            n,
        )
        % words
    )


def _for_others(scene: Scene) -> str:
    """Return whom the table waits for and what they must decide."""
    view = scene.view
    phase, owing = view["phase"], view["to_move"]
    if phase == "over":
        return gettext("The match is over")
    if phase == "allocate":
        if len(owing) == 2:
            return gettext("Aton and Amon are laying their cards")
        return gettext("Waiting for %(side)s to lay the cards") % {"side": side_name(owing[0])}
    pending = view["pending"]
    n = pending["count"]
    words = {
        "n": n,
        "side": side_name(pending["player"]),
        "owner": side_name(pending["owner"]),
        "where": temples_phrase(pending["temples"]),
    }
    if phase == "place":
        return (
            ngettext(
                "%(side)s is placing %(n)d stone in %(where)s",
                "%(side)s is placing %(n)d stones in %(where)s",
                n,
            )
            % words
        )
    if phase == "clear":
        return (
            ngettext(
                "%(side)s is taking back %(n)d stone", "%(side)s is taking back %(n)d stones", n
            )
            % words
        )
    if pending["owner"] == pending["player"]:
        return (
            ngettext(
                "%(side)s is removing %(n)d own stone from %(where)s",
                "%(side)s is removing %(n)d own stones from %(where)s",
                n,
            )
            % words
        )
    return (
        ngettext(
            "%(side)s is removing %(n)d of %(owner)s's stones from %(where)s",
            "%(side)s is removing %(n)d of %(owner)s's stones from %(where)s",
            n,
        )
        % words
    )
