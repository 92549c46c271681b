"""An offer to play a match."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clock import TimeControl
from games.models.match import UNRATED_CHOICES

OPEN, ACCEPTED, CANCELLED, DECLINED = "open", "accepted", "cancelled", "declined"
EXPIRED = "expired"
STATUS_CHOICES = [
    (OPEN, _("open")),
    (ACCEPTED, _("accepted")),
    (CANCELLED, _("cancelled")),
    (DECLINED, _("declined")),
    (EXPIRED, _("expired")),
]
WANTED_SIDE_CHOICES = [("random", _("random side")), ("aton", "Aton"), ("amon", "Amon")]


def in_an_hour() -> datetime:
    """Return when a challenge expires of which nothing else is said."""
    return timezone.now() + timedelta(hours=1)


class Challenge(models.Model):
    """An offer by `challenger` to play, to `opponent` or, without one, to whoever accepts.

    `side` is the side that the challenger asks for. `match` is there once it was accepted.
    `rating_from` and `rating_to` are the ratings asked for, in the pace of `time_control`.
    `rematch_of` is the match that this is the return of. `unrated_reason` says why a challenge
    that was meant to be rated is not.
    """

    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="challenges_received",
        null=True,
        blank=True,
    )
    time_control = models.CharField(max_length=16)
    rated = models.BooleanField()
    side = models.CharField(max_length=6, choices=WANTED_SIDE_CHOICES)
    status = models.CharField(max_length=9, choices=STATUS_CHOICES, default=OPEN)
    match = models.OneToOneField(
        "games.Match", on_delete=models.PROTECT, related_name="challenge", null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True, default=in_an_hour)
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "games.Match", on_delete=models.CASCADE, related_name="rematches", null=True, blank=True
    )
    unrated_reason = models.CharField(max_length=5, choices=UNRATED_CHOICES, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="challenge_not_to_oneself",
                condition=models.Q(opponent__isnull=True)
                | ~models.Q(opponent=models.F("challenger")),
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                name="challenge_one_rematch_at_a_time",
                condition=models.Q(status__in=[OPEN, ACCEPTED]),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                "opponent",
                models.F("created_at").desc(),
                name="challenge_open",
                condition=models.Q(status=OPEN),
            ),
            models.Index(
                "challenger",
                models.F("created_at").desc(),
                name="challenge_open_made",
                condition=models.Q(status=OPEN),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.status}"

    def get_absolute_url(self) -> str:
        """Return the address of the challenge, the link to share."""
        return reverse("challenge", args=[self.pk])

    def takes(self, rating: int) -> bool:
        """Whether somebody with `rating` is asked for."""
        return (self.rating_from or 0) <= rating <= (self.rating_to or rating)

    @property
    def control(self) -> TimeControl:
        """The time control that is offered."""
        return TimeControl.parse(self.time_control)
