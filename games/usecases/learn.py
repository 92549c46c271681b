"""Take a lesson: show its position, judge an answer. Nothing is stored on the server."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games import engine
from games.engine import EngineError, Event, State
from games.lessons import Drawing, Lesson, Try, drawn_from, opening_of, try_lesson
from games.refusals import refusal_of
from games.scene import ClockFace, LogEntry, Scene, Seated


def scene_of(lesson: Lesson, *, csrf_token: str, refusal: str = "") -> Scene:
    """Return the scene that the learner finds, or finds again after a refused answer."""
    return _scene(opening_of(lesson), (), csrf_token, refusal)


def scene_drawn(drawing: Drawing) -> Scene:
    """Return the scene that a drawing of the rules shows: for everybody, nothing is asked."""
    state, events = drawn_from(drawing.position)
    return _scene(state, events, "", "", viewer="public")


def scene_after(attempt: Try) -> Scene:
    """Return the scene that an answer led to; nothing is asked in it any more."""
    return _scene(attempt.state, attempt.events, "", "", viewer="public")


def answer_lesson(lesson: Lesson, posted: Mapping[str, Any]) -> Try:
    """Carry out an answer; raises `Refused` when the rules forbid it."""
    try:
        return try_lesson(lesson, posted)
    except EngineError as error:
        raise refusal_of(error) from error


def _scene(
    state: State,
    events: Sequence[Event],
    csrf_token: str,
    refusal: str,
    *,
    viewer: engine.Viewer = "aton",
) -> Scene:
    told = [event.to_json() for event in events]
    return Scene(
        match_id=0,
        version=len(told),
        viewer=viewer,
        view=engine.view(state, viewer),
        aton=Seated(gettext("You"), 0, ""),
        amon=Seated("Amon", 0, ""),
        clock=ClockFace(0, 0, ()),
        time_control="600+15",
        rated=False,
        log=[LogEntry(1, "aton", "", told)] if told else [],
        log_from_round=state.round,
        csrf_token=csrf_token,
        refusal=refusal,
    )
