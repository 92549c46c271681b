"""Bots: the list of them, a match against one, and its small settings."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.consumers import off_the_loop
from games.engine.bots import NAMES
from games.forms import BOT_CLOCKS, PlayBotForm
from games.models import Match
from games.present.review import action_words
from games.refusals import AgainstRules, Refused
from games.thinking import hints
from games.usecases.bot_players import bot_players
from games.usecases.hint import ask_for_hint
from games.usecases.play_bot import play_bot, set_hurried
from games.views.errors import found_or_404
from games.views.requests import HtmxRequest

SEE_OTHER, UNPROCESSABLE = 303, 422

# Which bot somebody has played last; who is new here meets the second one.
COOKIE, COOKIE_AGE = "bot", 60 * 60 * 24 * 365
FIRST_BOT = NAMES[1]


def usual_bot(request: HttpRequest) -> str:
    """Return the level that the visitor plays, as far as their browser tells."""
    level = request.COOKIES.get(COOKIE, "")
    return level if level in NAMES else FIRST_BOT


@never_cache
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """List the bots, with a form to play one; `level` and `clock` choose beforehand."""
    chosen = {name: request.GET[name] for name in ("level", "clock") if name in request.GET}
    return _page(request, PlayBotForm(initial={"level": usual_bot(request), **chosen}))


@require_POST
def bots_play(request: HtmxRequest) -> HttpResponse:
    """Begin a match against a bot: 303 to it. Who has no account plays as a guest."""
    form = PlayBotForm(request.POST)
    if form.is_valid():
        try:
            match, player = play_bot(
                request.user,
                form.cleaned_data["level"],
                form.cleaned_data["clock"],
                side=form.cleaned_data["side"],
                hurried=form.cleaned_data["hurried"],
                now=timezone.now(),
                offered="offered" in request.POST,
            )
        except AgainstRules as refusal:
            if request.htmx:
                context = {"refusal": refusal}
                return render(request, "games/_hint.html", context, status=refusal.status)
            form.add_error(None, str(refusal.sentence))
        else:
            if not request.user.is_authenticated:
                login(request, player, backend="django.contrib.auth.backends.ModelBackend")
            return _to_match(request, match, form.cleaned_data["level"])
    return _page(request, form, status=UNPROCESSABLE)


def _to_match(request: HtmxRequest, match: Match, level: str) -> HttpResponse:
    goal = match.get_absolute_url()
    answer: HttpResponse = (
        HttpResponseClientRedirect(goal)
        if request.htmx
        else HttpResponseRedirect(goal, status=SEE_OTHER)
    )
    answer.set_cookie(
        COOKIE,
        level,
        max_age=COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )
    return answer


@require_POST
def bot_pace(request: HtmxRequest, match_id: int) -> HttpResponse:
    """Let the bot of a match answer at once (`hurried`), or at human pace.

    303 to the match; for htmx the tools, so that nothing half chosen is lost.
    """
    with found_or_404():
        seat = set_hurried(match_id, request.user, hurried="hurried" in request.POST)
    if not request.htmx:
        return HttpResponseRedirect(seat.match.get_absolute_url(), status=SEE_OTHER)
    return render(request, "games/_bot_tools.html", {"match": seat.match, "seat": seat})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
async def hint(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say what the strongest bot would do in the asker's place: a sentence, or its page.

    A POST without htmx is answered by a 303 to the page, which reloads and goes back as pages do.
    """
    alone = bool(request.headers.get("HX-Request"))
    asker = await request.auser()
    try:
        with found_or_404():
            thought = await off_the_loop(ask_for_hint)(match_id, asker)
    except Refused as refusal:
        if not alone:
            raise
        context: dict[str, Any] = {"refusal": refusal}
        return await off_the_loop(render)(
            request, "games/_hint.html", context, status=refusal.status
        )
    if request.method == "POST" and not alone:
        return HttpResponseRedirect(reverse("hint", args=[match_id]), status=SEE_OTHER)
    action = await hints.get(thought)
    context = {
        "match_id": match_id,
        "bot": thought.level.capitalize(),
        "advised": action_words(action),
        "cards": " ".join(map(str, action.get("cards", ()))),
        "squares": " ".join(action.get("squares", ())),
    }
    template = "games/_hint.html" if alone else "games/hint.html"
    return await off_the_loop(render)(request, template, context)


def _page(request: HttpRequest, form: PlayBotForm, status: int = 200) -> HttpResponse:
    context = {"bots": bot_players(), "form": form, "clocks": BOT_CLOCKS}
    return render(request, "games/bots.html", context, status=status)
