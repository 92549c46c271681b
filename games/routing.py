"""The addresses of the sockets."""

from django.urls import path

from games.consumers import MatchConsumer
from games.news import NewsConsumer

websocket_urlpatterns = [
    path("ws/match/<int:match_id>/", MatchConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
]
