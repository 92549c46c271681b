"""An offer to play a match."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clock import TimeControl

OPEN, ACCEPTED, CANCELLED, DECLINED = "open", "accepted", "cancelled", "declined"
STATUS_CHOICES = [
    (OPEN, _("open")),
    (ACCEPTED, _("accepted")),
    (CANCELLED, _("cancelled")),
    (DECLINED, _("declined")),
]
WANTED_SIDE_CHOICES = [("random", _("random side")), ("aton", "Aton"), ("amon", "Amon")]


class Challenge(models.Model):
    """An offer by `challenger` to play, to `opponent` or, without one, to whoever accepts.

    `side` is the side that the challenger asks for. `match` is there once it was accepted.
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

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="challenge_not_to_oneself",
                condition=models.Q(opponent__isnull=True)
                | ~models.Q(opponent=models.F("challenger")),
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

    @property
    def control(self) -> TimeControl:
        """The time control that is offered."""
        return TimeControl.parse(self.time_control)
