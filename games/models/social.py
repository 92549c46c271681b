"""What people say to each other, and whom they do not want to hear."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

CHAT_LENGTH = 200

# What one can say by one press; everybody reads it in their own language.
PHRASES = {
    "luck": gettext_noop("Good luck!"),
    "game": gettext_noop("Good game!"),
    "thanks": gettext_noop("Thanks!"),
}

PLAYERS, WATCHERS = "players", "watchers"
ROOM_CHOICES = [(PLAYERS, _("players")), (WATCHERS, _("watchers"))]

BLOCK, MUTE = "block", "mute"
KIND_CHOICES = [(BLOCK, _("blocked")), (MUTE, _("muted"))]


class Shunning(models.Model):
    """`player` wants nothing to do with `other` (blocked), or not to hear them (muted).

    Who is blocked cannot challenge, is not paired with, and is not heard.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shunnings"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shunned_by"
    )
    kind = models.CharField(max_length=5, choices=KIND_CHOICES)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block or mute")
        verbose_name_plural = _("blocks and mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other", "kind"], name="shunning_once"),
            models.CheckConstraint(
                name="shunning_not_oneself", condition=~models.Q(player=models.F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.other_id}"


class ChatLine(models.Model):
    """Something said at a match: `text` as it was typed, or the key of a quick `phrase`."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="chat_lines")
    room = models.CharField(max_length=8, choices=ROOM_CHOICES)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_lines"
    )
    text = models.CharField(max_length=CHAT_LENGTH, blank=True)
    phrase = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        indexes: ClassVar = [
            models.Index(fields=["match", "room", "id"], name="chatline_room"),
            models.Index(fields=["author", "at"], name="chatline_rate"),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase

    @property
    def said(self) -> str:
        """What was said, a quick phrase in the language of the one who reads."""
        return gettext(PHRASES[self.phrase]) if self.phrase in PHRASES else self.text


class ChatReport(models.Model):
    """Somebody found a chat line out of place; the administrators look at it."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    settled = models.BooleanField(_("dealt with"), default=False)

    class Meta:
        verbose_name = _("chat report")
        verbose_name_plural = _("chat reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "reporter"], name="chatreport_once"),
        ]

    def __str__(self) -> str:
        return f"{self.line_id} by {self.reporter_id}"


class Reach(models.Model):
    """How a player wants to be reached; who has no row has the defaults.

    `mailed_at` is when the last digest of daily matches went out.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="reach"
    )
    chat = models.BooleanField(_("chat"), default=True)
    turn_mails = models.BooleanField(_("emails on daily matches"), default=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("reach")
        verbose_name_plural = _("reaches")

    def __str__(self) -> str:
        return str(self.player_id)
