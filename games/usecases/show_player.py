"""Show a player: ratings, recent results, running matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from games.access import Asker
from games.models import Player, Rating, Result
from games.models.player import check_username_form
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
class Profile:
    """All that a player's page shows; `followed` is whether the one who looks follows them."""

    player: Player
    standings: Sequence[Standing]
    results: Sequence[Result]
    running: Sequence[OwnMatch]
    paths: Sequence[RatingPath]
    followed: bool


def find_player(username: str) -> Player:
    """Return the player called `username` in any case, or raise `Player.DoesNotExist`.

    What can be no username is not looked for, and guests are not found.
    """
    try:
        check_username_form(username)
    except ValidationError as error:
        raise Player.DoesNotExist from error
    player = Player.objects.named(username)
    if player.is_guest:
        raise Player.DoesNotExist
    return player


def show_player(username: str, asker: Asker) -> Profile:
    """Return the profile of the player called `username` for `asker` to see.

    Raises `Player.DoesNotExist`, also for an account that was deleted.
    """
    player = find_player(username)
    if player.deleted_at is not None:
        raise Player.DoesNotExist
    ratings = sorted(player.ratings.all(), key=lambda rating: rating.pace != "live")
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
        results=list(results),
        running=own_matches(player),
        paths=rating_paths(ratings),
        followed=isinstance(asker, Player) and asker != player and follows(asker, player),
    )
