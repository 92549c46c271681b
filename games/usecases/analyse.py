"""Analyse a record that somebody brought: the scene of one moment, and the story."""

from collections.abc import Sequence

from games.clock import UNTIMED, BadTimeControl, TimeControl
from games.engine import State
from games.scene import ClockFace, LogEntry, Replay, Scene, Seated
from games.story import Story
from games.usecases.look import LOG_ROUNDS, view_as
from games.usecases.read_record import ReadRecord
from games.usecases.tell_story import seconds_taken, tell_story


def analyse(read: ReadRecord, step: int, seen_by: str) -> tuple[Scene, Story]:
    """Return the scene after `step` actions of the record, as `seen_by` saw it, and the story."""
    game = read.game
    states = [state for _action, _events, state in game]
    step = min(max(step, 0), len(states) - 1)
    state = states[step]
    first_round = max(1, state.round - LOG_ROUNDS + 1)
    log = [
        LogEntry(
            index,
            action.player if action else "",
            action.type if action else "timeout",
            [event.to_json() for event in events],
        )
        for index, (action, events, _after) in enumerate(game[1 : step + 1], 1)
        if states[index - 1].round >= first_round
    ]
    scene = Scene(
        match_id=0,
        version=step,
        viewer="public",
        view=view_as(state, seen_by),
        aton=Seated(read.names.get("aton", "Aton"), 0, ""),
        amon=Seated(read.names.get("amon", "Amon"), 0, ""),
        clock=ClockFace(0, 0, ()),
        time_control=_control(read.record.get("clock")),
        rated=False,
        log=log,
        log_from_round=first_round,
        replay=Replay(step, len(states) - 1, _round_steps(states), seen_by),
    )
    return scene, tell_story(read.seed, read.actions, game, _seconds(read, states))


def _control(stated: object) -> str:
    """Return the clock that the record states, or that there was none that is known here."""
    try:
        return str(TimeControl.parse(str(stated)))
    except BadTimeControl:
        return UNTIMED


def _round_steps(states: Sequence[State]) -> tuple[int, ...]:
    return (
        0,
        *(
            index
            for index in range(1, len(states))
            if states[index].round != states[index - 1].round
        ),
    )


def _seconds(read: ReadRecord, states: Sequence[State]) -> list[float | None]:
    """Return how long each action took, as far as the record has `times`."""
    times = read.record.get("times")
    if not isinstance(times, list) or not all(
        isinstance(pair, list) and pair and type(pair[0]) is int and abs(pair[0]) < 2**50
        for pair in times
    ):
        return []
    return seconds_taken(
        (action.player, action.type, state.round, pair[0] / 1000)
        for action, state, pair in zip(read.actions, states, times, strict=False)
    )
