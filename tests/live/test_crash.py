"""The server dies in the middle of a match and comes back: nobody loses time or a decision."""

import json
import random
import signal

import pytest

from tests.bench.load import Program
from tests.site import Site


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.prepare()
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.printed(), site.printed()[-3000:]


def view_of(program, match):
    return json.loads(program.request("GET", f"{match}view.json")[1])


def test_a_killed_server_costs_nobody_time_or_a_decision(site):
    rng = random.Random(3)
    aton, amon = Program(site.port).register("Ramses"), Program(site.port).register("Seti")
    aton.request("GET", "/lobby/")
    fields = [("clock", "60+5"), ("rated", "on"), ("side", "aton")]
    challenge = aton.request("POST", "/challenges/", fields)[2]
    match = amon.request("POST", f"{challenge}accept/", [])[2]
    for _ in range(2):
        for program in (aton, amon):
            program.decide(match, rng)
    before = view_of(aton, match)
    assert before["clock"]["running"]
    site.stop(signal.SIGKILL)
    # Longer than a slow beat; then the time that the start takes comes on top.
    site.manage("check")
    site.start()
    after = view_of(aton, match)
    assert {k: v for k, v in after.items() if k != "clock"} == {
        k: v for k, v in before.items() if k != "clock"
    }
    for side in before["clock"]["running"]:
        assert after["clock"][side] >= before["clock"][side]
    for program in (aton, amon):
        page = program.request("GET", match)[1]
        assert "The server was away; the running clocks were given" in page
    for program in (aton, amon):
        program.decide(match, rng)
