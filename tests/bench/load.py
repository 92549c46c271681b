"""Play matches over HTTP against the running product, several at once, as programs would.

`python -m tests.bench.load --matches 200 --at-once 8` starts the product on a private
database, plays, and prints decisions a second, how long the server took to answer one, and
whether every record replays to the result that the site shows. With `--paired --crashes 10` all
matches are found by quick pairing and played at once, while the server is killed ten times.
"""

import argparse
import http.client
import json
import random
import re
import signal
import statistics
import tempfile
import threading
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from games import engine
from games.engine import bots
from tests.services import postgres, redis
from tests.site import Site

PASSWORD = "nile-delta-1353"
NO_SERVER_SECONDS = 60
CRASH_EVERY = 6  # seconds


class Program:
    """A player that talks HTTP: one connection, its cookies, nothing else."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies: dict[str, str] = {}
        self.seconds: list[float] = []

    def request(self, method: str, path: str, fields=None) -> tuple[int, str, str]:
        """Send a request; return status, body and the address redirected to."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if fields is not None:
            token = ("csrfmiddlewaretoken", self.cookies.get("csrftoken", ""))
            body = urllib.parse.urlencode([*fields, token])
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        answer = self._answer(method, path, body, headers)
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer.status, text, answer.headers.get("Location", "")

    def _answer(self, method: str, path: str, body, headers) -> http.client.HTTPResponse:
        """Send it, again and again while no server answers: as one who presses once more.

        A decision that was carried out and whose answer was lost is so sent twice, which must
        count once.
        """
        end = time.monotonic() + NO_SERVER_SECONDS
        while True:
            try:
                self.connection.request(method, path, body, headers)
                return self.connection.getresponse()
            except (OSError, http.client.HTTPException):
                self.connection.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def register(self, name: str) -> "Program":
        self.request("GET", "/register/")
        fields = [("username", name), ("password1", PASSWORD), ("password2", PASSWORD)]
        status, text, _ = self.request("POST", "/register/", fields)
        assert status in {302, 303}, text
        return self

    def decide(self, match: str, rng: random.Random) -> bool:
        """Make one random decision if one is owed; return whether the match is over."""
        view = json.loads(self.request("GET", f"{match}view.json")[1])
        if view["phase"] == "over":
            return True
        side = view["viewer"]
        if side not in view["to_move"]:
            return False
        action = bots.choose("random", view_only(view), 1000, rng).to_json()
        fields = [("version", view["version"]), ("type", action["type"])]
        fields += [("cards", card) for card in action.get("cards", ())]
        fields += [("squares", square) for square in action.get("squares", ())]
        start = time.perf_counter()
        status, text, _ = self.request("POST", f"{match}act/", fields)
        self.seconds.append(time.perf_counter() - start)
        assert status == 303, (status, text)
        return False


def view_only(view: dict) -> dict:
    """Return the engine's view out of view.json."""
    return {k: v for k, v in view.items() if k not in {"version", "viewer", "clock"}}


def play_match(site: Site, number: int, seed: int) -> list[float]:
    """Play match `number` to its end; check its record; return the seconds of each decision."""
    rng = random.Random(seed * 100_003 + number)
    one = Program(site.port).register(f"aton-{seed}-{number}")
    other = Program(site.port).register(f"amon-{seed}-{number}")
    fields = [("clock", "3600+60"), ("rated", "on"), ("side", "random")]
    one.request("GET", "/lobby/")
    challenge = one.request("POST", "/challenges/", fields)[2]
    match = other.request("POST", f"{challenge}accept/", [])[2]
    assert re.fullmatch(r"/match/\d+/", match), match
    over = False
    while not over:
        over = one.decide(match, rng) & other.decide(match, rng)
    record = json.loads(one.request("GET", f"{match}record.json")[1])
    view = json.loads(other.request("GET", f"{match}view.json")[1])
    result = engine.replay(record).to_json()["result"]
    assert result == view["result"], match
    assert result["winner"] == record["result"]["winner"], match
    return one.seconds + other.seconds


def find_match(program: Program) -> str:
    """Wait for an opponent as a page without JavaScript does; return the match's address."""
    status, text, goal = program.request("POST", "/pairing/join/", [("clock", "1800+30")])
    while not goal.startswith("/match/"):
        # 422: a match was found meanwhile, and only the answer that said so was lost in a crash.
        assert status in {200, 302, 303, 422}, (status, text)
        time.sleep(0.5)
        status, text, goal = program.request("GET", "/lobby/?waiting=1")
        if goal == "/lobby/" or (status == 200 and "data-await" not in text):
            # A crash outlasted the place in the queue: take a new one.
            program.request("POST", "/pairing/join/", [("clock", "1800+30")])
    return goal


def play_paired(
    program: Program, rng: random.Random, failed: threading.Event
) -> tuple[str, list[float]]:
    """Find an opponent and play the match to its end from one side, unless another has failed."""
    try:
        match = find_match(program)
        while not program.decide(match, rng):
            if failed.wait(0.3):
                break
    except BaseException:
        failed.set()
        raise
    return match, program.seconds


def run_paired(matches: int, crashes: int, seed: int, **environment: str) -> None:
    """Pair programs and let all play at once, while the server is killed and started again.

    Afterwards no match may be lost, wrong or ended by its clock.
    """
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), **environment)
        site.prepare()
        site.start()
        try:
            with ThreadPoolExecutor(4) as pool:
                names = [f"p{seed}-{number}" for number in range(2 * matches)]
                programs = list(pool.map(lambda name: Program(site.port).register(name), names))
            start = time.perf_counter()
            failed = threading.Event()
            with ThreadPoolExecutor(2 * matches) as pool:
                playing = [
                    pool.submit(play_paired, one, random.Random(seed * 100_003 + number), failed)
                    for number, one in enumerate(programs)
                ]
                for _ in range(crashes):
                    time.sleep(CRASH_EVERY)
                    site.stop(signal.SIGKILL)
                    site.start()
                done = [one.result() for one in playing]
            took = time.perf_counter() - start
            ends = [_check(programs[0], match) for match in sorted({match for match, _ in done})]
        finally:
            site.stop()
        assert "Traceback" not in site.printed(), site.printed()[-5000:]
    assert len(ends) == matches, len(ends)
    assert not {"timeout", "abort"} & set(ends), ends
    seconds = sorted(second for _, all_of in done for second in all_of)
    print(
        f"{matches} paired matches at once, {crashes} crashes: {len(seconds)} decisions in "
        f"{took:.0f} s; answer to a decision median {statistics.median(seconds) * 1000:.0f} ms, "
        f"p99 {seconds[int(len(seconds) * 0.99)] * 1000:.0f} ms; no flag fell, none was lost"
    )


def _check(program: Program, match: str) -> str:
    """Check that the record of the match replays to its result; return how it ended."""
    record = json.loads(program.request("GET", f"{match}record.json")[1])
    result = engine.replay(record).to_json()["result"]
    assert result["winner"] == record["result"]["winner"], match
    return record["result"]["reason"]


def run(matches: int, at_once: int, seed: int, **environment: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), **environment)
        site.prepare()
        site.start()
        try:
            start = time.perf_counter()
            with ThreadPoolExecutor(at_once) as pool:
                done = list(pool.map(lambda n: play_match(site, n, seed), range(matches)))
            took = time.perf_counter() - start
        finally:
            site.stop()
        assert "Traceback" not in site.printed(), site.printed()
    seconds = sorted(second for match in done for second in match)
    p99 = seconds[int(len(seconds) * 0.99)]
    print(
        f"{matches} matches, {at_once} at once: {len(seconds)} decisions in {took:.1f} s, "
        f"{len(seconds) / took:.0f} decisions/s with a view read for each; answer to a decision "
        f"median {statistics.median(seconds) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms; "
        "every record replays to its result"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--paired", action="store_true", help="by quick pairing, all at once")
    parser.add_argument("--crashes", type=int, default=0, help="SIGKILLs while they play")
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis")
    options = parser.parse_args()
    with ExitStack() as services:
        environment = {}
        if options.services:
            environment = {
                "DATABASE_URL": services.enter_context(postgres()),
                "REDIS_URL": services.enter_context(redis()),
            }
        if options.paired:
            run_paired(options.matches, options.crashes, options.seed, **environment)
        else:
            run(options.matches, options.at_once, options.seed, **environment)


if __name__ == "__main__":
    main()
