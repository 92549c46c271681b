"""Setting up a position: whether the rules allow it (protocol.md, setup)."""

from collections import Counter

from .board import INDEX, REACH, SIDES, STONES, WHOLE_DECK, Side
from .decisions import CLEARED, placeable, removable, removes_own
from .errors import BadState, say
from .rounds import KINGDOM_SPACES, PLAYERS, WINNING_SCORE, lower_card
from .scoring import full_board_reason
from .shape import check_shape
from .state import Cards, Pending, Reason, Result, State


def setup(obj: object) -> State:
    """Return the state that ``obj``, a value decoded from JSON, describes, as it stands.

    Nothing is carried out, also where only one set of squares is legal. Raises BadState
    unless all stones and cards are there, every key is of its type and the rest is what the
    rules give.
    """
    sent = check_shape(obj)
    state = State.from_json(sent)
    _check_material(state)
    _require(
        (state.phase == "over") == (state.result is not None),
        "There is a result when the game is over, and only then.",
    )
    _require(
        sent["to_move"] == list(state.to_move), "In to_move stands who owes a decision, Aton first."
    )
    if state.result is None:
        _check_unfinished(state)
    else:
        _check_finished(state, state.result)
    return state


def _require(holds: bool, sentence: str, rule: str | None = None) -> None:  # noqa: FBT001
    if not holds:
        raise BadState(say(sentence), rule)


def _check_material(state: State) -> None:
    for who in PLAYERS:
        stones = state.stones[who].bit_count() + state.dead[who] + state.supply[who]
        _require(stones == STONES, "Each player has 29 stones (rule 1.3).", "1.3")
        laid = state.cartouches[who]
        cards = state.pile[who] + state.discard[who] + state.hand[who] + (laid or ())
        _require(
            tuple(sorted(cards)) == WHOLE_DECK,
            "Each player has nine cards of each value (rule 1.3).",
            "1.3",
        )
        _require(
            (laid is None) == bool(state.hand[who]),
            "A player holds four cards until they lie on the cartouches (rule 2.3).",
            "2.3",
        )
        turned = Counter(state.war[who]) - Counter(state.discard[who])
        _require(not turned, "The cards of a war lie on the discard pile (rule 2.5).", "2.5")


def _check_unfinished(state: State) -> None:
    _check_nobody_has_won(state)
    if state.phase == "allocate":
        _require(bool(state.to_move), "When both have allocated, they reveal (rule 2.4).", "2.4")
        _check_nothing_revealed(state)
        _require(state.pending is None, "In allocate nothing is pending.")
        _require(
            sum(state.dead) < KINGDOM_SPACES,
            "A round does not begin with eight stones in the Kingdom of the Dead (4.1).",
            "4.1",
        )
        return
    pending = state.pending
    if pending is None:
        raise BadState(say("In {phase} a decision is pending.", phase=state.phase))
    _check_order_of_play(state)
    both_act = state.phase == "clear" or pending.who != state.first
    _check_revealed(state, 4 if both_act else 2)
    _require(
        pending.number > 0 and pending == _pending_by_rules(state, pending.who),
        "In pending stands what the cards ask for (rules 3.1 to 3.5 and 4.3).",
        "7.1",
    )


def _check_nobody_has_won(state: State) -> None:
    _require(max(state.score) < WINNING_SCORE, "With 40 points the game is over.", "2.4")
    _require(
        all(full_board_reason(stones) is None for stones in state.stones),
        "With a full temple or all squares of gold or green the game is over (rule 3.6).",
        "3.6",
    )


def _check_nothing_revealed(state: State) -> None:
    _require(
        state.revealed == (0, 0) and state.first is None and not any(state.war),
        "Until both have allocated no card is revealed and nobody is first (rule 2.4).",
        "2.4",
    )


def _check_order_of_play(state: State) -> None:
    aton, amon = state.cartouches
    if aton is None or amon is None:
        raise BadState(say("Both have allocated when cards are revealed (rule 2.4)."), "2.4")
    first = lower_card((aton[1], amon[1]), (aton[0], amon[0]))
    if first is None:
        first = _first_by_war(state.war)
    else:
        _require(not any(state.war), "There is a war only after two ties (rule 2.5).", "2.5")
    _require(state.first == first, "In first stands who plays first (rule 2.5).", "2.5")


def _first_by_war(war: tuple[Cards, Cards]) -> int:
    pairs = list(zip(*war, strict=False))
    decided = [lower_card(pair) for pair in pairs]
    _require(
        len(war[0]) == len(war[1])
        and bool(pairs)
        and not any(winner is not None for winner in decided[:-1]),
        "A war lasts until one card is lower than the other (rule 2.5).",
        "2.5",
    )
    if decided[-1] is not None:
        return decided[-1]
    _require(
        len(pairs) == len(WHOLE_DECK) - 4,
        "An undecided war ends when all cards are turned over (rule 2.5).",
        "2.5",
    )
    return 0


def _check_revealed(state: State, of_second: int) -> None:
    expected = (4, of_second) if state.first == 0 else (of_second, 4)
    _require(
        state.revealed == expected,
        "A player who takes or took a turn has all cards revealed, the other two (rule 2.6).",
        "2.6",
    )


def _pending_by_rules(state: State, who: int) -> Pending:
    if state.phase == "clear":
        _require(not any(state.dead), "The dead return before the clearing (rule 4.3).", "4.3")
        return Pending(who, min(CLEARED, state.stones[who].bit_count()), who, 4)
    _, second, third, fourth = state.cartouches[who] or (0, 0, 0, 0)
    if state.phase == "remove":
        owner = who if removes_own(second) else 1 - who
        _, number = removable(state.stones[owner], second, REACH[third], state.round)
        return Pending(who, number, owner, third)
    _, number, _ = placeable(state.stones, fourth, REACH[third], state.supply[who])
    return Pending(who, number, who, third)


def _check_finished(state: State, result: Result) -> None:
    _require(state.pending is None, "When the game is over nothing is pending.")
    if None in state.cartouches:
        _check_nothing_revealed(state)
    elif state.revealed == (1, 1):
        _require(
            result.reason == "points" and state.first is None and not any(state.war),
            "Only 40 points on cartouche 1 end a game with one card revealed (rule 2.4).",
            "2.4",
        )
    else:
        _check_order_of_play(state)
        _check_revealed(state, 4 if state.revealed == (4, 4) else 2)
    _require(_fits(state, result), "The result is not what the rules give.")


def _fits(state: State, result: Result) -> bool:
    if result.reason == "abort":
        return result.winner is None and _could_abort(state)
    if result.reason == "scoring":
        return _is_won_by_scoring(state, result.winner)
    return result.winner is not None and _is_won(state, INDEX[result.winner], result.reason)


def _is_won(state: State, winner: int, reason: Reason) -> bool:
    if reason == "points":
        return _is_won_by_points(state, winner)
    if max(state.score) >= WINNING_SCORE:
        return False
    if reason in {"resign", "timeout"}:
        return reason == "resign" or not _could_abort(state)
    ended_own_turn = winner == state.first or state.revealed == (4, 4)
    return ended_own_turn and full_board_reason(state.stones[winner]) == reason


def _could_abort(state: State) -> bool:
    return state.round == 1 and None in state.cartouches


def _is_won_by_points(state: State, winner: int) -> bool:
    cards = (state.cartouches[winner], state.cartouches[1 - winner])
    return (
        state.revealed == (1, 1)
        and state.score[winner] >= WINNING_SCORE > state.score[1 - winner]
        and cards[0] is not None
        and cards[1] is not None
        and cards[0][0] > cards[1][0]
    )


def _is_won_by_scoring(state: State, winner: Side | None) -> bool:
    aton, amon = state.score
    leader = None if aton == amon else SIDES[0 if aton > amon else 1]
    return (
        state.revealed == (4, 4)
        and max(aton, amon) >= WINNING_SCORE
        and winner == leader
        and sum(state.dead) >= KINGDOM_SPACES
    )
