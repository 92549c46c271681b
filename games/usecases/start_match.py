"""Start a match between two players."""

import secrets
from datetime import datetime

from games import clock, engine
from games.clock import TimeControl
from games.models import Match, Player, Rating
from games.notify import player_news_on_commit


def start_match(
    aton: Player,
    amon: Player,
    control: TimeControl,
    *,
    rated: bool,
    now: datetime,
    unrated_reason: str = "asked",
    seed: bytes | None = None,
) -> Match:
    """Start a match at `now` and return it; both clocks run from then on (rules 2.3).

    `unrated_reason` says why it is not rated (`models.match.UNRATED_CHOICES`). The caller holds
    the transaction. The seed is 32 bytes of the operating system's secure source (rules 8.1);
    only a match that bots have played beforehand brings its own.
    """
    ratings = {
        rating.player_id: rating.rating
        for rating in Rating.objects.filter(player__in=(aton, amon), pace=control.pace)
    }
    seed = seed or secrets.token_bytes(32)
    state = engine.new(seed)
    match = Match(
        aton=aton,
        amon=amon,
        rated=rated,
        unrated_reason="" if rated else unrated_reason,
        pace=control.pace,
        time_control=str(control),
        aton_rating=ratings[aton.pk],
        amon_rating=ratings[amon.pk],
        seed=seed.hex(),
        state=state.to_json(),
        started_at=now,
    )
    match.set_clocks(clock.first_clocks(control, state.to_move, now))
    match.save(force_insert=True)
    for player in (aton, amon):
        player_news_on_commit(player.pk)
    return match
