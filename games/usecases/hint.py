"""A hint in a match against a bot: what the strongest bot would do in one's place."""

from django.utils.translation import gettext_lazy as _

from games import access, engine
from games.engine import State
from games.models import Match
from games.refusals import AgainstRules, Stale
from games.usecases.bot_move import Thought
from games.usecases.bot_players import LEVELS

HINT_MS = 300


def ask_for_hint(match_id: int, asker: access.Asker) -> Thought:
    """Return what has to be thought about to advise `asker`, from their own view only.

    Raises `Match.DoesNotExist`, `NotAllowed` for who does not play here, `AgainstRules` in a
    match against a person, and `Stale` where they owe no decision.
    """
    match = Match.objects.get(pk=match_id)
    side = access.check_plays(match, asker)
    if match.unrated_reason != "bot":
        raise AgainstRules(_("There are hints in matches against bots only."))
    state = State.from_json(match.state)
    if side not in state.to_move:
        raise Stale(_("It is not your decision now, so there is nothing to advise."))
    return Thought(match.pk, match.version, LEVELS[-1].name, engine.view(state, side))
