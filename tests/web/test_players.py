"""Players: graphs, statistics, comparing, searching, following."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Follow, Result
from games.usecases.search_players import search_players
from games.usecases.show_ratings import rating_paths
from games.usecases.show_statistics import show_statistics
from tests.factories import finished_match, make_match, make_player
from tests.web.test_games import plan_of, resigned

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def a_career():
    """Four resignations by the one who played Aton: Ramses wins twice, loses, wins again."""
    ramses, tiye = make_player("Ramses"), make_player("Tiye")
    for number, loser in enumerate((tiye, tiye, ramses, tiye)):
        winner = ramses if loser == tiye else tiye
        resigned(loser, winner, at=NOON + timedelta(days=20 * number), rated=number != 3)
    return ramses, tiye


def test_statistics_count_what_was_played():
    ramses, tiye = a_career()
    shown = show_statistics(ramses)
    assert (shown.total.wins, shown.total.draws, shown.total.losses) == (3, 0, 1)
    assert [(tally.key, tally.wins, tally.losses) for tally in shown.by_side] == [
        ("aton", 0, 1),
        ("amon", 3, 0),
    ]
    assert (shown.won_by, shown.lost_by) == ([("resign", 3)], [("resign", 1)])
    assert (shown.longest_win, shown.longest_unbeaten, shown.current_streak) == (2, 2, ("win", 1))
    assert [(each.opponent, each.tally.percent) for each in shown.opponents] == [(tiye, 75)]
    assert [number for _month, number in shown.months] == [2, 2]
    assert shown.opening is None
    assert shown.all_counted


def test_the_first_allocation_and_the_length_are_kept():
    match = finished_match(seed=4)
    result = Result.objects.get(match=match, side="aton")
    first = match.actions.filter(side="aton", payload__type="allocate").first()
    assert result.opening == "".join(map(str, first.payload["cards"]))
    shown = show_statistics(match.aton)
    assert shown.opening == (result.opening, 1)
    assert shown.average_rounds == match.round


def test_the_pages_of_players(client, django_assert_max_num_queries):
    _ramses, tiye = a_career()
    client.force_login(tiye)
    for page in (
        "/players/ramses/",
        "/players/ramses/statistics/",
        "/players/tiye/statistics/",
        "/compare/?one=ramses&other=tiye",
        "/compare/",
        "/players/",
        "/players/?q=ra",
        "/following/",
    ):
        with django_assert_max_num_queries(12):
            answer = client.get(page)
        assert answer.status_code == 200, page
    assert client.get("/players/nobody/statistics/").status_code == 404


def test_the_graph_begins_where_everybody_does_and_names_the_peak(client):
    ramses, _tiye = a_career()
    (path,) = rating_paths(ramses.ratings.all())
    assert [rating for _at, rating in path.points] == [1500, 1520, 1538, 1514]
    assert path.peak == (NOON + timedelta(days=20), 1538)
    body = client.get("/players/ramses/").content.decode()
    assert 'aria-describedby="rating-table-live"' in body
    assert "peak 1538 on 21 May 2026" in body
    assert "rating-table-daily" not in body


def test_comparing_two(client):
    a_career()
    body = client.get("/compare/?one=RAMSES&other=tiye").content.decode()
    assert "Ramses won <b>3</b>, Tiye won <b>1</b>, drawn <b>0</b>." in body
    for query, status in (
        ("one=ramses&other=ramses", 422),
        ("one=ramses&other=nobody", 422),
        ("one=ramses", 422),
    ):
        assert client.get(f"/compare/?{query}").status_code == status


def test_a_search_finds_by_the_beginning(client):
    for name in ("Ramses", "ramose", "Nefertari", "ra_", "guest"):
        if name != "guest":
            make_player(name)
    assert [player.username for player in search_players(" RA ")] == ["ra_", "ramose", "Ramses"]
    assert [player.username for player in search_players("ra_")] == ["ra_"]
    for nothing in ("r", "", "ra%", "räm", "x" * 30, "efer", "\x00\x00"):
        assert search_players(nothing) == []
    hits = client.get("/players/?q=ram", headers={"HX-Request": "true"}).content.decode()
    assert hits.strip().startswith('<div id="hits"')
    assert 'href="/players/Ramses/"' in hits


def test_an_index_serves_the_search(django_assert_num_queries):
    with django_assert_num_queries(1) as seen:
        search_players("ram")
    plan = plan_of(seen.captured_queries[0]["sql"])
    assert "SEARCH games_player USING INDEX" in plan
    assert "TEMP B-TREE" not in plan


def test_following(client):
    ramses, tiye = a_career()
    running = make_match(tiye, make_player())
    assert client.post("/players/tiye/follow/").status_code == 302
    client.force_login(ramses)
    assert client.post("/players/tiye/follow/").status_code == 303
    assert client.post("/players/tiye/follow/").status_code == 303
    assert Follow.objects.count() == 1
    assert "Stop following" in client.get("/players/Tiye/").content.decode()
    body = client.get("/following/").content.decode()
    assert f'href="/match/{running.pk}/"' in body
    assert client.post("/players/ramses/follow/").status_code == 422
    client.post("/players/tiye/follow/", {"stop": "1"})
    assert not Follow.objects.exists()
    assert "You follow nobody yet" in client.get("/following/").content.decode()
