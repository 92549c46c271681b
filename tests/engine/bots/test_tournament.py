"""Tournaments: the arithmetic, and the command with an outside program."""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.engine import PlainAction
from games.engine.asked import decision_in_view
from games.engine.bots import choose
from games.engine.bots.contest import elo_table, interval, play
from games.tournament import Entrant, Meeting, Tally, play_meeting
from tests.engine.helpers import seed_of

MANAGE = Path(__file__).parents[3] / "manage.py"


def test_intervals_are_wilsons():
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(100, 100)[1] == 1.0
    assert 0.96 < interval(100, 100)[0] < 1


def test_elo_gives_back_the_shares_it_was_made_from():
    shares = {("a", "b"): 640.0, ("b", "a"): 360.0, ("b", "c"): 760.0, ("c", "b"): 240.0}
    table = elo_table(["a", "b", "c"], shares, ("b", 1300))
    assert table["b"] == 1300
    assert abs(table["a"] - 1400) < 2
    assert abs(table["c"] - 1100) < 2


def test_an_illegal_choice_loses():
    def resigns(seen, side, rng):
        return PlainAction("resign", side)

    def plays(seen, side, rng):
        return choose("random", seen, 5, rng)

    played = play(seed_of(1), [plays, resigns], Random(1))
    assert played.points == (1.0, 0.0)
    assert played.illegal == (0, 1)
    assert played.reason == "illegal"


def test_meetings_change_sides_with_the_same_shuffles():
    pair = (Entrant("scarab", 5, None, None), Entrant("random", 5, None, None))
    tally = Tally()
    tally.add(play_meeting(Meeting(pair, 4, 2)))
    assert tally.matches == 2
    assert sum(tally.points) == 2
    assert tally.illegal == [0, 0]
    assert sum(tally.reasons.values()) == 2
    times = Tally.times([tally], [0])
    assert times["decisions"] == len(tally.clock[0]) == len(tally.core[0]) > 10


def test_the_command(tmp_path, capsys):
    told = tmp_path / "result.json"
    program = f"outside={sys.executable} {MANAGE} aton_engine"
    call_command(
        "tournament", games=2, levels="random,1", program=[program], program_level="2",
        jobs=2, minutes=5.0, json=told,
    )  # fmt: skip
    result = json.loads(told.read_text())
    assert {(p["first"], p["second"]) for p in result["pairs"]} == {
        ("random", "scarab"), ("random", "outside"), ("scarab", "outside"),
    }  # fmt: skip
    for pair in result["pairs"]:
        assert pair["won"] + pair["drawn"] + pair["lost"] == pair["matches"] == 2
        assert pair["low"] <= pair["share"] <= pair["high"]
    assert all(times["illegal"] == 0 for times in result["times"].values())
    assert set(result["elo"]) == {"random", "scarab", "outside"}
    shown = capsys.readouterr()
    assert "random - scarab" in shown.out
    assert "6/6" in shown.err


def test_wrong_entrants_are_refused():
    for options in ({"levels": "pharao"}, {"levels": "1"}, {"levels": "1,scarab"}):
        with pytest.raises(CommandError):
            call_command("tournament", games=2, **options)


def test_choosers_see_views_only():
    seen_by = []

    def spy(seen, side, rng):
        seen_by.append(seen)
        assert seen["seed"] is None
        assert seen["pile"] is None
        return decision_in_view(seen, side).draw(rng)

    play(seed_of(2), [spy, spy], Random(1))
    assert seen_by
