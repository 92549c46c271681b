"""Middleware of the site."""

from collections.abc import Callable

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseNotAllowed,
)
from django.shortcuts import render
from django.template.loader import render_to_string

from games.refusals import Refused


class RefusalMiddleware:
    """Answers a refusal that a view lets pass with a page: its sentence and its status.

    Nor is an address that only takes what is posted, or only shows, refused without a word.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=response.status_code)
        page["Allow"] = response["Allow"]
        return page

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a refusal, None for any other error."""
        if not isinstance(error, Refused):
            return None
        return render(
            request, "games/refused.html", {"sentence": error.sentence}, status=error.status
        )


class Utf8FormsMiddleware:
    """Answers 400 to a form that is not in UTF-8.

    Django refuses it too, but refuses it again while it makes its own page for the refusal,
    and so would answer with nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on unless it is such a form."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        if (
            request.content_type == "application/x-www-form-urlencoded"
            and charset.lower() != "utf-8"
        ):
            return HttpResponseBadRequest(render_to_string("400.html"))
        return self.get_response(request)
