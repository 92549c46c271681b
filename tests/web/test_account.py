"""One's own account: name, email, privacy, data, sessions, and its end."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import FormerName, Match, Player, QueueEntry, Rating, RatingCount, SignIn
from games.present.browsers import browser_name
from games.usecases.audit import audit_ranks, audit_ratings
from games.usecases.chat import say
from games.usecases.find_opponent import join_queue
from games.usecases.make_record import make_record
from games.usecases.note_presence import note_presence
from games.usecases.shun import shun
from tests.factories import PASSWORD, finished_match, make_match, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ramses():
    return make_player("Ramses", password=PASSWORD, email="ramses@example.org")


@pytest.fixture
def signed_in(client, ramses):
    client.post("/login/", {"username": "ramses", "password": PASSWORD})
    return client


def renamed(client, name):
    return client.post("/account/name/", {"username": name})


def test_a_stranger_has_no_account(client):
    for page in ("/account/", "/account/data.jsonl"):
        assert client.get(page)["Location"].startswith("/login/")


def test_a_new_name_once_a_month_with_the_old_links_leading_on(signed_in, ramses):
    assert renamed(signed_in, "Usermaatre").status_code == 303
    assert signed_in.get("/players/ramses/")["Location"] == "/players/Usermaatre/"
    assert signed_in.get("/players/Usermaatre/").status_code == 200
    # So do all other links that name a player.
    make_player("Nefertari")
    statistics = signed_in.get("/players/RAMSES/statistics/")
    assert statistics["Location"] == "/players/Usermaatre/statistics/"
    for address in ("/compare/?one=Ramses&other=Nefertari", "/games/?player=ramses"):
        page = signed_in.get(address)
        assert page.status_code == 200
        assert "There is no player of this name" not in page.content.decode()
    assert signed_in.get("/compare/?one=Ramses&other=usermaatre").status_code == 422
    again = renamed(signed_in, "Another")
    assert again.status_code == 422
    assert "again from" in again.content.decode()
    # Nobody else gets the old name, neither by registering nor by renaming.
    data = {"username": "RAMSES", "password1": PASSWORD, "password2": PASSWORD}
    assert "taken" in Client().post("/register/", data).content.decode()
    tiye = Client()
    tiye.force_login(make_player("Tiye"))
    assert renamed(tiye, "ramses").status_code == 422
    # A month later its owner may go back to it.
    Player.objects.filter(pk=ramses.pk).update(renamed_at=timezone.now() - timedelta(days=31))
    assert renamed(signed_in, "Ramses").status_code == 303
    assert signed_in.get("/players/Usermaatre/")["Location"] == "/players/Ramses/"
    assert FormerName.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["ab", "admin", "deleted-1234", "tiye", "with space", "x" * 21, ""]
)
def test_a_name_that_will_not_do(signed_in, name):
    make_player("Tiye")
    assert renamed(signed_in, name).status_code == 422
    assert Player.objects.filter(username="Ramses").exists()


def test_the_letters_of_a_name_can_change_their_case(signed_in):
    assert renamed(signed_in, "RAMSES").status_code == 303
    assert not FormerName.objects.exists()


def test_an_email_address_changes_with_the_password_only(signed_in, ramses):
    wrong = signed_in.post("/account/email/", {"email": "x@example.org", "password": "wrong"})
    assert wrong.status_code == 422
    data = {"email": "new@example.org", "password": PASSWORD}
    assert signed_in.post("/account/email/", data).status_code == 303
    # PostgreSQL would refuse what is longer than the column.
    long = {**data, "email": f"{'a' * 250}@example.org"}
    assert signed_in.post("/account/email/", long).status_code == 422
    ramses.refresh_from_db()
    assert ramses.email == "new@example.org"


def test_a_country_counts_where_ranks_are_counted(signed_in, ramses):
    row = ramses.ratings.get(pace="live")
    row.matches = row.wins = 5
    row.established = True
    row.save()
    RatingCount.objects.create(pace="live", rating=1500, players=1)
    for country in ("EG", "DE", ""):
        data = {"country": country, "hide_presence": "on"}
        assert signed_in.post("/account/profile/", data).status_code == 303
        assert Rating.objects.get(player=ramses, pace="live").country == country
        assert audit_ranks().differences == []
    assert signed_in.post("/account/profile/", {"country": "XX"}).status_code == 422


def test_all_ones_data(signed_in, ramses):
    match, seti = finished_match(ramses, seed=4), make_player("Seti")
    say(match.pk, ramses, "Well played, Amon", "", match.ended_at)
    shun(ramses, seti, "mute")
    answer = signed_in.get("/account/data.jsonl")
    things = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    kinds = [thing["kind"] for thing in things]
    assert kinds[0] == "account"
    assert things[0]["email"] == "ramses@example.org"
    assert {"sign-in", "rating", "rating-change", "result", "chat", "mute"} <= set(kinds)
    assert "Well played, Amon" in [thing.get("text") for thing in things]
    assert "password" not in json.dumps(things)


def test_sessions_are_listed_and_ended(signed_in, ramses):
    phone = Client(headers={"User-Agent": "A phone"})
    phone.post("/login/", {"username": "ramses", "password": PASSWORD})
    body = signed_in.get("/account/").content.decode()
    assert "This browser" in body
    assert "A phone" in body
    row = SignIn.objects.get(browser="A phone")
    stranger = Client()
    stranger.force_login(make_player("Tiye"))
    stranger.post("/account/sessions/", {"session": row.pk})
    signed_in.post("/account/sessions/", {"session": "x"})  # names no session, so ends none
    assert phone.get("/account/").status_code == 200
    signed_in.post("/account/sessions/", {"session": row.pk})
    assert phone.get("/account/").status_code == 302
    assert signed_in.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"
            ),
            "Edge, Windows",
        ),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
                "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
            ),
            "Safari, iPhone",
        ),
        (
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/142.0.0.0 Mobile Safari/537.36"
            ),
            "Chrome, Android",
        ),
        ("curl/8.0 " + "x" * 100, ("curl/8.0 " + "x" * 100)[:40]),
        ("", "unknown browser"),
    ],
)
def test_a_session_names_its_browser(agent, name):
    assert browser_name(agent) == name


def test_signing_out_everywhere_else(signed_in, ramses):
    others = [Client(), Client()]
    for other in others:
        other.post("/login/", {"username": "ramses", "password": PASSWORD})
    # A session that was never noted goes too.
    SignIn.objects.all().delete()
    assert signed_in.post("/account/sessions/").status_code == 303
    assert signed_in.get("/account/").status_code == 200
    for other in others:
        assert other.get("/account/").status_code == 302


def test_a_deleted_account_leaves_its_matches_behind(signed_in, ramses):
    match = finished_match(ramses, make_player("Tiye"), seed=4)
    join_queue(ramses, "3d", match.ended_at)
    note_presence(match.pk, ramses.pk, match.ended_at)
    record = make_record(match)
    data = {"sure": "on", "password": PASSWORD}
    assert signed_in.post("/account/delete/", {**data, "password": "x"}).status_code == 422
    assert signed_in.post("/account/delete/", {"password": PASSWORD}).status_code == 422
    assert signed_in.post("/account/delete/", data).status_code == 303

    ramses.refresh_from_db()
    assert ramses.username.startswith("deleted-")
    assert (ramses.email, ramses.is_active, ramses.has_usable_password()) == ("", False, False)
    assert signed_in.get("/account/").status_code == 302
    assert Client().get("/players/ramses/").status_code == 404
    assert Client().get(ramses.get_absolute_url()).status_code == 404
    assert Client().get(f"{ramses.get_absolute_url()}statistics/").status_code == 404
    for left in (ramses.presences, ramses.chat_lines, ramses.shunnings, ramses.puzzle_tries):
        assert not left.exists()
    assert not QueueEntry.objects.filter(player=ramses).exists()
    for page in (f"/match/{match.pk}/", "/games/", "/players/Tiye/", f"/match/{match.pk}/log/"):
        body = Client().get(page).content.decode()
        assert "deleted player" in body, page
        assert "Ramses" not in body, page
    assert make_record(Match.objects.get(pk=match.pk))["actions"] == record["actions"]
    assert audit_ratings(1, 10_000).differences == []
    # The name is free again.
    make_player("Ramses")


def test_nobody_leaves_in_the_middle_of_a_match(signed_in, ramses):
    make_match(ramses)
    answer = signed_in.post("/account/delete/", {"sure": "on", "password": PASSWORD})
    assert answer.status_code == 422
    assert "still playing" in answer.content.decode()
    ramses.refresh_from_db()
    assert ramses.is_active


def test_who_hides_is_seen_by_the_opponent_only(signed_in, ramses):
    match = make_match(ramses, make_player("Tiye"))
    signed_in.post("/account/profile/", {"country": "", "hide_presence": "on"})
    for client, told in ((Client(), False), (signed_in, True)):
        body = client.get(f"/match/{match.pk}/").content.decode()
        assert ("Ramses is here" in body or "Ramses is away" in body) is told
        assert "Tiye is away" in body
