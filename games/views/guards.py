"""Who may ask: views that are for players with an account."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games.models import Player

Arguments = ParamSpec("Arguments")
Request = TypeVar("Request", bound=HttpRequest)
View = Callable[Concatenate[Request, Arguments], HttpResponseBase]
PlayersView = Callable[Concatenate[Request, Player, Arguments], HttpResponseBase]


def signed_in(
    page: str = "", *names: str
) -> Callable[[PlayersView[Request, Arguments]], View[Request, Arguments]]:
    """Call the view with the player who asks; guests and others sign in first.

    Then they come to what they have asked for, or, where it only takes what is posted, to the
    `page` that the form stands on: the name of its address, with the arguments `names` of the view.
    """

    def guard(view: PlayersView[Request, Arguments]) -> View[Request, Arguments]:
        @wraps(view)
        def guarded(
            request: Request, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponseBase:
            if isinstance(request.user, Player) and not request.user.is_guest:
                return view(request, request.user, *args, **kwargs)
            goal = request.get_full_path()
            if page:
                goal = reverse(page, kwargs={name: kwargs[name] for name in names})
            to_login = redirect_to_login(goal)
            # htmx would follow it by itself and put the form into a corner of the page.
            if request.headers.get("HX-Request"):
                return HttpResponseClientRedirect(to_login.url)
            return to_login

        return guarded

    return guard
