"""Filters of the pages: how people stand to each other."""

from django import template

from games.models import Player
from games.usecases.shun import is_blocked

register = template.Library()


@register.filter
def blocks(player: Player, other: Player) -> bool:
    """Whether `player` blocks `other`."""
    return is_blocked(player, other)
