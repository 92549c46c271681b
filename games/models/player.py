"""People: accounts with a name that is unique without regard to case."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.elo import START
from games.models.rating import PACES, Rating

models.CharField.register_lookup(Lower)

# Names that would be taken for the house, for a side of the game or for an address.
RESERVED_USERNAMES = frozenset(
    """
    aton amon draw nobody anybody public spectator admin administrator root system staff
    moderator mod support help info security abuse postmaster webmaster noreply official
    anonymous guest deleted player players bot null undefined none me you api static login
    logout register lobby games match challenges leaderboard rules settings account password
    bots practice review scarab ibis jackal sphinx pharaoh
    """.split()
)

# What a deleted account's row is called; nobody can register such a name.
DELETED_PREFIX = "deleted-"

# What a guest's row is called, until it becomes an account.
GUEST_PREFIX = "guest-"

check_username_form = RegexValidator(
    r"\A[A-Za-z0-9_-]{3,20}\Z",
    _("A username has 3 to 20 characters: letters A to Z, digits, “_” and “-”."),
)


def is_name(username: str) -> bool:
    """Whether `username` has the form of a name, so that it is worth looking for."""
    try:
        check_username_form(username)
    except ValidationError:
        return False
    return True


def check_username_not_reserved(username: str) -> None:
    """Raise `ValidationError` when `username` is a word that the site keeps for itself."""
    name = username.lower()
    if name in RESERVED_USERNAMES or name.startswith((DELETED_PREFIX, GUEST_PREFIX)):
        raise ValidationError(_("This username is reserved. Please choose another."))


class PlayerManager(BaseUserManager["Player"]):
    """Finds and makes players; names are looked up without regard to case."""

    def named(self, username: str) -> "Player":
        """Return the player called `username` in any case, or raise `Player.DoesNotExist`."""
        return self.get(username__lower=username.lower())

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player who signs in as `username`."""
        return self.named(username or "")

    async def aget_by_natural_key(self, username: str | None) -> "Player":
        """Return the player who signs in as `username`."""
        return await self.aget(username__lower=(username or "").lower())

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Player":
        """Make a player, with the rating that they begin with in each pace."""
        player = self.model(username=username, email=self.normalize_email(email), **fields)
        player.set_password(password)
        with transaction.atomic(using=self.db):
            player.save(using=self.db)
            Rating.objects.using(self.db).bulk_create(
                Rating(player=player, pace=pace) for pace in PACES
            )
        return player

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Player":
        """Make a player who may use the admin pages."""
        return self.create_user(
            username, email, password, **{**fields, "is_staff": True, "is_superuser": True}
        )


class Player(AbstractBaseUser, PermissionsMixin):
    """An account. Ratings stand in `Rating`, finished matches in `Result`.

    `session_epoch` is part of what every session is signed with: counting it up signs out
    everywhere. A deleted account keeps its row, without anything of the person, because the
    matches of the others stay (`deleted_at`).

    `bot` is the level of a bot, None for people. A guest plays without an account, signed in by
    their session only, and stands in no list until they register. `puzzle_rating` is for the
    positions under "Practice".
    """

    username = models.CharField(
        _("username"),
        max_length=20,
        validators=[check_username_form, check_username_not_reserved],
    )
    email = models.EmailField(_("email address"), blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    hide_presence = models.BooleanField(_("hide whether I am online"), default=False)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    renamed_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    bot = models.CharField(max_length=10, null=True, blank=True, unique=True, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)
    puzzle_rating = models.IntegerField(default=START, editable=False)
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="player_username_unique",
                violation_error_message=_("This username is taken. Please choose another."),
            ),
        ]
        indexes: ClassVar = [
            models.Index(Lower("email"), name="player_email", condition=~models.Q(email="")),
            models.Index(
                "date_joined", name="player_guest", condition=models.Q(is_guest__in=[True])
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        """Return the address of the player's page."""
        return reverse("player", args=[self.username])

    @property
    def is_bot(self) -> bool:
        """Whether this is one of the house's bots."""
        return self.bot is not None

    @property
    def shown_name(self) -> str:
        """The name that pages show: the username, or that it is a guest or a deleted account."""
        if self.is_guest:
            return gettext("Guest")
        return gettext("deleted player") if self.deleted_at else self.username

    def get_session_auth_hash(self) -> str:
        """Return what a session of this player must hold: it changes with password and epoch."""
        return self._session_hash(None)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hashes by older secret keys, which still let a session in."""
        return (self._session_hash(secret) for secret in settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str | bytes | None) -> str:
        signed = f"{self.password}:{self.session_epoch}"
        return salted_hmac("games.Player", signed, secret=secret, algorithm="sha256").hexdigest()

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return `username` as it is: its form is checked, nothing in it is rewritten."""
        return username

    def rating_in(self, pace: str) -> Rating:
        """Return this player's rating row of `pace` (live or daily)."""
        return self.ratings.get(pace=pace)
