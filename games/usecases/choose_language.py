"""Choose the language in which the site speaks to a player, on every device."""

from games.models import Player


def choose_language(player: Player, language: str) -> None:
    """Keep `language`, one of the site's, with the player's account."""
    player.language = language
    player.save(update_fields=["language"])
