"""Scenes of a random but seeded game, as the use-cases would make them."""

import random
from functools import cache

from games import engine
from games.scene import ClockFace, LogEntry, RatingSum, Replay, Scene, Seated


@cache
def game(seed=5):
    """Return the states of a whole random game, and its log entries with their rounds."""
    rng = random.Random(seed)
    state = engine.new(rng.randbytes(32))
    states, log = [state], []
    while state.result is None:
        side = engine.view(state, "public")["to_move"][0]
        action = engine.choose_random(state, side, rng)
        before = state.round
        state, events = engine.apply(state, action)
        entry = LogEntry(len(states), side, action.type, [event.to_json() for event in events])
        states.append(state)
        log.append((before, entry))
    return states, log


def scene(step, viewer="aton", seed=5, **changes):
    """Return the scene after `step` actions of a game as `viewer` sees it."""
    states, log = game(seed)
    state = states[step]
    view = engine.view(state, viewer)
    first = max(1, state.round - 1)
    values = {
        "match_id": 7,
        "version": step,
        "viewer": viewer,
        "view": view,
        "aton": Seated("Nefertiti", 1532, "/players/Nefertiti/"),
        "amon": Seated("Ramses", 1488, "/players/Ramses/"),
        "clock": ClockFace(512.3, 77.9, tuple(view["to_move"])),
        "time_control": "600+15",
        "rated": True,
        "log": [entry for number, entry in log[:step] if number >= first],
        "log_from_round": first,
        **changes,
    }
    return Scene(**values)


def steps_in(phase, seed=5):
    """Return the steps of a game at which it is in `phase`, round 3 and later."""
    states, _ = game(seed)
    return [
        step
        for step, state in enumerate(states)
        if state.phase == phase and (state.round >= 3 or phase == "over")
    ]


def asked(phase, seed=5, **changes):
    """Return a scene in which the viewer owes a decision of `phase`."""
    step = steps_in(phase, seed)[0]
    side = engine.view(game(seed)[0][step], "public")["to_move"][0]
    return scene(step, side, seed, **changes)


def last(**changes):
    """Return the scene of a game's end."""
    return scene(len(game()[0]) - 1, **changes)


SUMS = (
    RatingSum("aton", "Nefertiti", 1532, 1550, 1488, 0.563, 1.0, 40),
    RatingSum("amon", "Ramses", 1488, 1479, 1532, 0.437, 0.0, 20),
)


def replayed(step, seen_by="open", **changes):
    """Return the scene of an earlier moment of a finished game."""
    states, _ = game()
    begins = [n for n, state in enumerate(states) if n == 0 or state.round > states[n - 1].round]
    viewer = seen_by if seen_by in {"aton", "amon"} else "public"
    replay = Replay(step, len(states) - 1, tuple(begins), seen_by)
    return scene(step, view=engine.view(states[step], viewer), replay=replay, **changes)
