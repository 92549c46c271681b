"""Time the pages of one site in this process, without a network; prints JSON.

`python -m tests.bench.pages [--seconds N]` with the site's DATABASE_URL or DATA_DIR set.
"""

import argparse
import json
import os
import statistics
import time

import django


def addresses(client):
    """Yield (name, address) of every page that has to stay quick, on the busiest player."""
    from django.db.models import Count

    from games.models import Match, Player, Rating, Result

    sample = Result.objects.order_by("-ended_at")[:1000].values("player_id")
    busiest = max(sample.annotate(n=Count("pk")), key=lambda row: row["n"])["player_id"]
    busy = Player.objects.get(pk=busiest)
    played = Match.objects.filter(synthetic=False, ended_at__isnull=False).order_by("-pk")[0]
    middle = Rating.objects.filter(pace="live", established__in=[True], matches__gt=0)
    place = middle.order_by("rating")[middle.count() // 2]
    client.force_login(place.player)
    yield "home", "/"
    yield "lobby", "/lobby/"
    yield "games", "/games/"
    yield "games, rated", "/games/?rated=yes"
    yield "games, by end", "/games/?reason=timeout"
    yield "games, by both", "/games/?rated=no&reason=points"
    yield "games of a player", f"/games/?player={busy.username}"
    old = Match.objects.filter(ended_at__isnull=False).order_by("ended_at")[100]
    key = f"{int(old.ended_at.timestamp() * 1_000_000)}_{old.pk}"
    yield "games, deep", f"/games/?after={key}"
    yield "player", f"/players/{busy.username}/"
    yield "statistics", f"/players/{busy.username}/statistics/"
    yield "leaderboard, own rank", "/leaderboard/"
    yield "leaderboard, deep", f"/leaderboard/?after=1_{place.rating}_{place.player_id}"
    yield "leaderboard, gain", "/leaderboard/?by=gain"
    yield "leaderboard, country", "/leaderboard/?country=DE"
    yield "search", "/players/?q=am"
    yield "match", f"/match/{played.pk}/"


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """Return median milliseconds and the number of queries of each page."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    # SQLite works in this process, so its own time is the page's, whatever else runs here.
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    client = Client(SERVER_NAME="localhost")
    found = {}
    for name, address in addresses(client):
        for _ in range(3):
            assert client.get(address).status_code == 200, address
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        queries = len(seen)  # now, for the next request forgets them
        taken = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or len(taken) < 7:
            start = clock()
            client.get(address)
            taken.append(clock() - start)
        found[name] = {"ms": statistics.median(taken) * 1000, "queries": queries}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each page (default 1)")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aton_site.settings")
    django.setup()
    # What the server does before it serves: connections that stay open.
    from django.db import connection

    connection.ensure_connection()
    print(json.dumps(measure(options.seconds)))


if __name__ == "__main__":
    main()
