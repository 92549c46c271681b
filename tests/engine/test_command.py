"""``python manage.py aton_engine`` as a process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def converse(lines: bytes) -> list[dict[str, Any]]:
    """Return the answers to some lines; the process must end well and silently."""
    # An address at which no database can be shows that none is asked for.
    env = {**os.environ, "DATABASE_URL": "sqlite:////nonexistent/aton.sqlite3"}
    done = subprocess.run(
        [sys.executable, "manage.py", "aton_engine"],
        cwd=ROOT, env=env, input=lines, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_conversation() -> None:
    answers = converse(
        b'{"cmd": "new", "seed": "' + b"0" * 64 + b'", "id": 1}\r\n'
        b"\n"
        b"\xff\xfe\n"
        b'{"cmd": "nonsense\xe2\x80\xa8"}\n'
        b'{"cmd": "legal", "player": "aton", "limit": 0}\n'
        b'{"cmd": "best", "player": "aton", "level": "random", "ms": 10}\n'
        b'{"cmd": "state", "id": "last"}'
    )
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True, True, True]
    assert answers[0]["id"] == 1
    assert answers[-1]["state"] == answers[0]["state"]


def test_games_without_a_seed_differ() -> None:
    one, two = converse(b'{"cmd": "new"}\n{"cmd": "new"}\n')
    assert one["state"]["seed"] != two["state"]["seed"]


def test_no_input() -> None:
    assert converse(b"") == []


def test_each_answer_is_sent_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "aton_engine"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for number in range(3):
            process.stdin.write(b'{"cmd": "state", "id": %d}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdout.close()
        process.stdin.write(b'{"cmd": "state"}\n')
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""
