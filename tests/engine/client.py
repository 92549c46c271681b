"""A client of the engine protocol that needs no process."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from games.engine.protocol import Session


class Client:
    """A session spoken to with objects or raw lines."""

    def __init__(self) -> None:
        self.session = Session(lambda: bytes(32), Random(0))

    def send_bytes(self, line: bytes) -> dict[str, Any]:
        """Send a line as it is; the answer must be JSON by the book."""
        text = self.session.answer(line)
        assert "\n" not in text
        answer: dict[str, Any] = json.loads(text, parse_constant=_no_constant)
        assert answer["ok"] in {True, False}
        return answer

    def send_line(self, line: str) -> dict[str, Any]:
        """Send a line of text."""
        return self.send_bytes(line.encode("utf-8") + b"\n")

    def send(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request."""
        return self.send_line(json.dumps(request))

    def ok(self, **request: Any) -> dict[str, Any]:
        """Send a request that must be answered with ok."""
        answer = self.send(request)
        assert answer["ok"], answer
        return answer

    def code(self, **request: Any) -> str:
        """Send a request that must be refused and return the code."""
        answer = self.send(request)
        assert not answer["ok"], answer
        assert answer["error"]["message"]
        code: str = answer["error"]["code"]
        return code


def _no_constant(name: str) -> None:
    raise AssertionError(name)
