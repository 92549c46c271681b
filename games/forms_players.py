"""Forms about players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import PlayerField


class CompareForm(forms.Form):
    """Two players to compare."""

    one = PlayerField(label=_("One player"), max_length=20)
    other = PlayerField(label=_("The other"), max_length=20)

    def clean(self) -> dict[str, Any] | None:
        """Return the two, who must be two."""
        data = super().clean() or {}
        if data.get("one") is not None and data.get("one") == data.get("other"):
            raise forms.ValidationError(_("Please name two different players."))
        return data
