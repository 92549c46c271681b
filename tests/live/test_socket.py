"""The live socket: what each viewer gets, when, and nothing else."""

import asyncio
import re

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from aton_site.asgi import application
from games.models import Match, Presence
from games.notify import match_changed_on_commit
from games.usecases.play import play
from tests.factories import make_match, make_player, player_on, state_of
from tests.live.talk import Talk

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(player) -> str:
    """Sign the player in and return the key of their session."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return session.session_key


def socket(match_id, session="", language="en", origin=b"http://127.0.0.1"):
    headers = [
        (b"origin", origin),
        (b"host", b"127.0.0.1"),
        (b"accept-language", language.encode()),
    ]
    if session:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
    return Talk(application, f"/ws/match/{match_id}/", headers=headers)


async def connected(match, player=None, **options):
    session = await sync_to_async(session_of)(player) if player else ""
    talk = socket(match.pk, session, **options)
    accepted, _ = await talk.connect()
    assert accepted
    return talk


async def frame(talk) -> str:
    return await talk.receive_from()


def attribute(html, name):
    return re.search(rf'{name}="([^"]*)"', html)[1]


@sync_to_async
def allocate(match, side, version=0):
    cards = state_of(match).to_json()["hand"][side]
    posted = {"type": "allocate", "cards": cards}
    play(match.pk, player_on(match, side), version, posted, match.started_at)


new_match = sync_to_async(make_match)


async def test_connecting_sends_each_viewer_their_own_fragment():
    match = await new_match()
    for player, viewer in ((match.aton, "aton"), (match.amon, "amon"), (None, "public")):
        talk = await connected(match, player)
        html = await frame(talk)
        assert html.startswith("<")
        assert attribute(html, "data-viewer") == viewer
        assert attribute(html, "data-version") == "0"
        assert ('data-form="allocate"' in html) == (player is not None)
        await talk.disconnect()


async def test_an_accepted_decision_reaches_everybody():
    match = await new_match()
    talks = [await connected(match, player) for player in (match.aton, match.amon, None, None)]
    for talk in talks:
        await frame(talk)
    await allocate(match, "aton")
    for talk in talks:
        assert attribute(await frame(talk), "data-version") == "1"
    for talk in talks:
        await talk.disconnect()


async def test_the_fragment_is_in_the_language_of_the_one_who_receives_it():
    match = await new_match()
    talks = [await connected(match, match.aton, language=language) for language in ("en", "de")]
    english, german = [await frame(talk) for talk in talks]
    assert english != german
    for talk in talks:
        await talk.disconnect()


async def test_reconnecting_catches_up():
    match = await new_match()
    talk = await connected(match, match.amon)
    await frame(talk)
    await talk.disconnect()
    await allocate(match, "aton")
    talk = await connected(match, match.amon)
    assert attribute(await frame(talk), "data-version") == "1"
    await talk.disconnect()


async def test_a_ping_is_answered_and_finds_a_lost_hint():
    match = await new_match()
    talk = await connected(match, match.amon)
    await frame(talk)
    await talk.send_to(text_data="ping")
    assert await frame(talk) == "pong"
    assert await talk.receive_nothing(timeout=0.2)

    # The hint is lost when the version rises and nothing is sent to the group.
    @sync_to_async
    def decide_unheard():
        cards = state_of(match).to_json()["hand"]["aton"]
        from django.db import transaction

        with transaction.atomic():
            posted = {"type": "allocate", "cards": cards}
            play(match.pk, match.aton, 0, posted, match.started_at)
            transaction.get_connection().run_on_commit.clear()

    await decide_unheard()
    assert await talk.receive_nothing(timeout=0.2)
    await talk.send_to(text_data="ping")
    assert await frame(talk) == "pong"
    assert attribute(await frame(talk), "data-version") == "1"
    await talk.disconnect()


async def test_an_old_hint_sends_nothing_again():
    match = await new_match()
    await allocate(match, "aton")
    talk = await connected(match, match.amon)
    assert attribute(await frame(talk), "data-version") == "1"
    await sync_to_async(match_changed_on_commit)(match.pk, 1)
    await sync_to_async(match_changed_on_commit)(match.pk, 0)
    assert await talk.receive_nothing(timeout=0.3)
    await talk.disconnect()


@pytest.mark.parametrize("how", ["sign out", "ban", "password"])
async def test_who_is_signed_in_no_more_gets_no_more_of_their_hand(how):
    match = await new_match()
    session = await sync_to_async(session_of)(match.aton)
    talk = socket(match.pk, session)
    assert (await talk.connect())[0]
    assert attribute(await frame(talk), "data-viewer") == "aton"

    @sync_to_async
    def leave():
        if how == "sign out":
            browser = Client()
            browser.cookies[settings.SESSION_COOKIE_NAME] = session
            assert browser.post("/logout/").status_code in {200, 302}
        elif how == "ban":
            match.aton.is_active = False
            match.aton.save()
        else:
            match.aton.set_password("another-secret-1353")
            match.aton.save()

    await leave()
    await allocate(match, "amon")
    html = await frame(talk)
    assert attribute(html, "data-viewer") == "public"
    assert "data-form" not in html
    await talk.disconnect()


@pytest.mark.parametrize(
    ("origin", "good"),
    [
        (b"https://evil.example", False),
        (b"http://127.0.0.1:1", False),
        (b"http://localhost", False),
        (b"null", False),
        (b"", False),
        (b"http://127.0.0.1", True),
        (b"https://127.0.0.1", True),  # a proxy ends TLS
        (settings.PUBLIC_URL.encode(), True),  # a proxy asks by a name of its own
    ],
)
async def test_only_pages_of_this_site_have_sockets(origin, good):
    match = await new_match()
    talk = socket(match.pk, origin=origin)
    accepted, _ = await talk.connect()
    assert accepted == good
    await talk.disconnect()


async def test_a_program_of_an_allowed_host_that_names_no_host_has_a_socket():
    match = await new_match()
    headers = [(b"origin", b"http://127.0.0.1")]
    talk = Talk(application, f"/ws/match/{match.pk}/", headers=headers)
    assert (await talk.connect())[0]
    await talk.disconnect()


async def test_the_servers_own_measure_of_the_line_is_noted():
    match = await new_match()
    for player, noted in ((match.aton, 1), (None, 1), (match.amon, 2)):
        talk = await connected(match, player)
        await frame(talk)
        await talk.send_to(text_data="here")  # nothing was asked yet
        await talk.send_to(text_data="ping")
        assert await frame(talk) == "pong"
        await talk.send_to(text_data="here")
        await talk.send_to(text_data="ping")
        assert await frame(talk) == "pong"
        presences = await sync_to_async(lambda: list(Presence.objects.all()))()
        assert len(presences) == noted
        assert all(0 <= presence.lag_ms < 5000 for presence in presences)
        await talk.disconnect()


@pytest.mark.parametrize("sent", ["pong", "<b>", "{}", "ping " * 1000, "\0"])
async def test_whatever_else_a_browser_sends_is_passed_over(sent):
    match = await new_match()
    talk = await connected(match)
    await frame(talk)
    await talk.send_to(text_data=sent)
    await talk.send_to(bytes_data=b"ping")
    assert await talk.receive_nothing(timeout=0.2)
    await talk.send_to(text_data="ping")
    assert await frame(talk) == "pong"
    await talk.disconnect()


async def test_a_hundred_spectators_all_get_every_newest_version():
    match = await new_match()
    talks = await asyncio.gather(*(connected(match) for _ in range(100)))
    for talk in talks:
        await frame(talk)
    await allocate(match, "aton")
    await allocate(match, "amon")
    newest = (await sync_to_async(Match.objects.get)(pk=match.pk)).version
    for talk in talks:
        html = await frame(talk)
        while attribute(html, "data-version") != str(newest):
            html = await frame(talk)
        await talk.disconnect()


async def test_a_stranger_who_is_signed_in_is_a_spectator():
    match = await new_match()
    stranger = await sync_to_async(make_player)()
    talk = await connected(match, stranger)
    html = await frame(talk)
    assert attribute(html, "data-viewer") == "public"
    assert "data-form" not in html
    await talk.disconnect()


async def test_a_flood_is_cut_off_before_it_reaches_the_application():
    match = await new_match()
    talk = await connected(match)
    await frame(talk)
    for _ in range(200):
        await talk.send_to(text_data="ping")
    pongs = 0
    while (sent := await talk.receive_output())["type"] == "websocket.send":
        pongs += sent["text"] == "pong"
    assert (sent["type"], sent["code"]) == ("websocket.close", 1008)
    assert pongs <= 60
    await talk.disconnect()


@pytest.mark.parametrize("path", ["/ws/", "/ws/nope/", "/ws/match/1", f"/ws/match/{'9' * 120}/"])
async def test_an_address_without_a_socket_is_refused(path):
    headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]
    accepted, _ = await Talk(application, path, headers=headers).connect()
    assert not accepted


@pytest.mark.parametrize("match_id", ["0", "987654", "9" * 15, "9" * 16, "9" * 200, "-1", "abc"])
async def test_a_match_that_is_not_there_refuses_the_socket_and_forgets_it(match_id):
    talk = socket(match_id)
    accepted, _code = await talk.connect()
    assert not accepted
    await talk.disconnect()
    if not settings.REDIS_URL:
        assert not any(get_channel_layer().groups.values())
