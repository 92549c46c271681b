"""The lobby, its lists, and the badge of what waits for one."""

import random

import pytest
from django.utils import timezone

from games.clock import TimeControl
from games.models import Challenge, Match
from games.usecases.challenge import make_challenge
from games.usecases.find_opponent import join_queue, pair_waiting
from games.usecases.lobby import lobby_of
from tests.factories import make_match, make_player, play_random

pytestmark = pytest.mark.django_db

RAPID = TimeControl.parse("600+15")


def offer(challenger, opponent=None, clock="600+15", *, rated=True, side="random") -> Challenge:
    return make_challenge(challenger, opponent, TimeControl.parse(clock), rated=rated, side=side)


def names(offers) -> list[str]:
    return [offer.challenge.challenger.username for offer in offers]


def test_a_visitor_sees_open_challenges_and_how_to_join(client):
    challenge = offer(make_player("Ramses"))
    offer(make_player("Seti"), make_player("Horemheb"))

    body = client.get("/lobby/").content.decode()

    assert "Ramses" in body
    assert "Seti" not in body
    assert f'href="/challenges/{challenge.pk}/"' in body
    assert "/register/?next=/lobby/" in body
    assert '<form method="post" action="/challenges/' not in body


def test_everybody_sees_their_own_lists():
    me, other, third = make_player(), make_player("Ramses"), make_player("Seti")
    mine, to_all = offer(me), offer(other)
    offer(third, other)
    to_me = offer(other, me)
    match = make_match(me, other)

    lobby = lobby_of(me)

    assert [line.challenge for line in lobby.mine] == [mine]
    assert [line.challenge for line in lobby.open] == [to_all]
    assert [line.challenge for line in lobby.to_me] == [to_me]
    assert [line.match for line in lobby.matches] == [match]
    assert lobby.matches[0].opponent == other
    assert lobby.matches[0].my_move
    assert lobby.matches[0].their_move


def test_matches_where_one_has_to_decide_stand_first():
    me = make_player()
    waiting = make_match(me)
    while waiting.aton_to_move:
        waiting = play_random(waiting, random.Random(waiting.version), decisions=1)
    older = make_match(me)
    newest = make_match(me)

    lines = lobby_of(me).matches

    assert [line.match for line in lines] == [newest, older, waiting]
    assert not lines[-1].my_move


def test_the_rating_shown_is_that_of_the_offered_pace():
    player = make_player()
    player.ratings.filter(pace="daily").update(rating=1733)
    offer(player, clock="3d")
    offer(player)

    assert [line.rating for line in lobby_of(make_player()).open] == [1500, 1733]


def test_the_lists_are_answered_only_when_they_have_changed(client):
    client.force_login(make_player())
    page = client.get("/lobby/")
    seen = page.context["lobby"].fingerprint
    assert f'hx-get="/lobby/lists/?seen={seen}"' in page.content.decode()
    assert client.get("/lobby/lists/", {"seen": seen}).status_code == 204

    offer(make_player("Ramses"))
    answer = client.get("/lobby/lists/", {"seen": seen})

    assert answer.status_code == 200
    assert "Ramses" in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert 'id="attention" hx-swap-oob="true"' in answer.content.decode()


def test_a_move_changes_the_lists():
    me = make_player()
    match = make_match(me)
    before = lobby_of(me).fingerprint

    play_random(match, random.Random(1), decisions=2)

    assert lobby_of(me).fingerprint != before


def test_the_badge_counts_challenges_and_moves_on_every_page(client):
    me = make_player("Ramses")
    client.force_login(me)
    assert '<a class="badge' not in client.get("/rules/").content.decode()

    offer(make_player(), me)
    make_match(me)
    make_match(make_player(), me)

    answer = client.get("/rules/")
    assert (answer.context["attention"].challenges, answer.context["attention"].moves) == (1, 2)
    assert '3<span class="vh"> things wait</span>' in answer.content.decode()


def test_the_opponent_comes_into_the_form_from_the_address(client):
    client.force_login(make_player())

    body = client.get("/lobby/", {"opponent": '"><b>Ramses'}).content.decode()

    assert 'value="&quot;&gt;&lt;b&gt;Ramses"' in body


def test_the_number_of_queries_does_not_grow(client, django_assert_max_num_queries):
    me = make_player()
    client.force_login(me)
    for _ in range(6):
        other = make_player()
        offer(other)
        offer(other, me)
        offer(me, other)
        offer(me)
        make_match(me, other)
    with django_assert_max_num_queries(13):
        client.get("/lobby/")
    with django_assert_max_num_queries(13):
        client.get("/lobby/lists/")
    client.logout()
    with django_assert_max_num_queries(4):
        client.get("/lobby/")


def test_only_reading(client):
    assert client.post("/lobby/").status_code == 405
    assert client.post("/lobby/lists/").status_code == 405


@pytest.mark.parametrize("way", ["look", "stop"])
def test_who_was_paired_unheard_goes_to_the_match_with_the_next_request(client, way):
    """The word of news may come before the page waits, or be lost with the line."""
    one, other = make_player("Ramses"), make_player("Tiye")
    client.force_login(one)
    htmx = {"HX-Request": "true"}
    body = client.post("/pairing/join/", {"clock": "600+15"}, headers=htmx).content.decode()
    assert "/pairing/?waiting=1" in body
    join_queue(other, "600+15", timezone.now())
    assert pair_waiting(timezone.now()) == 1
    if way == "look":
        answer = client.get("/pairing/?waiting=1", headers=htmx)
    else:
        answer = client.post("/pairing/leave/", headers=htmx)
    assert answer.headers["HX-Redirect"] == Match.objects.get().get_absolute_url()
    # Who does not wait looks at the lobby in peace.
    assert "HX-Redirect" not in client.get("/pairing/", headers=htmx).headers
