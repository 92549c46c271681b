"""From a scene to what the templates show: labels, sentences and figures, all computed here.

No rule of the game stands here: what may be chosen comes from the view, what is legal from
the engine. All texts go through gettext in the language that is active.
"""

from games.present.board import Square
from games.present.log import Round, rounds, sums_sentence
from games.present.table import Table, table
from games.present.warning import warning

__all__ = ["Round", "Square", "Table", "rounds", "sums_sentence", "table", "warning"]
