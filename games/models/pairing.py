"""People who wait for an opponent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueEntry(models.Model):
    """A player who waits to be paired: one row a person, so in one queue and once.

    `rating` is theirs in the pace of `time_control`; `seen_at` is when their page last said
    that it is open.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="queue_entry"
    )
    time_control = models.CharField(max_length=16)
    rating = models.IntegerField()
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("waiting player")
        verbose_name_plural = _("waiting players")
        indexes: ClassVar = [
            models.Index(fields=["time_control", "joined_at"], name="queueentry_queue"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.time_control}"
