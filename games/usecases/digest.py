"""Emails for daily matches: one digest of all where it is somebody's turn and no page is open."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.clock import DAILY
from games.models import Match, Player, Presence, Reach

# A turn is a while old before somebody is reminded, and one digest follows another slowly.
AFTER = timedelta(minutes=30)
BETWEEN = timedelta(hours=12)

# Who was at the table since their turn began knows of it.
_SALT = "games.turn-mails"

# One call sends so many; the next ones follow a minute later.
MAILS_AT_ONCE = 50


def send_digests(now: datetime) -> int:
    """Send everybody who is owed one a digest of the daily matches that wait for them.

    Returns how many were sent. A digest is noted before it is sent: one that fails is lost,
    not sent again and again.
    """
    waiting = _waiting(now)
    sent = 0
    for player in Player.objects.filter(pk__in=waiting, is_active=True).exclude(email=""):
        if sent >= MAILS_AT_ONCE:
            break
        if _note_sent(player, now):
            _send(player, waiting[player.pk], now)
            sent += 1
    return sent


def unsubscribe(token: str) -> Player:
    """Switch the digests off for the player that `token` was made for, and return them.

    Raises `signing.BadSignature` for a token that is none, and `Player.DoesNotExist`.
    """
    player = Player.objects.get(pk=signing.loads(token, salt=_SALT))
    Reach.objects.update_or_create(player=player, defaults={"turn_mails": False})
    return player


def token_of(player: Player) -> str:
    """Return the token that lets whoever has the email switch the digests off."""
    return signing.dumps(player.pk, salt=_SALT)


def _waiting(now: datetime) -> dict[int, list[Match]]:
    """Return, for each player, the daily matches whose turn they have not seen for a while."""
    running = Match.objects.summaries().filter(ended_at__isnull=True, pace=DAILY)
    due = running.filter(
        Q(aton_deadline__isnull=False) | Q(amon_deadline__isnull=False), synthetic=False
    )
    found: defaultdict[int, list[Match]] = defaultdict(list)
    for match in due.iterator():
        for side, clock in match.clocks.items():
            if clock.deadline is None:
                continue
            began = clock.deadline - timedelta(milliseconds=clock.left_ms)
            if now - began >= AFTER:
                found[match.aton_id if side == "aton" else match.amon_id].append(match)
    return {
        player_id: matches
        for player_id, all_of in found.items()
        if (matches := [match for match in all_of if not _has_seen(match, player_id)])
    }


def _has_seen(match: Match, player_id: int) -> bool:
    clock = match.clocks[match.side_of(player_id) or "aton"]
    assert clock.deadline is not None  # noqa: S101 — only running clocks are asked about
    began = clock.deadline - timedelta(milliseconds=clock.left_ms)
    return Presence.objects.filter(match=match, player=player_id, seen_at__gte=began).exists()


def _note_sent(player: Player, now: datetime) -> bool:
    """Note that a digest goes out now; return whether one may, since the last and by setting."""
    with transaction.atomic():
        reach, _ = Reach.objects.select_for_update(no_key=True).get_or_create(player=player)
        recently = reach.mailed_at is not None and now - reach.mailed_at < BETWEEN
        if not reach.turn_mails or recently:
            return False
        reach.mailed_at = now
        reach.save(update_fields=["mailed_at"])
        return True


def _send(player: Player, matches: list[Match], now: datetime) -> None:
    with translation.override(player.language or settings.LANGUAGE_CODE):
        off = settings.PUBLIC_URL + reverse("turn_mails_off", args=[token_of(player)])
        lines = [
            {
                "opponent": (match.amon if match.aton_id == player.pk else match.aton).username,
                "url": settings.PUBLIC_URL + match.get_absolute_url(),
                "hours": _hours_left(match, player, now),
            }
            for match in matches
        ]
        subject = ngettext(
            "Aton: it is your turn in %(n)d match",
            "Aton: it is your turn in %(n)d matches",
            len(lines),
        ) % {"n": len(lines)}
        text = render_to_string(
            "games/turn_mail.txt", {"player": player, "lines": lines, "off": off}
        )
        mail = EmailMultiAlternatives(
            subject,
            text,
            to=[player.email],
            headers={
                "List-Unsubscribe": f"<{off}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )
        mail.send(fail_silently=True)


def _hours_left(match: Match, player: Player, now: datetime) -> str:
    left = match.clocks[match.side_of(player.pk) or "aton"].left_at(now)
    hours = max(1, left // 3_600_000)
    return gettext("%(n)d hours left") % {"n": hours} if hours > 1 else gettext("an hour left")
