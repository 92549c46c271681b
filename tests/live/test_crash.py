"""The server dies in the middle of a match and comes back: nobody loses time or a decision."""

import json
import random
import re
import signal
import time

import pytest

from tests.bench.load import Program
from tests.site import running

# A machine that does much else at the same time is slow, not wrong.
SECONDS = 240


# A match to be reviewed, long enough to be killed in the middle of it.
PLAY = "from tests.factories import short_match; short_match(24)"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("site"), play_a_match) as site:
        yield site


def play_a_match(site):
    site.manage("shell", "--no-imports", "-v", "0", "-c", PLAY)


def view_of(program, match):
    return json.loads(program.request("GET", f"{match}view.json")[1])


def wait_until(holds):
    """Ask `holds` again and again until it answers something, and return that."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if answer := holds():
            return answer
        time.sleep(0.05)
    raise TimeoutError


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


def test_a_bot_that_was_killed_in_mid_thought_decides_after_the_restart(site):
    guest = Program(site.port)
    guest.request("GET", "/bots/")
    fields = [("level", "pharaoh"), ("clock", "60+5"), ("side", "aton"), ("hurried", "on")]
    match = guest.request("POST", "/bots/play/", fields)[2]
    version = "SELECT version FROM games_match WHERE id = ?"
    number = re.search(r"\d+", match)[0]
    thinks = "SELECT taken_until FROM games_botseat"
    wait_until(lambda: site.sql(thinks) or site.sql(version, number))
    site.stop(signal.SIGKILL)
    before = site.sql(version, number)
    thinking = site.sql(thinks)
    site.start()
    view = wait_until(lambda: (v := view_of(guest, match))["to_move"] == ["aton"] and v)
    assert view["version"] == 1
    assert before in {0, 1}
    # It was in the middle of its thought, unless it was faster than the signal.
    assert thinking or before == 1
    guest.decide(match, random.Random(1))
    wait_until(lambda: view_of(guest, match)["version"] > 1)


def test_a_review_goes_on_after_the_server_was_killed(site):
    guest = Program(site.port)
    reviewed = site.sql("SELECT id FROM games_match WHERE reason = 'resign'")
    review = f"/match/{reviewed}/review/"
    guest.request("GET", review)
    assert guest.request("POST", review, [])[0] == 303
    done = wait_until(lambda: site.sql("SELECT done FROM games_review WHERE done > 2"))
    assert re.search(r"\d+ of \d+ decisions", guest.request("GET", review)[1])
    site.stop(signal.SIGKILL)
    assert site.sql("SELECT done FROM games_review") >= done
    site.start()
    assert site.sql("SELECT done FROM games_review") >= done
    # The store is asked, for whoever asks for pages takes the time that the review needs.
    wait_until(lambda: site.sql("SELECT status FROM games_review") == "done")
    assert "<polyline" in guest.request("GET", review)[1]
