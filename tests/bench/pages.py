"""Time the pages of one site in this process, without a network; prints JSON.

What counts is the processor's time, so that others on the machine disturb less.

`python -m tests.bench.pages [--seconds N]` with the site's DATABASE_URL or DATA_DIR set.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path
from typing import Any

import django

OWN_MATCH = "match, for its player"


def addresses(client, player):
    """Yield (name, address) of every page that has to stay quick, on the busiest player.

    `client` is signed in as somebody in the middle of the leaderboard, `player` as one who has
    played the match that is shown.
    """
    from django.db.models import Count

    from games.models import Match, Player, Rating, Result

    sample = Result.objects.order_by("-ended_at")[:1000].values("player_id")
    busiest = max(sample.annotate(n=Count("pk")), key=lambda row: row["n"])["player_id"]
    busy = Player.objects.get(pk=busiest)
    played = Match.objects.filter(synthetic=False, ended_at__isnull=False).order_by("-pk")[0]
    middle = Rating.objects.filter(pace="live", established__in=[True], matches__gt=0)
    place = middle.order_by("rating")[middle.count() // 2]
    client.force_login(place.player)
    player.force_login(played.aton)
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
    yield OWN_MATCH, f"/match/{played.pk}/"


def postgresql_clock():
    """Return a clock of the processor's time that this process and its database server take.

    SQLite works in this process. PostgreSQL has a process for each connection, whose time the
    system tells; where it does not, the clock on the wall has to do.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        files = [Path(f"/proc/{pid}/schedstat") for (pid,) in cursor.fetchall()]
    try:
        kept = [file.open("rb", buffering=0) for file in files]
    except OSError:
        return time.perf_counter

    def clock() -> float:
        served = 0
        for file in kept:
            file.seek(0)
            served += int(file.read().split()[0])
        return time.process_time() + served / 1e9

    return clock


def measure(seconds: float) -> dict[str, dict[str, Any]]:
    """Return of each page the median milliseconds, the queries, and what is wrong with them."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.plans import faults

    clock = time.process_time if connection.vendor == "sqlite" else postgresql_clock()
    somebody, player = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    found = {}
    for name, address in addresses(somebody, player):
        client = player if name == OWN_MATCH else somebody
        for _ in range(3):
            assert client.get(address).status_code == 200, address
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        queries = seen.captured_queries  # now, for the next request forgets them
        found_faults = [fault for query in queries for fault in faults(query["sql"], small=False)]
        taken = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or len(taken) < 7:
            start = clock()
            client.get(address)
            taken.append(clock() - start)
        found[name] = {
            "ms": statistics.median(taken) * 1000,
            "queries": len(queries),
            "faults": found_faults,
        }
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
