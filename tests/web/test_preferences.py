"""Language and colours: chosen by a switch, kept in cookies and with the account."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from tests.factories import PASSWORD, make_player

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def test_the_browser_chooses_the_language_and_the_switch_is_stronger(client):
    assert '<html lang="de"' in client.get("/", headers=GERMAN).content.decode()

    answer = client.post("/preferences/", {"language": "en", "next": "/rules/"}, headers=GERMAN)

    assert (answer.status_code, answer["Location"]) == (303, "/rules/")
    assert '<html lang="en"' in client.get("/", headers=GERMAN).content.decode()


def test_the_language_is_kept_with_the_account(client):
    player = make_player("Tiy", password=PASSWORD)
    client.force_login(player)
    client.post("/preferences/", {"language": "de"})
    player.refresh_from_db()
    assert player.language == "de"

    client.cookies.clear()
    client.post("/login/", {"username": "Tiy", "password": PASSWORD})
    assert '<html lang="de"' in client.get("/").content.decode()


def test_the_colours_are_written_into_the_page_so_nothing_flashes(client):
    assert "data-theme" not in client.get("/").content.decode().partition("<head>")[0]
    client.post("/preferences/", {"theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in client.get("/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get("/").content.decode().partition("<head>")[0]


@pytest.mark.parametrize("sent", [{}, {"language": "xx"}, {"theme": "pink"}])
def test_what_there_is_not_is_refused(client, sent):
    assert client.post("/preferences/", sent).status_code == 400


def test_one_goes_back_to_this_site_only(client):
    answer = client.post("/preferences/", {"theme": "dark", "next": "https://evil.example/"})
    assert answer["Location"] == "/"
    assert client.get("/preferences/").status_code == 405


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_hour_tells_its_zone(language):
    """People far away read it too, and no page knows where they are."""
    moment = datetime(2026, 11, 30, 14, 58, tzinfo=UTC)
    with translation.override(language):
        for name in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert date_format(moment, name).endswith("14:58 UTC")
