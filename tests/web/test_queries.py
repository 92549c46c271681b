"""No page takes more than twelve queries, whoever looks and however much stands on it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.clock import TimeControl
from games.models import Challenge, Match, MatchNote, Presence, Review
from games.models.social import BLOCK, MUTE
from games.usecases.challenge import accept_challenge, make_challenge
from games.usecases.chat import say
from games.usecases.find_opponent import join_queue
from games.usecases.follow import follow
from games.usecases.note_presence import note_presence
from games.usecases.play_bot import play_bot
from games.usecases.rematch import offer_rematch, rematch_of
from games.usecases.shun import shun
from tests import factories

MOST_QUERIES = 12
RAPID = TimeControl.parse("600+15")

pytestmark = pytest.mark.django_db


def signed_in(player) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def counted(client: Client, address: str) -> int:
    """Return how many queries the page takes, transactions' beginnings and ends apart."""
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address)
    assert answer.status_code == 200, address
    told = [query["sql"] for query in seen]
    assert len(told) <= MOST_QUERIES, "\n".join([f"{address}: {len(told)} queries", *told])
    return len(told)


@pytest.fixture
def people():
    """Two players with a past and a present, a watcher, all of whom have much waiting for them."""
    one, two, watcher = (factories.make_player() for _ in range(3))
    now = timezone.now()
    for seed in range(3):
        factories.finished_match(one, two, seed=seed, now=now - timedelta(hours=3 + seed))
    for player, other in ((one, two), (two, one), (watcher, one)):
        stranger = factories.make_player()
        factories.make_match(player, stranger, clock="3d")
        make_challenge(stranger, player, RAPID, rated=False, side="aton")
        make_challenge(player, None, RAPID, rated=False, side="aton")
        shun(player, stranger, MUTE)
        shun(player, factories.make_player(), BLOCK)
        follow(player, other)
        follow(player, stranger)
    return one, two, watcher


def furnish(match: Match, watcher) -> None:
    """Put all beside the table that can stand there: notes, talk in both rooms, presence."""
    now = timezone.now()
    MatchNote.objects.create(match=match, kind="downtime", after=0, seconds=9, at=now)
    for player in (match.aton, match.amon):
        note_presence(match.pk, player.pk, now)
        say(match.pk, player, "", "luck", now)
    say(match.pk, watcher, "What a match!", "", now)


def just_over(one, two) -> Match:
    match = factories.finished_match(one, two, seed=7)
    ended = timezone.now() - timedelta(seconds=20)
    Match.objects.filter(pk=match.pk).update(ended_at=ended)
    Review.objects.create(match=match, total=match.version, asked_at=ended)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("clock", ["600+15", "3d"])
def test_a_running_match(people, clock):
    one, two, watcher = people
    match = factories.make_match(one, two, clock=clock)
    match.refresh_from_db()
    furnish(match, watcher)
    for viewer in (None, watcher, one, two):
        counted(signed_in(viewer), f"/match/{match.pk}/")
    Presence.objects.filter(match=match).delete()  # as at the very first visit
    counted(signed_in(one), f"/match/{match.pk}/")
    long_ago = timezone.now() - timedelta(minutes=5)
    Presence.objects.filter(match=match).update(seen_at=long_ago)
    counted(signed_in(two), f"/match/{match.pk}/")


@pytest.mark.parametrize("offered", ["not", "once", "accepted"])
def test_a_match_just_over(people, offered):
    one, two, watcher = people
    match = just_over(one, two)
    furnish(match, watcher)
    if offered != "not":
        offer_rematch(match.pk, two, timezone.now())
    if offered == "accepted":
        accept_challenge(rematch_of(match).pk, one, timezone.now())
    for viewer in (None, watcher, one, two):
        client = signed_in(viewer)
        for query in ("", "?step=9&as=aton", "?step=9&as=open", "?spoiler=0"):
            counted(client, f"/match/{match.pk}/{query}")
        counted(client, f"/match/{match.pk}/review/")
        counted(client, f"/match/{match.pk}/beside/")
        counted(client, f"/match/{match.pk}/chat/")


def test_a_match_against_a_bot(people):
    one, _two, watcher = people
    for asker in (one, factories.make_player("guest-1", is_guest=True)):
        match, player = play_bot(
            asker, "ibis", RAPID, side="aton", hurried=True, now=timezone.now()
        )
        for viewer in (None, watcher, player):
            counted(signed_in(viewer), f"/match/{match.pk}/")
        factories.play_until_over(match)
        for viewer in (None, watcher, player):
            counted(signed_in(viewer), f"/match/{match.pk}/")


def test_all_other_pages(people):
    one, two, watcher = people
    join_queue(watcher, "600+15", timezone.now())
    furnish(just_over(one, two), watcher)
    guest = factories.make_player("guest-2", is_guest=True)
    Client().get("/bots/")  # whoever comes first finds no bots made yet
    for viewer in (None, guest, watcher, one, two):
        client = signed_in(viewer)
        for address in (
            "/",
            "/lobby/",
            "/lobby/lists/",
            "/lobby/?from=1200&to=1800&pace=live",
            "/games/",
            f"/games/?player={one.username}&rated=yes&reason=scoring",
            "/games/?rated=no&reason=abort",
            "/leaderboard/",
            "/leaderboard/?pace=daily&country=DE",
            "/leaderboard/?by=gain",
            f"/players/{one.username}/",
            f"/players/{two.username}/statistics/",
            f"/players/?q={one.username[:5]}",
            f"/compare/?one={one.username}&other={two.username}",
            f"/challenges/{Challenge.objects.filter(status='open').first().pk}/",
            "/watch/",
            "/analysis/",
            "/bots/",
            "/learn/",
            "/rules/",
        ):
            counted(client, address)
        if viewer is not None and not viewer.is_guest:
            for address in ("/account/", "/following/", "/reach/", "/blocked/", "/practice/"):
                counted(client, address)
