"""The review of a finished match: asked for by one press, shown to anybody."""

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.models import Match, Review
from games.models.bots import DONE
from games.present.review import Told
from games.present.review import review as present_review
from games.usecases.review import ask_for_review, review_of
from games.views.errors import found_or_404
from games.views.requests import HtmxRequest

if TYPE_CHECKING:
    from games.engine import Side

SEE_OTHER = 303


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Show the review of a match, how far it has come, or a button that asks for it.

    A POST asks for it: 303 to the page.
    """
    with found_or_404():
        if request.method == "POST":
            ask_for_review(match_id, timezone.now())
            page = reverse("review", args=[match_id])
            if request.htmx:
                return HttpResponseClientRedirect(page)
            return HttpResponseRedirect(page, status=SEE_OTHER)
        match, found = review_of(match_id)
    context: dict[str, Any] = {"match": match, "review": found}
    if found is not None and found.status == DONE:
        context["shown"] = _shown(match, found)
    template = "games/_review.html" if request.htmx else "games/review.html"
    return render(request, template, context)


def _shown(match: Match, found: Review) -> object:
    told = [
        Told(action.number, action.round, action.side, action.payload)
        for action in match.actions.all()
    ]
    names: dict[Side, str] = {"aton": match.aton.shown_name, "amon": match.amon.shown_name}
    return present_review(match.pk, told, found.steps, names, match.winner)
