"""How the site looks and speaks to one visitor: language and colours, kept in cookies.

The language is kept with the account as well and comes back with signing in.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.context import THEME_COOKIE, THEMES
from games.models import Player
from games.refusals import Malformed
from games.usecases.choose_language import choose_language

YEAR = 60 * 60 * 24 * 365


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Take `language` or `theme` and go back to where one came from (`next`)."""
    goal = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(goal, {request.get_host()}, request.is_secure()):
        goal = resolve_url("home")
    answer = HttpResponseRedirect(goal, status=303)
    language, theme = request.POST.get("language"), request.POST.get("theme")
    if language in dict(settings.LANGUAGES):
        speak(answer, language)
        if isinstance(request.user, Player):
            choose_language(request.user, language)
    elif theme in THEMES:
        _remember(answer, THEME_COOKIE, theme)
    else:
        raise Malformed(_("There is no such language and no such theme."))
    return answer


def speak(answer: HttpResponse, language: str) -> None:
    """Let this browser be spoken to in `language` from now on; "" leaves it as it is."""
    if language in dict(settings.LANGUAGES):
        _remember(answer, settings.LANGUAGE_COOKIE_NAME, language)


def _remember(answer: HttpResponse, name: str, value: str) -> None:
    # Scripts may write the theme too, so that it changes without a new page.
    answer.set_cookie(
        name, value, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
