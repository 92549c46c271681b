"""By tap, by drag and by typing: choices, their previews, hints, and what a form shows."""

import re

from playwright.sync_api import expect

from tests.browser.test_match import PHONE

LAID = re.compile(r"\blaid\b")


def centre(locator):
    box = locator.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def drag(finger, card, slot):
    """Draw a card to a cartouche with a quick finger."""
    start, end = centre(card), centre(slot)
    between = {axis: (start[axis] + end[axis]) / 2 for axis in "xy"}
    for kind, points in (
        ("touchStart", [start]), ("touchMove", [between]), ("touchMove", [end]), ("touchEnd", []),
    ):  # fmt: skip
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_drags_a_card_and_two_taps_swap(open_as, stage):
    page = open_as(**PHONE)
    page.goto(stage["places"]["allocate"])
    finger = page.context.new_cdp_session(page)
    card, first, second = (
        page.locator(name) for name in ("#h1", "[data-slot='1']", "[data-slot='2']")
    )
    value = card.get_attribute("data-card")
    drag(finger, card, second)
    expect(page.locator("#c2")).to_have_value(value)
    expect(card).to_have_class(LAID)
    second.tap()
    first.tap()
    expect(page.locator("#c1")).to_have_value(value)
    expect(page.locator("#c2")).to_have_value("")
    # Nothing is committed before all four lie there and the press is made.
    expect(page.locator("#go")).to_be_disabled()


def test_the_tap_after_a_quick_drag_counts(open_as, stage):
    page = open_as(**PHONE)
    page.goto(stage["places"]["allocate"])
    finger = page.context.new_cdp_session(page)
    card, slot, laid = (page.locator(name) for name in ("#h1", "[data-slot='2']", "#c2"))
    # A browser takes some drags for a fling and swallows the tap that ends it: one in six did.
    for _ in range(15):
        drag(finger, card, slot)
        expect(laid).to_have_value(card.get_attribute("data-card"))
        slot.tap()
        expect(slot).to_have_class(re.compile(r"\bheld\b"))
        slot.tap()
        expect(laid).to_have_value("")


def test_a_cartouche_says_what_a_card_would_do_there(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["allocate"])
    line = page.locator(".ask [data-news]")
    news = line.inner_text()
    asked = page.locator(".ask h2").bounding_box()
    page.locator("#h4").click()
    page.locator("[data-slot='1']").hover()
    expect(line).to_contain_text(re.compile(r"^points \d: "))
    assert page.locator(".ask h2").bounding_box() == asked, "what is asked keeps its place"
    page.locator(".brand").hover()
    expect(line).to_have_text(news)
    # By keyboard it is the focus that asks.
    page.locator("#c2").focus()
    expect(line).to_contain_text(re.compile(r"^remove \d: "))


def test_typed_squares_are_chosen_counted_filled_and_summed(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["place"])
    boxes, count = page.locator("#decide [name=squares]"), page.locator("[data-chosen]")
    need = int(page.locator("#decide").get_attribute("data-need"))
    line, name = page.locator(".ask [data-news]"), boxes.first.get_attribute("value")
    news = line.inner_text()
    assert need > 1
    page.keyboard.type(name)
    expect(count).to_have_text("1")
    expect(page.locator(f"#q{name} input")).to_be_checked()
    expect(line).to_contain_text("A scoring would then give")
    page.keyboard.type(name)
    expect(count).to_have_text("0")
    expect(line).to_have_text(news)
    page.locator(f"#q{name}").click()
    page.locator("#fill").click()
    expect(count).to_have_text(str(need))
    expect(page.locator("#go")).to_be_enabled()
    page.locator("#undo").click()
    expect(count).to_have_text("0")


def test_the_latest_news_is_what_is_seen(open_as, stage):
    page = open_as(viewport={"width": 360, "height": 640})
    page.goto(stage["places"]["place"])
    sentences = page.locator(".ask [data-news] span")
    assert sentences.count() > 2
    bar = page.locator(".ask").bounding_box()
    last = sentences.last.bounding_box()
    assert bar["y"] < last["y"]
    assert last["y"] + last["height"] <= bar["y"] + bar["height"]


def test_a_question_mark_shows_the_keys(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["place"])
    page.locator("#decide [name=squares]").first.focus()
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.locator("#decide [name=squares]").first).to_be_focused()


def test_hints_are_dismissed_for_good(open_as, stage):
    page = open_as()
    tip = page.locator("#tip")
    page.goto(stage["places"]["place"])
    expect(tip).to_be_visible()
    page.locator("#tip-ok").click()
    expect(tip).to_be_hidden()
    page.reload()
    expect(page.locator("#go")).to_be_visible()
    expect(tip).to_be_hidden()
    # Another kind of decision has another hint, until there shall be none.
    page.goto(stage["places"]["remove"])
    expect(tip).to_be_visible()
    page.locator("#tip-off").click()
    page.goto(stage["places"]["allocate"])
    expect(page.locator("#go")).to_be_visible()
    expect(tip).to_be_hidden()


def test_another_clock_is_asked_for_when_it_is_chosen(open_as):
    for script in (True, False):
        page = open_as(java_script_enabled=script)
        page.goto("/lobby/")
        field = page.locator("[name=clock_other]")
        expect(field).to_be_hidden()
        page.locator("[name=clock][value=other]").check()
        expect(field).to_be_visible()
        field.fill("900+10")
        page.locator("[name=opponent]").fill("Ramses")
        page.locator("form[action='/challenges/'] button.primary").last.click()
        expect(page.locator("main")).to_contain_text("15 min + 10 s")


def test_what_is_laid_but_not_sent_outlives_a_reload_and_another_language(open_as, stage):
    page = open_as()
    page.goto(stage["places"]["allocate"])
    values = [page.locator(f"#h{number}").get_attribute("data-card") for number in (3, 1)]
    for number, slot in ((3, 1), (1, 4)):
        page.locator(f"#h{number}").click()
        page.locator(f"[data-slot='{slot}'] .f").click()
    page.reload()
    for slot, value in zip((1, 4), values, strict=True):
        expect(page.locator(f"#c{slot}")).to_have_value(value)
    expect(page.locator("#decide [data-card].laid")).to_have_count(2)
    for language in ("de", "en"):
        page.locator(".gear").click()
        page.locator(f"[name=language][value={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#c4")).to_have_value(values[1])

    page.goto(stage["places"]["place"])
    boxes = page.locator("#decide [name=squares]")
    boxes.nth(2).click()
    page.reload()
    expect(page.locator("[data-chosen]")).to_have_text("1")
    expect(boxes.nth(2)).to_be_checked()
    # In another match nothing of it is laid.
    page.goto(stage["places"]["allocate"])
    expect(page.locator("#h1")).to_be_visible()
    expect(page.locator("#decide [data-card].laid")).to_have_count(0)
