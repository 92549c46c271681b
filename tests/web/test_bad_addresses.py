"""Addresses that nobody would link to are answered in words, never with a fault."""

from urllib.parse import quote

import pytest

from games.models import Match
from tests.factories import finished_match, make_match, make_player

pytestmark = pytest.mark.django_db

NONSENSE = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "%",
    "'; DROP TABLE games_match; --",
    "<script>",
    "²",
    "١٢",
    "-1",
    "1e9",
    "9" * 30,
    "x" * 5000,
    "\ud7ff\U0001f3fa",
    "../../etc/passwd",
    "1_2_3_4",
    "9223372036854775808_1",
    "-9223372036854775808_-1_-1",
]
PAGES = [
    "/games/?player={}",
    "/games/?after={}",
    "/games/?rated={}",
    "/games/?reason={}",
    "/games/?player=Ramses&after={}",
    "/leaderboard/?pace={}",
    "/leaderboard/?country={}",
    "/leaderboard/?after={}",
    "/leaderboard/?by=gain&after={}",
    "/leaderboard/?by={}",
    "/players/?q={}",
    "/compare/?one={}&other=Ramses",
    "/compare/?one={}&other={}",
    "/lobby/?from={}&to={}&pace={}",
    "/lobby/?opponent={}",
    "/match/{match}/?step={}",
    "/match/{match}/?as={}",
    "/match/{match}/?spoiler={}",
    "/match/{match}/board.png?spoiler={}",
    "/match/{match}/embed/?spoiler={}",
]


@pytest.mark.parametrize("signed_in", [False, True])
def test_nonsense_in_an_address_is_answered(client, signed_in):
    match = finished_match(make_player("Ramses"), seed=4)
    if signed_in:
        client.force_login(match.aton)
    for page in PAGES:
        for text in NONSENSE:
            address = page.replace("{match}", str(match.pk)).replace("{}", quote(text))
            assert client.get(address).status_code < 500, address
    for text in NONSENSE[1:]:
        for page in ("/players/{}/", "/players/{}/statistics/", "/records/{}.jsonl", "/match/{}/"):
            address = page.replace("{}", quote(text, safe=""))
            assert client.get(address).status_code in {301, 302, 404}, address


@pytest.mark.parametrize(
    "name", ["sessionid", "csrftoken", "django_language", "theme", "messages", "bot", "learnt"]
)
@pytest.mark.parametrize(
    "value", ['"\\000\\000\\000\\000\\000\\000\\000\\000\\000"', "x" * 3000, "\xff" * 9, "="]
)
def test_nonsense_in_a_cookie_is_passed_over(client, name, value):
    for page in ("/", "/lobby/", "/bots/", "/learn/", "/login/"):
        answer = client.get(page, headers={"Cookie": f"{name}={value}"})
        assert answer.status_code == 200, page


def test_nothing_of_a_running_match_can_be_taken_away(client):
    match = make_match()
    hidden = Match.objects.get(pk=match.pk).seed
    for viewer in (None, make_player(), match.aton):
        if viewer is not None:
            client.force_login(viewer)
        for part, status in (
            ("record.json", 404),
            ("board.png", 404),
            ("embed/", 404),
            ("log/", 200),
            ("view.json", 200),
            ("?step=0&as=amon", 200),
            ("?as=open", 200),
            ("?spoiler=0", 200),
            ("review/", 200),
        ):
            answer = client.get(f"/match/{match.pk}/{part}")
            assert answer.status_code == status, part
            assert hidden not in answer.content.decode(errors="replace"), part
    mine = client.get("/records/mine.jsonl")
    assert b"".join(mine.streaming_content) == b""


def test_the_account_of_somebody_else_is_out_of_reach(client):
    victim, other = make_player(email="ramses@nile.example"), make_player()
    client.force_login(victim)
    client.get("/account/")
    (row,) = victim.sign_ins.all()
    client.force_login(other)
    client.post("/account/sessions/", {"session": str(row.pk)})
    assert victim.sign_ins.filter(pk=row.pk).exists()
    told = b"".join(client.get("/account/data.jsonl").streaming_content).decode()
    assert victim.username not in told
    assert "nile.example" not in told


@pytest.mark.parametrize(("method", "address"), [("get", "/logout/"), ("post", "/lobby/")])
def test_an_address_asked_in_the_wrong_way_is_answered_in_words(client, method, address):
    answer = getattr(client, method)(address)
    assert answer.status_code == 405
    assert answer["Allow"]
    assert "This does not work here" in answer.content.decode()
