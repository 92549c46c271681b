"""The ten lessons in a real browser: by keyboard alone and by a finger, in both languages."""

import pytest
from playwright.sync_api import expect

from games.lessons import LESSONS
from tests.browser.test_everybody import press_all, tab_to
from tests.browser.test_match import PHONE
from tests.web.test_learn import ANSWERS

WELL_DONE = {"en-GB": "Well done", "de-DE": "Gut gemacht"}


def by_keys(page, answer):
    """Give the answer without a pointer."""
    if answer["type"] == "exchange":
        for selector in ("#swap summary", "#exchange"):
            tab_to(page, selector)
            page.keyboard.press("Enter")
        return
    press_all(page, "".join(map(str, answer.get("cards") or answer["squares"])))
    tab_to(page, "#go")
    page.keyboard.press("Enter")


def by_touch(page, answer):
    """Give the answer by tapping."""
    if answer["type"] == "exchange":
        page.locator("#swap summary").tap()
        page.locator("#exchange").tap()
        return
    for slot, card in enumerate(answer.get("cards", ()), 1):
        page.locator(f"[data-card='{card}']:not(.laid)").first.tap()
        page.locator(f"#decide [data-slot='{slot}']").tap()
    for square in answer.get("squares", ()):
        page.locator(f"#match [data-square='{square}']").tap()
    page.locator("#go").tap()


@pytest.mark.parametrize("locale", WELL_DONE)
@pytest.mark.parametrize(
    ("give", "look"), [(by_keys, {}), (by_touch, PHONE)], ids=["keys", "phone"]
)
def test_the_ten_lessons_are_learnt(visit, locale, give, look):
    page = visit(locale=locale, **look).page
    for lesson in LESSONS:
        page.goto(f"/learn/{lesson.slug}/")
        give(page, ANSWERS[lesson.slug])
        expect(page.locator(".verdict.good")).to_be_visible()
        expect(page.locator(".verdict")).to_contain_text(WELL_DONE[locale])
    page.goto("/learn/")
    expect(page.get_by_text("✓")).to_have_count(len(LESSONS))
