"""The list of finished matches."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Match, Result
from games.usecases.list_games import GameFilter, list_games
from games.usecases.play import play
from tests.factories import finished_match, make_match, make_player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def resigned(aton=None, amon=None, *, at=NOON, rated=True) -> Match:
    match = make_match(aton, amon, rated=rated, now=at)
    play(match.pk, match.aton, 0, {"type": "resign"}, at)
    match.refresh_from_db()
    return match


def aborted(aton=None, *, at=NOON) -> Match:
    match = make_match(aton, now=at)
    play(match.pk, match.aton, 0, {"type": "abort"}, at)
    match.refresh_from_db()
    return match


def shown(client, **query) -> list[int]:
    answer = client.get("/games/", query)
    assert answer.status_code == 200
    return [match.pk for match in answer.context["page"].rows]


def test_finished_matches_newest_first_and_no_others(client):
    make_match()
    old, new = resigned(), resigned(at=NOON + timedelta(days=1))
    middle = finished_match(now=NOON + timedelta(hours=1))

    assert shown(client) == [new.pk, middle.pk, old.pk]
    body = client.get("/games/").content.decode()
    assert f'href="/match/{new.pk}/"' in body
    assert "resignation" in body


def test_a_match_that_ended_just_now_is_there(client):
    match = finished_match()

    assert shown(client) == [match.pk]
    assert shown(client, player=match.aton.username) == [match.pk]
    assert shown(client, player=match.amon.username.upper()) == [match.pk]


def test_aborted_matches_are_listed_as_aborted(client):
    me = make_player("Ramses")
    match = aborted(me)

    assert shown(client) == shown(client, reason="abort") == [match.pk]
    assert "Aborted" in client.get("/games/").content.decode()
    assert shown(client, player="Ramses") == []
    body = client.get("/games/", {"player": "Ramses", "reason": "abort"}).content.decode()
    assert "not listed by player" in body


def test_filters(client):
    me, other = make_player("Ramses"), make_player("Seti")
    first = resigned(me, other)
    second = resigned(other, me, at=NOON + timedelta(minutes=1), rated=False)
    third = resigned(at=NOON + timedelta(minutes=2), rated=False)
    fourth = aborted(at=NOON + timedelta(minutes=3))

    assert shown(client, player="Ramses") == [second.pk, first.pk]
    assert shown(client, rated="yes") == [fourth.pk, first.pk]
    assert shown(client, rated="no") == [third.pk, second.pk]
    assert shown(client, reason="resign") == [third.pk, second.pk, first.pk]
    assert shown(client, reason="resign", rated="yes") == [first.pk]
    assert shown(client, player="seti", reason="resign", rated="no") == [second.pk]
    assert shown(client, reason="gold") == []


@pytest.mark.parametrize(
    "query",
    [
        {"player": "Nobody-here"},
        {"player": "رمسيس"},
        {"player": "a\x00b"},
        {"player": "x" * 10_000},
        {"rated": "perhaps"},
        {"reason": "boredom"},
    ],
)
def test_a_filter_that_will_not_do_is_told(client, query):
    resigned()

    answer = client.get("/games/", query)

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert list(answer.context["page"].rows) == []


@pytest.mark.parametrize("by_player", [True, False])
def test_pages_follow_each_other_without_gap_or_repeat(by_player):
    me = make_player()
    # Several end in the same instant, so that the number has to decide.
    matches = [resigned(me, at=NOON + timedelta(seconds=number // 3)) for number in range(8)]
    wanted = GameFilter(player=me if by_player else None)

    found, key, pages = [], "", 0
    while True:
        page = list_games(wanted, key, size=3)
        found += [match.pk for match in page.rows]
        key, pages = page.next_key, pages + 1
        if pages == 1:
            resigned(me, at=NOON + timedelta(days=1))  # moves no later page
        if not key:
            break

    assert found == [match.pk for match in reversed(matches)]
    assert pages == 3


def test_the_pager_keeps_the_filter(client):
    me = make_player("Ramses")
    for number in range(32):
        Match.objects.create(
            aton=me, amon=make_player(), rated=True, pace="live", time_control="600+15",
            aton_rating=1500, amon_rating=1500, seed="", state={}, aton_ms=0, amon_ms=0,
            started_at=NOON, ended_at=NOON + timedelta(seconds=number), reason="resign",
        )  # fmt: skip

    answer = client.get("/games/", {"reason": "resign", "rated": "yes"})

    key = answer.context["page"].next_key
    assert f'href="?reason=resign&amp;rated=yes&amp;after={key}"' in answer.content.decode()
    assert len(shown(client, reason="resign", rated="yes", after=key)) == 2


@pytest.mark.parametrize(
    "key", ["x", "1", "1_2_3", "_", "1_x", "١_٢", "9" * 30 + "_1", "9" * 19 + "_1", "1_" + "9" * 19,
            "9223372036854775807_1", "-9223372036854775807_1", "1\x00_2", "x" * 10_000]
)  # fmt: skip
@pytest.mark.parametrize("player", ["", "Ramses"])
def test_a_bad_page_key_is_refused_in_a_sentence(client, key, player):
    resigned(make_player("Ramses"))

    answer = client.get("/games/", {"after": key, "player": player})

    assert answer.status_code == 400
    assert "names no page" in answer.content.decode()


def test_few_queries_however_long_the_list(client, django_assert_max_num_queries):
    me = make_player("Ramses")
    for number in range(6):
        finished_match(me, seed=number)
    with django_assert_max_num_queries(1):
        client.get("/games/")
    with django_assert_max_num_queries(2):
        client.get("/games/", {"player": "ramses"})


@pytest.mark.parametrize(
    ("fields", "index"),
    [
        ({}, "match_finished"),
        ({"rated": True}, "match_finished_by_rated"),
        ({"reason": "gold"}, "match_finished_by_reason"),
        ({"rated": False, "reason": "gold"}, "match_finished_by_both"),
    ],
)
def test_an_index_serves_every_filter(django_assert_num_queries, fields, index):
    with django_assert_num_queries(2) as seen:
        list_games(GameFilter(**fields))
        list_games(GameFilter(**fields), "1000000_5")
    for query in seen.captured_queries:
        plan = plan_of(query["sql"])
        assert index in plan
        assert "SCAN games_match\n" not in plan
        assert "TEMP B-TREE" not in plan


def plan_of(sql: str) -> str:
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("the plans of SQLite are read; PostgreSQL scans what is small")
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return "\n".join(row[-1] for row in cursor.fetchall()) + "\n"


@pytest.mark.parametrize("reason", ["", "gold"])
def test_an_index_serves_a_players_list(django_assert_num_queries, reason):
    wanted = GameFilter(player=make_player(), reason=reason)
    with django_assert_num_queries(1) as seen:
        list_games(wanted, "1000000_5")
    plan = plan_of(seen.captured_queries[0]["sql"])
    assert ("result_of_player_by_reason" if reason else "result_of_player ") in plan
    assert "TEMP B-TREE" not in plan


def test_the_lists_never_read_the_state_of_a_game(client, django_assert_max_num_queries):
    me = make_player("Ramses")
    finished_match(me)
    with django_assert_max_num_queries(20) as seen:
        for page in ("/", "/games/", "/games/?player=ramses", "/players/ramses/", "/lobby/"):
            client.get(page)
    assert not any('"seed"' in query["sql"] for query in seen.captured_queries)
    assert Result.objects.count() == 2
