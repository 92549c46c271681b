"""The house's bots as players: one row for each level, with the level's published rating."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from games.engine.bots import NAMES, RATINGS
from games.models import Player, Rating


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the bots: its number from 1, its name in the engine, its fixed rating."""

    number: int
    name: str
    rating: int

    @property
    def title(self) -> str:
        """The name as it is shown."""
        return self.name.capitalize()


LEVELS: Sequence[Level] = [
    Level(number, name, RATINGS[name]) for number, name in enumerate(NAMES, 1)
]


def bot_player(level: str) -> Player:
    """Return the player row of the bot of `level`, made when it is first needed.

    Its ratings are those that the engine publishes; they follow when a new measure changes them.
    """
    return _bots((level,))[level]


def bot_players() -> list[tuple[Level, Player]]:
    """Return all bots, the weakest first."""
    bots = _bots(NAMES)
    return [(level, bots[level.name]) for level in LEVELS]


def level_near(rating: int) -> Level:
    """Return the level whose rating is nearest to `rating`, the weaker one of two."""
    return min(LEVELS, key=lambda level: abs(level.rating - rating))


def _bots(levels: Sequence[str]) -> dict[str, Player]:
    """Return the bots of these levels in two queries, once they are made."""
    found = {bot.bot: bot for bot in Player.objects.filter(bot__in=levels)}
    bots = {level: found.get(level) or _make(level) for level in levels}
    levels_by_id = {bot.pk: level for level, bot in bots.items()}
    for row in Rating.objects.filter(player__in=levels_by_id):
        rating = RATINGS[levels_by_id[row.player_id]]
        if row.rating != rating:
            Rating.objects.filter(pk=row.pk).update(rating=rating, peak=rating)
    return bots


def _make(level: str) -> Player:
    # Somebody may have had the name before it was kept for the bot.
    title = level.capitalize()
    for username in (title, f"{title}-bot"):
        try:
            with transaction.atomic():
                return Player.objects.create_user(username, bot=level)
        except IntegrityError:
            made = Player.objects.filter(bot=level).first()
            if made is not None:
                return made
    raise RuntimeError(f"no name is left for the bot {level}")
