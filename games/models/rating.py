"""Elo ratings and the ledger of their changes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clock import PACES
from games.elo import START

__all__ = ["PACES", "Rating", "RatingChange"]

CHANGE_CHOICES = [("match", _("match")), ("correction", _("correction"))]
PACE_CHOICES = [("live", _("live")), ("daily", _("daily"))]

# A player with fewer rated matches is listed as provisional.
MATCHES_TO_ESTABLISH = 5

# The leaderboard of the last days lists who has played that many rated matches in them.
RECENT_DAYS = 30
RECENT_MATCHES = 5


class Rating(models.Model):
    """One player's rating in one pace: the last line of the ledger, kept at hand.

    `matches` to `losses` count rated matches only; `peak` is the highest rating after any.
    `gain` is the sum of the changes of the last 30 days and `recent` their number, as of
    `GainHorizon`; `country` is the player's, for the leaderboard's index.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    pace = models.CharField(max_length=5, choices=PACE_CHOICES)
    rating = models.IntegerField(default=START)
    peak = models.IntegerField(default=START)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    established = models.BooleanField(default=False)
    country = models.CharField(max_length=2, blank=True)
    gain = models.IntegerField(default=0)
    recent = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pace"], name="rating_player_pace_unique"),
            models.CheckConstraint(
                name="rating_counts_add_up",
                condition=models.Q(
                    matches=models.F("wins") + models.F("draws") + models.F("losses")
                ),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                "pace",
                models.F("established").desc(),
                models.F("rating").desc(),
                "player",
                name="rating_leaderboard",
                condition=models.Q(matches__gt=0),
            ),
            models.Index(
                "pace",
                "country",
                models.F("established").desc(),
                models.F("rating").desc(),
                "player",
                name="rating_leaderboard_country",
                condition=models.Q(matches__gt=0),
            ),
            models.Index(
                "pace",
                models.F("gain").desc(),
                "player",
                name="rating_leaderboard_recent",
                condition=models.Q(recent__gte=RECENT_MATCHES),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pace} {self.rating}"


class RatingChange(models.Model):
    """A line of the ledger, append-only: what one rated match did to one rating.

    A line of the kind "correction" takes back what the match's own line gave, because an
    administrator has annulled the match.

    `before`, `after` and `opponent` are Elo points, `expected` the expected score of
    elo.py, `score` 1, 0.5 or 0, `k` the K factor used.
    """

    match = models.ForeignKey("games.Match", on_delete=models.PROTECT, related_name="changes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="changes"
    )
    pace = models.CharField(max_length=5, choices=PACE_CHOICES)
    side = models.CharField(max_length=4)
    before = models.IntegerField()
    after = models.IntegerField()
    opponent = models.IntegerField()
    expected = models.FloatField()
    score = models.FloatField()
    k = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=10, choices=CHANGE_CHOICES, default="match")

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "kind"], name="ratingchange_once"),
        ]
        indexes: ClassVar = [
            models.Index("player", "pace", "at", name="ratingchange_graph"),
            models.Index("at", name="ratingchange_at"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.before} → {self.after}"


class RatingCount(models.Model):
    """How many established players have one rating: of all countries (""), and of each.

    It goes with every change of a rating, so that a rank is a sum over the few hundred ratings
    above one's own, however many players have them.
    """

    pace = models.CharField(max_length=5, choices=PACE_CHOICES)
    country = models.CharField(max_length=2, blank=True)
    rating = models.IntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("number of players with a rating")
        verbose_name_plural = _("numbers of players with a rating")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pace", "country", "rating"], name="ratingcount_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pace} {self.country} {self.rating}: {self.players}"


class GainHorizon(models.Model):
    """One row: `Rating.gain` and `Rating.recent` hold the ledger's lines that are younger."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("horizon of the gains")

    def __str__(self) -> str:
        return str(self.at)
