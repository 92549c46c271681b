"""Change both ratings after a rated match."""

from datetime import datetime

from games.elo import expected_score, k_factor, new_rating
from games.engine import SIDES
from games.models import Match, Rating, RatingChange
from games.models.rating import MATCHES_TO_ESTABLISH
from games.usecases.rank_counts import Place, count_moves, place_of
from games.usecases.recent_gains import counts_as_recent


def rate_match(match: Match, now: datetime) -> None:
    """Write both lines of the ledger and both ratings of the rated match that has ended.

    The caller holds the transaction that ends the match. A draw is half a point (elo.py).
    """
    rows = {
        match.side_of(rating.player_id): rating
        for rating in Rating.objects.select_for_update(no_key=True)
        .filter(player__in=(match.aton_id, match.amon_id), pace=match.pace)
        .order_by("player_id")
    }
    before = {side: rows[side].rating for side in SIDES}
    recent = counts_as_recent(now)
    moves: list[tuple[Place | None, Place | None]] = []
    for side in SIDES:
        rating = rows[side]
        opponent = before["amon" if side == "aton" else "aton"]
        score = 0.5 if not match.winner else float(match.winner == side)
        stood = place_of(rating)
        expected = expected_score(rating.rating, opponent)
        k = k_factor(rating.matches, rating.peak)
        rating.rating = new_rating(rating.rating, k, score, expected)
        rating.peak = max(rating.peak, rating.rating)
        rating.matches += 1
        rating.wins += score == 1
        rating.draws += score == 0.5
        rating.losses += score == 0
        rating.established = rating.matches >= MATCHES_TO_ESTABLISH
        if recent:
            rating.gain += rating.rating - before[side]
            rating.recent += 1
        rating.save()
        moves.append((stood, place_of(rating)))
        RatingChange.objects.create(
            match=match,
            player_id=rating.player_id,
            pace=match.pace,
            side=side,
            before=before[side],
            after=rating.rating,
            opponent=opponent,
            expected=expected,
            score=score,
            k=k,
            at=now,
        )
    count_moves(moves)
