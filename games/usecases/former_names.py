"""Names that players had before: their links lead on, and nobody else gets them."""

from games.models import FormerName, Player
from games.models.player import is_name
from games.usecases.show_player import find_player


def player_formerly(username: str) -> Player | None:
    """Return the player who was called `username`, in any case, None if nobody was."""
    # PostgreSQL refuses to look for some texts that can be no name.
    if not is_name(username):
        return None
    row = (
        FormerName.objects.select_related("player")
        .filter(username__lower=username.lower(), player__deleted_at=None)
        .first()
    )
    return None if row is None else row.player


def find_by_any_name(username: str) -> Player:
    """Return the player who is or was called `username`, or raise `Player.DoesNotExist`."""
    try:
        return find_player(username)
    except Player.DoesNotExist:
        renamed = player_formerly(username)
        if renamed is None:
            raise
        return renamed


def name_was_used(username: str, but_by: Player | None = None) -> bool:
    """Whether somebody else had the name `username` before."""
    rows = FormerName.objects.filter(username__lower=username.lower())
    return (rows if but_by is None else rows.exclude(player=but_by)).exists()
