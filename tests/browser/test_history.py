"""After a match, in a real browser: the scrubber, autoplay, moments, the check of the deal."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PLAY_ONE = """
import random
from tests.factories import finished_match
print(finished_match(seed=4).pk)
"""


def test_a_finished_match_is_gone_through_and_checked(site, visit):
    match = site.manage("shell", "--no-imports", "-c", PLAY_ONE).split()[-1]
    page = visit().page
    page.goto(f"/match/{match}/?spoiler=0")
    expect(page.locator("#match")).to_have_attribute("data-phase", "allocate")
    expect(page.locator("#story")).to_have_count(0)

    page.goto(f"/match/{match}/")
    last = page.locator("#scrub").get_attribute("max")
    place = page.locator(".steps b")
    expect(place).to_have_text(f"{last} / {last}")
    page.locator("#scrub").focus()
    page.keyboard.press("Home")
    expect(place).to_have_text(f"0 / {last}")
    page.get_by_role("button", name="Play").click()
    expect(place).to_have_text(f"2 / {last}")
    page.get_by_role("button", name="Pause").click()
    page.locator("#rounds-table a").nth(2).click()
    expect(page).to_have_url(re.compile(r"step=[1-9]"))
    page.keyboard.press("Home")
    expect(place).to_have_text(f"0 / {last}")
    # Who plays on in another view is not overtaken by the step that was on its way.
    page.get_by_role("button", name="Play").click()
    expect(place).not_to_have_text(f"0 / {last}")
    for view in ("Aton", "Amon", "Public", "Open"):
        page.locator(".steps a", has_text=view).click()
        expect(page.locator(".steps a[aria-current]")).to_have_text(view)
    page.locator("#match").press("End")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(place).to_have_text(f"{last} / {last}")

    page.locator("#deal summary").click()
    page.locator("[data-check-deal]").click()
    expect(page.locator("#deal-said")).to_contain_text("All is well")
