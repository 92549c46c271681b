"""Practice: one position after the other, and what the answer was worth."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms import parse_action_form
from games.models import Puzzle
from games.present.review import action_words, word_of
from games.refusals import Refused
from games.render import render_lesson
from games.usecases.puzzles import (
    Answered,
    answer_puzzle,
    are_there_puzzles,
    next_puzzle,
    show_puzzle,
    standing_of,
)
from games.views.errors import found_or_404


@never_cache
@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Go on to the next position, or say that there is none."""
    puzzle = next_puzzle(request.user)
    if puzzle is not None:
        return redirect("puzzle", puzzle.pk)
    context = {"standing": standing_of(request.user), "some": are_there_puzzles()}
    return render(request, "games/practice.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """Show a position; take an answer and say whether it was right."""
    token = get_token(request)
    refusal: Refused | None = None
    with found_or_404():
        if request.method == "POST":
            try:
                _, posted = parse_action_form(request.POST)
                found, answered = answer_puzzle(puzzle_id, request.user, posted, timezone.now())
                return _page(request, found, render_lesson(answered.scene, _url(found)), answered)
            except Refused as error:
                refusal = error
        sentence = str(refusal.sentence) if refusal else ""
        found, scene = show_puzzle(puzzle_id, csrf_token=token, refusal=sentence)
    status = refusal.status if refusal else 200
    table = render_lesson(scene, _url(found), gettext("Find the choice that is clearly best."))
    return _page(request, found, table, status=status)


def _page(
    request: HttpRequest,
    found: Puzzle,
    table: str,
    answered: Answered | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "puzzle": found,
        "table": table,
        "answered": answered,
        "best": action_words(found.best),
        "squares": " ".join(found.best.get("squares", ())),
        "missed": round(100 * found.missed),
        "word": word_of(100 * found.missed)[1],
        "standing": standing_of(request.user),
    }
    return render(request, "games/practice.html", context, status=status)


def _url(found: Puzzle) -> str:
    return reverse("puzzle", args=[found.pk])
