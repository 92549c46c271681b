"""Conduct at the table: who let others down, and what the house notes on a match."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import SIDE_CHOICES

LAPSE_CHOICES = [("abort", _("called a match off")), ("absence", _("left a match"))]
NOTE_CHOICES = [
    ("downtime", _("time without a server, made good")),
    ("claim", _("won because the other had left")),
    ("admin", _("ended by an administrator")),
    ("takeback", _("a decision taken back")),
]


class Lapse(models.Model):
    """A live match that a player called off or left; many of them make one wait (pause.py)."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lapses"
    )
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="lapses")
    kind = models.CharField(max_length=7, choices=LAPSE_CHOICES)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("lapse")
        verbose_name_plural = _("lapses")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "match"], name="lapse_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "at"], name="lapse_recent")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.match_id}"


class MatchNote(models.Model):
    """What the house did to a match, as its log tells both players.

    It came after the action `after` (0: before any). `seconds` is the time made good of a
    downtime, `side` who had left for a claim or took a decision back.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=8, choices=NOTE_CHOICES)
    after = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField(default=0)
    side = models.CharField(max_length=4, choices=SIDE_CHOICES, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("note on a match")
        verbose_name_plural = _("notes on matches")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"
