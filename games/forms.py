"""Forms: what people send, checked and turned into plain values."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.clock import BadTimeControl, TimeControl
from games.models import Player
from games.models.challenge import WANTED_SIDE_CHOICES
from games.refusals import Malformed
from games.usecases.play import POSTED_TYPES


def parse_action_form(posted: QueryDict) -> tuple[int, Mapping[str, Any]]:
    """Return the version that was decided on, and the action without its player.

    Raises `Malformed` when a field is missing or of the wrong kind (contract.md).
    """
    version = _whole_number(posted.get("version", ""))
    if version is None:
        raise Malformed(_("The version of the match is missing."))
    kind = posted.get("type", "")
    if kind not in POSTED_TYPES:
        raise Malformed(_("The kind of decision is missing or unknown."))
    if kind == "allocate":
        cards = [_whole_number(card) for card in posted.getlist("cards")]
        if len(cards) != 4 or None in cards:
            raise Malformed(_("Please lay one card at each of the four cartouches."))
        return version, {"type": kind, "cards": cards}
    if kind in {"remove", "place", "clear"}:
        return version, {"type": kind, "squares": posted.getlist("squares")}
    return version, {"type": kind}


def _whole_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class TimeControlField(forms.CharField):
    """A time control as contract.md writes it."""

    def clean(self, value: Any) -> TimeControl:
        """Return the time control, or raise a `ValidationError` that says what is offered."""
        text = super().clean(value)
        try:
            return TimeControl.parse(text)
        except BadTimeControl as error:
            raise forms.ValidationError(
                _(
                    "Please choose a clock from 60+5 to 3600+60 (seconds and increment), "
                    "or 1d, 3d or 7d."
                )
            ) from error


class ChallengeForm(forms.Form):
    """A challenge, to a player by name or to whoever accepts it."""

    clock = TimeControlField(label=_("Clock"), max_length=16, initial="600+15")
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    side = forms.ChoiceField(label=_("Side"), choices=WANTED_SIDE_CHOICES, initial="random")
    opponent = forms.CharField(label=_("Opponent"), max_length=20, required=False)

    def clean_opponent(self) -> Player | None:
        """Return the player who is challenged, or None for an open challenge."""
        name = self.cleaned_data["opponent"]
        if not name:
            return None
        try:
            return Player.objects.named(name)
        except Player.DoesNotExist as error:
            raise forms.ValidationError(_("There is no player of this name.")) from error


class RegistrationForm(UserCreationForm):
    """A new account: username, password twice, and an email address if one likes."""

    class Meta:
        model = Player
        fields = ("username", "email")
