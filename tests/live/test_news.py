"""The socket of news: who hears which word, and how the house learns who is there."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from aton_site.asgi import application
from games import news
from games.models import Presence, QueueEntry
from games.usecases.delete_account import delete_account
from games.usecases.find_opponent import join_queue, pair_waiting
from games.usecases.sign_ins import end_sign_in, sign_out_everywhere
from tests.factories import PASSWORD, make_match, make_player
from tests.live.talk import Talk
from tests.live.test_socket import session_of

pytestmark = pytest.mark.django_db(transaction=True)

LONG_AGO = timedelta(seconds=8)


async def connected(query, player=None, session=None):
    headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]
    if player:
        session = await sync_to_async(session_of)(player)
    if session:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
    talk = Talk(application, f"/ws/news/?{query}", headers=headers)
    assert (await talk.connect())[0]
    return talk


async def word(talk) -> str:
    while (said := await talk.receive_from()) == "beat":
        pass
    return said


new_player = sync_to_async(make_player)


async def test_who_looks_at_the_lobby_hears_of_it_and_others_do_not():
    player = await new_player()
    lobby, elsewhere = await connected("lobby=1"), await connected("")
    await sync_to_async(join_queue)(player, "600+15", timezone.now())
    assert await word(lobby) == "lobby"
    assert await elsewhere.receive_nothing(timeout=0.2)
    for talk in (lobby, elsewhere):
        await talk.disconnect()


async def test_who_is_paired_is_called_to_the_match():
    players = [await new_player(), await new_player()]
    talks = [await connected("", player) for player in players]
    for player in players:
        await sync_to_async(join_queue)(player, "600+15", timezone.now())
    assert await sync_to_async(pair_waiting)(timezone.now()) == 1
    for talk in talks:
        assert await word(talk) == "mine"
        assert (await word(talk)).startswith("go /match/")
        await talk.disconnect()


async def test_an_answered_beat_keeps_the_place_in_the_queue(monkeypatch):
    monkeypatch.setattr(news, "BEAT_SECONDS", 0.05)
    player = await new_player()
    await sync_to_async(join_queue)(player, "600+15", timezone.now())
    talk = await connected("", player)
    began = timezone.now()
    await sync_to_async(QueueEntry.objects.update)(seen_at=began - LONG_AGO)
    assert await talk.receive_from() == "beat"
    await talk.send_to(text_data="here")
    await talk.receive_from()
    await talk.send_to(text_data="whatever")
    await talk.receive_from()
    await talk.disconnect()
    entry = await sync_to_async(QueueEntry.objects.get)()
    assert entry.seen_at >= began


@sync_to_async
def change_the_password(client):
    fields = dict.fromkeys(("new_password1", "new_password2"), "another papyrus 2026")
    answer = client.post("/password/", {"old_password": PASSWORD, **fields})
    assert answer.status_code == 302


@pytest.mark.parametrize("way", ["another password", "deletion"])
async def test_no_page_that_is_open_elsewhere_goes_on_after(way, client):
    player = await new_player(password=PASSWORD)
    await sync_to_async(client.force_login)(player)
    elsewhere = await connected("", player)
    if way == "another password":
        await change_the_password(client)
    else:
        await sync_to_async(delete_account)(player, timezone.now())
    assert (await elsewhere.receive_output())["type"] == "websocket.close"
    answer = await sync_to_async(client.get)("/account/")
    if way == "another password":
        listed = answer.context["sign_ins"]
        assert [row.session_key for row in listed] == [client.session.session_key]
    else:
        assert answer.status_code == 302


@pytest.mark.parametrize("way", ["sign out", "end one session", "sign out everywhere"])
async def test_who_signs_out_is_on_no_page_that_is_still_open(way, client):
    player = await new_player()
    await sync_to_async(client.force_login)(player)
    talk = await connected("", session=client.session.session_key)
    elsewhere = await connected("", player)
    if way == "sign out":
        await sync_to_async(client.post)("/logout/")
    elif way == "end one session":
        mine = await sync_to_async(player.sign_ins.get)()
        await sync_to_async(end_sign_in)(player, mine.pk)
    else:
        await sync_to_async(sign_out_everywhere)(player)
    assert (await talk.receive_output())["type"] == "websocket.close"
    if way != "sign out everywhere":
        assert await elsewhere.receive_nothing(timeout=0.2)
    await elsewhere.disconnect()


async def test_only_players_at_their_own_match_are_noted_as_present():
    match = await sync_to_async(make_match)()
    stranger = await new_player()
    for player, noted in ((stranger, 0), (None, 0), (match.aton, 1), (match.amon, 2)):
        talk = await connected(f"match={match.pk}", player)
        await talk.send_to(text_data="here")
        await talk.disconnect()
        assert await sync_to_async(Presence.objects.count)() == noted


NUMBERS = ["", "%FF", "%00", "0", "-5", "1_0", "abc", "²", "987654", "9" * 15, "9" * 200]


@pytest.mark.parametrize("query", [*(f"match={number}" for number in NUMBERS), "x" * 4000])
async def test_whatever_is_asked_for_is_no_error(query):
    talk = await connected(query, await new_player())
    await talk.send_to(text_data="here")
    await talk.send_to(bytes_data=b"here")
    await talk.disconnect()
