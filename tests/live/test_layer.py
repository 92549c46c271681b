"""The in-process channel layer stays quick however many sockets are idle."""

import time

import pytest

from aton_site.layers import SweptInMemoryChannelLayer


@pytest.fixture
def layer():
    return SweptInMemoryChannelLayer()


async def test_a_send_does_not_look_at_idle_channels(layer):
    sweeps = 0

    class Counting(dict):
        def items(self):
            nonlocal sweeps
            sweeps += 1
            return super().items()

    layer.channels = Counting()
    layer.sweep_interval = 3600.0
    for number in range(50):
        await layer.group_add("match.1", f"specific.inmemory!{number}")
    for _ in range(20):
        await layer.group_send("match.1", {"type": "match.changed"})
    assert sweeps <= 1


async def test_expired_messages_are_swept_in_the_end(layer):
    layer.expiry = -1
    layer.sweep_interval = 0.0
    await layer.group_add("match.1", "specific.inmemory!a")
    await layer.send("specific.inmemory!a", {"type": "match.changed"})
    layer._next_sweep = time.monotonic() - 1
    await layer.group_send("match.2", {"type": "match.changed"})
    assert "specific.inmemory!a" not in layer.channels
    assert "specific.inmemory!a" not in layer.groups.get("match.1", {})
