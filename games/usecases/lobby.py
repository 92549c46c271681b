"""What waits in the lobby: offers, one's own matches, and how many of them need one."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Case, Exists, Func, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from games import access
from games.clock import DAILY, LIVE
from games.engine import Side
from games.models import Challenge, Match, Player, Rating, Shunning
from games.models.challenge import OPEN
from games.models.social import BLOCK

# The lists of the lobby end here; whoever is waiting longer than that many others is not shown.
OFFERS_SHOWN = 50
OWN_MATCHES_SHOWN = 50

# The seconds that are left where there is no clock: more than any clock gives.
NO_END = 1e9


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
    seconds_left: float


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which open challenges are asked for: by the challenger's rating and by the pace."""

    rating_from: int | None = None
    rating_to: int | None = None
    pace: str = ""

    @property
    def query(self) -> str:
        """The filter as part of an address, beginning with "&"; "" for none."""
        values = {"from": self.rating_from, "to": self.rating_to, "pace": self.pace}
        asked = {name: value for name, value in values.items() if value not in {None, ""}}
        return f"&{urlencode(asked)}" if asked else ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """All lists of the lobby for one person."""

    to_me: Sequence[Offer] = ()
    mine: Sequence[Offer] = ()
    open: Sequence[Offer] = ()
    matches: Sequence[OwnMatch] = ()
    wanted: LobbyFilter = field(default_factory=LobbyFilter)

    @property
    def fingerprint(self) -> str:
        """A text that changes with what the lists show, so that a page can ask for news only."""
        shown = [
            [(offer.challenge.pk, offer.rating) for offer in offers]
            for offers in (self.to_me, self.mine, self.open)
        ]
        matches = [
            (own.match.pk, own.match.version, own.seconds_left // 60) for own in self.matches
        ]
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


def lobby_of(
    asker: access.Asker, wanted: LobbyFilter | None = None, now: datetime | None = None
) -> Lobby:
    """Return the lists of the lobby as `asker` sees them at `now`.

    Open challenges that `asker` could not accept, because of a block or of their rating, are
    not shown to them.
    """
    now = now or timezone.now()
    wanted = wanted or LobbyFilter()
    offered = Challenge.objects.filter(status=OPEN, expires_at__gt=now)
    offered = offered.order_by("-created_at", "-pk")
    to_all = _filtered(offered.filter(opponent__isnull=True), wanted).select_related("challenger")
    if not isinstance(asker, Player):
        return Lobby(open=_offers(to_all[:OFFERS_SHOWN])[0], wanted=wanted)
    to_me, mine, others = _offers(
        offered.filter(opponent=asker).select_related("challenger")[:OFFERS_SHOWN],
        offered.filter(challenger=asker).select_related("challenger", "opponent")[:OFFERS_SHOWN],
        _acceptable(to_all, asker)[:OFFERS_SHOWN],
    )
    return Lobby(to_me, mine, others, own_matches(asker, now), wanted)


def own_matches(
    player: Player, now: datetime | None = None, *, for_others: bool = False
) -> list[OwnMatch]:
    """Return the running matches of `player`, the most urgent first.

    Those first where they have to decide, the ones with the least time before the others. Those
    of guests stand in no list `for_others`.
    """
    now = now or timezone.now()
    matches = Match.objects.summaries().filter(
        Q(aton=player) | Q(amon=player), ended_at__isnull=True
    )
    if for_others:
        matches = matches.filter(with_guest=False)
    mine = Q(aton=player, aton_to_move=True) | Q(amon=player, amon_to_move=True)
    matches = matches.order_by(Case(When(mine, then=0), default=1), "-pk")
    own = [_own(match, player, now) for match in matches[:OWN_MATCHES_SHOWN]]
    return sorted(own, key=lambda line: (not line.my_move, line.seconds_left // 60))


def attention_of(player: Player) -> Attention:
    """Return how many challenges and decisions wait for `player`, in one short query."""
    challenges = Challenge.objects.filter(opponent=player, status=OPEN)
    matches = Match.objects.filter(
        Q(aton=player, aton_to_move=True) | Q(amon=player, amon_to_move=True),
        ended_at__isnull=True,
    )
    me = Player.objects.filter(pk=player.pk)
    for waiting in me.values_list(_number_of(challenges), _number_of(matches)):
        return Attention(*waiting)
    return Attention(0, 0)


def _number_of(rows: "QuerySet[Challenge] | QuerySet[Match]") -> Subquery:
    """Return the number of `rows` as a part of another query."""
    # Not `Count`, which would make groups.
    return Subquery(rows.order_by().values(number=Func("pk", function="COUNT")))


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


def _filtered(offers: "QuerySet[Challenge]", wanted: LobbyFilter) -> "QuerySet[Challenge]":
    if wanted.pace == DAILY:
        offers = offers.filter(time_control__endswith="d")
    elif wanted.pace == LIVE:
        offers = offers.exclude(time_control__endswith="d")
    if wanted.rating_from is None and wanted.rating_to is None:
        return offers
    rated = Rating.objects.filter(player=OuterRef("challenger"))
    if wanted.rating_from is not None:
        rated = rated.filter(rating__gte=wanted.rating_from)
    if wanted.rating_to is not None:
        rated = rated.filter(rating__lte=wanted.rating_to)
    return offers.filter(
        Q(Exists(rated.filter(pace=DAILY)), time_control__endswith="d")
        | Q(Exists(rated.filter(pace=LIVE)), ~Q(time_control__endswith="d"))
    )


def _acceptable(offers: "QuerySet[Challenge]", asker: Player) -> "QuerySet[Challenge]":
    mine = {rating.pace: rating.rating for rating in asker.ratings.all()}
    fits = Q()
    for pace, daily in ((DAILY, Q(time_control__endswith="d")), (LIVE, None)):
        same_pace = daily if daily is not None else ~Q(time_control__endswith="d")
        fits |= (
            same_pace
            & (Q(rating_from=None) | Q(rating_from__lte=mine[pace]))
            & (Q(rating_to=None) | Q(rating_to__gte=mine[pace]))
        )
    blocks = Shunning.objects.filter(
        Q(player=asker, other=OuterRef("challenger"))
        | Q(player=OuterRef("challenger"), other=asker),
        kind=BLOCK,
    )
    return offers.exclude(challenger=asker).filter(fits, ~Exists(blocks))


def _own(match: Match, player: Player, now: datetime) -> OwnMatch:
    side = match.side_of(player.pk) or "aton"
    other: Side = "amon" if side == "aton" else "aton"
    owes = {"aton": match.aton_to_move, "amon": match.amon_to_move}
    clock = match.clocks[side if owes[side] else other]
    opponent = match.amon if side == "aton" else match.aton
    left = clock.left_at(now) / 1000 if match.control.timed else NO_END
    return OwnMatch(match, side, opponent, owes[side], owes[other], left)
