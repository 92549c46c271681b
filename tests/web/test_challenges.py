"""Making, showing, accepting, cancelling and declining a challenge."""

import pytest
from django.test import Client

from games.models import Challenge, Match
from tests.factories import make_player
from tests.web.test_lobby import offer

pytestmark = pytest.mark.django_db

GOOD = {"clock": "600+15", "rated": "on", "side": "random"}


@pytest.fixture
def me(client):
    player = make_player("Ramses")
    client.force_login(player)
    return player


def client_of(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_making_one_redirects_to_it(client, me):
    answer = client.post("/challenges/", GOOD)

    challenge = Challenge.objects.get()
    assert (answer.status_code, answer.url) == (303, f"/challenges/{challenge.pk}/")
    assert (challenge.challenger, challenge.opponent) == (me, None)
    assert (challenge.time_control, challenge.rated, challenge.side) == ("600+15", True, "random")


def test_making_one_to_a_player_in_any_case(client, me):
    seti = make_player("Seti")

    client.post("/challenges/", {"clock": "3d", "side": "amon", "opponent": "sETI"})

    challenge = Challenge.objects.get()
    assert challenge.opponent == seti
    assert (challenge.time_control, challenge.rated, challenge.side) == ("3d", False, "amon")


def test_a_clock_of_ones_own(client, me):
    client.post("/challenges/", {**GOOD, "clock": "other", "clock_other": "900+10"})

    assert Challenge.objects.get().time_control == "900+10"


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"clock": ""}, "clock"),
        ({"clock": "other"}, "clock"),
        ({"clock": "other", "clock_other": "<b>"}, "clock"),
        ({"clock": "59+5"}, "clock"),
        ({"clock": "2d"}, "clock"),
        ({"clock": "٦٠٠+١٥"}, "clock"),
        ({"clock": "9" * 10_000 + "+5"}, "clock"),
        ({"side": ""}, "side"),
        ({"side": "red"}, "side"),
        ({"opponent": "Nobody-here"}, "opponent"),
        ({"opponent": "رمسيس"}, "opponent"),
        ({"opponent": "a\x00b"}, "opponent"),
        ({"opponent": "x" * 10_000}, "opponent"),
        ({"opponent": "ramses"}, "__all__"),
    ],
)
def test_one_that_will_not_do_comes_back_with_a_sentence(client, me, fields, wrong):
    answer = client.post("/challenges/", {**GOOD, **fields})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [wrong]
    assert "errorlist" in answer.content.decode()
    assert not Challenge.objects.exists()


def test_there_is_an_end_to_open_challenges(client, me):
    for _ in range(20):
        offer(me)

    answer = client.post("/challenges/", GOOD)

    assert answer.status_code == 422
    assert "20 open challenges" in answer.content.decode()


def test_without_an_account_one_signs_in_first_and_comes_back(client):
    challenge = offer(make_player())

    assert client.post("/challenges/", GOOD).url == "/login/?next=/lobby/"
    for deed in ("accept", "cancel", "decline"):
        answer = client.post(f"/challenges/{challenge.pk}/{deed}/")
        assert answer.url == f"/login/?next=/challenges/{challenge.pk}/"
    challenge.refresh_from_db()
    assert challenge.status == "open"


def test_the_way_from_a_link_over_registering_into_the_match(client):
    challenge = offer(make_player("Seti"))
    page = client.get(f"/challenges/{challenge.pk}/")
    assert f"/register/?next=%2Fchallenges%2F{challenge.pk}%2F" in page.content.decode()

    answer = client.post(
        "/register/",
        {
            "username": "Newcomer",
            "password1": "nile-delta-1353",
            "password2": "nile-delta-1353",
            "next": f"/challenges/{challenge.pk}/",
        },
        follow=True,
    )
    assert "Accept and play" in answer.content.decode()
    answer = client.post(f"/challenges/{challenge.pk}/accept/")

    match = Match.objects.get()
    assert (answer.status_code, answer.url) == (303, f"/match/{match.pk}/")
    assert {match.aton.username, match.amon.username} == {"Seti", "Newcomer"}


def test_who_sees_what(client, me):
    other, third = make_player("Seti"), make_player()
    challenge = offer(other, me)
    page = f"/challenges/{challenge.pk}/"

    mine = client.get(page).content.decode()
    assert f"{page}accept/" in mine
    assert f"{page}decline/" in mine
    assert f"{page}cancel/" not in mine
    theirs = client_of(other).get(page).content.decode()
    assert f"{page}cancel/" in theirs
    assert f"{page}accept/" not in theirs
    assert f'value="http://testserver{page}"' in theirs
    stranger = client_of(third).get(page).content.decode()
    assert f"{page}accept/" not in stranger
    assert "made to somebody else" in stranger


def test_the_one_who_waits_is_taken_to_the_match(client, me):
    challenge = offer(me)
    page = f"/challenges/{challenge.pk}/"
    assert f'hx-get="{page}status/"' in client.get(page).content.decode()
    assert client.get(f"{page}status/").status_code == 204

    client_of(make_player()).post(f"{page}accept/")

    match = Match.objects.get()
    assert client.get(f"{page}status/")["HX-Redirect"] == f"/match/{match.pk}/"
    assert client.get(page).url == f"/match/{match.pk}/"
    watching = client_of(make_player()).get(page)
    assert watching.status_code == 200
    assert f'href="/match/{match.pk}/"' in watching.content.decode()


def test_the_one_who_waits_is_told_of_a_refusal(client, me):
    other = make_player("Seti")
    challenge = offer(me, other)

    answer = client_of(other).post(f"/challenges/{challenge.pk}/decline/")

    assert (answer.status_code, answer.url) == (303, "/lobby/")
    status = client.get(f"/challenges/{challenge.pk}/status/")
    assert status["HX-Redirect"] == f"/challenges/{challenge.pk}/"
    assert "was declined" in client.get(f"/challenges/{challenge.pk}/").content.decode()


@pytest.mark.parametrize("side", ["aton", "amon"])
def test_the_challenger_gets_the_side_they_asked_for(client, me, side):
    challenge = offer(make_player("Seti"), side=side)

    client.post(f"/challenges/{challenge.pk}/accept/")

    assert getattr(Match.objects.get(), side).username == "Seti"


def test_refusals_are_pages_with_a_sentence(client, me):
    other = make_player()
    own, to_other = offer(me), offer(make_player(), other)
    for address, status, sentence in [
        (f"/challenges/{own.pk}/accept/", 403, "This is your own challenge"),
        (f"/challenges/{to_other.pk}/accept/", 403, "made to somebody else"),
        (f"/challenges/{to_other.pk}/cancel/", 403, "Only the one who made"),
        (f"/challenges/{to_other.pk}/decline/", 403, "Only the one who was challenged"),
    ]:
        answer = client.post(address)
        assert answer.status_code == status
        assert sentence in answer.content.decode()
        assert "<html" in answer.content.decode()


def test_closed_challenges_are_conflicts(client, me):
    cancelled, taken = offer(make_player()), offer(make_player())
    client_of(cancelled.challenger).post(f"/challenges/{cancelled.pk}/cancel/")
    client_of(make_player()).post(f"/challenges/{taken.pk}/accept/")

    for challenge in (cancelled, taken):
        assert client.post(f"/challenges/{challenge.pk}/accept/").status_code == 409
    assert client_of(taken.challenger).post(f"/challenges/{taken.pk}/cancel/").status_code == 409
    assert Match.objects.count() == 1


def test_doing_it_twice_is_as_good_as_once(client, me):
    challenge, own = offer(make_player()), offer(me)

    first = client.post(f"/challenges/{challenge.pk}/accept/")
    assert client.post(f"/challenges/{challenge.pk}/accept/").url == first.url
    for _ in range(2):
        assert client.post(f"/challenges/{own.pk}/cancel/").status_code == 303
    assert Match.objects.count() == 1


@pytest.mark.parametrize("number", ["1", "9223372036854775808", "9" * 5000])
def test_what_is_not_there(client, me, number):
    assert client.get(f"/challenges/{number}/").status_code == 404
    for deed in ("accept", "cancel", "decline"):
        assert client.post(f"/challenges/{number}/{deed}/").status_code == 404


def test_deeds_are_posts(client, me):
    challenge = offer(make_player())
    for address in ("", f"{challenge.pk}/accept/", f"{challenge.pk}/cancel/"):
        assert client.get(f"/challenges/{address}").status_code == 405


def test_a_forged_form_is_refused():
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_player())

    answer = client.post("/challenges/", GOOD)

    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()


def test_the_page_takes_few_queries(client, me, django_assert_max_num_queries):
    challenge = offer(make_player(), me)
    with django_assert_max_num_queries(6):
        client.get(f"/challenges/{challenge.pk}/")
