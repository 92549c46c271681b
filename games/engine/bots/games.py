"""Many games at once, round by round, as arrays of counts.

The same rules as in rounds.py and turn.py over counts instead of squares, for learning; a
test plays these games again in the engine, step by step. What the players decide comes from
minds (minds.py). Piles are counts too: a card drawn is any of those in the pile, which is
what a shuffled pile is.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np

from games.engine.board import CARDS_OF_A_VALUE, STONES
from games.engine.rounds import WINNING_SCORE

from .counts import CARDS, HAND_INDEX, HANDS, KINDS, Batch, Flags, Floats, Ints
from .features import score, scoring_due
from .steps import clear_four, take_turn

_SIDES: Final = (0, 1)
_HAND_NUMBER: Final = np.zeros((5, 5, 5, 5), np.int64)
for _hand in HANDS:
    _HAND_NUMBER[tuple(_hand.count(value) for value in (1, 2, 3, 4))] = HAND_INDEX[_hand]


class Mind(Protocol):
    """How the players of a batch decide; everything is asked for many games at once."""

    def exchanges(self, batch: Batch, hands: Ints, rng: np.random.Generator, /) -> Flags:
        """Tell who gives up the token; ``batch`` is before the hands were drawn."""

    def allocate(self, batch: Batch, hands: Ints, rng: np.random.Generator, /) -> Ints:
        """Return the number of each allocation; ``batch`` is before the hands were drawn."""

    def worth(self, batch: Batch) -> Floats:
        """Return how good each position is for the player whose batch it is."""

    def noise(self, size: int, rng: np.random.Generator) -> Floats:
        """Return what is added to the worth of so many choices, to break ties or explore."""


class Watcher:
    """What is told of the games as they go on; does nothing unless overridden."""

    def allocated(self, who: int, games: Ints, batch: Batch, chosen: Ints) -> None:
        """Tell that players of one side have allocated."""

    def between(self, who: Ints, games: Ints, batch: Batch) -> None:
        """Tell the positions after the first player's turn, the second being to play."""

    def ended(self, games: Ints, batch: Batch) -> None:
        """Tell the positions at the end of a round before what section 4 does (Aton's)."""

    def cleared(self, games: Ints, batch: Batch) -> None:
        """Tell the positions after a clearing (Aton's)."""


class Games:
    """Games that run side by side until the last is over."""

    def __init__(
        self, minds: Sequence[Mind], seats: Ints, rng: np.random.Generator, watcher: Watcher
    ) -> None:
        size = seats.shape[1]
        self.minds, self.seats, self.rng, self.watcher = minds, seats, rng, watcher
        self.stones = np.zeros((2, KINDS, size), np.float32)
        self.score = np.zeros((2, size), np.float32)
        self.dead = np.zeros((2, size), np.float32)
        self.supply = np.full((2, size), STONES, np.float32)
        self.token = np.ones((2, size), np.float32)
        self.pile = np.full((2, 4, size), CARDS_OF_A_VALUE, np.int64)
        self.discard = np.zeros((2, 4, size), np.int64)
        self.hand = np.zeros((2, 4, size), np.int64)
        self.laid = np.zeros((2, size), np.int64)
        self.first = np.zeros(size, np.int64)
        self.round = 0
        self.alive = np.ones(size, bool)
        #: Aton's result: 1 for a win, 0.5 for a draw, 0 for a loss.
        self.result = np.full(size, 0.5, np.float32)

    def play(self) -> None:
        """Play all games to their ends."""
        while self.alive.any():
            self.play_round()

    def play_round(self) -> None:
        """Play one round of every game that goes on."""
        self.round += 1
        self.deal()
        self.allocate()
        self.reveal()
        for turn in (0, 1):
            games = np.flatnonzero(self.alive)
            who = self.first[games] if turn == 0 else 1 - self.first[games]
            self.turn(games, who, waiting=turn == 0)
        self.end_round()

    def batch(self, who: Any, games: Ints) -> Batch:
        """Return the positions of some games as one side, or a side for each, sees them."""
        me = np.broadcast_to(np.asarray(who), games.shape)
        pairs = [me, 1 - me]

        def both(part: Floats) -> Floats:
            return np.stack([part[side, games] for side in pairs])

        stones = np.concatenate([self.stones[side, :, games].T for side in pairs])
        pile = np.concatenate([self.pile[side, :, games].T for side in pairs])
        return Batch(
            stones,
            both(self.score),
            both(self.dead),
            both(self.supply),
            both(self.token),
            pile.astype(np.float32),
            np.zeros(len(games), np.int64),
        )

    def _end(self, games: Ints, result: Any) -> None:
        self.alive[games] = False
        self.result[games] = result

    # Cards

    def draw(self, who: int, games: Ints) -> Ints:
        """Draw a card for each game, refilling empty piles (2.1); return the values less one."""
        pile = self.pile[who]
        empty = games[pile[:, games].sum(axis=0) == 0]
        pile[:, empty] = self.discard[who][:, empty]
        self.discard[who][:, empty] = 0
        sums = np.cumsum(pile[:, games], axis=0)
        drawn = np.floor(self.rng.random(len(games)) * sums[3])
        cards = np.asarray((sums <= drawn).sum(axis=0), np.int64)
        pile[cards, games] -= 1
        return cards

    def draw_hands(self, who: int, games: Ints) -> None:
        """Draw four cards for each game."""
        self.hand[who][:, games] = 0
        for _ in range(4):
            np.add.at(self.hand[who], (self.draw(who, games), games), 1)

    def before_draw(self, who: int, games: Ints) -> Batch:
        """Return the positions as they were before the hands were drawn."""
        batch = self.batch(who, games)
        batch.pile[:4] += self.hand[who][:, games]
        batch.pile[4:] += self.hand[1 - who][:, games]
        return batch

    def hands(self, who: int, games: Ints) -> Ints:
        """Return the numbers of the hands held."""
        return np.asarray(_HAND_NUMBER[tuple(self.hand[who][:, games])])

    def deal(self) -> None:
        """Draw the hands and let the players exchange them (2.1, 2.2)."""
        games = np.flatnonzero(self.alive)
        for who in _SIDES:
            self.draw_hands(who, games)
        for who in _SIDES:
            for mind, mine in self._by_mind(who, games[self.token[who, games] > 0]):
                batch = self.before_draw(who, mine)
                swap = mine[mind.exchanges(batch, self.hands(who, mine), self.rng)]
                self.exchange(who, swap)

    def exchange(self, who: int, games: Ints) -> None:
        """Give up the tokens for new hands (2.2)."""
        self.token[who, games] = 0
        self.discard[who][:, games] += self.hand[who][:, games]
        self.draw_hands(who, games)

    def _by_mind(self, who: Any, games: Ints) -> list[tuple[Mind, Ints]]:
        seats = self.seats[who, games]
        split = [(mind, games[seats == index]) for index, mind in enumerate(self.minds)]
        return [(mind, mine) for mind, mine in split if len(mine)]

    def allocate(self) -> None:
        """Let all players allocate (2.3)."""
        games = np.flatnonzero(self.alive)
        for who in _SIDES:
            for mind, mine in self._by_mind(who, games):
                batch = self.before_draw(who, mine)
                chosen = mind.allocate(batch, self.hands(who, mine), self.rng)
                self.laid[who, mine] = chosen
                self.watcher.allocated(who, mine, batch, chosen)

    def reveal(self) -> None:
        """Reveal cartouches 1 and 2: points, the end they may bring, who is first (2.4, 2.5)."""
        games = np.flatnonzero(self.alive)
        ones, twos = (CARDS[self.laid[:, games], place] for place in (0, 1))
        lead = ones[0] - ones[1]
        self.score[0, games] += 2 * np.maximum(lead, 0)
        self.score[1, games] += 2 * np.maximum(-lead, 0)
        for who, result in ((0, 1.0), (1, 0.0)):
            self._end(games[self.score[who, games] >= WINNING_SCORE], result)
        order = np.sign(twos[0] - twos[1]) * 2 + np.sign(lead)
        self.first[games] = (order > 0).astype(np.int64)
        self._wage_war(games[(order == 0) & self.alive[games]])

    def _wage_war(self, games: Ints) -> None:
        aside = np.zeros_like(self.discard)
        fighting = games
        while len(fighting):
            left = (self.pile[:, :, fighting] + self.discard[:, :, fighting]).sum(axis=1)
            fighting = fighting[(left > 0).all(axis=0)]
            cards = [self.draw(who, fighting) for who in _SIDES]
            for who in _SIDES:
                aside[who, cards[who], fighting] += 1
            self.first[fighting] = (cards[0] > cards[1]).astype(np.int64)
            fighting = fighting[cards[0] == cards[1]]
        self.discard += aside

    # Stones

    def turn(self, games: Ints, who: Ints, *, waiting: bool) -> None:
        """Let players take their turns (section 3); ``waiting`` that the others follow."""
        for index, mind in enumerate(self.minds):
            chosen = self.seats[who, games] == index
            if not chosen.any():
                continue
            mine, me = games[chosen], who[chosen]
            batch = self.batch(me, mine)
            if waiting:
                batch = batch._replace(wait=CARDS[self.laid[1 - me, mine], 1])
            cards = CARDS[self.laid[me, mine]].T
            won = take_turn(batch, cards, mind, self.rng, removing=self.round > 1)
            self._store(batch, me, mine)
            self._end(mine[won], 1.0 - me[won])
            if waiting:
                self.watcher.between(me[~won], mine[~won], batch.take(~won))

    def _store(self, batch: Batch, me: Ints, mine: Ints) -> None:
        for place, side in enumerate((me, 1 - me)):
            self.stones[side, :, mine] = batch.stones[place * KINDS : (place + 1) * KINDS].T
            self.dead[side, mine] = batch.dead[place]
            self.supply[side, mine] = batch.supply[place]

    def end_round(self) -> None:
        """Score, clear and discard (section 4, 2.7)."""
        games = np.flatnonzero(self.alive)
        batch = self.batch(0, games)
        self.watcher.ended(games, batch)
        for who in _SIDES:
            cards = CARDS[self.laid[who, games]] - 1
            for place in range(4):
                np.add.at(self.discard[who], (cards[:, place], games), 1)
            self.hand[who][:, games] = 0
        due = scoring_due(batch)
        games, batch = games[due], batch.take(due)
        if not len(games):
            return
        scores = score(batch.stones)
        self.score[0, games] += scores.own
        self.score[1, games] += scores.other
        both = self.score[:, games]
        over = both.max(axis=0) >= WINNING_SCORE
        self._end(games[over], 0.5 + 0.5 * np.sign(both[0] - both[1])[over])
        games = games[~over]
        self.supply[:, games] += self.dead[:, games]
        self.dead[:, games] = 0
        lead = np.sign(self.score[0, games] - self.score[1, games])
        first = np.where(lead == 0, self.first[games], (lead < 0).astype(np.int64))
        for who in (first, 1 - first):
            for index, mind in enumerate(self.minds):
                chosen = self.seats[who, games] == index
                if chosen.any():
                    cleared = self.batch(who[chosen], games[chosen])
                    clear_four(cleared, mind, self.rng)
                    self._store(cleared, who[chosen], games[chosen])
        self.watcher.cleared(games, self.batch(0, games))
