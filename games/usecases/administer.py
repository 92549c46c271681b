"""What an administrator does to a match: end it, or annul its rating."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import Match, MatchNote, Rating, RatingChange
from games.models.rating import MATCHES_TO_ESTABLISH
from games.notify import match_changed_on_commit
from games.refusals import Stale
from games.usecases.carry_out import end_on_both_clocks
from games.usecases.rank_counts import Place, count_moves, place_of
from games.usecases.recent_gains import counts_as_recent


def end_by_administrator(match_id: int, now: datetime) -> Match:
    """End a running match without a winner, or annul the rating of a finished one.

    A running match ends as if both clocks had run out at once, and is not rated. Of a finished
    rated match the result stays, and the ledger takes its points back with a correction line
    for each player. Either way the match is marked and its log says so. Raises `Stale` when
    there is nothing left to do, `Match.DoesNotExist`.
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        if match.unrated_reason == "admin" or (match.over and not match.rated):
            raise Stale(_("This match counts for nothing already."))
        MatchNote.objects.create(match=match, kind="admin", after=match.decided, at=now)
        if not match.over:
            match.rated = False
            match.unrated_reason = "admin"
            end_on_both_clocks(match, now)
            return match
        match.unrated_reason = "admin"
        match.save(update_fields=["unrated_reason"])
        _take_back(match, now)
        match_changed_on_commit(match.pk, match.version)
        return match


def _take_back(match: Match, now: datetime) -> None:
    """Write a correction line for each line that the match has in the ledger."""
    ratings = {
        rating.player_id: rating
        for rating in Rating.objects.select_for_update(no_key=True)
        .filter(player__in=(match.aton_id, match.amon_id), pace=match.pace)
        .order_by("player_id")
    }
    recent = counts_as_recent(now)
    moves: list[tuple[Place | None, Place | None]] = []
    for line in RatingChange.objects.filter(match=match, kind="match").order_by("pk"):
        rating = ratings[line.player_id]
        stood, before = place_of(rating), rating.rating
        rating.rating -= line.after - line.before
        rating.matches -= 1
        rating.wins -= line.score == 1
        rating.draws -= line.score == 0.5
        rating.losses -= line.score == 0
        rating.peak = max(rating.peak, rating.rating)
        rating.established = rating.matches >= MATCHES_TO_ESTABLISH
        if recent:
            rating.gain += rating.rating - before
            rating.recent += 1
        rating.save()
        moves.append((stood, place_of(rating)))
        RatingChange.objects.create(
            match=match,
            player_id=line.player_id,
            pace=line.pace,
            side=line.side,
            before=before,
            after=rating.rating,
            opponent=line.opponent,
            expected=line.expected,
            score=line.score,
            k=line.k,
            at=now,
            kind="correction",
        )
    count_moves(moves)
