"""Bots: the list of them, a match against one, and its small settings."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.consumers import off_the_loop
from games.forms import BOT_CLOCKS, PlayBotForm
from games.present.review import action_words
from games.refusals import AgainstRules, Refused
from games.thinking import hints
from games.usecases.bot_players import bot_players
from games.usecases.hint import ask_for_hint
from games.usecases.play_bot import play_bot, set_hurried
from games.views.errors import found_or_404

SEE_OTHER, UNPROCESSABLE = 303, 422


@never_cache
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """List the bots, with a form to play one; `level` and `clock` choose beforehand."""
    chosen = {name: request.GET[name] for name in ("level", "clock") if name in request.GET}
    return _page(request, PlayBotForm(initial=chosen))


@require_POST
def bots_play(request: HttpRequest) -> HttpResponse:
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
            )
        except AgainstRules as refusal:
            form.add_error(None, str(refusal.sentence))
        else:
            if not request.user.is_authenticated:
                login(request, player, backend="django.contrib.auth.backends.ModelBackend")
            return HttpResponseRedirect(match.get_absolute_url(), status=SEE_OTHER)
    return _page(request, form, status=UNPROCESSABLE)


@require_POST
def bot_pace(request: HttpRequest, match_id: int) -> HttpResponse:
    """Let the bot of a match answer at once (`hurried`), or at human pace: 303 to the match."""
    with found_or_404():
        match = set_hurried(match_id, request.user, hurried="hurried" in request.POST)
    return HttpResponseRedirect(match.get_absolute_url(), status=SEE_OTHER)


@never_cache
@require_POST
async def hint(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say what the strongest bot would do in the asker's place: a sentence, or its page."""
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
    advised = action_words(await hints.get(thought))
    context = {"match_id": match_id, "bot": thought.level.capitalize(), "advised": advised}
    template = "games/_hint.html" if alone else "games/hint.html"
    return await off_the_loop(render)(request, template, context)


def _page(request: HttpRequest, form: PlayBotForm, status: int = 200) -> HttpResponse:
    context = {"bots": bot_players(), "form": form, "clocks": BOT_CLOCKS}
    return render(request, "games/bots.html", context, status=status)
