"""Forms: what people send, checked and turned into plain values."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordResetForm,
)
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from games.clock import BadTimeControl, TimeControl
from games.engine.bots import NAMES
from games.models import Player
from games.models.challenge import WANTED_SIDE_CHOICES
from games.models.match import REASON_CHOICES
from games.models.rating import PACE_CHOICES
from games.numbers import whole_number
from games.refusals import Malformed
from games.usecases.former_names import find_by_any_name, name_was_used
from games.usecases.list_games import GameFilter
from games.usecases.lobby import LobbyFilter
from games.usecases.play import POSTED_TYPES
from games.usecases.search_players import LEAST_LETTERS
from games.usecases.show_player import find_player


def parse_action_form(posted: QueryDict) -> tuple[int, Mapping[str, Any]]:
    """Return the version that was decided on, and the action without its player.

    Raises `Malformed` when a field is missing or of the wrong kind (contract.md).
    """
    version = whole_number(posted.get("version", ""))
    if version is None:
        raise Malformed(_("The version of the match is missing."))
    kind = posted.get("type", "")
    if kind not in POSTED_TYPES:
        raise Malformed(_("The kind of decision is missing or unknown."))
    if kind == "allocate":
        cards = [whole_number(card) for card in posted.getlist("cards")]
        if len(cards) != 4 or None in cards:
            raise Malformed(_("Please lay one card at each of the four cartouches."))
        return version, {"type": kind, "cards": cards}
    if kind in {"remove", "place", "clear"}:
        return version, {"type": kind, "squares": posted.getlist("squares")}
    return version, {"type": kind}


class TimeControlField(forms.CharField):
    """A time control as contract.md writes it; where it may be `untimed` also "none"."""

    default_error_messages = {
        "unknown": _(
            "Please choose a clock from 60+5 to 3600+60 (seconds and increment), or 1d, 3d or 7d."
        )
    }

    def __init__(self, *, untimed: bool = False, **options: Any) -> None:
        self.untimed = untimed
        super().__init__(**options)

    def clean(self, value: Any) -> TimeControl:
        """Return the time control, or raise a `ValidationError` that says what is offered."""
        text = super().clean(value)
        try:
            control = TimeControl.parse(text)
        except BadTimeControl as error:
            raise forms.ValidationError(self.error_messages["unknown"]) from error
        if not control.timed and not self.untimed:
            raise forms.ValidationError(self.error_messages["unknown"])
        return control


class NameInput(forms.TextInput):
    """A field for the name of a player; names.js offers those that begin like it."""

    def __init__(self) -> None:
        super().__init__(
            {
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "data-names": reverse_lazy("search"),
                "data-least": LEAST_LETTERS,
            }
        )


class PlayerField(forms.CharField):
    """A player by name, in any case, or by one they had before; None when it is left empty."""

    widget = NameInput
    default_error_messages = {"unknown": _("There is no player of this name.")}

    def clean(self, value: Any) -> Player | None:
        """Return the player, or raise a `ValidationError` when there is none."""
        name = super().clean(value)
        if not name:
            return None
        try:
            return find_by_any_name(name)
        except Player.DoesNotExist as error:
            raise forms.ValidationError(self.error_messages["unknown"], code="unknown") from error


# What the lobby offers by name; any other clock can be typed.
CLOCK_PRESETS = (
    ("180+5", _("Blitz")),
    ("600+15", _("Rapid")),
    ("1800+30", _("Classic")),
    ("1d", _("Daily")),
    ("3d", _("Daily")),
    ("7d", _("Daily")),
)
OTHER_CLOCK = "other"


class ChallengeForm(forms.Form):
    """A challenge, to a player by name or to whoever accepts it.

    `clock` is a time control; the page also sends "other" with the text `clock_other`.
    """

    clock = TimeControlField(label=_("Clock"), max_length=16, initial="600+15")
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    side = forms.ChoiceField(label=_("Your side"), choices=WANTED_SIDE_CHOICES, initial="random")
    opponent = PlayerField(label=_("Opponent"), max_length=20, required=False)
    rating_from = forms.IntegerField(
        label=_("Ratings from"), min_value=0, max_value=4000, required=False
    )
    rating_to = forms.IntegerField(label=_("to"), min_value=0, max_value=4000, required=False)

    def __init__(self, data: QueryDict | None = None, **options: Any) -> None:
        if data is not None and data.get("clock") == OTHER_CLOCK:
            data = data.copy()
            data["clock"] = data.get("clock_other", "")
        super().__init__(data, **options)

    @property
    def clock_is_other(self) -> bool:
        """Whether the clock that stands in the form is none of the presets."""
        return self["clock"].value() not in dict(CLOCK_PRESETS)


class LobbyFilterForm(forms.Form):
    """Which open challenges to list."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        # "from" is no name that a class body can give to a field.
        self.fields["from"] = forms.IntegerField(
            label=_("Ratings from"), min_value=0, max_value=4000, required=False
        )
        self.fields["to"] = forms.IntegerField(
            label=_("to"), min_value=0, max_value=4000, required=False
        )
        self.fields["pace"] = forms.ChoiceField(
            label=_("Pace"), choices=[("", _("any pace")), *PACE_CHOICES], required=False
        )

    def wanted(self) -> LobbyFilter:
        """Return what the form asks for; what is wrong in it asks for nothing."""
        self.full_clean()
        data = getattr(self, "cleaned_data", {})
        return LobbyFilter(data.get("from"), data.get("to"), data.get("pace", ""))


# The clocks against a bot: there is no hurry, and the first one is none.
BOT_CLOCKS = (
    ("none", _("No clock")),
    ("180+5", _("Blitz")),
    ("600+15", _("Rapid")),
    ("1800+30", _("Classic")),
    ("3d", _("Daily")),
)


class PlayBotForm(forms.Form):
    """A match against a bot."""

    level = forms.ChoiceField(
        label=_("Bot"), choices=[(name, name.capitalize()) for name in NAMES], initial=NAMES[0]
    )
    clock = TimeControlField(label=_("Clock"), max_length=16, initial="none", untimed=True)
    side = forms.ChoiceField(label=_("Your side"), choices=WANTED_SIDE_CHOICES, initial="random")
    hurried = forms.BooleanField(label=_("The bot answers at once"), required=False)


class GameFilterForm(forms.Form):
    """Which finished matches to list."""

    player = PlayerField(label=_("Player"), max_length=20, required=False)
    rated = forms.TypedChoiceField(
        label=_("Rating"),
        choices=[("", _("rated and unrated")), ("yes", _("rated")), ("no", _("unrated"))],
        coerce=lambda text: text == "yes",
        empty_value=None,
        required=False,
    )
    reason = forms.ChoiceField(
        label=_("Ended by"), choices=[("", _("any end")), *REASON_CHOICES], required=False
    )

    def wanted(self) -> GameFilter:
        """Return what the valid form asks for."""
        return GameFilter(**self.cleaned_data)


if TYPE_CHECKING:
    _UserCreationForm = BaseUserCreationForm[Player]
else:
    _UserCreationForm = BaseUserCreationForm


class RegistrationForm(_UserCreationForm):
    """A new account: username, password twice, and an email address if one likes."""

    class Meta:
        """The fields of the model; the passwords are the base class's."""

        model = Player
        fields = ("username", "email")
        help_texts = {"email": _("Only to send you a link when you have forgotten your password.")}
        widgets = {
            "username": forms.TextInput(
                {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
            ),
            "email": forms.EmailInput({"autocomplete": "email"}),
        }

    def clean_username(self) -> str:
        """Return the name, or raise a `ValidationError` when somebody has it in any case."""
        username: str = self.cleaned_data["username"]
        try:
            find_player(username)
        except Player.DoesNotExist:
            if not name_was_used(username):
                return username
        raise forms.ValidationError(_("This username is taken. Please choose another."))


class SignInForm(AuthenticationForm):
    """A username, in any case, and its password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "This username and this password do not belong together. "
            "In the password capital and small letters are not the same."
        ),
    }


class PasswordForgottenForm(PasswordResetForm):
    """The email address that a link for a new password is sent to."""

    def get_users(self, email: str) -> Iterator[Player]:
        """Return those who may sign in by a password and have this address, in any case."""
        found = Player.objects.filter(email__lower=email.lower(), is_active=True).exclude(email="")
        return (player for player in found if player.has_usable_password())
