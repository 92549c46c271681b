"""The pages about bots and what a guest sees."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Action, Match, Player, QueueEntry
from games.usecases.bot_players import bot_players
from games.usecases.list_games import GameFilter, list_games
from games.usecases.play import play
from tests.factories import PASSWORD, make_match, make_player, play_random

pytestmark = pytest.mark.django_db

WANTED = {"level": "ibis", "clock": "none", "side": "aton"}


def test_the_home_page_offers_every_bot_by_one_press(client):
    body = client.get("/").content.decode()
    assert 'action="/bots/play/"' in body
    for name in ("scarab", "ibis", "jackal", "sphinx", "pharaoh"):
        assert f'name="level" value="{name}"' in body


def test_the_list_of_bots_and_their_pages(client):
    body = client.get("/bots/?level=sphinx").content.decode()
    assert 'value="sphinx" checked' in body
    for _, bot in bot_players():
        assert bot.get_absolute_url() in body
        page = client.get(bot.get_absolute_url()).content.decode()
        assert "/bots/?level=" in page
        assert ">bot<" in page


def test_a_visitor_plays_at_once_and_is_a_guest(client):
    answer = client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/match/{match.pk}/")
    assert match.aton.is_guest

    page = client.get(answer["Location"])
    body = page.content.decode()
    assert page.context["scene"].viewer == "aton"
    assert match.aton.username not in body
    assert "Guest" in body
    assert "/register/" in body
    assert "∞" in body

    # A second match is the same guest's.
    client.post("/bots/play/", WANTED | {"level": "jackal"})
    assert Match.objects.count() == 2
    assert Player.objects.filter(is_guest=True).count() == 1


def test_a_guest_who_registers_keeps_the_match(client):
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    fields = {"username": "Nefertari", "password1": "nile-delta-1353"}
    answer = client.post("/register/", {**fields, "password2": "nile-delta-1353"})
    assert answer.status_code == 303
    player = Player.objects.named("nefertari")
    assert player == match.aton
    assert not player.is_guest
    page = client.get(match.get_absolute_url())
    assert page.context["user"] == player
    assert page.context["scene"].viewer == "aton"


def test_a_guest_is_asked_to_sign_in_for_matches_against_people(client):
    client.post("/bots/play/", WANTED)
    answer = client.post("/challenges/", {"clock": "600+15", "side": "random"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/")
    guest = Player.objects.get(is_guest=True)
    assert client.get(f"/players/{guest.username}/").status_code == 404
    assert client.get("/lobby/").status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"level": "anubis"}, {"level": "random"}, {"clock": "5"}, {"side": "both"}]
)
def test_a_wrong_form_is_refused_in_words(client, wrong):
    answer = client.post("/bots/play/", WANTED | wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Player.objects.filter(is_guest=True).exists()


def test_no_clock_is_for_bots_only(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("Ramses"))
    answer = client.post("/challenges/", {"clock": "none", "side": "random"})
    assert answer.status_code == 422


def test_the_pause_is_switched_by_the_one_who_plays(client):
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    assert client.post(f"/match/{match.pk}/pace/", {"hurried": "on"}).status_code == 303
    match.refresh_from_db()
    assert match.bot_seat.hurried
    client.post(f"/match/{match.pk}/pace/")
    match.bot_seat.refresh_from_db()
    assert not match.bot_seat.hurried
    # The tools alone for htmx: a page with half-laid cards stays as it is.
    tools = client.post(
        f"/match/{match.pk}/pace/", {"hurried": "on"}, headers={"HX-Request": "true"}
    )
    assert "Let the bot take its time" in tools.content.decode()
    assert "<html" not in tools.content.decode()
    client.logout()
    assert client.post(f"/match/{match.pk}/pace/").status_code == 403
    assert client.post("/match/999/pace/").status_code == 404


def test_the_offer_of_a_bot_stands_beside_the_queue(client):
    player = make_player()
    client.force_login(player)
    client.post("/pairing/join/", {"clock": "600+15"})
    body = client.get("/pairing/").content.decode()
    assert "load delay:20s" in body
    QueueEntry.objects.update(joined_at=timezone.now() - timedelta(seconds=21))
    body = client.get("/pairing/").content.decode()
    assert 'class="offered"' in body
    assert "/pairing/leave/" in body
    answer = client.post("/bots/play/", {"level": "jackal", "clock": "600+15", "side": "random"})
    assert answer.status_code == 303
    assert not QueueEntry.objects.exists()


def test_who_is_paired_while_pressing_the_offer_comes_to_that_match(client):
    player = make_player()
    client.force_login(player)
    client.post("/pairing/join/", {"clock": "600+15"})
    QueueEntry.objects.update(joined_at=timezone.now() - timedelta(seconds=21))
    assert 'name="offered"' in client.get("/pairing/").content.decode()
    QueueEntry.objects.all().delete()
    match = make_match(player)
    offer = {"level": "jackal", "clock": "600+15", "side": "random", "offered": "on"}
    assert client.post("/bots/play/", offer)["Location"] == match.get_absolute_url()
    assert Match.objects.count() == 1
    del offer["offered"]
    client.post("/bots/play/", offer)
    assert Match.objects.count() == 2


def test_a_guest_shows_no_rating(client):
    client.post("/bots/play/", WANTED)
    scene = client.get(Match.objects.get().get_absolute_url()).context["scene"]
    assert scene.aton.rating == 0
    assert scene.amon.rating > 0


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_a_sentence_from_ones_own_view(client):
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    address = f"/match/{match.pk}/hint/"
    answer = client.post(address)
    assert (answer.status_code, answer["Location"]) == (303, address)
    page = client.get(address)
    assert page.status_code == 200
    assert "Pharaoh would say: " in page.content.decode()
    sentence = client.post(address, headers={"HX-Request": "true"}).content.decode()
    assert sentence.strip() in page.content.decode()  # the same decision, the same advice
    assert "<html" not in sentence

    client.logout()
    assert client.post(address).status_code == 403
    assert client.get(address).status_code == 403
    client.force_login(match.amon)
    play(match.pk, match.amon, 0, {"type": "resign"}, timezone.now())
    assert client.post(address).status_code == 409
    refused = client.post(address, headers={"HX-Request": "true"})
    assert refused.status_code == 409
    assert "<html" not in refused.content.decode()
    assert client.post("/match/999/hint/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_no_hints_against_people(client):
    match = make_match()
    client.force_login(match.aton)
    assert client.post(f"/match/{match.pk}/hint/").status_code == 422
    assert client.get(f"/match/{match.pk}/hint/").status_code == 422


def played_on(client) -> tuple[Match, int]:
    """Begin a match, decide until stones were placed, and return that decision's number."""
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    rng = random.Random(1)
    while not Action.objects.filter(match=match, side="aton", payload__type="place").exists():
        play_random(match, rng, 1)
    return match, Action.objects.filter(match=match, side="aton").last().number


def test_taking_back_is_answered_like_a_decision(client):
    match, number = played_on(client)
    address = f"/match/{match.pk}/takeback/"
    page = client.get(match.get_absolute_url()).content.decode()
    assert f'name="number" value="{number}"' in page

    answer = client.post(address, {"number": number})
    assert (answer.status_code, answer["Location"]) == (303, match.get_absolute_url())
    assert client.get(f"{match.get_absolute_url()}view.json").json()["version"] == match.version + 1

    again = client.post(address, {"number": number}, headers={"HX-Request": "true"})
    assert again.status_code == 409
    assert 'role="alert"' in again.content.decode()
    assert client.post(address, {"number": "x"}).status_code == 409
    assert client.post("/match/999/takeback/", {"number": 1}).status_code == 404
    client.logout()
    assert client.post(address, {"number": number}).status_code == 403


def test_a_guest_who_signs_in_takes_the_matches_along(client):
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    guest = match.aton
    play(match.pk, guest, 0, {"type": "resign"}, timezone.now())
    player = make_player("Nefertari", password=PASSWORD)

    answer = client.post("/login/", {"username": "Nefertari", "password": PASSWORD})

    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.aton == player
    assert not match.with_guest
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert {result.player_id for result in match.results.all()} == {player.pk, match.amon_id}
    assert {result.opponent_id for result in match.results.all()} == {player.pk, match.amon_id}
    assert [game.pk for game in list_games(GameFilter(player=player)).rows] == [match.pk]


def test_a_wrong_password_costs_a_guest_nothing(client):
    client.post("/bots/play/", WANTED)
    make_player("Nefertari", password=PASSWORD)
    assert client.post("/login/", {"username": "Nefertari", "password": "x"}).status_code == 422
    assert client.get(Match.objects.get().get_absolute_url()).context["scene"].viewer == "aton"


def test_one_press_at_home_plays_the_bot_of_last_time(client):
    assert 'name="level" value="ibis" class="primary"' in client.get("/").content.decode()
    client.post("/bots/play/", WANTED | {"level": "sphinx"})
    assert 'name="level" value="sphinx" class="primary"' in client.get("/").content.decode()
    assert 'value="sphinx" checked' in client.get("/bots/").content.decode()
    client.cookies["bot"] = "<anubis>"
    assert 'name="level" value="ibis" class="primary"' in client.get("/").content.decode()


def test_another_match_by_one_press_when_one_is_over(client):
    client.post("/bots/play/", WANTED)
    match = Match.objects.get()
    play(match.pk, match.aton, 0, {"type": "resign"}, timezone.now())
    page = client.get(match.get_absolute_url()).content.decode()
    assert 'id="again"' in page
    assert 'name="side" value="amon"' in page
    answer = client.post("/bots/play/", WANTED, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == f"/match/{match.pk + 1}/"
    asked = client.post(f"/match/{match.pk}/review/", headers={"HX-Request": "true"})
    assert asked["HX-Redirect"] == f"/match/{match.pk}/review/"


def test_too_many_matches_are_refused_in_a_sentence_there(client):
    client.post("/bots/play/", WANTED)
    for _ in range(19):
        Match.objects.update(started_at=timezone.now() - timedelta(minutes=1))
        client.post("/bots/play/", WANTED)
    assert Match.objects.count() == 20
    Match.objects.update(started_at=timezone.now() - timedelta(minutes=1))
    answer = client.post("/bots/play/", WANTED, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "20 matches" in answer.content.decode()
    assert "<html" not in answer.content.decode()
