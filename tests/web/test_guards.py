"""What asks for an account: who has none signs in, and comes to a page that is there."""

from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from games.urls import urlpatterns
from games.usecases.guests import new_guest
from tests.factories import finished_match, make_player

pytestmark = pytest.mark.django_db

ARGUMENTS = {
    "day": date(2026, 11, 30),
    "line_id": 1,
    "puzzle_id": 1,
    "slug": "removing",
    "token": "x",
    "uidb64": "x",
}
GUARDED = {
    "account",
    "account_data",
    "account_delete",
    "account_email",
    "account_name",
    "account_profile",
    "account_sessions",
    "challenge_accept",
    "challenge_cancel",
    "challenge_decline",
    "challenges",
    "chat_report",
    "chat_say",
    "chat_switch",
    "follow",
    "following",
    "match_claim",
    "match_rematch",
    "my_records",
    "pairing_join",
    "pairing_leave",
    "password_change",
    "reach",
    "rematch_decline",
    "shun",
    "shunned",
}


def named(patterns) -> dict[str, list[str]]:
    """Return the names of all addresses with the arguments that they take."""
    found = {}
    for each in patterns:
        if not isinstance(each, URLPattern):
            found |= named(each.url_patterns)
        elif each.name:
            found[each.name] = list(each.pattern.converters)
    return found


def login_asked_for(answer) -> str | None:
    """Return the page to go on to if `answer` asks to sign in, None otherwise."""
    goal = urlsplit(answer.headers.get("HX-Redirect") or answer.headers.get("Location", ""))
    return parse_qs(goal.query)["next"][0] if goal.path == reverse("login") else None


@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize("by_htmx", [False, True])
def test_who_has_no_account_signs_in_and_comes_to_a_page(guest, by_htmx, client):
    match = finished_match(make_player("Ramses"), seed=4)
    client.force_login(match.amon)
    challenge = client.post("/challenges/", {"clock": "3d", "side": "random"}).url.split("/")[2]
    known = {
        **ARGUMENTS,
        "challenge_id": challenge,
        "match_id": match.pk,
        "username": "Ramses",
    }
    headers = {"HX-Request": "true"} if by_htmx else {}
    guarded = set()
    for name, arguments in named(urlpatterns).items():
        if name == "password_change_done":
            continue  # Django's own, which tells nothing of anybody
        address = reverse(name, kwargs={each: known[each] for each in arguments})
        for method in ("get", "post"):
            visitor = Client()
            if guest:
                visitor.force_login(new_guest())
            answer = getattr(visitor, method)(address, headers=headers)
            goal = login_asked_for(answer)
            if goal is None:
                continue
            guarded.add(name)
            assert answer.status_code == (200 if by_htmx else 302)
            assert client.get(goal).status_code in {200, 302}, (name, goal)
            assert goal.startswith(address) or address.startswith(goal) or goal == "/lobby/"
    assert guarded == GUARDED
