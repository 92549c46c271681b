import re
from html.parser import HTMLParser

import pytest

from games import engine
from games.render import render_log, render_table
from games.scene import Seated
from tests.web.scenes import SUMS, asked, game, last, replayed, scene

VOID = {"input", "br", "circle"}


class Tree(HTMLParser):
    """Collects the start tags, and checks that every element is closed in its turn."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.open = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def having(self, attribute):
        return [attrs for _, attrs in self.tags if attribute in attrs]


def tree(shown):
    return Tree(render_table(shown))


@pytest.mark.parametrize("viewer", ["aton", "amon", "public"])
def test_every_moment_is_sound_html_without_inline_style_or_script(viewer):
    for step in range(len(game()[0])):
        tags = tree(scene(step, viewer)).tags
        assert tags[0][0] == "section"
        assert tags[0][1]["id"] == "match"
        for tag, attrs in tags:
            assert tag not in {"script", "style"}
            assert not [name for name in attrs if name == "style" or name.startswith("on")]
        ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
        assert len(ids) == len(set(ids))


def test_the_attributes_of_the_contract():
    step = 20
    shown = tree(scene(step, "amon"))
    view = engine.view(game()[0][step], "amon")
    match = shown.tags[0][1]
    assert match["data-match"] == "7"
    assert match["data-version"] == "20"
    assert match["data-phase"] == view["phase"]
    assert match["data-viewer"] == "amon"
    assert match["data-to-move"].split() == view["to_move"]
    squares = shown.having("data-square")
    assert [square["data-square"] for square in squares] == list(engine.SQUARES)
    assert [square["data-colour"] for square in squares] == list(engine.COLOURS)
    letters = {"": ".", "aton": "A", "amon": "M"}
    assert "".join(letters[s["data-owner"]] for s in squares) == "".join(view["board"])
    for name, key in (("data-score", "score"), ("data-supply", "supply"), ("data-dead", "dead")):
        figures = {one["data-side"]: int(one[name]) for one in shown.having(name)}
        assert figures == view[key]
    clocks = {one["data-side"]: float(one["data-clock"]) for one in shown.having("data-clock")}
    assert clocks == {"aton": 512.3, "amon": 77.9}


def test_the_form_of_cards():
    shown = tree(scene(0, "aton", csrf_token="t0ken"))
    forms = {attrs["data-form"]: attrs for attrs in shown.having("data-form")}
    assert set(forms) == {"allocate", "exchange"}
    assert forms["allocate"]["action"] == forms["allocate"]["hx-post"] == "/match/7/act/"
    assert [name for name in shown.having("name") if name["name"] == "cards"].__len__() == 4
    hidden = [(a["name"], a["value"]) for a in shown.having("name") if a.get("type") == "hidden"]
    assert ("version", "0") in hidden
    assert ("type", "allocate") in hidden
    assert ("type", "exchange") in hidden
    assert ("csrfmiddlewaretoken", "t0ken") in hidden


def test_frames_carry_no_token():
    assert "csrfmiddlewaretoken" not in render_table(asked("place"))


@pytest.mark.parametrize("phase", ["remove", "place", "clear"])
def test_the_forms_of_stones(phase):
    shown = tree(asked(phase))
    (form,) = shown.having("data-form")
    assert form["data-form"] == phase
    boxes = [a["value"] for a in shown.having("name") if a["name"] == "squares"]
    assert len(boxes) >= int(form["data-need"])
    labels = {a["data-square"] for tag, a in shown.tags if tag == "label"}
    assert labels == set(boxes)


def test_a_refusal_is_an_alert():
    html = render_table(asked("place", refusal="Only <two> squares (rule 3.5)."))
    link = '<a href="/rules/#rule-3.5" target="_blank">rule 3.5</a>'
    assert f'<p class="no" role="alert">Only &lt;two&gt; squares ({link}).</p>' in html


def test_names_are_escaped():
    html = render_table(scene(3, aton=Seated("<b>x", 1, "/p/")))
    assert "<b>x" not in html
    assert "&lt;b&gt;x" in html


def test_resigning_and_aborting_are_forms_without_script():
    assert 'value="abort"' in render_table(scene(0, "amon"))
    later = render_table(asked("place"))
    assert 'value="resign"' in later
    assert 'value="abort"' not in later
    assert 'value="resign"' not in render_table(scene(3, "public"))


def test_the_end_tells_ratings_record_and_steps():
    html = render_table(last(rating_sums=SUMS))
    assert "1532 + 40 × (1 − 0.56) = 1550" in html
    assert 'href="/match/7/record.json"' in html
    assert "data-live" not in html
    assert re.search(r'href="/match/7/\?step=\d+&amp;as=open"', html)


def test_stepping_back_shows_no_form():
    html = render_table(replayed(20, rating_sums=SUMS))
    assert "data-form" not in html
    assert "data-live" not in html


def test_the_whole_log():
    html = render_log([entry for _, entry in game()[1]])
    Tree(html)
    assert html.count("<h2>") == game()[0][-1].round


def test_the_table_is_small():
    shown = [scene(step, "aton") for step in range(len(game()[0]))]
    sizes = [len(render_table(one).encode()) for one in shown]
    assert max(sizes) < 18_000
    assert sum(sizes) / len(sizes) < 16_000
