import pytest
from django.utils import translation

from games import engine
from games.present import rounds, table
from games.present.ending import reason_sentence
from games.present.log import last_words, recent, score_table, tally
from games.present.previews import previews
from games.present.words import (
    clock_text,
    control_text,
    listed,
    rule_links,
    square_labels,
    temples_phrase,
)
from games.scene import LogEntry
from tests.web.scenes import SUMS, asked, game, last, replayed, scene, steps_in

VIEWERS = ("aton", "amon", "public")


def squares_of(shown):
    return [square for temple in shown.temples for square in temple.squares]


def entry(*events, side="aton", number=1):
    return LogEntry(number, side, "place", list(events))


def said(*events):
    return [line.text for line in rounds([entry(*events)], 3)[0].lines]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_moment_of_a_game_can_be_shown(viewer):
    for step in range(len(game()[0])):
        shown = table(scene(step, viewer))
        assert len(squares_of(shown)) == 48
        assert shown.said


def test_squares_are_named_for_the_ear():
    assert square_labels()[4]["amon"] == "temple 1, b1, grey, Amon's stone"
    assert square_labels()[30]["aton"] == "temple 3, b3, grey, Aton's stone"
    assert square_labels()[27][""] == "temple 3, a4, plus 1, empty"


def test_each_language_keeps_its_own_labels():
    english = square_labels()
    with translation.override("de"):
        square_labels()
    assert square_labels() is english


@pytest.mark.parametrize("phase", ["remove", "place", "clear"])
def test_what_may_be_chosen_is_what_the_engine_takes(phase):
    for step in steps_in(phase):
        state = game()[0][step]
        side = engine.view(state, "public")["to_move"][0]
        shown = table(scene(step, side))
        named = {
            name for action in engine.legal(state, side) for name in action.to_json()["squares"]
        }
        assert {square.name for square in squares_of(shown) if square.may} == named
        for viewer in {*VIEWERS} - {side}:
            assert not any(square.may for square in squares_of(table(scene(step, viewer))))


def test_only_the_one_who_owes_gets_a_form():
    for step, state in enumerate(game()[0]):
        owing = engine.view(state, "public")["to_move"]
        for viewer in VIEWERS:
            shown = table(scene(step, viewer))
            assert bool(shown.ask.form) == (viewer in owing)
            assert shown.title.startswith("Your turn") == (viewer in owing)


def test_the_key_of_a_decision_outlives_what_the_other_does():
    states, log = game()
    for step in range(1, len(states)):
        number, made = log[step - 1]
        if made.type in {"exchange", "allocate"} and states[step].round == number:
            other = engine.other(made.side)
            before, after = table(scene(step - 1, other)), table(scene(step, other))
            if before.ask.form == after.ask.form == "allocate":
                assert before.ask.key == after.ask.key


def test_the_key_changes_with_the_decision():
    states, _ = game()
    for viewer in ("aton", "amon"):
        keys = [table(scene(step, viewer)).ask for step in range(len(states))]
        forms = [(ask.key, ask.form, ask.need) for ask in keys if ask.form]
        assert len({key for key, _, _ in forms}) == len(set(forms))


def test_what_is_asked_is_said_exactly():
    step = steps_in("remove")[0]
    view = engine.view(game()[0][step], "public")
    pending = view["pending"]
    text = table(asked("remove")).ask.text
    assert str(pending["count"]) in text
    assert temples_phrase(pending["temples"]) in text
    watched = table(scene(step, "public")).ask.text
    assert watched.startswith(pending["player"].capitalize())


def test_one_owns_the_lower_side_and_spectators_see_aton_there():
    assert table(scene(3, "amon")).bottom.side == "amon"
    assert table(scene(3, "aton")).bottom.side == "aton"
    assert table(scene(3, "public")).bottom.side == "aton"
    assert table(replayed(3, "amon")).bottom.side == "amon"


def test_cartouches_show_what_may_be_seen():
    for step, state in enumerate(game()[0]):
        public = engine.view(state, "public")
        for seat in (table(scene(step, "public")).top, table(scene(step, "public")).bottom):
            cards = public["cartouches"][seat.side] or [None] * 4
            assert [c.card or None for c in seat.cartouches] == cards
            hidden = [c.state for c in seat.cartouches if not c.card]
            assert set(hidden) <= ({"down"} if public["cartouches"][seat.side] else {"empty"})


def test_the_last_stones_are_marked():
    for step in steps_in("place") + steps_in("remove"):
        shown = scene(step, "public")
        marks = {square.name: square.mark for square in squares_of(table(shown)) if square.mark}
        changed = [e for e in recent(shown.log) if e["type"] in {"place", "remove", "clear"}]
        assert set(marks) == {name for event in changed for name in event["squares"]}


def test_the_kingdom_counts_what_lies_beside():
    view = engine.view(game()[0][4], "public") | {"dead": {"aton": 6, "amon": 4}}
    kingdom = table(scene(4, "public", view=view)).kingdom
    assert kingdom.spaces == ["aton"] * 6 + ["amon"] * 2
    assert kingdom.beside == 2


def test_only_players_may_abort_and_only_at_first():
    assert table(scene(0, "aton")).may_abort
    assert not table(scene(0, "public")).may_abort
    assert not table(scene(steps_in("place")[0], "aton")).may_abort
    assert not table(last()).playing


def test_the_log_tells_the_rounds_newest_first():
    shown = rounds([item for _, item in game()[1]], 1)
    assert [one.number for one in shown] == list(range(game()[0][-1].round, 0, -1))
    assert all(line.text for one in shown for line in one.lines)


def test_the_log_in_words():
    remove = {"type": "remove", "player": "aton", "owner": "amon", "squares": ["1a1", "2b3"]}
    assert said(remove) == ["Aton removes 2 of Amon's stones: 1a1 and 2b3."]
    assert said(remove | {"owner": "aton", "squares": ["1a1"]}) == [
        "Aton removes 1 own stone: 1a1."
    ]
    assert said({"type": "place", "player": "amon", "squares": ["1a1"], "forced": True}) == [
        "Amon places 1 stone: 1a1. (No choice.)"
    ]
    assert said({"type": "bury", "player": "amon", "count": 2}) == [
        "2 stones of Amon find no square and go to the Kingdom of the Dead."
    ]
    assert said(
        {"type": "reveal", "player": "aton", "cartouche": 1, "card": 4},
        {"type": "reveal", "player": "amon", "cartouche": 1, "card": 2},
        {"type": "points", "player": "aton", "points": 4, "source": "cartouche"},
        {"type": "reveal", "player": "aton", "cartouche": 3, "card": 2},
        {"type": "reveal", "player": "aton", "cartouche": 4, "card": 1},
    ) == [
        "Cartouche 1: Aton 4, Amon 2.",
        "Aton scores 4 points.",
        "Aton reveals 2 for temples and 1 for stones.",
    ]
    assert said({"type": "war", "aton": 3, "amon": 3}, {"type": "first", "player": "amon"}) == [
        "War: Aton turns over 3, Amon 3.",
        "Amon plays first.",
    ]
    assert said({"type": "exchange", "player": "amon", "cards": [1, 2, 2, 4]}) == [
        "Amon exchanges 1, 2, 2 and 4 for four new cards."
    ]


def test_a_scoring_item_by_item():
    items = {
        "temple1": {"aton": 3},
        "temple2": {},
        "temple3": {"amon": 6},
        "temple4": {"aton": 9},
        "grey": {"amon": 8},
        "bonus": {"aton": 3, "amon": 1},
    }
    rows = score_table(items)
    assert [(row.aton, row.amon) for row in rows] == [
        (3, ""), ("", ""), ("", 6), (9, ""), ("", 8), (3, 1), (15, 15),
    ]  # fmt: skip


@pytest.mark.parametrize("reason", ["points", "temple", "gold", "green", "scoring"])
def test_why_a_match_was_won(reason):
    assert reason_sentence("amon", reason).startswith("Amon wins")


def test_how_a_match_ends_otherwise():
    assert reason_sentence("amon", "resign") == "Aton resigns; Amon wins."
    assert reason_sentence("aton", "timeout") == "Amon ran out of time; Aton wins."
    assert "draw" in reason_sentence(None, "scoring")
    assert "aborted" in reason_sentence(None, "abort")


def test_the_end_and_its_rating_sums():
    shown = table(last(rating_sums=SUMS)).over
    assert [(line.change, line.expected, line.score) for line in shown.ratings] == [
        ("+18", "0.56", "1"),
        ("−9", "0.44", "0"),
    ]
    assert table(last(rated=False)).over.unrated
    assert not shown.unrated


def test_stepping_through_a_match():
    _, log = game()
    links = {link.key: link.query for link in table(replayed(20)).steps.links}
    assert links["prev"] == "?step=19&as=open"
    assert links["next"] == "?step=21&as=open"
    assert links["first"] == "?step=0&as=open"
    assert links["last"] == f"?step={len(log)}&as=open"
    replay = replayed(20).replay
    earlier = [begin for begin in replay.round_steps if begin < 20]
    assert links["back"] == f"?step={earlier[-1]}&as=open"
    assert links["on"] == f"?step={replay.round_steps[len(earlier)]}&as=open"
    ends = {link.key: link.query for link in table(last()).steps.links}
    assert ends["next"] == ends["last"] == ends["on"] == ""
    assert ends["prev"] == f"?step={len(log) - 1}&as=open"
    assert table(scene(20)).steps is None


def test_words():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert temples_phrase([1]) == "temple 1"
    assert temples_phrase([1, 2, 3]) == "temples 1–3"
    assert clock_text(75.9) == "1:15"
    assert clock_text(3_723) == "1:02:03"
    assert clock_text(-4) == "0:00"
    assert clock_text(2 * 86_400 + 3 * 3_600) == "2d 3h"
    assert control_text("600+15") == "10 min + 15 s"
    assert control_text("1d") == "1 day a decision"
    assert control_text("3d") == "3 days a decision"


def test_laying_cards_does_not_put_out_the_marks():
    place = entry({"type": "place", "player": "amon", "squares": ["1a1"]}, {"type": "deal"})
    laid = entry({"type": "allocate", "player": "amon"}, number=2)
    assert [event["type"] for event in recent([place, laid])] == ["place", "deal", "allocate"]
    assert recent([]) == []


def test_news_leave_out_what_goes_without_saying():
    laid = {"type": "allocate", "player": "aton"}
    reveals = [
        {"type": "reveal", "player": side, "cartouche": 1, "card": 2} for side in ("aton", "amon")
    ]
    assert last_words([laid]) == ["Aton has laid the cards."]
    assert last_words([laid, *reveals]) == ["Cartouche 1: Aton 2, Amon 2."]


def test_a_scoring_in_short():
    items = {f"temple{number}": {} for number in range(1, 5)}
    items |= {"temple2": {"amon": 5}, "grey": {"aton": 8}, "bonus": {"aton": 3, "amon": 1}}
    shown = tally([{"type": "scoring", "items": items, "score": {"aton": 11, "amon": 6}}])
    assert [(item.short, item.side, item.points) for item in shown] == [
        ("2", "amon", 5), ("grey", "aton", 8), ("bonus", "aton", 3), ("bonus", "amon", 1),
    ]  # fmt: skip
    assert tally([]) == []


def test_a_sentence_links_the_rule_that_it_cites():
    assert rule_links("Only two (rule 3.5).") == [
        ("Only two (", ""), ("rule 3.5", "3.5"), (").", ""),
    ]  # fmt: skip
    assert rule_links("Nothing (at all).") == [("Nothing (at all).", "")]
    assert rule_links("") == []


def test_previews_tell_what_a_card_would_do():
    shown = dict(table(asked("allocate")).previews[1])
    view = asked("allocate").view
    assert set(shown) == set(view["hand"][asked("allocate").viewer])
    values = {value: text for row in (previews(hand("aton", 3), "aton"),) for value, text in row[1]}
    assert values[1] == "removes one of your own stones"
    assert values[2] == "removes nothing"
    assert values[4] == "removes 2 of Amon's stones"
    assert {text for _, text in previews(hand("aton", 1), "aton")[1]} == {"removes nothing"}
    points = dict(previews(hand("amon", 3), "amon")[0])
    assert points[4] == "up to 6 points for you, none for Aton"
    assert points[2] == "up to 2 points for you or 4 for Aton"


def hand(side, number):
    return {"hand": {side: [1, 2, 3, 4]}, "round": number}
