"""How a player wants to be reached."""

from games.models import Player, Reach


def reach_of(player: Player) -> Reach:
    """Return how `player` wants to be reached, by default if they have said nothing."""
    return Reach.objects.filter(player=player).first() or Reach(player=player)


def save_reach(player: Player, *, chat: bool, turn_mails: bool) -> None:
    """Keep how `player` wants to be reached."""
    values = {"chat": chat, "turn_mails": turn_mails}
    Reach.objects.update_or_create(player=player, defaults=values)
