"""Show one challenge to whoever has the link."""

from dataclasses import dataclass

from django.utils import timezone

from games import access
from games.models import Challenge
from games.models.challenge import EXPIRED, OPEN


@dataclass(frozen=True, slots=True)
class ShownChallenge:
    """A challenge and what the one who looks at it may do."""

    challenge: Challenge
    rating: int
    can_accept: bool
    can_cancel: bool
    can_decline: bool
    plays: bool

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted."""
        return self.challenge.status == OPEN


def show_challenge(challenge_id: int, asker: access.Asker) -> ShownChallenge:
    """Return the challenge as `asker` sees it, or raise `Challenge.DoesNotExist`.

    `rating` is the challenger's in the challenge's pace; `plays` whether `asker` plays in
    the match that came of it.
    """
    challenge = (
        Challenge.objects.select_related("challenger", "opponent", "match__aton", "match__amon")
        .defer("match__state", "match__seed")
        .get(pk=challenge_id)
    )
    is_open = challenge.status == OPEN and challenge.expires_at > timezone.now()
    if challenge.status == OPEN and not is_open:
        challenge.status = EXPIRED  # the sweep is about to say so in the database
    match = challenge.match
    return ShownChallenge(
        challenge=challenge,
        rating=challenge.challenger.rating_in(challenge.control.pace).rating,
        can_accept=is_open and access.can_accept(challenge, asker),
        can_cancel=is_open and asker.pk == challenge.challenger_id,
        can_decline=is_open and asker.pk is not None and asker.pk == challenge.opponent_id,
        plays=match is not None and match.side_of(asker.pk) is not None,
    )
