"""Forms about players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import NameInput
from games.usecases.former_names import player_formerly
from games.usecases.show_player import find_players


class CompareForm(forms.Form):
    """Two players to compare; the cleaned values are the players."""

    one = forms.CharField(label=_("One player"), max_length=20, widget=NameInput)
    other = forms.CharField(label=_("The other"), max_length=20, widget=NameInput)

    def clean(self) -> dict[str, Any] | None:
        """Return the two, who must be there and must be two."""
        data = super().clean() or {}
        names = {field: data[field] for field in ("one", "other") if field in data}
        found = find_players(*names.values())
        players: dict[str, Any] = {}
        for field, name in names.items():
            player = found.get(name) or player_formerly(name)
            if player is None:
                self.add_error(field, _("There is no player of this name."))
            else:
                players[field] = player
        if len(players) == 2 and players["one"] == players["other"]:
            raise forms.ValidationError(_("Please name two different players."))
        return players
