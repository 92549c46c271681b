"""Begin a match against a bot, with or without an account."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import access
from games.clock import TimeControl
from games.engine.bots import NAMES
from games.models import Action, BotSeat, Match, Player, QueueEntry
from games.notify import bot_wanted_on_commit
from games.refusals import AgainstRules, Malformed
from games.usecases import fair_play
from games.usecases.bot_players import bot_player
from games.usecases.guests import new_guest
from games.usecases.start_match import start_match

# Enough for anybody who plays, and an end to filling the store.
BOT_MATCHES_AT_ONCE = 20

# The same wish again so soon is the same press: made twice, or sent twice.
SAME_PRESS = timedelta(seconds=3)


def play_bot(
    asker: access.Asker,
    level: str,
    control: TimeControl,
    *,
    side: str,
    hurried: bool,
    now: datetime,
    offered: bool = False,
) -> tuple[Match, Player]:
    """Start a casual match against the bot of `level`; return it and who plays in it.

    Who has no account becomes a guest, whom the caller signs in. `side` is what is asked for:
    random, aton or amon. `hurried` lets the bot answer at once. Asked for twice at once it is
    one match. With `offered` the bot was offered to somebody who waits for a person: if that
    person has come in the same moment, it is the match against them that is returned. Raises
    `Malformed` for an unknown level or side, `AgainstRules` when too many such matches are open.
    """
    if level not in NAMES or side not in {"random", "aton", "amon"}:
        raise Malformed(_("There is no such bot or side."))
    with transaction.atomic():
        player = access.player_locked(asker.pk) if isinstance(asker, Player) else new_guest()
        if offered and (paired := _paired(player, control)):
            return paired, player
        begun = _begun_by_the_same_press(player, level, control, side, now)
        if begun is not None:
            return begun, player
        bot = bot_player(level)
        _check_not_too_many(player)
        own = secrets.choice(("aton", "amon")) if side == "random" else side
        aton, amon = (player, bot) if own == "aton" else (bot, player)
        match = start_match(aton, amon, control, rated=False, now=now, unrated_reason="bot")
        if player.is_guest:
            Match.objects.filter(pk=match.pk).update(with_guest=True)
        BotSeat.objects.create(
            match=match, side="amon" if own == "aton" else "aton", level=level, hurried=hurried
        )
        QueueEntry.objects.filter(player=player).delete()
        bot_wanted_on_commit(match.pk)
    return match, player


def _paired(player: Player, control: TimeControl) -> Match | None:
    """Return the live match that `player` waited for, if they wait no more.

    Nobody is paired with them from then on.
    """
    fair_play.lock_players((player.pk,), control.pace)
    if QueueEntry.objects.filter(player=player).exists():
        return None
    return fair_play.live_rated_match(player)


def _begun_by_the_same_press(
    player: Player, level: str, control: TimeControl, side: str, now: datetime
) -> Match | None:
    seats = BotSeat.objects.filter(
        Q(match__aton=player) | Q(match__amon=player),
        level=level,
        match__time_control=str(control),
        match__started_at__gt=now - SAME_PRESS,
        match__ended_at__isnull=True,
    ).select_related("match")
    if side != "random":
        seats = seats.exclude(side=side)
    for seat in seats:
        if not Action.objects.filter(match=seat.match_id).exclude(side=seat.side).exists():
            return seat.match
    return None


def _check_not_too_many(player: Player) -> None:
    seats = BotSeat.objects.filter(match__ended_at__isnull=True)
    running = seats.filter(match__aton=player).count() + seats.filter(match__amon=player).count()
    if running >= BOT_MATCHES_AT_ONCE:
        raise AgainstRules(
            _("You have 20 matches against bots open. Please finish or resign one first.")
        )


def set_hurried(match_id: int, player: access.Asker, *, hurried: bool) -> BotSeat:
    """Switch the bot's pause off or on, as the one who plays against it, and return its seat.

    Raises `Match.DoesNotExist` (also for a match without a bot) and `NotAllowed`.
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        access.check_plays(match, player)
        seat = BotSeat.objects.filter(match=match).first()
        if seat is None:
            raise Match.DoesNotExist
        seat.match, seat.hurried = match, hurried
        seat.save(update_fields=["hurried"])
        bot_wanted_on_commit(match.pk)
        return seat
