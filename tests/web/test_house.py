"""Home, the rules, the error pages, and what every page has."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.lessons import DRAWINGS
from games.rules_text import rules_in
from tests.factories import finished_match, make_match, make_player
from tests.web.test_games import aborted

pytestmark = pytest.mark.django_db


def test_home_shows_what_is_played_and_what_was(client, django_assert_max_num_queries):
    assert "Nobody is playing" in client.get("/").content.decode()
    running, finished, called_off = make_match(), finished_match(), aborted()

    with django_assert_max_num_queries(3):
        body = client.get("/").content.decode()

    assert f'href="/match/{running.pk}/"' in body
    assert f'href="/match/{finished.pk}/"' in body
    assert f'href="/match/{called_off.pk}/"' not in body
    assert 'href="/register/"' in body


def test_home_for_somebody_signed_in(client):
    client.force_login(make_player())

    assert "To the lobby" in client.get("/").content.decode()


def test_the_rules_have_an_anchor_for_every_number(client):
    body = client.get("/rules/").content.decode()

    anchors = re.findall(r'id="rule-([\d.]+)"', body)
    assert len(anchors) == len(set(anchors))
    for section, last in {1: 4, 2: 7, 3: 6, 4: 5, 5: 3, 6: 3, 7: 2, 8: 5}.items():
        assert f"{section}" in anchors
        for number in range(1, last + 1):
            assert f"{section}.{number}" in anchors


def test_the_rules_in_german_have_the_same_anchors_and_tables(client):
    german = client.get("/rules/", headers={"accept-language": "de"}).content.decode()

    assert "Königreich der Toten" in german
    marks = re.compile(r'id="rule-[\d.]+"|<table>')
    assert marks.findall(rules_in("de")) == marks.findall(rules_in("en"))
    assert rules_in("de-at") == rules_in("de")
    assert rules_in("xx") == rules_in("en")


def test_a_page_that_is_not_there(client):
    answer = client.get("/nowhere/%F0%9F%92%80/")

    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_error_pages_need_no_context(name, django_assert_num_queries):
    with django_assert_num_queries(0):
        body = render_to_string(f"{name}.html")

    assert "<h1>" in body
    assert "css/site" in body


def test_an_unknown_host_is_answered_400(settings):
    answer = Client(headers={"host": "evil.example"}).get("/")

    assert answer.status_code == 400
    assert "not understood" in answer.content.decode()


PAGES = ["/", "/rules/", "/lobby/", "/games/", "/leaderboard/", "/login/", "/register/",
         "/password/reset/", "/players/Ramses/"]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_one_heading_and_no_inline_script_or_style(client, page):
    make_player("Ramses")

    answer = client.get(page)
    body = answer.content.decode()

    assert answer.status_code == 200
    assert body.count("<h1") == 1
    assert "style=" not in body
    assert not re.search(r"<script(?![^>]*\bsrc=)", body)
    assert not re.search(r"\son\w+=", body)
    assert "unsafe" not in answer["Content-Security-Policy"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_reading_take_no_posts(client, page):
    if page in {"/login/", "/register/", "/password/reset/"}:
        return
    assert client.post(page).status_code == 405


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_are_drawn_by_the_match_s_own_templates(client, language):
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    assert page.count('<figure class="drawing">') == len(DRAWINGS)
    assert page.count("data-square=") == 3 * 48
    assert "drawing:" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
