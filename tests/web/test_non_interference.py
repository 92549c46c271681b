"""Secrets (rules section 6): what a viewer may not know changes no byte that they get.

Two matches are compared that differ only in what the viewer may not know: the other's hand
and face-down cartouches, the order of the piles, the allocations in the action log. Every
answer of the server to that viewer must be the same byte for byte, with CSRF tokens masked.
"""

import copy
import random
import re

import pytest
from django.test import Client
from django.utils import timezone

from games import engine
from games.models import Action, Match
from games.render import render_table
from games.usecases.look import look
from tests.factories import make_match, play_random

pytestmark = pytest.mark.django_db

CSRF = re.compile(rb'(csrfmiddlewaretoken" value=|csrf-token" content=)"[^"]*"')


def vary_hidden(match: Match, viewer: str, rng: random.Random) -> Match:
    """Store another deal of what `viewer` may not know, legal and equally possible to them."""
    state = copy.deepcopy(match.state)
    for side in engine.SIDES:
        pile = state["pile"][side]
        if side == viewer:
            rng.shuffle(pile)
            continue
        cartouches = state["cartouches"][side]
        revealed = state["revealed"][side]
        covered = cartouches[revealed:] if cartouches else []
        unknown = pile + state["hand"][side] + covered
        rng.shuffle(unknown)
        hand_size = len(state["hand"][side])
        state["hand"][side] = sorted(unknown[:hand_size])
        state["pile"][side] = unknown[hand_size + len(covered) :]
        if cartouches:
            state["cartouches"][side] = (
                cartouches[:revealed] + unknown[hand_size : hand_size + len(covered)]
            )
            for action in Action.objects.filter(match=match, side=side, round=match.round):
                if action.payload["type"] == "allocate":
                    action.payload["cards"] = state["cartouches"][side]
                    action.save(update_fields=["payload"])
    assert engine.setup(state).to_json() == state
    assert engine.view(engine.setup(state), viewer) == engine.view(
        engine.State.from_json(match.state), viewer
    )
    match.state = state
    match.save(update_fields=["state"])
    return match


def everything_sent(match: Match, client: Client, viewer: str) -> dict[str, bytes]:
    """Everything that the server tells the viewer about the match."""
    address = f"/match/{match.pk}/"
    stale = {"version": 99, "type": "place", "squares": "1a1"}
    wrong = {"version": match.version, "type": "allocate", "cards": [7, 7, 7, 7]}
    requests = {
        "page": lambda: client.get(address),
        "fragment": lambda: client.get(address, headers={"HX-Request": "true"}),
        "view": lambda: client.get(f"{address}view.json"),
        "log": lambda: client.get(f"{address}log/"),
        "record": lambda: client.get(f"{address}record.json"),
        "stale": lambda: client.post(f"{address}act/", stale),
        "wrong": lambda: client.post(f"{address}act/", wrong),
        "lobby": lambda: client.get("/lobby/"),
    }
    sent = {}
    for name, request in requests.items():
        answer = request()
        head = "\n".join(
            f"{key}: {value}"
            for key, value in sorted(answer.items())
            if key != "Expires"  # the second at which it was answered
        )
        sent[name] = f"{answer.status_code}\n{head}\n".encode() + CSRF.sub(b"", answer.content)
    # What the socket sends, too: the same rendering without a token.
    sent["frame"] = render_table(look(match, viewer, timezone.now())).encode()
    return sent


@pytest.mark.parametrize("viewer", ["aton", "amon", "public"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_changes_no_byte(seed, viewer, client, settings, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    rng = random.Random(seed)
    match = make_match(now=now)
    if viewer != "public":
        client.force_login(match.aton if viewer == "aton" else match.amon)
    compared = 0
    while not match.over and compared < 12:
        play_random(match, rng, rng.randint(1, 5), now=now)
        if match.over:
            break
        original = everything_sent(match, client, viewer)
        for _ in range(2):
            varied = everything_sent(vary_hidden(match, viewer, rng), client, viewer)
            for name, sent in original.items():
                assert varied[name] == sent, name
        compared += 1
        # The game goes on from the deal that is stored now.
    assert compared >= 3
