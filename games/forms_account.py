"""Forms of one's own account."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.countries import country_choices
from games.models import Player
from games.models.player import check_username_form, check_username_not_reserved
from games.usecases.former_names import name_was_used
from games.usecases.show_player import find_player

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Player]
else:
    _ModelForm = forms.ModelForm


class _PasswordForm(forms.Form):
    """Asks for the password again, because of what follows from it."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, player: Player, data: QueryDict | None = None, **options: Any) -> None:
        # Several of these forms stand on one page.
        super().__init__(data, auto_id=f"{type(self).__name__}-%s", **options)
        self.player = player

    def clean_password(self) -> str:
        """Return the password, or raise a `ValidationError` when it is not the player's."""
        password: str = self.cleaned_data["password"]
        if not self.player.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class NameForm(forms.Form):
    """Another username."""

    username = UsernameField(
        label=_("New username"),
        max_length=20,
        validators=[check_username_form, check_username_not_reserved],
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, player: Player, data: QueryDict | None = None, **options: Any) -> None:
        # Several of these forms stand on one page.
        super().__init__(data, auto_id=f"{type(self).__name__}-%s", **options)
        self.player = player

    def clean_username(self) -> str:
        """Return the name, or raise a `ValidationError` when somebody has or had it."""
        username: str = self.cleaned_data["username"]
        try:
            taken = find_player(username) != self.player
        except Player.DoesNotExist:
            taken = False
        if taken or name_was_used(username, but_by=self.player):
            raise forms.ValidationError(_("This username is taken. Please choose another."))
        return username


class EmailForm(_PasswordForm):
    """Another email address, or none."""

    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        max_length=Player.email.field.max_length,
        help_text=_("Only to send you a link when you have forgotten your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")


class ProfileForm(_ModelForm):
    """What others see of a player."""

    class Meta:
        """The fields of the model."""

        model = Player
        fields = ("country", "hide_presence")
        help_texts = {
            "hide_presence": _(
                "Those who watch your matches do not see whether you are at the table; "
                "your opponent does."
            )
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["country"] = forms.ChoiceField(
            label=_("Country"),
            choices=country_choices(),
            required=False,
            help_text=_("Shown on your page and on the leaderboard of the country."),
        )


class DeleteForm(_PasswordForm):
    """The end of an account."""

    sure = forms.BooleanField(label=_("Yes, delete my account for good"))
    field_order = ("sure", "password")
