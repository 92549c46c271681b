"""The warning of a win at once: in casual matches against bots, and nowhere else."""

import pytest

from games.present import table, warning
from games.render import render_table
from tests.web.scenes import scene, steps_in

DANGER = ["MMMMMMMM....", "." * 12, "." * 12, "." * 12]
BOT = {"rated": False, "unrated_reason": "bot"}


def in_danger(viewer="aton", **changes):
    step = steps_in("allocate")[0]
    view = scene(step, viewer).view
    return scene(step, viewer, view={**view, "board": DANGER}, **changes)


def test_a_casual_match_against_a_bot_warns():
    shown = in_danger(**BOT)
    assert warning(shown) == "Careful: Amon could win next turn with a whole temple."
    assert warning(shown) in table(shown).said
    assert warning(shown) in render_table(shown)


@pytest.mark.parametrize(
    "changes", [{"rated": True}, {"rated": False}, {"rated": False, "unrated_reason": "limit"}]
)
def test_no_other_match_does(changes):
    shown = in_danger(**changes)
    assert warning(shown) == ""
    assert "Careful" not in render_table(shown)


def test_who_only_watches_is_not_warned():
    assert warning(in_danger(viewer="public", **BOT)) == ""
