"""What the middleware adds to a request, for the type checker."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request with django-htmx's details on it."""

    htmx: HtmxDetails
