"""The two sides of the table: players, figures, clocks, cartouches and cards."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.clock import UNTIMED
from games.engine import Side
from games.present.words import clock_text, per_language, side_name
from games.scene import Scene

CARD_VALUES = (1, 2, 3, 4)


class Cartouche(NamedTuple):
    """A cartouche: `card` is 0 unless its value may be seen; `state` names its look.

    States: "empty", "down" (a card face down), "mine" (face down, seen by its owner), "up".
    """

    number: int
    use: str
    card: int
    state: str
    label: str


class Seat(NamedTuple):
    """One side of the table."""

    side: Side
    role: str
    name: str
    url: str
    rating: int
    is_bot: bool
    owes: bool
    score: int
    supply: int
    dead: int
    clock: str
    clock_text: str
    running: bool
    token: bool
    token_text: str
    pile: int
    discard: int
    discards: list[int]
    cartouches: list[Cartouche]
    hand: list[int]
    war: list[int]


def seat(scene: Scene, side: Side) -> Seat:
    """Return what the table shows of `side`."""
    view, player = scene.view, scene.seated(side)
    left = scene.clock.aton if side == "aton" else scene.clock.amon
    discard = view["discard"][side]
    by_value = Counter(discard)
    token = view["exchange"][side]
    return Seat(
        side=side,
        role=side_name(side),
        name=player.name,
        url=player.url,
        rating=player.rating,
        is_bot=player.is_bot,
        owes=side in view["to_move"],
        score=view["score"][side],
        supply=view["supply"][side],
        dead=view["dead"][side],
        clock=f"{left:.1f}",
        clock_text="∞" if scene.time_control == UNTIMED else clock_text(left),
        running=side in scene.clock.running,
        token=token,
        token_text=_token_texts()[token],
        pile=view["pile_size"][side],
        discard=len(discard),
        discards=[by_value[value] for value in CARD_VALUES],
        cartouches=_cartouches(scene, side),
        hand=list(view["hand"][side] or ()),
        war=list(view["war"][side]),
    )


@per_language
def _token_texts() -> dict[bool, str]:
    return {True: gettext("exchange token"), False: gettext("exchange token used")}


@per_language
def uses() -> tuple[str, str, str, str]:
    """Return in a word what the card on each cartouche decides (rules 2.4, 2.5, 3.1, 3.5)."""
    return (
        pgettext("cartouche 1", "points"),
        pgettext("cartouche 2", "remove"),
        pgettext("cartouche 3", "temples"),
        pgettext("cartouche 4", "place"),
    )


def _cartouches(scene: Scene, side: Side) -> list[Cartouche]:
    cards = scene.view["cartouches"][side]
    revealed = scene.view["revealed"][side]
    language = get_language()
    shown = []
    for index in range(4):
        card = cards[index] if cards else None
        if cards is None:
            state = "empty"
        elif index < revealed:
            state = "up"
        else:
            state = "down" if card is None else "mine"
        shown.append(_cartouche(index + 1, card or 0, state, language))
    return shown


@lru_cache(maxsize=1024)
def _cartouche(
    number: int,
    card: int,
    state: str,
    language: str | None,  # noqa: ARG001 — part of the cache's key
) -> Cartouche:
    texts = {
        "empty": gettext("cartouche %(number)d, %(use)s: empty"),
        "up": gettext("cartouche %(number)d, %(use)s: %(card)d"),
        "down": gettext("cartouche %(number)d, %(use)s: face down"),
        "mine": gettext("cartouche %(number)d, %(use)s: %(card)d, face down"),
    }
    use = uses()[number - 1]
    return Cartouche(
        number, use, card, state, texts[state] % {"number": number, "use": use, "card": card}
    )


class Kingdom(NamedTuple):
    """The Kingdom of the Dead: whose stone lies on each of 8 spaces, how many lie beside."""

    spaces: list[str]
    beside: int
    label: str


def kingdom(scene: Scene, top: Side, bottom: Side) -> Kingdom:
    """Return the Kingdom of the Dead, the stones of `bottom` first (rules 1.4 and 3.4)."""
    dead = scene.view["dead"]
    stones: list[str] = [*[bottom] * dead[bottom], *[top] * dead[top]]
    label = ngettext(
        "Kingdom of the Dead: %(n)d stone of 8",
        "Kingdom of the Dead: %(n)d stones of 8",
        len(stones),
    ) % {"n": len(stones)}
    return Kingdom((stones + [""] * 8)[:8], max(0, len(stones) - 8), label)
