"""What stands beside the table, over HTTP: chat, blocks, claims, return matches, watching."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.clock import TimeControl
from games.models import Challenge, ChatLine, ChatReport, Match, Reach, Shunning
from games.usecases.chat import LINES
from games.usecases.play import play
from games.usecases.play_bot import play_bot
from tests.factories import finished_match, make_match, make_player

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def client_of(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def match():
    return make_match(make_player("Ramses"), make_player("Seti"))


def say(client, match, text="", phrase="", **options):
    fields = {"text": text, "phrase": phrase}
    return client.post(f"/match/{match.pk}/chat/say/", fields, **options)


def heard(client, match):
    return client.get(f"/match/{match.pk}/chat/").content.decode()


def test_players_and_watchers_have_rooms_of_their_own(match):
    aton, amon = client_of(match.aton), client_of(match.amon)
    watcher, other = client_of(make_player()), client_of(make_player())
    assert say(aton, match, "hello <b>there</b>").status_code == 303
    assert say(watcher, match, "look at that").status_code == 303
    assert "hello &lt;b&gt;there&lt;/b&gt;" in heard(amon, match)
    assert "look at that" in heard(other, match)
    for client in (other, Client()):
        assert "hello" not in heard(client, match)
    assert "look at that" not in heard(amon, match)


def test_quick_phrases_are_read_in_ones_own_language(match):
    say(client_of(match.aton), match, phrase="luck")
    assert "Good luck!" in heard(client_of(match.amon), match)
    german = client_of(match.amon)
    answer = german.get(f"/match/{match.pk}/chat/", HTTP_ACCEPT_LANGUAGE="de")
    assert "Viel Glück!" in answer.content.decode()


def test_characters_that_no_key_writes_are_left_out(match):
    line = "".join(map(chr, range(0x20))) + "he\x00ll\x1bo\x7f\x9f"
    assert say(client_of(match.aton), match, line).status_code == 303
    assert ChatLine.objects.get().text == "hello"
    assert say(client_of(match.aton), match, "\x00\x01").status_code == 400


@pytest.mark.parametrize("fields", [("", ""), ("  \n ", ""), ("x" * 201, ""), ("", "insult")])
def test_nothing_too_much_and_unknown_phrases_are_refused(match, fields):
    answer = say(client_of(match.aton), match, *fields, **HTMX)
    assert answer.status_code == 400
    assert "alert" in answer.content.decode()
    assert not ChatLine.objects.exists()


def test_who_says_too_much_waits(match):
    client = client_of(match.aton)
    for number in range(LINES):
        assert say(client, match, f"line {number}").status_code == 303
    assert say(client, match, "more").status_code == 429
    ChatLine.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert say(client, match, "more").status_code == 303


def test_the_room_closes_an_hour_after_the_end(match):
    Match.objects.filter(pk=match.pk).update(
        reason="abort", ended_at=timezone.now() - timedelta(hours=2)
    )
    assert say(client_of(match.aton), match, "still here?").status_code == 422


def test_muting_and_blocking_silence_and_can_be_taken_back(match):
    aton, amon = client_of(match.aton), client_of(match.amon)
    say(aton, match, "hello")
    for kind in ("mute", "block"):
        assert amon.post("/players/Ramses/shun/", {"kind": kind}).url == "/players/Ramses/"
        assert "hello" not in heard(amon, match)
        assert "Ramses" in amon.get("/blocked/").content.decode()
        amon.post("/players/Ramses/shun/", {"kind": kind, "undo": "on"})
        assert "hello" in heard(amon, match)
    assert amon.post("/players/Seti/shun/", {"kind": "block"}).status_code == 422
    assert amon.post("/players/Ramses/shun/", {"kind": "hate"}).status_code == 400
    assert amon.post("/players/Nobody-here/shun/", {"kind": "mute"}).status_code == 404
    assert not Shunning.objects.exists()


def test_reports_reach_the_administrators(match, admin_client):
    aton, amon = client_of(match.aton), client_of(match.amon)
    say(aton, match, "something rude")
    line = ChatLine.objects.get()
    for _ in range(2):
        assert amon.post(f"/chat/{line.pk}/report/").status_code == 303
    assert ChatReport.objects.get().reporter == match.amon
    assert aton.post(f"/chat/{line.pk}/report/").status_code == 403
    assert client_of(make_player()).post(f"/chat/{line.pk}/report/").status_code == 403
    page = admin_client.get("/admin/games/chatreport/").content.decode()
    assert "something rude" in page
    assert "Ramses" in page


def test_chat_can_be_switched_off_altogether(match):
    aton, amon = client_of(match.aton), client_of(match.amon)
    say(aton, match, "hello")
    assert amon.post("/chat/switch/", {"on": "off", "match": match.pk}).status_code == 303
    page = amon.get(f"/match/{match.pk}/").content.decode()
    assert "You have switched chat off" in page
    assert "hello" not in page
    assert say(amon, match, "hm").status_code == 422
    amon.post("/reach/", {"chat": "on"})
    assert "hello" in amon.get(f"/match/{match.pk}/").content.decode()
    assert not Reach.objects.get().turn_mails


def test_a_refused_claim_and_return_match_come_with_a_sentence(match):
    client = client_of(match.aton)
    for deed in ("claim", "rematch"):
        assert client.post(f"/match/{match.pk}/{deed}/").status_code == 409
        answer = client.post(f"/match/{match.pk}/{deed}/", **HTMX)
        assert answer.status_code == 409
        assert 'role="alert"' in answer.content.decode()
    assert client_of(make_player()).post(f"/match/{match.pk}/claim/").status_code == 403
    assert client.post("/match/987654/claim/").status_code == 404
    assert Client().post(f"/match/{match.pk}/claim/").url == f"/login/?next=/match/{match.pk}/"


def test_a_bot_is_offered_no_return_match():
    player = make_player()
    untimed = TimeControl.parse("none")
    now = timezone.now()
    match, _ = play_bot(player, "scarab", untimed, side="aton", hurried=False, now=now)
    play(match.pk, player, 0, {"type": "resign"}, now)
    assert client_of(player).post(f"/match/{match.pk}/rematch/").status_code == 422
    assert not Challenge.objects.exists()


def test_a_return_match_over_http():
    over = finished_match()
    aton, amon = client_of(over.aton), client_of(over.amon)
    Match.objects.filter(pk=over.pk).update(ended_at=timezone.now())
    for client in (aton, amon):
        client.get(f"/match/{over.pk}/")
    assert aton.post(f"/match/{over.pk}/rematch/").url == f"/match/{over.pk}/"
    assert "offers you a return match" in amon.get(f"/match/{over.pk}/").content.decode()
    amon.post(f"/match/{over.pk}/rematch/no/")
    assert "offers you" not in amon.get(f"/match/{over.pk}/").content.decode()
    aton.post(f"/match/{over.pk}/rematch/")
    answer = amon.post(f"/match/{over.pk}/rematch/")
    assert answer.url == Match.objects.latest("pk").get_absolute_url()


def test_matches_to_watch_and_the_one_on_the_home_page():
    strong = make_match(make_player("Ramses"), make_player("Seti"))
    Match.objects.filter(pk=strong.pk).update(aton_rating=2000, round=2)
    daily = make_match(clock="3d")
    client = Client()
    home = client.get("/").content.decode()
    assert 'class="featured panel"' in home
    assert f'href="/match/{strong.pk}/"' in client.get("/watch/featured/").content.decode()
    everything = client.get("/watch/").content.decode()
    assert everything.index(f"/match/{strong.pk}/") < everything.index(f"/match/{daily.pk}/")
    live = client.get("/watch/?pace=live").content.decode()
    assert f"/match/{daily.pk}/" not in live
    assert client.get("/watch/?pace=odd").status_code == 200


def test_an_administrator_ends_a_match_from_the_admin_pages(admin_client, match):
    answer = admin_client.post(
        "/admin/games/match/",
        {"action": "end_matches", "_selected_action": [match.pk]},
        follow=True,
    )
    assert answer.status_code == 200
    match.refresh_from_db()
    assert (match.over, match.unrated_reason) == (True, "admin")
