"""Practice: positions from real matches in which the right choice was clear and was missed."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from games import access, engine
from games.elo import K_NEW, K_USUAL, NEW_MATCHES, START, expected_score, new_rating
from games.engine import EngineError, Side, State, Viewer
from games.engine.bots.answers import as_answer
from games.models import Action, Player, Puzzle, PuzzleTry, Review
from games.refusals import Malformed, refusal_of
from games.scene import ClockFace, LogEntry, Replay, Scene, Seated
from games.usecases.replay import states_of

# The next puzzle is one of so many whose rating is nearest.
CHOICE = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody does at puzzles: their rating, how many they tried and solved."""

    rating: int
    tried: int
    solved: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of an answer: the action as JSON, whether it was right, the scene it led to."""

    action: Mapping[str, Any]
    solved: bool
    scene: Scene


@dataclass(frozen=True, slots=True)
class Change:
    """What the first answer to a puzzle made of the rating of the one who gave it."""

    before: int
    after: int


def make_puzzles(review: Review) -> int:
    """Make a puzzle of each step of a review that found one; return how many.

    The caller holds the transaction.
    """
    clear = {number: step for number, step in enumerate(review.steps, 1) if "answers" in step}
    actions = Action.objects.filter(match=review.match_id, number__in=clear)
    puzzles = [
        Puzzle(
            match_id=review.match_id,
            number=action.number,
            side=action.side,
            type=action.payload["type"],
            answers=clear[action.number]["answers"],
            best=clear[action.number]["best"],
            missed=clear[action.number]["given"],
        )
        for action in actions
    ]
    return len(Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True))


def next_puzzle(asker: access.Asker, after: int = 0) -> Puzzle | None:
    """Return a puzzle near the rating of `asker` that they have not tried, None without any.

    Without an account nobody knows what was tried; then it is any other than the one `after`
    which it comes, as long as there is another.
    """
    rating, puzzles = START, Puzzle.objects.all()
    if isinstance(asker, Player):
        rating = asker.puzzle_rating
        puzzles = puzzles.exclude(answers_given__player=asker)
    elif puzzles.exclude(pk=after).exists():
        puzzles = puzzles.exclude(pk=after)
    near = [
        *puzzles.filter(rating__gte=rating).order_by("rating", "pk")[:CHOICE],
        *puzzles.filter(rating__lt=rating).order_by("-rating", "pk")[:CHOICE],
    ]
    near.sort(key=lambda puzzle: abs(puzzle.rating - rating))
    return secrets.choice(near[:CHOICE]) if near else None


def are_there_puzzles() -> bool:
    """Whether this site has any puzzle, tried or not."""
    return Puzzle.objects.exists()


def standing_of(asker: access.Asker) -> Standing | None:
    """Return how `asker` does at puzzles, None without an account."""
    if not isinstance(asker, Player):
        return None
    tries = PuzzleTry.objects.filter(player=asker)
    return Standing(asker.puzzle_rating, tries.count(), tries.filter(solved=True).count())


def show_puzzle(puzzle_id: int, *, csrf_token: str, refusal: str = "") -> tuple[Puzzle, Scene]:
    """Return a puzzle and its position as the one who decided saw it.

    Raises `Puzzle.DoesNotExist`.
    """
    puzzle = Puzzle.objects.select_related("match").get(pk=puzzle_id)
    state = _state_of(puzzle)
    scene = _scene(puzzle, state, _side(puzzle), csrf_token=csrf_token, refusal=refusal)
    return puzzle, scene


def judge_answer(puzzle_id: int, posted: Mapping[str, Any]) -> tuple[Puzzle, Answered]:
    """Judge an answer, which changes nothing.

    Raises `Refused` for what the rules forbid, `Puzzle.DoesNotExist`.
    """
    puzzle = Puzzle.objects.select_related("match").get(pk=puzzle_id)
    state = _state_of(puzzle)
    if posted.get("type") not in {puzzle.type, "exchange"}:
        raise Malformed(gettext("Something else is asked here."))
    try:
        action = engine.parse_action({**posted, "player": puzzle.side})
        after, events = engine.apply(state, action)
    except EngineError as error:
        raise refusal_of(error) from error
    told = [event.to_json() for event in events]
    scene = _scene(puzzle, after, _side(puzzle), log=[LogEntry(1, _side(puzzle), "", told)])
    return puzzle, Answered(action.to_json(), as_answer(action) in puzzle.answers, scene)


def answer_puzzle(
    puzzle_id: int, asker: access.Asker, posted: Mapping[str, Any], now: datetime
) -> bool:
    """Judge an answer and return whether it has changed both ratings.

    It does if it is the first one of somebody with an account. Raises as `judge_answer`.
    """
    puzzle, answered = judge_answer(puzzle_id, posted)
    if not isinstance(asker, Player):
        return False
    return _rate(puzzle.pk, asker.pk, solved=answered.solved, now=now)


def may_see_answer(puzzle_id: int, asker: access.Asker) -> bool:
    """Return whether `asker` may see what was best: not before the answer that counts for them."""
    if not isinstance(asker, Player):
        return True
    return PuzzleTry.objects.filter(player=asker, puzzle=puzzle_id).exists()


def change_by(puzzle: Puzzle, asker: access.Asker) -> Change | None:
    """Return what the first answer of `asker` to `puzzle` has changed, None without one."""
    if not isinstance(asker, Player):
        return None
    tries = PuzzleTry.objects.filter(player=asker)
    first = tries.filter(puzzle=puzzle).first()
    if first is None:
        return None
    last = tries.filter(pk__lt=first.pk).order_by("-pk").first()
    return Change(last.rating if last else START, first.rating)


def _rate(puzzle_id: int, player_id: int, *, solved: bool, now: datetime) -> bool:
    with transaction.atomic():
        puzzle = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle_id)
        player = access.player_locked(player_id)
        tries = PuzzleTry.objects.filter(player=player)
        if tries.filter(puzzle=puzzle).exists():
            return False
        before, score = player.puzzle_rating, float(solved)
        expected = expected_score(before, puzzle.rating)
        k = K_NEW if tries.count() < NEW_MATCHES else K_USUAL
        puzzle_k = K_NEW if puzzle.tries < NEW_MATCHES else K_USUAL
        player.puzzle_rating = new_rating(before, k, score, expected)
        puzzle.rating = new_rating(puzzle.rating, puzzle_k, 1 - score, 1 - expected)
        puzzle.tries += 1
        player.save(update_fields=["puzzle_rating"])
        puzzle.save(update_fields=["rating", "tries"])
        PuzzleTry.objects.create(
            puzzle=puzzle, player=player, solved=solved, rating=player.puzzle_rating, at=now
        )
        return True


def _side(puzzle: Puzzle) -> Side:
    return "aton" if puzzle.side == "aton" else "amon"


def _state_of(puzzle: Puzzle) -> State:
    actions = puzzle.match.actions.filter(number__lt=puzzle.number)
    *_, state = states_of(puzzle.match, actions)
    return state


def _scene(
    puzzle: Puzzle,
    state: State,
    viewer: Viewer,
    *,
    log: list[LogEntry] | None = None,
    csrf_token: str = "",
    refusal: str = "",
) -> Scene:
    """Return `state` as `viewer` sees it; with a `log` it is answered and nothing is asked."""
    you, they = Seated(gettext("You"), 0, ""), Seated(gettext("Opponent"), 0, "")
    return Scene(
        match_id=0,
        version=len(log or ()),
        viewer=viewer,
        view=engine.view(state, viewer),
        aton=you if puzzle.side == "aton" else they,
        amon=they if puzzle.side == "aton" else you,
        clock=ClockFace(0, 0, ()),
        time_control="none",
        rated=False,
        log=log or [],
        log_from_round=state.round,
        csrf_token=csrf_token,
        refusal=refusal,
        replay=Replay(1, 1, (), puzzle.side) if log else None,
    )
