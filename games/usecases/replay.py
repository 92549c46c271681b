"""Go through a match again, action by stored action."""

from collections.abc import Iterable, Iterator

from games import engine
from games.engine import State
from games.models import Action, Match


def apply_stored(state: State, action: Action) -> State:
    """Return the position after a stored action of a match."""
    if not action.side:
        return engine.end_on_both_clocks(state)[0]
    return engine.apply(state, engine.parse_action(action.payload))[0]


def states_of(match: Match, actions: Iterable[Action]) -> Iterator[State]:
    """Yield the first position of the match, then the one after each of its `actions`."""
    state = engine.new(bytes.fromhex(match.seed))
    yield state
    for action in actions:
        state = apply_stored(state, action)
        yield state
