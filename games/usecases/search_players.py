"""Search players by the beginning of their name."""

import re

from games.models import Player
from games.models.player import DELETED_PREFIX

HITS_SHOWN = 12
LEAST_LETTERS = 2

_COULD_BEGIN = re.compile(rf"[a-z0-9_-]{{{LEAST_LETTERS},20}}")

# No character of a username sorts after this in any collation that databases use for names.
_LAST = "z" * 20


def search_players(text: str) -> list[Player]:
    """Return players whose names begin with `text`, in any case; none for less than two letters."""
    begin = text.strip().lower()
    if not _COULD_BEGIN.fullmatch(begin):
        return []
    # The range is what the index is searched by; the comparison then settles it.
    found = Player.objects.filter(
        username__lower__gte=begin,
        username__lower__lte=begin + _LAST,
        username__lower__startswith=begin,
        deleted_at=None,
        is_guest=False,
    )
    if DELETED_PREFIX.startswith(begin):
        found = found.exclude(username__startswith=DELETED_PREFIX)
    return list(found.order_by("username__lower")[:HITS_SHOWN])
