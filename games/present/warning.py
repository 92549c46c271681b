"""The word of warning in casual matches against bots: the other side could win at once."""

from collections.abc import Iterable

from django.utils.translation import gettext

from games.engine import other
from games.engine.whatif import may_win_next, stones_after
from games.present.prompt import asked_side
from games.present.words import listed, side_name
from games.scene import Scene


def warning(scene: Scene, squares: Iterable[str] = ()) -> str:
    """Return what the other side could win by with its next turn, "" for nothing.

    `squares` are those that the viewer's open decision would name. Where ratings, or another
    person's patience, are at stake, everybody looks for themselves.
    """
    side = asked_side(scene)
    if scene.unrated_reason != "bot" or side is None:
        return ""
    rival = other(side)
    ways = may_win_next(scene.view, rival, stones_after(scene.view, squares))
    if not ways:
        return ""
    told = {
        "points": gettext("by points on cartouche 1"),
        "temple": gettext("with a whole temple"),
        "gold": gettext("with all gold squares"),
        "green": gettext("with all green squares"),
    }
    words = {"side": side_name(rival), "how": listed([told[way] for way in ways])}
    return gettext("Careful: %(side)s could win next turn %(how)s.") % words
