"""The in-process channel layer, fit for thousands of sockets."""

import time
from typing import Any

from channels.layers import InMemoryChannelLayer


class SweptInMemoryChannelLayer(InMemoryChannelLayer):
    """Channels' in-process layer, which looks for expired messages only now and then.

    The original looks at every channel of the process at each send, so that a decision
    costs more the more sockets are idle. Nothing here depends on expiry being prompt: a
    message is a hint, and a channel that nobody reads any more is cleaned up a little later.
    """

    sweep_interval = 10.0  # seconds

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._next_sweep = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._next_sweep:
            self._next_sweep = now + self.sweep_interval
            super()._clean_expired()
