"""Play matches over HTTP against the running product, several at once, as programs would.

`python -m tests.bench.load --matches 200 --at-once 8` starts the product on a private
database, plays, and prints decisions a second, how long the server took to answer one, and
whether every record replays to the result that the site shows.
"""

import argparse
import http.client
import json
import random
import re
import statistics
import tempfile
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from games import engine
from games.engine import bots
from tests.services import postgres, redis
from tests.site import Site

PASSWORD = "nile-delta-1353"


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
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer.status, text, answer.headers.get("Location", "")

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
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis")
    options = parser.parse_args()
    numbers = (options.matches, options.at_once, options.seed)
    if options.services:
        with postgres() as database, redis() as layer:
            run(*numbers, DATABASE_URL=database, REDIS_URL=layer)
    else:
        run(*numbers)


if __name__ == "__main__":
    main()
