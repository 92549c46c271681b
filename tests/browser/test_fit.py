"""Everything has its place on the screen, from the smallest phone to text twice as large."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_everybody import STATES
from tests.browser.test_match import PHONE


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (640, 450), (1024, 768), (1440, 900)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_all_that_is_played_with_is_on_the_screen(open_as, stage, size, locale):
    page = open_as(viewport={"width": size[0], "height": size[1]}, locale=locale)
    for state in STATES:
        page.goto(stage["places"][state])
        lowest = page.evaluate(
            """() => Math.max(...[...document.querySelectorAll(
              '.board, .seat, .ks, .hand, .go, .ask, .track, .dead, .steps')]
              .map(one => one.getBoundingClientRect().bottom))"""
        )
        assert lowest <= size[1], state
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], state
        # What is asked, or how it ended, is read whole.
        cut = page.locator(":is(.ask, .ask h2, .ask.over p, .tally, .go, .k small)").evaluate_all(
            """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1
              || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""
        )
        assert cut == [], state


# As many items as a scoring can have: both sides have bonus squares.
LONGEST = """tally => {
  const items = [["1", 12], ["2", 5], ["3", 12], ["4", 12], ["Grau", 8], ["Bonus", 5], ["", 3]];
  tally.replaceChildren(...items.map(([name, points]) => {
    const item = tally.firstElementChild.cloneNode(true);
    item.querySelector("small").textContent = name;
    item.lastChild.textContent = `+${points}`;
    return item; })); }"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (640, 450), (1024, 768)])
def test_the_longest_scoring_is_read_to_its_end(open_as, stage, size):
    page = open_as(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    for state in ("clear", "scored"):
        page.goto(stage["places"][state])
        tally = page.locator(".tally")
        tally.evaluate(LONGEST)
        room = tally.evaluate("one => one.closest('.ask').getBoundingClientRect().right")
        assert tally.locator("li").last.evaluate("one => one.getBoundingClientRect().right") <= room


# What a button or a box stands in holds it, whatever it says.
OUTSIDE = """() => [...document.querySelectorAll(
  '#match :is(button, .steps a, .clock, .ks, .hand .f, .count)')]
  .filter((one) => one.checkVisibility())
  .map((one) => { let box = one.parentElement;
    while (getComputedStyle(box).display === 'contents') box = box.parentElement;
    return [one, one.getBoundingClientRect(), box.getBoundingClientRect()]; })
  .filter(([one, inner, outer]) => inner.right > outer.right + 1 || inner.left < outer.left - 1
    || one.scrollWidth > one.clientWidth + 1)
  .map(([one]) => one.id || one.className || one.textContent)"""


@pytest.mark.parametrize("size", [(360, 640), (640, 450), (1024, 768), (1440, 900)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_leaves_its_box(open_as, stage, size, locale):
    page = open_as("", viewport={"width": size[0], "height": size[1]}, locale=locale)
    for state in (*STATES, "last"):
        page.goto(stage["places"][state])
        assert page.evaluate(OUTSIDE) == [], state
    page.context.add_cookies(
        [{"name": "sessionid", "value": stage["cookies"]["aton"], "url": page.url}]
    )
    for state in (*STATES, "last"):
        page.goto(stage["places"][state])
        assert page.evaluate(OUTSIDE) == [], state
        # A name is read, beside whatever clock.
        assert page.locator(".seat.me .who a").evaluate(
            "one => one.scrollWidth <= one.clientWidth + 1"
        ), state
        # Words in a running clock's frame do not touch it.
        for clock in page.locator(".clock").all():
            assert clock.evaluate("one => parseFloat(getComputedStyle(one).paddingRight)") > 3


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_board_keeps_its_place_from_phase_to_phase(open_as, stage, locale):
    page = open_as(viewport={"width": 1024, "height": 768}, locale=locale)
    places = set()
    for state in ("start", "allocate", "place", "remove", "clear", "waiting"):
        page.goto(stage["places"][state])
        box = page.locator(".board").bounding_box()
        places.add((round(box["x"]), round(box["width"])))
        assert page.locator(".track").bounding_box()["width"] == pytest.approx(box["width"], abs=2)
    assert len(places) == 1


def test_on_a_phone_a_lesson_stands_on_one_screen(open_as):
    page = open_as("", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for slug in ("points", "placing", "scoring"):
        page.goto(f"/learn/{slug}/")
        task = page.locator(".ask .errand")
        expect(task).to_be_visible()
        expect(page.locator(".do")).to_be_hidden()
        for part in (page.locator("h1"), task, page.locator(".board"), page.locator("#go")):
            expect(part).to_be_in_viewport(ratio=1)


def test_what_opens_is_not_covered_by_a_note(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["start"])
    # As long as the longest that is ever said there.
    page.locator("#beside .note").evaluate(
        "note => { note.innerHTML = '<p>' + 'They have been away for long. '.repeat(9) + '</p>'; }"
    )
    for opened, answer in (("#swap", "#exchange"), ("#quit", "#resign"), ("#quit", "#abort")):
        page.locator(f"{opened} summary").click()
        page.locator(answer).click(trial=True, timeout=5_000)
        page.locator(f"{opened} summary").click()


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_targets_are_large_enough_for_a_finger(open_as, stage, width, locale):
    page = open_as(**{**PHONE, "viewport": {"width": width, "height": 640}}, locale=locale)
    for state in ("start", "place", "remove", "clear", "over", "replay"):
        page.goto(stage["places"][state])
        small = page.evaluate(
            """() => [...document.querySelectorAll(
              '#match :is(button, summary, a.k, label, .steps a), .site :is(button, .brand)')]
              .filter((one) => one.offsetParent && !one.closest('.side'))
              .map((one) => [one.id || one.className, one.getBoundingClientRect()])
              .filter(([, box]) => box.width > 0 && (box.height < 43.9 || box.width < 43.9))
              .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
        )
        assert small == [], state


# What overlaps at its middle cannot be pressed; what is wider than its box cannot be read.
HIDDEN = """() => [...document.querySelectorAll(
  ':is(main, .site) :is(button, a, input:not([type=hidden]), summary)')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.matches('.vh, .vh *, :disabled'))
  .map((one) => { one.scrollIntoView({ block: 'center', inline: 'center' });
    const box = one.getClientRects()[0];
    if (!box) return null;
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const near = !at || one.contains(at) || at.contains(one) || at.closest('label')?.contains(one);
    const name = one.id || one.className || one.textContent.trim();
    return near ? null : `${name} under ${at.tagName}.${at.className}`; })
  .filter(Boolean)"""
CUT = """() => [...document.querySelectorAll('.ask h2, .go, .swap summary, .k small, .clock, .pts')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className || one.tagName)"""


@pytest.mark.parametrize(
    ("how", "width"), [("text", 390), ("text", 1440), ("zoom", 640), ("zoom", 1440)]
)
def test_everything_may_be_twice_as_large(open_as, stage, how, width):
    size = {"width": width, "height": 844 if width < 1000 else 900}
    zoomed = how == "zoom"
    if zoomed:
        size = {name: length // 2 for name, length in size.items()}
    page = open_as(viewport=size, device_scale_factor=2 if zoomed else 1)
    if not zoomed:
        sizes = {"standard": 32, "fixed": 26}
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    places = stage["places"]
    for address in ("/", "/rules/", "/lobby/", "/learn/placing/", *places.values()):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], address
        assert page.evaluate(HIDDEN) == [], address
        assert page.evaluate(CUT) == [], address


# Lists and people. A table may scroll in a box of its own, a page never.
LISTS = (
    "/lobby/", "/leaderboard/", "/games/", "/watch/", "/bots/", "/analysis/", "/account/",
    "/players/Nefertiti/", "/players/Ramses/", "/players/Scarab/",
    "/players/Nefertiti/statistics/", "/players/?q=ra", "/compare/?one=Nefertiti&other=Ramses",
)  # fmt: skip


@pytest.mark.parametrize(("width", "text"), [(360, 16), (390, 32)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_no_table_makes_a_page_scroll_sideways(open_as, stage, width, text, locale):
    page = open_as(viewport={"width": width, "height": 844}, locale=locale)
    sizes = {"standard": text, "fixed": text}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    for address in (*LISTS, "/rules/", stage["places"]["over"], stage["places"]["place"]):
        page.goto(address)
        page.evaluate(
            "document.querySelectorAll('main details:not(.quit, .swap)').forEach("
            "(one) => { one.open = true; })"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        assert page.evaluate(WIDER) == [], address


WIDER = """() => [...document.querySelectorAll('main *')]
  .filter((one) => one.checkVisibility() && !one.closest('.scroll, .vh'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 30)}`)"""


@pytest.mark.parametrize(("width", "text"), [(320, 16), (360, 16), (390, 32)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_bots_are_chosen_on_the_smallest_phone(open_as, width, text, locale):
    page = open_as("", viewport={"width": width, "height": 640}, locale=locale)
    sizes = {"standard": text, "fixed": text}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    for address in ("/", "/bots/", "/learn/points/"):
        page.goto(address)
        assert page.evaluate(WIDER) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_a_tip_beside_a_bot_is_as_high_as_what_it_says(visit):
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name="Play a bot", exact=True).click()
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    # Its buttons stand right below each other at most.
    assert tip.locator(".row").bounding_box()["height"] < 120


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_review_is_seen_whole_on_a_phone(visit, site, locale):
    site.manage("seed_practice", "--matches", "1")
    page = visit(viewport={"width": 360, "height": 640}, locale=locale).page
    match = site.sql("SELECT max(match_id) FROM games_review WHERE status = 'done'")
    page.goto(f"/match/{match}/review/")
    chart = page.locator(".chances:visible")
    expect(chart).to_have_count(1)
    assert chart.bounding_box()["width"] <= 360
    assert page.locator(".summed").bounding_box()["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
