"""The addresses of the sockets."""

from typing import Any, cast

from django.urls import path, re_path

from aton_site.sockets import no_such_socket
from games.consumers import MatchConsumer
from games.news import NewsConsumer

websocket_urlpatterns = [
    path("ws/match/<int:match_id>/", MatchConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
    re_path("", cast("Any", no_such_socket)),
]
