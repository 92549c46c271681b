"""Take back one's last decision on stones, in a match against a bot."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access
from games.clock import run_only
from games.engine import Side, State
from games.models import Action, Match, MatchNote
from games.notify import match_changed_on_commit, player_news_on_commit
from games.refusals import AgainstRules, Stale
from games.usecases.carry_out import summarise
from games.usecases.replay import states_of
from games.usecases.settle_clock import settle_clock

_ON_STONES = frozenset(("remove", "place", "clear"))


def may_take_back(match: Match, side: Side) -> int | None:
    """Return the number of the decision that `side` may take back now, None where there is none.

    It is their last one, if it was on stones: what is laid is laid (rule 2.3), and an exchange
    has shown new cards.
    """
    if match.over or match.unrated_reason != "bot":
        return None
    last = Action.objects.filter(match=match, side=side).order_by("-number").first()
    return last.number if last is not None and last.payload["type"] in _ON_STONES else None


def take_back(match_id: int, player: access.Asker, number: int, now: datetime) -> Match:
    """Take back the decision `number` of `player` and all that has happened since.

    The actions go, the version rises and the log tells it. Clocks go on from where they are.
    Raises `Match.DoesNotExist`, `NotAllowed`, `AgainstRules` in a match against a person, and
    `Stale` when that decision cannot be taken back (any more).
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        side = access.check_plays(match, player)
        if match.unrated_reason != "bot":
            raise AgainstRules(_("Decisions are taken back in matches against bots only."))
        if not settle_clock(match, now, sender=side):
            if may_take_back(match, side) != number:
                raise Stale(_("This decision cannot be taken back any more."))
            _go_back(match, side, number - 1, now)
            return match
    # Not inside the transaction, where it would undo the end that the clock has made.
    raise Stale(_("Time had run out before, and the match is over."))


def _go_back(match: Match, side: Side, kept: int, now: datetime) -> None:
    """Bring the locked `match` back to where it was after `kept` actions."""
    before = State.from_json(match.state)
    *_states, state = states_of(match, Action.objects.filter(match=match, number__lte=kept))
    Action.objects.filter(match=match, number__gt=kept).delete()
    MatchNote.objects.filter(match=match, after__gt=kept).update(after=kept)
    MatchNote.objects.get_or_create(
        match=match, kind="takeback", after=kept, side=side, defaults={"at": now}
    )
    match.version += 1
    match.taken_back = match.version - kept
    summarise(match, before, state, now)
    match.set_clocks(run_only(match.clocks, state.to_move if match.control.timed else (), now))
    match.save()
    for player_id in (match.aton_id, match.amon_id):
        player_news_on_commit(player_id)
    match_changed_on_commit(match.pk, match.version)
