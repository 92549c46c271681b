"""The review of a finished match: asked for by anybody, worked out step by step, kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import access
from games.models import Action, Match, Review
from games.models.bots import DONE, FAILED, RUNNING, WAITING
from games.notify import review_wanted_on_commit
from games.refusals import AgainstRules
from games.usecases.puzzles import make_puzzles
from games.usecases.replay import states_of

# A step takes about a second at most; after so long the process that had it is gone.
LEASE = timedelta(seconds=60)

# More than these wait for nobody: the queue has an end.
MOST_WAITING = 200

_DECISIONS = frozenset(("exchange", "allocate", "remove", "place", "clear"))


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a review to be worked out: the position before an action, and the action."""

    match_id: int
    number: int
    before: Mapping[str, Any] | None
    action: Mapping[str, Any]


def ask_for_review(match_id: int, now: datetime) -> Review:
    """Return the review of a finished match, which is begun if nobody has asked for it yet.

    A review that failed is tried again. Raises `Match.DoesNotExist`, and `AgainstRules` where
    there is nothing to review or too many wait.
    """
    with transaction.atomic():
        match = access.match_locked(match_id)
        if not match.over:
            raise AgainstRules(_("A match can be reviewed when it is over."))
        review = Review.objects.filter(pk=match_id).first()
        if review is not None and review.status != FAILED:
            return review
        if match.synthetic or not match.decided:
            raise AgainstRules(_("There is nothing to review in this match."))
        if Review.objects.filter(ended_at__isnull=True).count() >= MOST_WAITING:
            raise AgainstRules(_("Many reviews are waiting. Please try again in a few minutes."))
        review, _new = Review.objects.update_or_create(
            match=match,
            defaults={
                "status": WAITING,
                "total": match.decided,
                "done": 0,
                "steps": [],
                "asked_at": now,
                "ended_at": None,
                "taken_until": None,
            },
        )
        review_wanted_on_commit()
        return review


def review_of(match_id: int) -> tuple[Match, Review | None]:
    """Return the match and its review, None where nobody has asked for it yet.

    Raises `Match.DoesNotExist`.
    """
    match = access.match_seen(match_id)
    return match, Review.objects.filter(pk=match_id).first()


def take_up_review(now: datetime, match_id: int | None = None) -> int | None:
    """Take up the review that has waited longest, and return its match; None when none waits.

    With `match_id` only that of this match.
    """
    free = Review.objects.filter(ended_at__isnull=True).filter(
        Q(taken_until__isnull=True) | Q(taken_until__lt=now)
    )
    if match_id is not None:
        free = free.filter(pk=match_id)
    for found in free.order_by("asked_at").values_list("pk", flat=True)[:5]:
        if free.filter(pk=found).update(taken_until=now + LEASE, status=RUNNING):
            return found
    return None


def steps_to_do(match_id: int) -> Sequence[Step]:
    """Return what is left to be worked out of a review."""
    review = Review.objects.select_related("match").get(pk=match_id)
    actions = list(Action.objects.filter(match=match_id))
    states = states_of(review.match, actions)
    return [
        Step(
            match_id,
            action.number,
            state.to_json() if action.payload["type"] in _DECISIONS else None,
            action.payload,
        )
        for state, action in zip(states, actions, strict=False)
        if action.number > review.done
    ]


def keep_step(step: Step, found: Mapping[str, Any], now: datetime) -> None:
    """Keep what was worked out of a step; with the last one the review is done."""
    with transaction.atomic():
        review = Review.objects.select_for_update(no_key=True).get(pk=step.match_id)
        if review.done != step.number - 1:
            return  # another process was faster
        review.steps.append(dict(found))
        review.done = step.number
        review.taken_until = now + LEASE
        if review.done == review.total:
            review.status, review.ended_at, review.taken_until = DONE, now, None
            make_puzzles(review)
        review.save()


def fail_review(match_id: int, now: datetime) -> None:
    """Note that a review cannot be worked out; asking anew tries again."""
    Review.objects.filter(pk=match_id).update(status=FAILED, ended_at=now, taken_until=None)


def forget_reviewing() -> None:
    """Let the reviews that a process that is gone was working on be taken up at once."""
    Review.objects.filter(taken_until__isnull=False).update(taken_until=None)
