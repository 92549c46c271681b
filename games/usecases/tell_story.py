"""Tell the story of a finished game: its rounds, its figures, its cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games import engine
from games.engine import INDEX, SIDES, Action, Event, Side, State
from games.models import Match
from games.story import Counts, Decision, Moment, RoundOfSide, RoundTold, Story

Step = tuple[Action | None, Sequence[Event], State]

# How many cards of each value a player has (rule 1.3).
_OF_EACH = 9


def story_of_match(match: Match) -> Story:
    """Return the story of the finished `match`."""
    actions = list(match.actions.all())
    seed = bytes.fromhex(match.seed)
    parsed = [engine.parse_action(action.payload) for action in actions if action.side]
    steps: list[Step] = list(engine.steps(seed, parsed))
    if len(parsed) < len(actions):
        ended, events = engine.end_on_both_clocks(steps[-1][2])
        steps.append((None, events, ended))
    seconds = seconds_taken(
        (
            "aton" if action.side == "aton" else "amon" if action.side else None,
            action.payload["type"],
            action.round,
            (action.at - match.started_at).total_seconds(),
        )
        for action in actions
    )
    return tell_story(seed, parsed, steps, seconds, match.get_absolute_url())


def tell_story(
    seed: bytes,
    actions: Sequence[Action],
    steps: Sequence[Step],
    seconds: Sequence[float | None],
    base_url: str = "",
) -> Story:
    """Return the story of a game.

    `steps` are those of `engine.steps`; `seconds` tells for each action how long it took.
    """
    moves = engine.card_moves(seed, actions)
    return Story(
        rounds=_rounds(steps),
        decisions=_decisions(steps, seconds),
        moments=[
            Moment(
                index,
                state.score,
                (state.stones[0].bit_count(), state.stones[1].bit_count()),
            )
            for index, (_action, _events, state) in enumerate(steps)
        ],
        seed=seed.hex(),
        commitment=engine.commitment(seed),
        moves=dict(zip(SIDES, moves, strict=True)),
        base_url=base_url,
    )


def _decisions(steps: Sequence[Step], seconds: Sequence[float | None]) -> list[Decision]:
    told = []
    for index, (action, _events, _state) in enumerate(steps[1:], 1):
        told.append(
            Decision(
                step=index,
                round=steps[index - 1][2].round,
                side=action.player if action else None,
                type=action.type if action else "timeout",
                seconds=seconds[index - 1] if index <= len(seconds) else None,
            )
        )
    return told


def seconds_taken(entries: Iterable[tuple[Side | None, str, int, float]]) -> list[float | None]:
    """Return how long each action took, since its player owed it.

    An entry is its player, type, round and moment, in seconds since the start. What is no
    decision took no time.
    """
    taken: list[float | None] = []
    owed: dict[Side, float] = dict.fromkeys(SIDES, 0.0)
    at_round, before = 1, 0.0
    for side, kind, number, moment in entries:
        if number != at_round:
            # Both owe an allocation from the moment that the round was dealt.
            at_round, owed = number, dict.fromkeys(SIDES, before)
        if side is None or kind in {"resign", "abort", "timeout"}:
            taken.append(None)
        else:
            since = owed[side] if kind in {"exchange", "allocate"} else before
            taken.append(max(0.0, moment - since))
            owed[side] = moment
        before = moment
    return taken


class _Side:
    """What a side has and does in a round, while it is being told."""

    def __init__(self, state: State, who: int) -> None:
        self.hand: Sequence[int] = state.hand[who]
        self.exchanged_for: Sequence[int] = ()
        self.allocation: Sequence[int] = ()
        self.unseen = _unseen(state, who)
        self.numbers: Counter[str] = Counter()
        self.score = state.score[who]

    def told(self) -> RoundOfSide:
        return RoundOfSide(
            hand=self.hand,
            exchanged_for=self.exchanged_for,
            allocation=self.allocation,
            unseen=self.unseen,
            cartouche_points=self.numbers["cartouche"],
            scoring_points=self.numbers["scoring"],
            removed=self.numbers["remove"],
            placed=self.numbers["place"],
            buried=self.numbers["bury"],
            cleared=self.numbers["clear"],
            score=self.score,
        )


class _Round:
    def __init__(self, step: int, state: State) -> None:
        self.number, self.step = state.round, step
        self.first: Side | None = None
        self.sides = (_Side(state, 0), _Side(state, 1))

    def note(self, event: dict[str, Any]) -> None:
        """Count what an event of the round tells."""
        kind = event["type"]
        if kind == "first":
            self.first = event["player"]
        elif kind == "points":
            self.sides[INDEX[event["player"]]].numbers["cartouche"] += event["points"]
        elif kind in {"remove", "place", "clear"}:
            self.sides[INDEX[event["player"]]].numbers[kind] += len(event["squares"])
        elif kind == "bury":
            self.sides[INDEX[event["player"]]].numbers["bury"] += event["count"]
        elif kind == "scoring":
            for item in event["items"].values():
                for side, points in item.items():
                    self.sides[INDEX[side]].numbers["scoring"] += points

    def told(self) -> RoundTold:
        return RoundTold(
            self.number, self.step, self.first, self.sides[0].told(), self.sides[1].told()
        )


def _rounds(steps: Sequence[Step]) -> list[RoundTold]:
    rounds = [_Round(0, steps[0][2])]
    before = steps[0][2]
    for index, (action, events, state) in enumerate(steps[1:], 1):
        now = rounds[-1]
        if action is not None and isinstance(action, engine.Allocation):
            now.sides[INDEX[action.player]].allocation = action.cards
        for event in events:
            told = event.to_json()
            if told["type"] == "exchange":
                who = INDEX[told["player"]]
                now.sides[who].exchanged_for = state.hand[who]
            else:
                now.note(told)
        # Points of a round all come before the next is dealt, and clearing scores nothing.
        for who in (0, 1):
            now.sides[who].score = state.score[who]
        if state.round != before.round:
            rounds.append(_Round(index, state))
        before = state
    return [each.told() for each in rounds]


def _unseen(state: State, who: int) -> Counts:
    seen = Counter(state.discard[who])
    one, two, three, four = (_OF_EACH - seen[card] for card in (1, 2, 3, 4))
    return one, two, three, four
