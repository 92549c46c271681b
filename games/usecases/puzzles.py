"""Practice: positions from real matches in which the right choice was clear and was missed."""

from games.models import Action, Puzzle, Review


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
