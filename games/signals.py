"""What follows from signing in, and from another password, wherever that comes from."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Player
from games.usecases.sign_ins import forget_sign_ins, note_sign_in


@receiver(user_logged_in)
def note_session(request: HttpRequest, user: Player, **_rest: Any) -> None:
    """Note the new session, so that the player can see and end it. Guests have no account."""
    if user.is_guest:
        return
    if not request.session.session_key:
        request.session.create()
    note_sign_in(user, request.session.session_key or "", request.headers.get("User-Agent", ""))


@receiver(post_save, sender=Player)
def end_sessions(instance: Player, *, created: bool, **_rest: Any) -> None:
    """Let no page that is open elsewhere go on as the player's after another password.

    `_password` is what Django itself tells its validators of a changed password by.
    """
    if not created and getattr(instance, "_password", None) is not None:
        forget_sign_ins(instance.pk)
