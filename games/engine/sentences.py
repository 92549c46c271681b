"""The sentences in which an action is refused: msgids, each with the rule it cites.

``{n}`` is the number that decides between singular and plural.
"""

from .errors import gettext_noop, ngettext_lazy

GAME_OVER = gettext_noop("The game is over, so nothing can be decided any more.")
TOO_LATE_TO_ABORT = gettext_noop(
    "Both players have allocated, so the game cannot be aborted any more; you may resign"
    " (rule 5.3)."
)

NOTHING_TO_DECIDE = gettext_noop("There is nothing for this player to decide now (rule 7.1).")
NO_CLOCK_RUNS = gettext_noop("You owe no decision, so your clock does not run (rule 5.2).")
TOO_LATE_TO_EXCHANGE = gettext_noop(
    "You have allocated already, so you can no longer exchange your cards (rule 2.2)."
)
ALLOCATED_ALREADY = gettext_noop(
    "You have allocated already, and an allocation is final (rule 2.3)."
)
WAIT_FOR_ALLOCATION = gettext_noop(
    "You have allocated; the round goes on when your opponent has allocated too (rule 2.4)."
)
ATONS_TURN = gettext_noop("Wait until Aton's turn is over (rule 2.6).")
AMONS_TURN = gettext_noop("Wait until Amon's turn is over (rule 2.6).")
ATON_CLEARS = gettext_noop("Wait until Aton has cleared; the round is at its end (rule 4.4).")
AMON_CLEARS = gettext_noop("Wait until Amon has cleared; the round is at its end (rule 4.4).")

ALLOCATE_NOW = gettext_noop("First allocate your four cards to the cartouches (rule 2.3).")
REMOVE_NOW = ngettext_lazy(
    "Now you have to remove {n} stone (rule 3.2).",
    "Now you have to remove {n} stones (rule 3.2).",
)
PLACE_NOW = ngettext_lazy(
    "Now you have to place {n} stone (rule 3.5).",
    "Now you have to place {n} stones (rule 3.5).",
)
CLEAR_NOW = ngettext_lazy(
    "Now you have to clear {n} of your stones (rule 4.3).",
    "Now you have to clear {n} of your stones (rule 4.3).",
)

NO_TOKEN = gettext_noop("You have given up your exchange token already (rule 2.2).")
NO_SUCH_CARD = gettext_noop("There are only cards of the values 1, 2, 3 and 4 (rule 1.3).")
FOUR_CARDS = ngettext_lazy(
    "You allocated {n} card; each of the four cartouches needs one (rule 2.3).",
    "You allocated {n} cards; each of the four cartouches needs one (rule 2.3).",
)
CARD_NOT_HELD = ngettext_lazy(
    "You hold only {n} card of value {card}; allocate the four cards of your hand (rule 2.3).",
    "You hold only {n} cards of value {card}; allocate the four cards of your hand (rule 2.3).",
)
NO_CARD_OF_VALUE = gettext_noop(
    "You hold no card of value {card}; allocate the four cards of your hand (rule 2.3)."
)

NO_SUCH_SQUARE = gettext_noop(
    "There is no square {square}; squares are named 1a1 to 4c4 (rule 1.1)."
)
SQUARE_TWICE = gettext_noop("You named the square {square} more than once (rule 7.2).")
OUT_OF_REACH = ngettext_lazy(
    "The card on your cartouche 3 lets you act in temple {n} only (rule 3.1).",
    "The card on your cartouche 3 lets you act in temples 1 to {n} only (rule 3.1).",
)

REMOVE_OWN = gettext_noop(
    "With a 1 on cartouche 2 you remove a stone of your own, so choose one of those (rule 3.2)."
)
REMOVE_OF_ATON = gettext_noop("Choose only squares on which a stone of Aton lies (rule 3.2).")
REMOVE_OF_AMON = gettext_noop("Choose only squares on which a stone of Amon lies (rule 3.2).")
REMOVE_NUMBER = ngettext_lazy(
    "The card on your cartouche 2 asks you to remove exactly {n} stone (rule 3.2).",
    "The card on your cartouche 2 asks you to remove exactly {n} stones (rule 3.2).",
)
#: In temple 1 alone, and in temples 1 to ``last``.
FEW_TO_REMOVE = (
    ngettext_lazy(
        "Only {n} such stone lies in temple 1, so remove {n} stone (rule 3.2).",
        "Only {n} such stones lie in temple 1, so remove {n} stones (rule 3.2).",
    ),
    ngettext_lazy(
        "Only {n} such stone lies in temples 1 to {last}, so remove {n} stone (rule 3.2).",
        "Only {n} such stones lie in temples 1 to {last}, so remove {n} stones (rule 3.2).",
    ),
)

OCCUPIED = gettext_noop("Choose only empty squares, one for each stone (rule 3.5).")
PLACE_NUMBER = ngettext_lazy(
    "The card on your cartouche 4 asks you to place exactly {n} stone (rule 3.5).",
    "The card on your cartouche 4 asks you to place exactly {n} stones (rule 3.5).",
)
SUPPLY_NUMBER = ngettext_lazy(
    "Your supply holds only {n} stone, so place exactly {n} stone (rule 3.5).",
    "Your supply holds only {n} stones, so place exactly {n} stones (rule 3.5).",
)
#: In temple 1 alone, and in temples 1 to ``last``.
FEW_TO_PLACE_ON = (
    ngettext_lazy(
        "Only {n} square is free in temple 1, so place {n} stone (rule 3.5).",
        "Only {n} squares are free in temple 1, so place {n} stones (rule 3.5).",
    ),
    ngettext_lazy(
        "Only {n} square is free in temples 1 to {last}, so place {n} stone (rule 3.5).",
        "Only {n} squares are free in temples 1 to {last}, so place {n} stones (rule 3.5).",
    ),
)

CLEAR_OWN = gettext_noop("Clear only stones of your own (rule 4.3).")
CLEAR_NUMBER = ngettext_lazy(
    "Clear exactly {n} of your stones (rule 4.3).",
    "Clear exactly {n} of your stones (rule 4.3).",
)
CLEAR_ALL = ngettext_lazy(
    "You have only {n} stone in the temples, so clear it (rule 4.3).",
    "You have only {n} stones in the temples, so clear all of them (rule 4.3).",
)
CLEAR_EVENLY = gettext_noop(
    "Clear one stone from each temple where you have any; then, for each temple where you had"
    " none, one more from where you have most by then (rule 4.3)."
)
