"""Forms about players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.usecases.show_player import find_players


class CompareForm(forms.Form):
    """Two players to compare; the cleaned values are the players."""

    one = forms.CharField(label=_("One player"), max_length=20)
    other = forms.CharField(label=_("The other"), max_length=20)

    def clean(self) -> dict[str, Any] | None:
        """Return the two, who must be there and must be two."""
        data = super().clean() or {}
        names = {field: data[field] for field in ("one", "other") if field in data}
        found = find_players(*names.values())
        for field, name in names.items():
            if name not in found:
                self.add_error(field, _("There is no player of this name."))
        if len(names) == 2 and len({player.pk for player in found.values()}) == 1 == len(
            {name.lower() for name in names.values()}
        ):
            raise forms.ValidationError(_("Please name two different players."))
        return {field: found[name] for field, name in names.items() if name in found}
