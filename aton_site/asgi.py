"""The ASGI entry point: pages over HTTP, live matches over WebSocket."""

# Django has to be set up before anything that knows a model is imported.
# ruff: noqa: E402
import gc
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aton_site.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.utils import timezone

from aton_site.sockets import LimitedSockets, SameOrigin
from games.routing import websocket_urlpatterns


async def rooted_http(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a request, with a note of when it reached the server.

    What waits for a thread must cost no time. The site lies at the root of its host: servers let
    a request's header say otherwise, and whoever sends one would choose where links in mails lead.
    """
    await http({**scope, "root_path": "", "received_at": timezone.now()}, receive, send)


application = ProtocolTypeRouter(
    {
        "http": rooted_http,
        "websocket": AllowedHostsOriginValidator(
            SameOrigin(LimitedSockets(CookieMiddleware(URLRouter(websocket_urlpatterns))))
        ),
    }
)

# What has been loaded so far lives as long as the process: the collector need not look at it.
gc.freeze()
