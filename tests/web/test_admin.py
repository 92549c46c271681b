"""The admin pages show nothing that rules section 6 hides, and change no history."""

import pytest
from django.apps import apps
from django.contrib import admin

from games.models import Action, Match
from games.usecases.play import play
from tests.factories import PASSWORD, finished_match, make_match, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    player = make_player("Horus", is_staff=True, is_superuser=True)
    client.force_login(player)
    return player


def pages_of(match: Match) -> list[str]:
    addresses = ["/admin/", "/admin/games/match/", "/admin/games/action/"]
    addresses += [
        f"/admin/games/match/{match.pk}/{page}/" for page in ("change", "history", "delete")
    ]
    for action in match.actions.all():
        addresses.append(f"/admin/games/action/{action.pk}/change/")
    return addresses


def test_what_is_hidden_in_a_running_match_is_on_no_page(client, staff):
    match = make_match(staff)
    hand = match.state["hand"]["aton"]
    play(match.pk, match.aton, 0, {"type": "allocate", "cards": hand}, match.started_at)
    (action,) = Action.objects.all()
    cards = str(hand)

    for address in pages_of(match):
        body = client.get(address).content.decode()
        assert match.seed not in body
        assert cards not in body
        assert "pile" not in body
    action_page = client.get(f"/admin/games/action/{action.pk}/change/").content.decode()
    assert "hidden during the match" in action_page


def test_it_is_shown_when_the_match_is_over(client, staff):
    match = finished_match()
    action = match.actions.first()

    assert "allocate" in client.get(f"/admin/games/action/{action.pk}/change/").content.decode()


@pytest.mark.parametrize(
    "query",
    ["seed__startswith=a", "state__hand__aton__0=4", "payload__cards__0=4", "match__seed__gt=8",
     "actions__payload__cards__0=4", "aton_ms__gt=1"],
)  # fmt: skip
def test_no_hidden_column_can_be_asked_for_by_the_address(client, staff, query):
    make_match(staff)
    for table in ("match", "action"):
        answer = client.get(f"/admin/games/{table}/?{query}")
        assert answer.status_code in {302, 400}


def test_offered_filters_work(client, staff):
    finished_match()

    for query in ("match/?reason__exact=gold", "match/?rated__exact=1", "rating/?pace__exact=live"):
        assert client.get(f"/admin/games/{query}").status_code == 200


def test_history_is_changed_by_no_hand(client, staff):
    match = finished_match()
    rows = {
        "match": match,
        "action": match.actions.first(),
        "result": match.results.first(),
        "ratingchange": match.changes.first(),
        "rating": match.aton.ratings.first(),
    }
    for table, row in rows.items():
        assert client.get(f"/admin/games/{table}/").status_code == 200
        assert client.get(f"/admin/games/{table}/{row.pk}/change/").status_code == 200
        assert client.get(f"/admin/games/{table}/add/").status_code == 403
        assert client.post(f"/admin/games/{table}/{row.pk}/change/", {}).status_code == 403
        assert (
            client.post(f"/admin/games/{table}/{row.pk}/delete/", {"post": "yes"}).status_code
            == 403
        )


def test_accounts_can_be_managed_but_not_opened_or_deleted(client, staff):
    player = make_player("Ramses", email="ramses@example.org")

    assert client.get("/admin/games/player/?q=ramses").status_code == 200
    assert client.get("/admin/games/player/add/").status_code == 403
    page = f"/admin/games/player/{player.pk}/change/"
    assert client.get(page).status_code == 200
    assert client.post(page, {"email": "new@example.org"}).status_code == 302
    player.refresh_from_db()
    assert (player.username, player.email, player.is_active) == (
        "Ramses", "new@example.org", False,
    )  # fmt: skip
    assert client.post(f"/admin/games/player/{player.pk}/delete/").status_code == 403
    word = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert client.post(f"/admin/games/player/{player.pk}/password/", word).status_code == 302


def test_it_is_for_staff_only(client):
    client.force_login(make_player())

    assert client.get("/admin/games/match/").status_code == 302


def test_every_registered_table_of_the_game_is_covered():
    """A table that is registered later has to be thought through here too."""
    registered = {model.__name__ for model in apps.get_app_config("games").get_models()
                  if admin.site.is_registered(model)}  # fmt: skip
    assert registered == {
        "Action", "Challenge", "ChatReport", "Lapse", "Match", "Player", "Rating", "RatingChange",
        "Result",
    }  # fmt: skip
