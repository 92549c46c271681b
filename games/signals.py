"""What follows from signing in, wherever somebody does."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Player
from games.usecases.sign_ins import note_sign_in


@receiver(user_logged_in)
def note_session(request: HttpRequest, user: Player, **_rest: Any) -> None:
    """Note the new session, so that the player can see and end it. Guests have no account."""
    if user.is_guest:
        return
    if not request.session.session_key:
        request.session.create()
    note_sign_in(user, request.session.session_key or "", request.headers.get("User-Agent", ""))
