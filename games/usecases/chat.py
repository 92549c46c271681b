"""Chat at a match: one room for the two players, one for those who watch."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import ChatLine, ChatReport, Match, Player, Reach
from games.models.social import CHAT_LENGTH, PHRASES, PLAYERS, WATCHERS
from games.notify import table_news_on_commit
from games.refusals import AgainstRules, Malformed, NotAllowed, TooOften
from games.usecases.hear import Hearing, hearing_of

# So many lines in so many seconds are talk; more are noise.
LINES, PERIOD = 5, timedelta(seconds=15)

# When a match has been over for this long its rooms close.
OPEN_AFTER_END = timedelta(hours=1)

LINES_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Chat:
    """A room as one person sees it: `on` unless they have switched chat off.

    `other` is the other player, for a player, and `other_muted` whether they are not heard.
    """

    match: Match
    room: str
    lines: list[ChatLine]
    on: bool
    can_write: bool
    other: Player | None = None
    other_muted: bool = False


def chat_is_on(asker: access.Asker) -> bool:
    """Whether `asker` wants chat at all."""
    return not Reach.objects.filter(player=asker.pk, chat=False).exists()


def room_of(match: Match, asker: access.Asker) -> str:
    """Return the room of `asker`: the players' or the watchers'."""
    return WATCHERS if match.side_of(asker.pk) is None else PLAYERS


def chat_of(
    match: Match, asker: access.Asker, now: datetime, hearing: Hearing | None = None
) -> Chat:
    """Return the room of `asker` at `match` with its last lines, without whom they do not hear.

    `hearing` is looked up where it is not given.
    """
    room = room_of(match, asker)
    hearing = hearing or hearing_of(match, asker)
    if not hearing.chat:
        return Chat(match, room, [], on=False, can_write=False)
    rows = ChatLine.objects.filter(match=match, room=room).select_related("author")
    if hearing.unheard:
        rows = rows.exclude(author__in=hearing.unheard)
    lines = list(rows.order_by("-pk")[:LINES_SHOWN])[::-1]
    return Chat(
        match,
        room,
        lines,
        on=True,
        can_write=_is_open(match, now) and asker.pk is not None,
        other=match.opponent_of(asker.pk),
        other_muted=hearing.mutes_other,
    )


def phrases() -> dict[str, str]:
    """Return the quick phrases by their keys, in the active language."""
    return {key: gettext(text) for key, text in PHRASES.items()}


def say(match_id: int, player: Player, text: str, phrase: str, now: datetime) -> ChatLine:
    """Say `text`, or the quick phrase with the key `phrase`, in the player's room.

    Raises `Malformed` for nothing, for too much and for an unknown phrase, `AgainstRules` when
    chat is off or the room has closed, `TooOften`, `Match.DoesNotExist`.
    """
    # What no key writes could not be stored everywhere; of the rest no line is longer than one.
    text = " ".join(
        "".join(c for c in text if unicodedata.category(c) != "Cc" or c.isspace()).split()
    )
    if phrase and phrase not in PHRASES:
        raise Malformed(_("There is no such phrase."))
    if not phrase and not text:
        raise Malformed(_("Please type something to say."))
    if len(text) > CHAT_LENGTH:
        raise Malformed(_("A chat line has 200 characters at most."))
    match = access.match_seen(match_id)
    if not chat_is_on(player):
        raise AgainstRules(_("You have switched chat off."))
    if not _is_open(match, now):
        raise AgainstRules(_("The chat of this match has closed."))
    with transaction.atomic():
        # One at a time, or lines said in the same instant would all be the fifth.
        access.player_locked(player.pk)
        said = ChatLine.objects.filter(author=player, at__gt=now - PERIOD)
        if said.count() >= LINES:
            raise TooOften(_("Please wait some seconds before you say more."))
        line = ChatLine.objects.create(
            match=match,
            room=room_of(match, player),
            author=player,
            text="" if phrase else text,
            phrase=phrase,
            at=now,
        )
        table_news_on_commit(match.pk, "chat")
        return line


def report_line(line_id: int, reporter: Player) -> ChatLine:
    """Report a line to the administrators; doing so twice is as good as once.

    Raises `NotAllowed` for a line of another room or one's own, `ChatLine.DoesNotExist`.
    """
    line = ChatLine.objects.select_related("match").get(pk=line_id)
    if line.author_id == reporter.pk or line.room != room_of(line.match, reporter):
        raise NotAllowed(_("You can report what others have said to you."))
    ChatReport.objects.get_or_create(line=line, reporter=reporter)
    return line


def switch_chat(player: Player, *, on: bool) -> None:
    """Switch chat on or off for `player`, at all matches."""
    Reach.objects.update_or_create(player=player, defaults={"chat": on})


def _is_open(match: Match, now: datetime) -> bool:
    return match.ended_at is None or now - match.ended_at < OPEN_AFTER_END
