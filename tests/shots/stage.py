"""Put people and matches in every state into the site's database; print where they are.

Run as a program of its own with the site's environment: `python -m tests.shots.stage`. With
`all` it stages also what takes seconds (a review, positions to practise), with `last` only a
match in its last seconds.
"""

import json
import os
import random
import sys
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aton_site.settings")
django.setup()

from django.test import Client, RequestFactory  # noqa: E402 — Django has to be set up first
from django.utils import timezone  # noqa: E402
from django.views.defaults import server_error  # noqa: E402

from games import engine  # noqa: E402
from games.clock import TimeControl  # noqa: E402
from games.engine.bots.jobs import review_json  # noqa: E402
from games.models import Match, Player  # noqa: E402
from games.usecases.challenge import make_challenge  # noqa: E402
from games.usecases.chat import say  # noqa: E402
from games.usecases.exhibition import play_exhibition, review_exhibition  # noqa: E402
from games.usecases.play import play  # noqa: E402
from games.usecases.play_bot import play_bot  # noqa: E402
from tests import factories  # noqa: E402

SEED = "1353" * 16
# Long enough for whoever looks at everything on a busy machine.
CLOCK = "1800+30"


def decisions_until(stops, rng: random.Random) -> int:
    """Return after how many random decisions `stops(state)` holds, or the match is over."""
    state, decisions = engine.new(bytes.fromhex(SEED)), 0
    while state.to_move and not stops(state):
        action = engine.choose_random(state, rng.choice(state.to_move), rng)
        state, _ = engine.apply(state, action)
        decisions += 1
    return decisions


def match_until(aton, amon, stops, seed: int = 1353) -> Match:
    """Return a match that was played at random until `stops(state)` holds, up to this moment."""
    decisions, now = decisions_until(stops, random.Random(seed)), timezone.now()
    began = now - timedelta(seconds=decisions)
    match = factories.make_match(aton, amon, clock=CLOCK, seed=SEED, now=began)
    return factories.play_random(match, random.Random(seed), decisions)


def cookie_of(player) -> str:
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value


def owes(phase: str, side: str, after: int = 3):
    return lambda state: state.round >= after and state.phase == phase and side in state.to_move


def last_seconds(aton, amon, seconds: int = 18) -> Match:
    """Return a match on a short clock on which so little time is left that it is marked."""
    match = factories.make_match(aton, amon, clock="180+5", seed=SEED)
    for _ in range(2):
        factories.play_random(match, random.Random(2), 1, now=timezone.now())
    deadline = timezone.now() + timedelta(seconds=seconds)
    match.refresh_from_db()
    for side in factories.state_of(match).to_move:
        setattr(match, f"{side}_deadline", deadline)
    match.save()
    return match


def named(name: str) -> Player:
    """Return the player of that name, who may have been staged before."""
    there = Player.objects.filter(username=name).first()
    return there or factories.make_player(name, password=factories.PASSWORD)


def stage() -> dict:
    """Return the addresses of matches in each state, and the session cookies of two players."""
    aton, amon = (named(name) for name in ("Nefertiti", "Ramses"))
    places = {}
    plan = {
        "start": lambda _: True,
        "allocate": owes("allocate", "aton"),
        "place": owes("place", "aton"),
        "remove": owes("remove", "aton"),
        "clear": owes("clear", "aton"),
        "waiting": owes("place", "amon"),
    }
    for name, stops in plan.items():
        places[name] = f"/match/{match_until(aton, amon, stops).pk}/"
    over = match_until(aton, amon, lambda _: False)
    places["over"] = f"/match/{over.pk}/"
    # A defeat by the scoring: the longest thing that the bar has to say.
    places["scored"] = f"/match/{match_until(aton, amon, lambda _: False, 1358).pk}/"
    places["replay"] = f"/match/{over.pk}/?step=20&as=open"
    aborted = factories.make_match(aton, amon)
    play(aborted.pk, aton, 0, {"type": "abort"}, timezone.now())
    places["aborted"] = f"/match/{aborted.pk}/"
    places["last"] = f"/match/{last_seconds(aton, amon).pk}/"
    return {"places": places, "cookies": {"aton": cookie_of(aton), "amon": cookie_of(amon)}}


def bot_match(guest, decisions: int):
    """Let `guest`, or a new one, begin a match against a bot and both decide so often."""
    match, guest = play_bot(
        guest, "scarab", TimeControl.parse("none"), side="aton", hurried=False, now=timezone.now()
    )
    factories.play_random(match, random.Random(7), decisions, now=timezone.now())
    return f"/match/{match.pk}/", guest


def stage_more(scene: dict) -> None:
    """Add to `scene` challenges, talk, bots, a review and what else people come to."""
    aton, amon = (named(name) for name in ("Nefertiti", "Ramses"))
    places, now = scene["places"], timezone.now()
    rapid = TimeControl.parse("600+15")
    for name, challenger, opponent in (
        ("challenge-own", aton, None), ("challenge-to-me", amon, aton),
    ):  # fmt: skip
        made = make_challenge(challenger, opponent, rapid, rated=True, side="random")
        places[name] = f"/challenges/{made.pk}/"
    make_challenge(amon, None, TimeControl.parse("3d"), rated=False, side="aton")
    talk = match_until(aton, amon, owes("allocate", "aton"))
    places["chat"] = f"/match/{talk.pk}/"
    for player, words in ((amon, "Hello! Nice opening."), (aton, "Thank you, yours too.")):
        say(talk.pk, player, words, "", now)
    say(talk.pk, amon, "", "luck", now)
    # The finished one first: a guest's running match would be the one that is played to its end.
    places["bot-over"], guest = bot_match(None, 10_000)
    places["bot"], _ = bot_match(guest, 0)
    scene["cookies"] |= {"guest": cookie_of(guest), "new": cookie_of(named("Tiye"))}
    shown = play_exhibition(("ibis", "jackal"), 20, random.Random(3), now)
    review_exhibition(shown, review_json, now)
    places |= {"review": f"/match/{shown.pk}/review/", "practice": "/practice/"}
    places["review-none"] = f"{places['over']}review/"
    places["embed"] = f"{places['over']}embed/"
    places["log"] = f"{places['place']}log/"
    request = RequestFactory().get("/")
    scene["fault"] = server_error(request).content.decode()


def main() -> None:
    asked = sys.argv[1:]
    if "last" in asked:
        scene = {"last": f"/match/{last_seconds(named('Nefertiti'), named('Ramses')).pk}/"}
    else:
        scene = stage()
        if "all" in asked:
            stage_more(scene)
    json.dump(scene, sys.stdout)


if __name__ == "__main__":
    main()
