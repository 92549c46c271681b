"""The ASGI entry point: pages over HTTP, live matches over WebSocket."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aton_site.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.db import connection

from games.routing import websocket_urlpatterns

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(
            CookieMiddleware(URLRouter(websocket_urlpatterns))
        ),
    }
)

# SQLite makes a checkpoint of its log whenever the last connection closes; one connection
# that stays open (this thread serves no request) keeps that out of the decisions' way.
if connection.vendor == "sqlite":
    connection.ensure_connection()

# What has been loaded so far lives as long as the process: the collector need not look at it.
gc.freeze()
