"""Middleware of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.refusals import Refused


class RefusalMiddleware:
    """Answers a refusal that a view lets pass with a page: its sentence and its status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a refusal, None for any other error."""
        if not isinstance(error, Refused):
            return None
        return render(
            request, "games/refused.html", {"sentence": error.sentence}, status=error.status
        )
