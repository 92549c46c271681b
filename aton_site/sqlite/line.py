"""A lock that is given to those who want it in the order in which they came."""

import threading
from collections import deque


class Line:
    """First come, first served; `threading.Lock` and SQLite let latecomers pass.

    Whoever has the turn gives it back once, from any thread.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, timeout: float) -> bool:
        """Wait for one's turn for up to `timeout` seconds; return whether it came."""
        with self._mutex:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._mutex:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        # It was handed over in the very last moment.
        return True

    def give(self) -> None:
        """Hand the turn to whoever has waited longest."""
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
