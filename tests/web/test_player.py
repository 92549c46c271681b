"""A player's page."""

import pytest

from games.models import RatingChange
from tests.factories import finished_match, make_match, make_player
from tests.web.test_games import aborted, resigned

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ramses_II", "ramses_ii", "RAMSES_II"])
def test_the_name_is_taken_in_any_case(client, name):
    make_player("Ramses_II")

    answer = client.get(f"/players/{name}/")

    assert answer.status_code == 200
    assert "<h1>Ramses_II</h1>" in answer.content.decode()


@pytest.mark.parametrize(
    "name", ["nobody-here", "رمسيس", "a%00b", "%F0%9F%92%80", "x" * 5000, "İstanbul", "..", "<b>"]
)
def test_who_is_not_there(client, name):
    make_player("Ramses")

    answer = client.get(f"/players/{name}/")

    assert answer.status_code == 404


def test_ratings_results_and_running_matches(client):
    me, other = make_player("Ramses"), make_player("Seti")
    resigned(me, other)
    resigned(other, me)
    resigned(me, other, rated=False)
    aborted(me)
    running = make_match(me, other)

    answer = client.get("/players/ramses/")

    profile = answer.context["profile"]
    live, daily = (standing.rating for standing in profile.standings)
    assert (live.wins, live.draws, live.losses) == (1, 0, 1)
    assert (daily.pace, daily.rating, daily.matches) == ("daily", 1500, 0)
    assert sorted(line.result.outcome for line in profile.results) == ["loss", "loss", "win"]
    assert [line.match for line in profile.running] == [running]
    body = answer.content.decode()
    assert f'href="/match/{running.pk}/"' in body
    # What each brought, and from which seat: the newest, an unrated one, was lost as Aton.
    newest, *rated = profile.results
    assert (newest.points, newest.opponent_side) == (None, "amon")
    changes = RatingChange.objects.filter(player=me)
    assert sorted(line.points for line in rated) == sorted(c.after - c.before for c in changes)
    assert body.count("rating points") == len(rated) + 1  # and the gain of 30 days


def test_ones_own_points_come_first(client):
    me = make_player("Ramses")
    match = finished_match(make_player("Seti"), me, seed=4)
    (line,) = client.get("/players/Ramses/").context["profile"].results
    assert (line.own_score, line.opponent_score) == (match.amon_score, match.aton_score)
    assert line.opponent_side == "aton"


def test_the_rank_of_an_established_player(client):
    me = make_player("Ramses")
    for number in range(5):
        finished_match(me, seed=number)

    live, daily = client.get("/players/Ramses/").context["profile"].standings

    assert live.rank == 1
    assert daily.rank is None


def test_who_may_challenge(client):
    make_player("Ramses")
    link = 'href="/lobby/?opponent=Ramses#new"'
    assert link not in client.get("/players/Ramses/").content.decode()
    client.force_login(make_player("Seti"))
    assert link in client.get("/players/Ramses/").content.decode()
    assert "opponent=" not in client.get("/players/Seti/").content.decode()


def test_an_email_address_is_nobodys_business(client):
    make_player("Ramses", email="ramses@example.org")
    client.force_login(make_player())

    assert "ramses@example.org" not in client.get("/players/Ramses/").content.decode()


def test_few_queries_however_many_matches(client, django_assert_max_num_queries):
    me = make_player("Ramses")
    for number in range(6):
        finished_match(me, seed=number)
        make_match(me)
    with django_assert_max_num_queries(6):
        client.get("/players/Ramses/")
