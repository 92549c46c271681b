"""What belongs to an account beside the player: old names, sign-ins, whom one follows."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class FormerName(models.Model):
    """A name that a player had before; its links lead to the player, and nobody else gets it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_names"
    )
    username = models.CharField(max_length=20)
    given_up_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="formername_unique"),
        ]

    def __str__(self) -> str:
        return self.username


class SignIn(models.Model):
    """A session that a player has signed in to, so that they can see and end it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins"
    )
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}"


class Follow(models.Model):
    """`follower` wants to see at once what `followed` plays."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("following")
        verbose_name_plural = _("followings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(
                name="follow_not_oneself", condition=~models.Q(follower=models.F("followed"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} → {self.followed_id}"
