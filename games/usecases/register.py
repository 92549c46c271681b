"""Open an account."""

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.refusals import AgainstRules


class UsernameTaken(AgainstRules):
    """Somebody else has the name, perhaps since a moment ago."""

    def __init__(self) -> None:
        super().__init__(_("This username is taken. Please choose another."))


def register(username: str, password: str, email: str = "") -> Player:
    """Make the account `username` with the ratings that everybody begins with.

    The values have passed `RegistrationForm`. Raises `UsernameTaken` when another request
    got the name, in any case, between that check and this.
    """
    try:
        return Player.objects.create_user(username, email, password)
    except IntegrityError as error:
        if Player.objects.filter(username__lower=username.lower()).exists():
            raise UsernameTaken from error
        raise
