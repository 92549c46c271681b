"""Emails on daily matches."""

import re
from datetime import timedelta

import pytest

from games.usecases.digest import AFTER, BETWEEN, send_digests
from games.usecases.note_presence import note_presence
from games.usecases.play import play
from games.usecases.reach import save_reach
from tests.factories import make_match, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def me():
    return make_player("Ramses", email="ramses@example.org")


def test_one_digest_tells_of_all_matches_that_wait(me, mailoutbox):
    matches = [make_match(me, clock="3d"), make_match(me, clock="7d")]
    now = matches[1].started_at
    assert send_digests(now + AFTER - timedelta(seconds=1)) == 0
    assert send_digests(now + AFTER) == 1
    (mail,) = mailoutbox
    assert mail.to == ["ramses@example.org"]
    assert "in 2 matches" in mail.subject
    for match in matches:
        assert f"/match/{match.pk}/" in mail.body
    assert send_digests(now + BETWEEN) == 0
    assert send_digests(now + AFTER + BETWEEN) == 1


def test_who_has_seen_it_or_has_decided_or_plays_live_gets_none(me, mailoutbox):
    seen, decided, _live = make_match(me, clock="3d"), make_match(me, clock="3d"), make_match(me)
    now = decided.started_at
    note_presence(seen.pk, me.pk, now)
    hand = decided.state["hand"]["aton"]
    play(decided.pk, me, 0, {"type": "allocate", "cards": hand}, now)
    assert send_digests(now + 2 * AFTER) == 0


def test_who_does_not_want_them_or_has_no_address_gets_none(me, mailoutbox):
    save_reach(me, chat=True, turn_mails=False)
    match = make_match(me, make_player(), clock="3d")
    assert send_digests(match.started_at + AFTER) == 0


def test_the_link_in_it_stops_them_after_a_press(me, mailoutbox, client):
    match = make_match(me, clock="3d")
    send_digests(match.started_at + AFTER)
    (mail,) = mailoutbox
    link = re.search(r"https?://[^/]+(/emails/off/\S+)", mail.body)[1]
    assert link in mail.extra_headers["List-Unsubscribe"]
    assert client.get(link).status_code == 200
    assert send_digests(match.started_at + AFTER + BETWEEN) == 1
    assert "no more emails" in client.post(link).content.decode()
    assert send_digests(match.started_at + AFTER + 2 * BETWEEN) == 0
    assert client.post(link[:-2] + "x/").status_code == 404


def test_it_is_in_the_language_of_the_one_who_gets_it(me, mailoutbox):
    me.language = "de"
    me.save()
    match = make_match(me, clock="3d")
    send_digests(match.started_at + AFTER)
    assert mailoutbox[0].subject.startswith("Aton")
