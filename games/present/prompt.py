"""Whose decision it is and what exactly is asked, for the one who owes it and for others."""

from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.engine import Side
from games.present.words import side_name, temples_phrase
from games.scene import Json, Scene


class Ask(NamedTuple):
    """The open decision as the viewer sees it.

    `hint` says more where that is not all. `form` is the type of the viewer's own form, ""
    where they owe nothing; `need` is how many squares it names. `key` is the same as long as
    that decision is, whatever else happens, so that half-made choices outlive what the other
    side does meanwhile. `exchange` tells whether the token may be given up now (rule 2.2).
    """

    text: str
    hint: str
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
        return Ask(_for_others(scene), "", "", 0, "", f"{number}-", exchange=False)
    if phase == "allocate":
        hand = view["hand"][side]
        return Ask(
            gettext("Lay one card on each cartouche"),
            "",
            phase,
            4,
            gettext("Lay cards"),
            f"{number}-allocate-{''.join(map(str, hand))}{int(view['exchange'][side])}",
            exchange=view["exchange"][side],
        )
    pending = view["pending"]
    key = f"{number}-{phase}-{side}-{pending['count']}-{view['revealed'][side]}"
    hint = _clear_hint() if phase == "clear" else ""
    return Ask(
        _for_player(phase, pending),
        hint,
        phase,
        pending["count"],
        _commit(phase),
        key,
        exchange=False,
    )


def _clear_hint() -> str:
    """Return rule 4.3 in a line."""
    return gettext("One from each temple, then where you have most")


def _commit(phase: str) -> str:
    if phase == "remove":
        return gettext("Remove")
    return gettext("Place") if phase == "place" else gettext("Clear")


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
                "Clear %(n)d of your stones",
                "Clear %(n)d of your stones",
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
    owing = view["to_move"]
    if view["phase"] == "over":
        return gettext("The match is over")
    if view["phase"] != "allocate":
        return _for_watchers(view["phase"], view["pending"])
    if len(owing) == 2:
        return gettext("Aton and Amon are laying their cards")
    return gettext("Waiting for %(side)s to lay the cards") % {"side": side_name(owing[0])}


def _for_watchers(phase: str, pending: Json) -> str:
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
            ngettext("%(side)s is clearing %(n)d stone", "%(side)s is clearing %(n)d stones", n)
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
