"""What the house knows of itself: that it lives, when it did not, and who is here."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """One row: the last moment at which a server was alive."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")

    def __str__(self) -> str:
        return str(self.at)


class Downtime(models.Model):
    """A time without a server; every deadline that ran through it was extended by it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("downtime")
        verbose_name_plural = _("downtimes")

    def __str__(self) -> str:
        return f"{self.began_at} – {self.ended_at}"


class Presence(models.Model):
    """When a player was last at a match's table, as their socket told.

    `lag_ms` is the time that the server's beat took to the browser and back, measured here.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="presences")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presences"
    )
    seen_at = models.DateTimeField()
    lag_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player"], name="presence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.match_id}"
