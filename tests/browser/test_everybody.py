"""For every eye, ear and hand: axe, keyboard, names, sizes, and a page that keeps still."""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_match import PHONE, seat_two
from tests.browser.visitor import _spread
from tests.shots.scenes import OWN_PAGES, PAGES

STATES = ("start", "allocate", "place", "remove", "clear", "waiting")
STATES += ("over", "scored", "replay", "aborted")


def faults(page):
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found
        for node in one["nodes"][:3]
    ]


LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "light-phone": {"color_scheme": "light", **PHONE},
    "dark-phone": {"color_scheme": "dark", **PHONE},
}


SEEN = [(side, look) for side in ("aton", "") for look in LOOKS if side or look != "light-phone"]


@pytest.mark.parametrize(("side", "look"), SEEN)
def test_axe_finds_nothing_on_any_page(open_as, stage, side, look):
    page = open_as(side, **LOOKS[look])
    found = {}
    pages = {**PAGES, **(OWN_PAGES if side else {}), **{s: stage["places"][s] for s in STATES}}
    for name, address in pages.items():
        page.goto(address)
        if wrong := faults(page):
            found[name] = wrong
    assert not found, found


def test_axe_finds_nothing_in_what_opens(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["start"])
    page.locator(".gear").click()
    assert not faults(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert not faults(page)
    page.keyboard.press("Escape")
    page.locator("#swap summary").click()
    page.locator("#quit summary").click()
    assert not faults(page)


def tab_to(page, selector, limit=80):
    """Press Tab until the element is focused; fail when it cannot be reached."""
    target = page.locator(selector).first
    for _ in range(limit):
        if target.evaluate("e => e === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def decide_by_keys(person, rng):
    """Make a random legal decision by keys alone."""
    page = person.page
    form = page.locator("#decide")
    kind, before = form.get_attribute("data-form"), person.version
    if kind == "allocate":
        cards = page.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
        rng.shuffle(cards)
        press_all(page, cards)
    else:
        choose_by_keys(page, kind, int(form.get_attribute("data-need")), rng)
        tab_to(page, "#go")
    expect(page.locator("#go")).to_be_focused()
    page.keyboard.press("Enter")
    expect(person.table).not_to_have_attribute("data-version", str(before))


def press_all(page, keys):
    for key in keys:
        page.keyboard.press(key)


def choose_by_keys(page, kind, need, rng):
    """Type the names of squares, or walk over the board with the arrows."""
    boxes = page.locator("#decide [name=squares]")
    names = boxes.evaluate_all("all => all.map(one => one.value)")
    rng.shuffle(names)
    if kind == "clear":
        names = _spread(names)
    if kind == "clear" or rng.random() < 0.5:
        press_all(page, "".join(names[:need]))
        return
    tab_to(page, "#decide [name=squares][tabindex='0']")
    page.keyboard.press("Space")
    while page.locator("#decide [name=squares]:checked").count() < need:
        page.keyboard.press(rng.choice(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]))
        if not page.evaluate("document.activeElement.checked"):
            page.keyboard.press("Enter")


def test_a_whole_match_by_keyboard_alone(visit):
    rng = random.Random(40)
    aton, amon, _ = seat_two(visit)
    for person in (aton, amon):
        person.page.locator("#tip-off").focus()
        person.page.keyboard.press("Enter")
    for _ in range(10_000):
        owing = [person for person in (aton, amon) if person.owes]
        if not owing:
            break
        mover = rng.choice(owing)
        decide_by_keys(mover, rng)
        version = mover.version
        for person in (aton, amon):
            person.wait_for_version(version)
    assert aton.over
    assert amon.over
    # The end is stepped through by keys, too.
    place = aton.page.locator(".steps > b").inner_text()
    aton.page.locator("#main").focus()
    aton.page.keyboard.press("ArrowLeft")
    expect(aton.page.locator(".steps > b")).not_to_have_text(place)


@pytest.mark.parametrize("state", STATES)
def test_a_screen_reader_finds_the_table(open_as, stage, state):
    page = open_as()
    page.goto(stage["places"][state])
    tree = page.locator("#match").aria_snapshot()
    assert (
        len(re.findall(r"temple [1-4], [abc][1-4], (gold|grey|green|blue|plus [12]), ", tree)) == 48
    )
    assert re.search(r'heading ".+" \[level=2\]', tree), "what is asked, or how it ended"
    for name in ("Temple 1", "Temple 4", "Kingdom of the Dead", "Score track to 40", "Log"):
        assert name in tree
    # While nothing is laid yet an open hand lies in the place of the cartouches.
    laid, held = (len(re.findall(kind, tree)) for kind in (r"cartouche [1-4], ", r'"card [1-4]'))
    assert laid == 8 or (laid in {0, 4} and laid + held >= 8)
    if state in {"place", "remove", "clear"}:
        boxes = re.findall(r'checkbox "temple', tree)
        assert len(boxes) == page.locator("#decide [name=squares]").count() > 0
    if state in {"start", "allocate"}:
        assert len(re.findall(r'button "card [1-4]"', tree)) == 4
        assert len(re.findall(r'combobox "cartouche', tree)) == 4


def test_one_polite_region_tells_what_happened(visit):
    rng = random.Random(2)
    aton, amon, _ = seat_two(visit)
    for page in (aton.page, amon.page):
        assert page.locator("[aria-live], [role=status], [role=log], output").count() == 1
        expect(page.locator("#say")).to_have_attribute("aria-live", "polite")
    amon.decide(rng)
    expect(aton.page.locator("#say")).to_contain_text("Amon has laid the cards")
    expect(aton.page.locator("#say")).to_contain_text("Lay one card on each cartouche")


def test_nothing_shifts_while_a_match_is_played(visit):
    rng = random.Random(6)
    aton, amon, _ = seat_two(visit)
    for person in (aton, amon):
        person.page.evaluate(
            """() => { window.shift = []; new PerformanceObserver((list) => {
              for (const { sources } of list.getEntries())
                for (const { node, previousRect: was, currentRect: is } of sources)
                  if (node) window.shift.push(
                    `${node.nodeName}.${node.className}: ${was.x},${was.y} to ${is.x},${is.y}`);
            }).observe({ type: 'layout-shift' }); }"""
        )
    for _ in range(24):
        owing = [person for person in (aton, amon) if person.owes]
        if not owing:
            break
        mover = owing[0]
        mover.decide(rng)
        for person in (aton, amon):
            person.wait_for_version(mover.version)
    for person in (aton, amon):
        assert person.page.evaluate("window.shift") == []


def test_the_page_is_light(open_as, stage, site):
    page = open_as(viewport={"width": 1280, "height": 900})
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    total = {"bytes": 0}
    session.on(
        "Network.loadingFinished",
        lambda event: total.update(bytes=total["bytes"] + event["encodedDataLength"]),
    )
    page.goto(stage["places"]["place"])
    page.wait_for_load_state("networkidle")
    first = total["bytes"]
    total["bytes"] = 0
    page.goto(stage["places"]["waiting"])
    page.wait_for_load_state("networkidle")
    print(f"first visit {first} bytes, afterwards {total['bytes']}")
    assert first < 120_000
    assert total["bytes"] < 25_000
