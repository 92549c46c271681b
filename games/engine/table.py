"""A working copy of a state, in which one action and all that follows is carried out."""

from .board import SIDES
from .events import Event, Over
from .shuffle import shuffled
from .state import Cards, Pending, Phase, Reason, Result, State

HAND_SIZE = 4


class Table:
    """What a state holds, to be changed step by step, and the events so far.

    The fields are those of State; pairs are lists here. A table never leaves the call of
    ``apply`` it was made for, so that nobody sees a state half changed.
    """

    __slots__ = (
        "cartouches",
        "dead",
        "discard",
        "events",
        "exchange",
        "first",
        "hand",
        "pending",
        "phase",
        "pile",
        "reshuffles",
        "result",
        "revealed",
        "round",
        "score",
        "seed",
        "stones",
        "supply",
        "war",
    )

    def __init__(self, state: State) -> None:
        self.seed = state.seed
        self.round = state.round
        self.phase: Phase = state.phase
        self.stones = list(state.stones)
        self.dead = list(state.dead)
        self.supply = list(state.supply)
        self.score = list(state.score)
        self.exchange = list(state.exchange)
        self.pile = list(state.pile)
        self.discard = list(state.discard)
        self.hand = list(state.hand)
        self.cartouches = list(state.cartouches)
        self.revealed = list(state.revealed)
        self.reshuffles = list(state.reshuffles)
        self.war = list(state.war)
        self.first = state.first
        self.pending: Pending | None = state.pending
        self.result: Result | None = state.result
        self.events: list[Event] = []

    def state(self) -> State:
        """Return what lies on the table as an immutable state."""
        return State(
            self.seed,
            self.round,
            self.phase,
            (self.stones[0], self.stones[1]),
            (self.dead[0], self.dead[1]),
            (self.supply[0], self.supply[1]),
            (self.score[0], self.score[1]),
            (self.exchange[0], self.exchange[1]),
            (self.pile[0], self.pile[1]),
            (self.discard[0], self.discard[1]),
            (self.hand[0], self.hand[1]),
            (self.cartouches[0], self.cartouches[1]),
            (self.revealed[0], self.revealed[1]),
            (self.reshuffles[0], self.reshuffles[1]),
            (self.war[0], self.war[1]),
            self.first,
            self.pending,
            self.result,
        )

    def allocated(self, who: int) -> Cards:
        """Return the four cards on the cartouches of a player who has allocated."""
        cards = self.cartouches[who]
        if cards is None:
            raise AssertionError(f"{SIDES[who]} has not allocated")
        return cards

    def draw_card(self, who: int) -> int:
        """Take the top card of a pile, refilling it first where it is empty (rule 2.1)."""
        if not self.pile[who]:
            self.reshuffles[who] += 1
            label = f"{SIDES[who]}/{self.reshuffles[who]}"
            self.pile[who] = shuffled(self.discard[who], self.seed, label)
            self.discard[who] = ()
        top = self.pile[who][0]
        self.pile[who] = self.pile[who][1:]
        return top

    def draw_hand(self, who: int) -> None:
        """Let a player draw four cards (rule 2.1)."""
        pile = self.pile[who]
        if len(pile) >= HAND_SIZE:
            self.pile[who] = pile[HAND_SIZE:]
            self.hand[who] = tuple(sorted(pile[:HAND_SIZE]))
        else:
            self.hand[who] = tuple(sorted([self.draw_card(who) for _ in range(HAND_SIZE)]))

    def discard_cards(self, who: int, cards: Cards) -> None:
        """Lay cards on a player's discard pile, which is kept ascending (protocol.md)."""
        self.discard[who] = tuple(sorted(self.discard[who] + cards))

    def ask(self, phase: Phase, pending: Pending) -> None:
        """Leave a decision on stones to the player who owes it."""
        self.phase = phase
        self.pending = pending

    def end(self, winner: int | None, reason: Reason) -> None:
        """End the game; all else stays as it lies (protocol.md)."""
        side = None if winner is None else SIDES[winner]
        self.phase = "over"
        self.pending = None
        self.result = Result(side, reason)
        self.events.append(Over(side, reason))
