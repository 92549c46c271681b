"""The rules of Aton as pure functions on immutable values.

Nothing here reads a clock, does I/O or keeps a global; chance comes from the seed of a game
(section 8 of the rules) or from a generator that the caller passes in. No rule of the game
stands anywhere outside this package.
"""

from .actions import Action, Allocation, PlainAction, StoneAction, parse_action
from .board import (
    COLOURS,
    INDEX,
    SIDES,
    SQUARES,
    VIEWERS,
    Colour,
    Side,
    Viewer,
    mask_of,
    names_of,
    other,
)
from .deals import Checked, Move, Shuffle, card_moves, check_deal
from .errors import (
    BadRecord,
    BadRequest,
    BadState,
    EngineError,
    GameOver,
    IllegalAction,
    NoGame,
    NotToMove,
    Sentence,
    WrongPhase,
)
from .events import Event
from .record import FORMAT, parse_seed, replay, steps
from .rules import (
    apply,
    choose_random,
    count_legal,
    end_on_both_clocks,
    legal,
    new,
    opening,
    score_items,
)
from .shuffle import commitment
from .state import Pending, Result, State
from .validation import setup
from .views import view

__all__ = [
    "COLOURS",
    "FORMAT",
    "INDEX",
    "SIDES",
    "SQUARES",
    "VIEWERS",
    "Action",
    "Allocation",
    "BadRecord",
    "BadRequest",
    "BadState",
    "Checked",
    "Colour",
    "EngineError",
    "Event",
    "GameOver",
    "IllegalAction",
    "Move",
    "NoGame",
    "NotToMove",
    "Pending",
    "PlainAction",
    "Result",
    "Sentence",
    "Shuffle",
    "Side",
    "State",
    "StoneAction",
    "Viewer",
    "WrongPhase",
    "apply",
    "card_moves",
    "check_deal",
    "choose_random",
    "commitment",
    "count_legal",
    "end_on_both_clocks",
    "legal",
    "mask_of",
    "names_of",
    "new",
    "opening",
    "other",
    "parse_action",
    "parse_seed",
    "replay",
    "score_items",
    "setup",
    "steps",
    "view",
]
