"""Show a player: ratings, recent results, running matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.access import Asker
from games.models import Player, Rating, RatingChange, Result
from games.models.player import is_name
from games.usecases.follow import follows
from games.usecases.lobby import OwnMatch, own_matches
from games.usecases.rank_counts import place_of, ranks_at
from games.usecases.show_ratings import RatingPath, rating_paths

RESULTS_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating and its rank among the established ones, None for a provisional one."""

    rating: Rating
    rank: int | None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A finished match as the player's page lists it; `points` is what a rated one brought."""

    result: Result
    points: int | None

    @property
    def opponent_side(self) -> str:
        """The side of the opponent."""
        return "amon" if self.result.side == "aton" else "aton"

    @property
    def own_score(self) -> int:
        """The points of the player."""
        return self._scores[0]

    @property
    def opponent_score(self) -> int:
        """The points of the opponent."""
        return self._scores[1]

    @property
    def _scores(self) -> tuple[int, int]:
        match = self.result.match
        scores = (match.aton_score, match.amon_score)
        return scores if self.result.side == "aton" else scores[::-1]


@dataclass(frozen=True, slots=True)
class Profile:
    """All that a player's page shows; `followed` is whether the one who looks follows them."""

    player: Player
    standings: Sequence[Standing]
    results: Sequence[ResultLine]
    running: Sequence[OwnMatch]
    paths: Sequence[RatingPath]
    followed: bool


def find_player(username: str) -> Player:
    """Return the player called `username` in any case, or raise `Player.DoesNotExist`.

    What can be no username is not looked for; guests and deleted accounts are not found.
    """
    if not is_name(username):
        raise Player.DoesNotExist
    player = Player.objects.named(username)
    if player.is_guest or player.deleted_at is not None:
        raise Player.DoesNotExist
    return player


def find_players(*usernames: str) -> dict[str, Player]:
    """Return the players with these names, in any case, by the names as they are given."""
    wanted = {name.lower() for name in usernames if is_name(name)}
    rows = Player.objects.filter(username__lower__in=wanted, is_guest=False, deleted_at=None)
    found = {player.username.lower(): player for player in rows}
    return {name: found[name.lower()] for name in usernames if name.lower() in found}


def show_player(username: str, asker: Asker) -> Profile:
    """Return the profile of the player called `username` for `asker` to see.

    Raises `Player.DoesNotExist`, also for an account that was deleted.
    """
    rows = Rating.objects.select_related("player").filter(
        player__username__lower=username.lower(), player__is_guest=False, player__deleted_at=None
    )
    # What can be no username is not looked for.
    ratings = sorted(rows, key=lambda row: row.pace != "live") if is_name(username) else []
    if not ratings:
        raise Player.DoesNotExist
    player = ratings[0].player
    ranks = ranks_at(place for rating in ratings if (place := place_of(rating)) is not None)
    results = (
        Result.objects.filter(player=player, match__with_guest=False)
        .select_related("opponent", "match")
        .defer("match__state", "match__seed")
        .order_by("-ended_at", "-match_id")[:RESULTS_SHOWN]
    )
    return Profile(
        player=player,
        standings=[Standing(rating, ranks.get(rating.pace)) for rating in ratings],
        results=_with_points(player, list(results)),
        running=own_matches(player, for_others=True),
        paths=rating_paths(ratings),
        followed=isinstance(asker, Player) and asker != player and follows(asker, player),
    )


def _with_points(player: Player, results: Sequence[Result]) -> list[ResultLine]:
    rated = [result.match_id for result in results if result.rated]
    changes = RatingChange.objects.filter(player=player, match__in=rated, kind="match")
    points = {
        match_id: after - before
        for match_id, before, after in changes.values_list("match_id", "before", "after")
    }
    return [ResultLine(result, points.get(result.match_id)) for result in results]
