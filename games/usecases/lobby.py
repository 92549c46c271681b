"""What waits in the lobby: offers, one's own matches, and how many of them need one."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games import access
from games.engine import Side
from games.models import Challenge, Match, Player, Rating
from games.models.challenge import OPEN

# The lists of the lobby end here; whoever is waiting longer than that many others is not shown.
OFFERS_SHOWN = 50
OWN_MATCHES_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Offer:
    """An open challenge, with the challenger's rating in its pace."""

    challenge: Challenge
    rating: int


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A running match from the seat of one player: against whom, and who has to decide."""

    match: Match
    side: Side
    opponent: Player
    my_move: bool
    their_move: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """All lists of the lobby for one person."""

    to_me: Sequence[Offer] = ()
    mine: Sequence[Offer] = ()
    open: Sequence[Offer] = ()
    matches: Sequence[OwnMatch] = ()

    @property
    def fingerprint(self) -> str:
        """A text that changes with what the lists show, so that a page can ask for news only."""
        shown = [
            [(offer.challenge.pk, offer.rating) for offer in offers]
            for offers in (self.to_me, self.mine, self.open)
        ]
        matches = [(own.match.pk, own.match.version) for own in self.matches]
        return hashlib.sha256(repr((shown, matches)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Attention:
    """What waits for a player: challenges to them, and matches where they have to decide."""

    challenges: int
    moves: int

    @property
    def total(self) -> int:
        """How many things wait in all."""
        return self.challenges + self.moves


def lobby_of(asker: access.Asker) -> Lobby:
    """Return the lists of the lobby as `asker` sees them."""
    offered = Challenge.objects.filter(status=OPEN).order_by("-created_at", "-pk")
    to_all = offered.filter(opponent__isnull=True).select_related("challenger")
    if not isinstance(asker, Player):
        return Lobby(open=_offers(to_all[:OFFERS_SHOWN])[0])
    to_me, mine, others = _offers(
        offered.filter(opponent=asker).select_related("challenger")[:OFFERS_SHOWN],
        offered.filter(challenger=asker).select_related("challenger", "opponent")[:OFFERS_SHOWN],
        to_all.exclude(challenger=asker)[:OFFERS_SHOWN],
    )
    return Lobby(to_me, mine, others, own_matches(asker))


def own_matches(player: Player) -> list[OwnMatch]:
    """Return the running matches of `player`, those first where they have to decide."""
    matches = Match.objects.summaries().filter(
        Q(aton=player) | Q(amon=player), ended_at__isnull=True
    )
    own = [_own(match, player) for match in matches.order_by("-pk")[:OWN_MATCHES_SHOWN]]
    return sorted(own, key=lambda line: not line.my_move)


def attention_of(player: Player) -> Attention:
    """Return how many challenges and decisions wait for `player`, in two short queries."""
    return Attention(
        challenges=Challenge.objects.filter(opponent=player, status=OPEN).count(),
        moves=Match.objects.filter(
            Q(aton=player, aton_to_move=True) | Q(amon=player, amon_to_move=True),
            ended_at__isnull=True,
        ).count(),
    )


def _offers(*lists: Iterable[Challenge]) -> list[list[Offer]]:
    """Return the lists with each challenger's rating, all of them fetched at once."""
    found = [list(challenges) for challenges in lists]
    challengers = {challenge.challenger_id for challenges in found for challenge in challenges}
    ratings = {
        (rating.player_id, rating.pace): rating.rating
        for rating in Rating.objects.filter(player__in=challengers)
    }
    return [
        [
            Offer(challenge, ratings[challenge.challenger_id, challenge.control.pace])
            for challenge in challenges
        ]
        for challenges in found
    ]


def _own(match: Match, player: Player) -> OwnMatch:
    if match.side_of(player.pk) == "aton":
        return OwnMatch(match, "aton", match.amon, match.aton_to_move, match.amon_to_move)
    return OwnMatch(match, "amon", match.aton, match.amon_to_move, match.aton_to_move)
