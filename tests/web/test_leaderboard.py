"""The leaderboard of a pace."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Rating, RatingChange
from games.usecases.leaderboard import leaderboard, own_place, recent_leaderboard
from games.usecases.rank_counts import count_moves, place_of
from games.usecases.recent_gains import forget_old_gains
from tests.factories import finished_match, make_player
from tests.web.test_games import plan_of

pytestmark = pytest.mark.django_db


def rated_player(username: str, rating: int, matches: int = 5, pace: str = "live", **fields):
    player = make_player(username, **fields)
    row = player.ratings.get(pace=pace)
    row.rating, row.matches, row.wins, row.established = rating, matches, matches, matches >= 5
    row.country, row.gain, row.recent = player.country, rating - 1500, matches
    row.save()
    count_moves([(None, place_of(row))])
    return player


@pytest.fixture
def league():
    rated_player("third-a", 1600)
    rated_player("first", 1800)
    rated_player("third-b", 1600)
    rated_player("second", 1700)
    rated_player("last", 1200)
    rated_player("new-strong", 1900, matches=4)
    rated_player("new-weak", 1400, matches=1)
    rated_player("only-daily", 2000, pace="daily")
    make_player("idle")


ORDER = [
    ("first", 1),
    ("second", 2),
    ("third-a", 3),
    ("third-b", 3),
    ("last", 5),
    ("new-strong", None),
    ("new-weak", None),
]


def lines(page) -> list[tuple[str, int | None]]:
    return [(line.rating.player.username, line.rank) for line in page.rows]


def test_established_players_first_with_shared_ranks(league, client):
    answer = client.get("/leaderboard/")

    assert answer.status_code == 200
    assert lines(answer.context["page"]) == ORDER
    assert answer.content.decode().count('<span class="badge">provisional</span>') == 2


def test_each_pace_has_its_own(league, client):
    assert lines(client.get("/leaderboard/", {"pace": "daily"}).context["page"]) == [
        ("only-daily", 1)
    ]
    for pace in ("blitz", "", "live\x00", "x" * 10_000):
        assert client.get("/leaderboard/", {"pace": pace}).status_code == 404


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_pages_follow_each_other_with_the_right_ranks(league, size):
    found, key = [], ""
    while True:
        page = leaderboard("live", key, size)
        found += lines(page)
        key = page.next_key
        if not key:
            break

    assert found == ORDER


def test_ones_own_row_is_marked_and_ones_rank_told(league, client):
    me = Rating.objects.get(player__username="third-b", pace="live").player
    client.force_login(me)

    body = client.get("/leaderboard/").content.decode()

    assert body.count('<tr class="self">') == 1
    assert "Your rank is <b>3</b>" in body
    assert "provisional until" not in body


def test_a_provisional_player_is_told_so(league, client):
    client.force_login(Rating.objects.get(player__username="new-weak", pace="live").player)

    assert "provisional until" in client.get("/leaderboard/").content.decode()


def test_without_a_rated_match_there_is_no_place(league):
    assert own_place(make_player(), "live") is None


def test_an_empty_board(client):
    answer = client.get("/leaderboard/")

    assert answer.status_code == 200
    assert "Nobody has played" in answer.content.decode()


def test_a_match_that_ended_just_now_counts(client):
    match = finished_match()

    assert {name for name, _ in lines(client.get("/leaderboard/").context["page"])} == {
        match.aton.username,
        match.amon.username,
    }


@pytest.mark.parametrize("key", ["x", "1_2", "1_2_3_4", "a_b_c", "1_" + "9" * 40 + "_1", "1__1"])
def test_a_bad_page_key_is_refused_in_a_sentence(client, key):
    answer = client.get("/leaderboard/", {"after": key})

    assert answer.status_code == 400
    assert "names no page" in answer.content.decode()


def test_few_queries(league, client, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        client.get("/leaderboard/")
    client.force_login(Rating.objects.get(player__username="first", pace="live").player)
    with django_assert_max_num_queries(12):
        client.get("/leaderboard/")


def test_an_index_serves_it(league, django_assert_max_num_queries):
    first = Rating.objects.get(player__username="first", pace="live")
    with django_assert_max_num_queries(20) as seen:
        leaderboard("live")
        leaderboard("live", "1_1700_1", size=1)
        leaderboard("live", "0_1700_1", size=1)
        leaderboard("live", "1_1700_1", size=1, country="EG")
        recent_leaderboard("live", "100_5_7")
        own_place(first.player, "live")
    for query in seen.captured_queries:
        plan = plan_of(query["sql"])
        assert "SCAN" not in plan
        assert "TEMP B-TREE" not in plan


def test_neighbours_stand_around_ones_own_line(league):
    me = Rating.objects.get(player__username="third-b", pace="live").player
    place = own_place(me, "live")
    assert place.rank == 3
    assert [(line.rating.player.username, line.rank) for line in place.neighbours] == ORDER[:5]
    first = own_place(Rating.objects.get(player__username="first", pace="live").player, "live")
    assert [(line.rating.player.username, line.rank) for line in first.neighbours] == ORDER[:4]


def test_a_country_has_its_own_ranks(client):
    rated_player("Ramses", 1900, country="EG")
    rated_player("Horus", 1850)
    rated_player("Tiye", 1800, country="EG")
    rated_player("Wolf", 1700, country="DE")
    assert lines(client.get("/leaderboard/?country=EG").context["page"]) == [
        ("Ramses", 1),
        ("Tiye", 2),
    ]
    assert client.get("/leaderboard/?country=XX").status_code == 404


@pytest.mark.parametrize("size", [1, 2, 10])
def test_the_gain_of_the_last_days(size):
    rated_player("even-a", 1500)
    rated_player("up", 1600)
    rated_player("few-matches", 1700, matches=4)
    rated_player("even-b", 1500)
    rated_player("down", 1400)
    found, key = [], ""
    while True:
        page = recent_leaderboard("live", key, size)
        found += lines(page)
        key = page.next_key
        if not key:
            break
    assert found == [("up", 1), ("even-a", 2), ("even-b", 3), ("down", 4)]


def test_gains_are_forgotten_after_thirty_days(client):
    one, other = make_player("Ramses"), make_player("Tiye")
    begin = timezone.now() - timedelta(days=50)
    for number in range(8):
        finished_match(one, other, seed=number, now=begin + timedelta(days=number * 6))
    assert Rating.objects.get(player=one, pace="live").recent == 8
    assert forget_old_gains(timezone.now()) == 8
    assert forget_old_gains(timezone.now()) == 0
    for rating in Rating.objects.filter(pace="live"):
        young = RatingChange.objects.filter(
            player=rating.player, at__gt=timezone.now() - timedelta(days=30)
        )
        assert rating.recent == young.count() == 4
        assert rating.gain == sum(change.after - change.before for change in young)
    body = client.get("/leaderboard/?by=gain").content.decode()
    assert "Nobody has played" in body
