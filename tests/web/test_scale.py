"""At scale: every page by few queries, each answered by an index, however much is stored."""

import io
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match, Player, Rating
from games.usecases.note_presence import note_presence
from tests.factories import make_match
from tests.plans import faults

MATCHES = 3000
MOST_QUERIES = 12


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """A site with thousands of matches, made once for all tests here and taken away after them."""
    with django_db_blocker.unblock():
        call_command(
            "seed_demo", players=300, matches=MATCHES, played=5, jobs=1, verbosity=0,
            stdout=io.StringIO(),
        )  # fmt: skip
        yield
        call_command("flush", interactive=False, verbosity=0)


def deep(client, address, pages=3):
    """Return the address of a page some way down a list."""
    for _ in range(pages):
        key = client.get(address).context["page"].next_key
        address = f"{address.split('&after=')[0]}&after={key}"
    return address


def addresses(player):
    played = Match.objects.filter(synthetic=False).order_by("pk").first()
    made_up = Match.objects.filter(synthetic=True).order_by("pk").first()
    name = urlencode({"player": player.username})
    client = Client()
    yield from ("/", "/lobby/", "/rules/", "/games/", "/analysis/", "/players/?q=ra")
    for query in ("rated=yes", "rated=no", "reason=scoring", "reason=abort", name):
        yield f"/games/?{query}"
    yield f"/games/?{name}&rated=yes"
    yield f"/games/?{name}&reason=resign"
    yield "/games/?rated=yes&reason=scoring"
    yield deep(client, "/games/?x=", 20)
    yield deep(client, "/games/?rated=yes", 10)
    yield "/leaderboard/?pace=daily"
    yield "/leaderboard/"
    yield "/leaderboard/?country=EG"
    yield "/leaderboard/?by=gain"
    yield deep(client, "/leaderboard/?pace=live", 4)
    yield f"/players/{player.username}/"
    yield f"/players/{player.username}/statistics/"
    other = Player.objects.exclude(pk=player.pk).exclude(bot__gt="").first()
    yield f"/compare/?{urlencode({'one': player.username, 'other': other.username})}"
    yield f"/match/{played.pk}/"
    yield f"/match/{made_up.pk}/"


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "somebody", "a player of the matches"])
def test_every_page_is_answered_by_few_queries_and_by_index(site, who):
    busiest = Player.objects.annotate(n=Count("results")).order_by("-n").first()
    middle = Rating.objects.filter(pace="live", established=True).order_by("rating")[100].player
    played = Match.objects.filter(synthetic=False).order_by("pk").first()
    running = make_match(played.aton, middle)
    # As if it had ended just now: a return match can be offered.
    Match.objects.filter(pk=played.pk).update(ended_at=timezone.now())
    note_presence(played.pk, played.amon_id, timezone.now())
    client = Client()
    if who == "somebody":
        client.force_login(middle)
    elif who != "nobody":
        client.force_login(played.aton)
    told = []
    for address in [*addresses(busiest), f"/match/{running.pk}/"]:
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            answer = client.get(address)
        assert answer.status_code == 200, address
        if len(seen) > MOST_QUERIES:
            told.append(f"{address}: {len(seen)} queries")
        for query in seen.captured_queries:
            told += [f"{address}: {fault}\n    {query['sql']}" for fault in faults(query["sql"])]
    assert not told, "\n".join(told)


@pytest.mark.django_db
def test_a_plan_that_walks_through_a_table_is_found(site):
    with CaptureQueriesContext(connection) as seen:
        list(Match.objects.filter(aton_score=17).order_by("amon_score"))
    assert faults(seen.captured_queries[0]["sql"])
