"""What the table does by itself: marks, motion, sounds, words, sides, the last seconds."""

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.test_match import PHONE, seat_two

LOW = re.compile(r"\blow\b")

# Kept in the page, for what flies and turns is gone before a test can look for it.
RECORD = """
window.seen = { points: [], turns: [], tones: 0, rooms: [] };
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    if (node.classList?.contains("points")) window.seen.points.push(node.textContent);
    if (node.id === "match") requestAnimationFrame(() => {
      for (const face of node.querySelectorAll(".ks.top .turn"))
        window.seen.turns.push(getComputedStyle(face).animationDelay);
    });
  }
}).observe(document, { childList: true, subtree: true });
window.AudioContext = class extends AudioContext {
  constructor(...all) { super(...all); window.seen.rooms.push(this); }
  createOscillator() { window.seen.tones += 1; return super.createOscillator(); }
};
"""

# A sound begins when the device is there, which takes a moment.
RUNNING = """async (rooms) => {
  rooms = rooms.split(".").reduce((part, name) => part[name], window);
  for (const until = Date.now() + 15_000; Date.now() < until;) {
    if (rooms.every((room) => room.state === "running")) break;
    await new Promise((later) => setTimeout(later, 20));
  }
  return rooms.map((room) => room.state);
}"""


def lay(person, cards):
    """Lay cards by typing them, and confirm."""
    for card in cards:
        person.page.keyboard.press(str(card))
    before = person.version
    person.page.locator("#go").click()
    expect(person.table).not_to_have_attribute("data-version", str(before))


def hand_of(person):
    return person.page.locator("[data-card]").evaluate_all(
        "cards => cards.map((card) => Number(card.dataset.card)).sort()"
    )


def lay_apart(aton, amon):
    """Let both lay their cards so that somebody scores on cartouche 1, if any hands allow it."""
    high, low = hand_of(aton)[::-1], hand_of(amon)
    lay(aton, high)
    amon.wait_for_version(aton.version)
    lay(amon, low)
    aton.wait_for_version(amon.version)
    return high[0] - low[0]


def test_cards_turn_over_in_order_and_points_fly(visit):
    aton, amon, address = seat_two(visit)
    for person in (aton, amon):
        person.page.context.add_init_script(RECORD)
        person.page.goto(address)
    lead = lay_apart(aton, amon)
    seen = aton.page.evaluate("new Promise((done) => requestAnimationFrame(() => done(seen)))")
    # Cartouche 1 first, then 2, then those of whoever plays first.
    delays = [float(delay.rstrip("s")) for delay in seen["turns"]]
    assert len(delays) >= 2
    assert delays == sorted(set(delays))
    if lead:
        assert seen["points"] == [f"+{2 * abs(lead)}"]


def test_nothing_moves_for_who_wants_no_motion(visit):
    aton, amon, address = seat_two(visit, reduced_motion="reduce")
    amon.page.context.add_init_script(RECORD)
    amon.page.goto(address)
    lay_apart(aton, amon)
    assert amon.page.evaluate("seen.points") == []
    assert amon.page.evaluate("document.getAnimations().length") == 0
    assert amon.page.locator(".k .f.turn").count() > 0  # they lie open all the same


def test_the_last_stones_stay_marked_until_the_next_decision(visit):
    rng = random.Random(11)
    aton, amon, _ = seat_two(visit)
    lay_apart(aton, amon)
    first, second = (aton, amon) if aton.owes else (amon, aton)
    names = first.page.locator("#decide [name=squares]").evaluate_all(
        "all => all.map((one) => one.value)"
    )
    need = int(first.page.locator("#decide").get_attribute("data-need"))
    for name in names[:need]:
        first.page.locator(f"#match [data-square='{name}']").click()
    first.page.locator("#go").click()
    marked = second.page.locator("[data-mark=new]")
    expect(marked).to_have_count(need)
    second.page.reload()
    expect(marked).to_have_count(need)
    assert marked.evaluate_all("all => all.map((one) => one.dataset.square)") == names[:need]
    second.decide(rng)
    assert not set(names[:need]) & set(
        second.page.locator("[data-mark]").evaluate_all("all => all.map((e) => e.dataset.square)")
    )


def test_a_press_that_began_before_the_page_changed_does_nothing(visit):
    aton, amon, _ = seat_two(visit)
    for card in hand_of(aton):
        aton.page.keyboard.press(str(card))
    aton.page.locator("#go").hover()
    aton.page.mouse.down()
    lay(amon, hand_of(amon))
    aton.wait_for_version(amon.version)
    aton.page.mouse.up()
    expect(aton.page.locator("#go")).to_be_enabled()
    aton.page.reload()
    assert aton.owes, "the press was on the table that had been there before"


def test_sounds_are_off_until_somebody_wants_them(visit):
    aton, amon, address = seat_two(visit)
    aton.page.context.add_init_script(RECORD)
    aton.page.goto(address)
    lay(amon, hand_of(amon))
    aton.wait_for_version(amon.version)
    assert aton.page.evaluate("seen.rooms.length") == 0
    aton.page.locator(".gear").click()
    aton.page.locator("#sound").check()
    assert aton.page.evaluate("seen.tones") > 0
    aton.page.reload()
    expect(aton.page.locator("#sound")).to_be_checked()
    lay(aton, hand_of(aton))
    assert aton.page.evaluate("seen.tones") > 0
    assert aton.page.evaluate(RUNNING, "seen.rooms") == ["running"]


def test_the_theme_comes_with_the_page(visit):
    page = visit(color_scheme="light").page
    page.goto("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.locator(".gear").click()
    page.locator("#prefs [name=theme][value=dark]").click()
    dark = page.evaluate(paper)
    assert dark != light
    # The server writes it into the page, so there is nothing to flash.
    assert 'data-theme="dark"' in page.context.request.get("/").text()
    page.goto("/rules/")
    assert page.evaluate(paper) == dark


def test_everybody_sees_their_own_side_below(visit):
    aton, amon, address = seat_two(visit)
    watcher = visit()
    watcher.page.goto(address)
    for person, side in ((aton, "aton"), (amon, "amon"), (watcher, "aton")):
        expect(person.page.locator(".seat.me")).to_have_attribute("data-seat", side)
        top, own = (
            person.page.locator(f".seat.{where}").bounding_box()["y"] for where in ("top", "me")
        )
        assert top < own


def test_each_is_told_in_their_own_language(visit):
    aton, amon, address = seat_two(visit, locale="de-DE")
    watcher = visit(locale="de-DE")
    watcher.page.goto(address)
    lay_apart(aton, amon)
    first, second = (aton, amon) if aton.owes else (amon, aton)
    first.decide(random.Random(1))
    second.wait_for_version(first.version)
    watcher.wait_for_version(first.version)
    expect(aton.page.locator("#say")).to_contain_text(re.compile(r"places \d stone"))
    for german in (amon, watcher):
        said = german.page.locator("#say").inner_text()
        assert re.search(r"setzt (1 Stein\b|[2-4] Steine\b)", said), said
    assert aton.page.evaluate("document.documentElement.lang") == "en"
    assert amon.page.evaluate("document.documentElement.lang") == "de"
    # What the page says once is said in its language, too.
    expect(amon.page.locator(".side")).to_contain_text("Runde 1")
    expect(aton.page.locator(".side")).to_contain_text("Round 1")


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desk", "phone"])
def test_the_last_seconds_are_told_by_shape_and_words(visit, site, look):
    aton, amon, address = seat_two(visit, **look)
    own = amon.page.locator(".me .clock")
    assert not LOW.search(own.get_attribute("class"))
    wide = own.bounding_box()["width"]
    number = re.search(r"/match/(\d+)/", address)[1]
    soon = (datetime.now(UTC) + timedelta(seconds=19)).replace(tzinfo=None).isoformat(" ")
    site.sql(
        "UPDATE games_match SET aton_deadline = ?, amon_deadline = ? WHERE id = ?",
        soon, soon, number,
    )  # fmt: skip
    for player in (amon, aton):
        player.page.reload()
    expect(aton.page.locator(".top .clock")).to_have_class(LOW)
    expect(own).to_have_class(LOW)
    expect(own).to_have_text(re.compile(r"^0:[01]\d\.\d$"))
    sign = own.evaluate("(clock) => getComputedStyle(clock, '::before').clipPath")
    assert sign.startswith("polygon")
    expect(amon.page.locator("#say")).to_contain_text("Less than 20 seconds")
    # It keeps its place, and all of it is to be seen.
    box, seat = own.bounding_box(), amon.page.locator(".seat.me").bounding_box()
    assert box["x"] + box["width"] <= seat["x"] + seat["width"]
    assert box["width"] < wide * 2
    assert own.evaluate("(clock) => clock.scrollWidth <= clock.clientWidth")
