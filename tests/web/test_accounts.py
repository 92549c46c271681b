"""Registering, signing in and out, changing and resetting the password."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Player, Rating
from games.usecases.register import UsernameTaken, register
from tests.factories import PASSWORD, make_player

pytestmark = pytest.mark.django_db


def registration(**changes) -> dict[str, str]:
    return {"username": "Nefertiti", "password1": PASSWORD, "password2": PASSWORD, **changes}


def signed_in_as(client) -> str:
    player_id = client.session.get("_auth_user_id")
    return Player.objects.get(pk=player_id).username if player_id else ""


def test_registering_signs_in_and_makes_both_ratings(client):
    answer = client.post("/register/", registration(email="nefertiti@example.org"))

    assert (answer.status_code, answer.url) == (303, "/lobby/")
    assert signed_in_as(client) == "Nefertiti"
    player = Player.objects.get()
    assert player.email == "nefertiti@example.org"
    assert player.password.startswith("argon2$argon2id$")
    assert {rating.pace: rating.rating for rating in player.ratings.all()} == {
        "live": 1500,
        "daily": 1500,
    }


@pytest.mark.parametrize(
    ("username", "sentence"),
    [
        ("", "This field is required."),
        ("ab", "A username has 3 to 20 characters"),
        ("a" * 21, "at most 20 characters"),
        ("x" * 100_000, "at most 20 characters"),
        ("two words", "A username has 3 to 20 characters"),
        ("نفرتيتي", "A username has 3 to 20 characters"),
        ("Ｎｅｆｅｒ", "A username has 3 to 20 characters"),
        ("nefer\x00titi", "Null characters are not allowed."),
        ("nefer\ntiti", "A username has 3 to 20 characters"),
        ("<b>nefer", "A username has 3 to 20 characters"),
        ("Aton", "This username is reserved."),
        ("ADMIN", "This username is reserved."),
        ("tUtAnKhAmUn", "This username is taken."),
    ],
)
def test_a_username_that_will_not_do_is_told_at_its_field(client, username, sentence):
    make_player("Tutankhamun")

    answer = client.post("/register/", registration(username=username))

    assert answer.status_code == 422
    assert sentence in str(answer.context["form"].errors["username"])
    assert list(answer.context["form"].errors) == ["username"]
    assert sentence in answer.content.decode()
    assert Player.objects.count() == 1
    assert not signed_in_as(client)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"password2": "something-else-1"}, "password2"),
        ({"password1": "12345678", "password2": "12345678"}, "password2"),
        ({"password1": "nefertiti", "password2": "nefertiti"}, "password2"),
        ({"password1": "", "password2": ""}, "password1"),
        ({"email": "no address"}, "email"),
    ],
)
def test_other_fields_that_will_not_do(client, fields, wrong):
    answer = client.post("/register/", registration(**fields))

    assert answer.status_code == 422
    assert wrong in answer.context["form"].errors
    assert not Player.objects.exists()


def test_an_empty_form_is_answered_422(client):
    assert client.post("/register/", {}).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_of_several_who_want_a_name_at_once_one_gets_it():
    """Hashing the password takes long enough for all of them to pass the form's check."""
    barrier = threading.Barrier(4)

    def ask(username: str) -> int:
        try:
            client = Client()
            barrier.wait()
            return client.post("/register/", registration(username=username)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(ask, ["Nefertiti", "nefertiti", "NEFERTITI", "neferTITI"]))

    assert sorted(statuses) == [303, 422, 422, 422]
    assert Player.objects.count() == 1
    assert Rating.objects.count() == 2


def test_register_raises_when_the_name_is_gone():
    make_player("Nefertiti")

    with pytest.raises(UsernameTaken):
        register("nefertiti", PASSWORD)


@pytest.mark.parametrize("page", ["/register/", "/login/"])
def test_next_is_followed_on_this_site_only(client, page):
    make_player("Ramses", password=PASSWORD)
    fields = (
        registration() if page == "/register/" else {"username": "Ramses", "password": PASSWORD}
    )

    assert (
        'name="next" value="/challenges/7/"'
        in client.get(page, {"next": "/challenges/7/"}).content.decode()
    )
    assert client.post(page, {**fields, "next": "/challenges/7/"}).url == "/challenges/7/"


@pytest.mark.parametrize(
    "goal",
    ["https://evil.example/", "//evil.example", "javascript:alert(1)", "https:///evil", "\\\\evil"],
)
@pytest.mark.parametrize("page", ["/register/", "/login/"])
def test_next_does_not_lead_away(client, page, goal):
    make_player("Ramses", password=PASSWORD)
    fields = (
        registration() if page == "/register/" else {"username": "Ramses", "password": PASSWORD}
    )

    body = client.get(page, {"next": goal}).content.decode()
    # The page's own address, to which the language switch leads back, may hold it.
    assert all(value.startswith(page) for value in re.findall(r'="([^"]*evil[^"]*)"', body))
    assert client.post(page, {**fields, "next": goal}).url == "/lobby/"


def test_next_goes_along_between_login_and_register(client):
    for page, other in (("/login/", "/register/"), ("/register/", "/login/")):
        body = client.get(page, {"next": "/challenges/7/?a=b&c=d"}).content.decode()
        assert f'href="{other}?next=%2Fchallenges%2F7%2F%3Fa%3Db%26c%3Dd"' in body


@pytest.mark.parametrize("name", ["Ramses", "ramses", "RAMSES"])
def test_signing_in_takes_the_name_in_any_case(client, name):
    make_player("Ramses", password=PASSWORD)

    answer = client.post("/login/", {"username": name, "password": PASSWORD})

    assert answer.status_code == 302
    assert signed_in_as(client) == "Ramses"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"username": "Ramses", "password": "wrong"},
        {"username": "Nobody-here", "password": PASSWORD},
        {"username": "رمسيس", "password": PASSWORD},
        {"username": "Ram\x00ses", "password": PASSWORD},
        {"username": "x" * 100_000, "password": "y" * 100_000},
    ],
)
def test_a_wrong_sign_in_is_answered_422_in_a_sentence(client, fields):
    make_player("Ramses", password=PASSWORD)

    answer = client.post("/login/", fields)

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    # A username is taken in any case; nobody is sent to look for a mistake there.
    assert "both fields" not in answer.content.decode()
    assert not signed_in_as(client)


def test_who_may_not_sign_in_does_not(client):
    make_player("Ramses", password=PASSWORD, is_active=False)

    assert client.post("/login/", {"username": "Ramses", "password": PASSWORD}).status_code == 422


def test_signing_out_is_a_post(client):
    client.force_login(make_player())

    assert client.get("/logout/").status_code == 405
    assert signed_in_as(client)
    assert client.post("/logout/").url == "/"
    assert not signed_in_as(client)


def test_changing_the_password(client):
    player = make_player(password=PASSWORD)
    client.force_login(player)
    page = reverse("password_change")

    assert client.get(page).status_code == 200
    wrong = {"old_password": "wrong", "new_password1": "new-1353-x", "new_password2": "new-1353-x"}
    assert client.post(page, wrong).status_code == 422
    answer = client.post(page, {**wrong, "old_password": PASSWORD}, follow=True)

    assert answer.status_code == 200
    assert answer.redirect_chain == [(reverse("password_change_done"), 302)]
    player.refresh_from_db()
    assert player.check_password("new-1353-x")
    assert signed_in_as(client)


def test_changing_the_password_needs_signing_in(client):
    answer = client.get(reverse("password_change"))

    assert answer.url == f"/login/?next={reverse('password_change')}"


def test_a_new_password_by_email(client):
    player = make_player("Ramses", email="Ramses@Example.org", password=PASSWORD)
    page = reverse("password_reset")
    assert client.get(page).status_code == 200

    answer = client.post(page, {"email": "ramses@example.org"}, follow=True)

    assert answer.status_code == 200
    (letter,) = mail.outbox
    assert "Hello Ramses" in letter.body
    link = re.search(r"http://127.0.0.1:8000(/password/\S+)", letter.body)[1]
    answer = client.get(link, follow=True)
    assert answer.status_code == 200
    form_address = answer.redirect_chain[-1][0]
    mismatch = {"new_password1": "new-1353-x", "new_password2": "other"}
    assert client.post(form_address, mismatch).status_code == 422
    answer = client.post(form_address, {**mismatch, "new_password2": "new-1353-x"}, follow=True)
    assert answer.redirect_chain == [(reverse("password_reset_complete"), 302)]
    player.refresh_from_db()
    assert player.check_password("new-1353-x")
    assert "does not work any more" in client.get(link, follow=True).content.decode()


def test_no_email_is_sent_where_there_is_no_account_or_no_address(client):
    make_player("Ramses", password=PASSWORD)

    answer = client.post(reverse("password_reset"), {"email": "nobody@example.org"})
    assert answer.status_code == 302
    for address in ("", "none", "ﬁ@example.org", "x" * 10_000 + "@example.org"):
        assert client.post(reverse("password_reset"), {"email": address}).status_code == 422
    assert mail.outbox == []


def test_accounts_pages_are_not_cached(client):
    for page in ("/register/", "/login/"):
        assert "no-store" in client.get(page)["Cache-Control"]
