"""Look at a match: make the scene that one viewer may see."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects

from games import engine
from games.engine import SIDES, Side, State, Viewer
from games.models import Action, BotSeat, Match, RatingChange
from games.scene import AgainstBot, ClockFace, LogEntry, RatingSum, Replay, Scene, Seated
from games.usecases.replay import states_of
from games.usecases.take_back import may_take_back

# How many rounds back the table's log reaches; the whole log has a page of its own.
LOG_ROUNDS = 2

SEEN_BY = ("aton", "amon", "public", "open")


def clock_face(match: Match, now: datetime) -> ClockFace:
    """Return what the match's clocks show at `now`."""
    clocks = match.clocks
    running: tuple[Side, ...] = tuple(side for side in SIDES if clocks[side].running)
    left = {side: clocks[side].left_at(now) / 1000 for side in SIDES}
    return ClockFace(left["aton"], left["amon"], running)


def view_of(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return what `viewer` may know of the game (protocol.md, rules section 6)."""
    return engine.view(State.from_json(match.state), viewer)


def look(
    match: Match, viewer: Viewer, now: datetime, *, refusal: str = "", csrf_token: str = ""
) -> Scene:
    """Return the scene of `match` for `viewer` at `now`.

    `refusal` is the sentence that the viewer's last decision was refused with.
    """
    first_round = max(1, match.round - LOG_ROUNDS + 1)
    log = with_notes(_entries(match.actions.filter(round__gte=first_round)), match)
    return Scene(
        match_id=match.pk,
        version=match.version,
        viewer=viewer,
        view=view_of(match, viewer),
        aton=_seated(match, "aton"),
        amon=_seated(match, "amon"),
        clock=clock_face(match, now),
        time_control=match.time_control,
        rated=match.rated,
        unrated_reason=match.unrated_reason,
        log=log,
        log_from_round=first_round,
        rating_sums=_rating_sums(match),
        refusal=refusal,
        csrf_token=csrf_token,
        bot=_against_bot(match, viewer),
    )


def look_back(
    match: Match, step: int, seen_by: str, viewer: Viewer, *, spoiler_free: bool = False
) -> Scene:
    """Return the scene of the finished `match` after `step` actions, as `seen_by` saw it.

    `step` below 0 or past the end is taken as the nearest there is; `seen_by` is aton, amon,
    public, or "open" for all cards open.
    """
    prefetch_related_objects([match], "actions")  # the story needs them too
    actions = list(match.actions.all())
    step = min(max(step, 0), len(actions))
    *_, state = states_of(match, actions[:step])
    view = view_as(state, seen_by)
    first_round = max(1, state.round - LOG_ROUNDS + 1)
    shown = [action for action in actions[:step] if action.round >= first_round]
    return Scene(
        match_id=match.pk,
        version=match.version,
        viewer=viewer,
        view=view,
        aton=_seated(match, "aton"),
        amon=_seated(match, "amon"),
        clock=_clock_face_at(match, actions[:step]),
        time_control=match.time_control,
        rated=match.rated,
        unrated_reason=match.unrated_reason,
        log=with_notes(_entries(shown), match),
        log_from_round=first_round,
        rating_sums=_rating_sums(match),
        replay=Replay(step, len(actions), _round_steps(actions), seen_by, spoiler_free),
        bot=_against_bot(match, viewer),
    )


def log_of(match: Match) -> list[LogEntry]:
    """Return the log of the whole match so far: public events only (rules 6.1)."""
    return with_notes(_entries(match.actions.all()), match)


def view_as(state: State, seen_by: str) -> dict[str, Any]:
    """Return the view of a game that is over as `seen_by` saw it, "open" with all cards open."""
    return state_open(state) if seen_by == "open" else engine.view(state, _seat(seen_by))


def state_open(state: State) -> dict[str, Any]:
    """Return a view of `state` with all cards open, for a match that is over (rules 6.3)."""
    return {
        **engine.view(state, "public"),
        "hand": state.to_json()["hand"],
        "cartouches": state.to_json()["cartouches"],
    }


def _seat(seen_by: str) -> Viewer:
    if seen_by == "aton":
        return "aton"
    return "amon" if seen_by == "amon" else "public"


def _seated(match: Match, side: Side) -> Seated:
    player = match.aton if side == "aton" else match.amon
    rating = match.aton_rating if side == "aton" else match.amon_rating
    if player.is_guest:
        rating = 0  # what every row begins with is not theirs
    has_page = not (player.is_guest or player.deleted_at)
    return Seated(
        player.shown_name, rating, player.get_absolute_url() if has_page else "", player.is_bot
    )


def _against_bot(match: Match, viewer: Viewer) -> AgainstBot | None:
    if viewer == "public" or match.unrated_reason != "bot":
        return None
    seat = BotSeat.objects.filter(match=match).first()
    player = match.aton if viewer == "aton" else match.amon
    if seat is None or player.is_bot:
        return None
    return AgainstBot(seat.level, seat.hurried, may_take_back(match, viewer), player.is_guest)


def _entries(actions: Any) -> list[LogEntry]:
    return [
        LogEntry(action.number, action.side, action.payload["type"], action.events)
        for action in actions
    ]


def with_notes(log: list[LogEntry], match: Match) -> list[LogEntry]:
    """Return `log` with what the house noted on the match, each note after its action."""
    begin = log[0].number - 1 if log else match.decided
    end = log[-1].number if log else match.decided
    notes = [note for note in match.notes.all() if begin <= note.after <= end]
    if not notes:
        return log
    told = [
        LogEntry(
            note.after,
            "",
            "note",
            [{"type": f"note-{note.kind}", "player": note.side, "seconds": note.seconds}],
        )
        for note in notes
    ]
    # Notes come after the action of their number; the sort keeps their own order.
    return sorted([*log, *told], key=lambda entry: (entry.number, entry.type == "note"))


def _round_steps(actions: Sequence[Action]) -> tuple[int, ...]:
    return tuple(
        action.number - 1
        for before, action in zip([None, *actions], actions, strict=False)
        if before is None or before.round != action.round
    )


def _clock_face_at(match: Match, actions: Sequence[Action]) -> ClockFace:
    left: dict[str, int] = dict.fromkeys(SIDES, match.control.base_ms)
    for action in actions:
        if action.side:
            left[action.side] = action.left_ms
    return ClockFace(left["aton"] / 1000, left["amon"] / 1000, ())


def _rating_sums(match: Match) -> list[RatingSum]:
    if not (match.over and match.rated):
        return []
    return [
        RatingSum(
            side="aton" if change.side == "aton" else "amon",
            name=(match.aton if change.side == "aton" else match.amon).shown_name,
            before=change.before,
            after=change.after,
            opponent=change.opponent,
            expected=change.expected,
            score=change.score,
            k=change.k,
        )
        for change in RatingChange.objects.filter(match=match, kind="match").order_by("-side")
    ]
