"""After a match, in a real browser: the scrubber, autoplay, moments, the check of the deal."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PLAY_NAMED = """
from tests.factories import finished_match, make_player
print(finished_match(*map(make_player, ("Senenmut-A", "Senenmut-B")), seed=4).pk)
"""


@pytest.fixture(scope="module")
def named(site):
    """Return the number of a finished match of two players who are found by their names."""
    return site.manage("shell", "--no-imports", "-c", PLAY_NAMED).split()[-1]


def test_a_finished_match_is_gone_through_and_checked(named, visit):
    page = visit().page
    page.goto(f"/match/{named}/?spoiler=0")
    expect(page.locator("#match")).to_have_attribute("data-phase", "allocate")
    expect(page.locator("#story")).to_have_count(0)

    page.goto(f"/match/{named}/")
    last = page.locator("#scrub").get_attribute("max")
    place = page.locator(".steps b")
    expect(place).to_have_text(f"{last} / {last}")
    page.locator("#scrub").focus()
    page.keyboard.press("Home")
    expect(place).to_have_text(f"0 / {last}")
    page.get_by_role("button", name="Play").click()
    expect(place).to_have_text(re.compile(rf"^[2-9] / {last}"))
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


def test_what_is_pressed_while_it_plays_is_not_replaced_under_the_finger(named, visit):
    page = visit().page
    page.goto(f"/match/{named}/?step=0")
    steps, pressed = [], []
    page.route("**/?step=*", lambda step: step.continue_() if pressed else steps.append(step))
    with page.expect_request("**/?step=*"):
        page.get_by_role("button", name="Play").click()
    page.locator(".steps a", has_text="Aton").hover()
    page.mouse.down()
    pressed.append(True)
    for step in steps:
        step.continue_()
    # What was on its way is there by now, or was given up.
    page.evaluate("fetch(location.href).then((answer) => answer.text())")
    page.mouse.up()
    expect(page.locator(".steps a[aria-current]")).to_have_text("Aton")
    expect(page.locator(".steps b")).not_to_have_text(re.compile("^0 /"))


def test_players_are_found_by_keys_alone(named, visit):
    page = visit().page
    page.goto("/players/")
    page.locator("#q").focus()
    page.keyboard.type("Senenm")
    expect(page.locator("#hits a")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hits a").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/players/Senenmut-A/"))

    # Where a player is named, the browser offers the names.
    page.goto("/compare/")
    page.locator("[name=one]").press_sequentially("senenmut-b")
    offered = page.locator("[name=one] + datalist option")
    expect(offered).to_have_count(1)
    expect(offered).to_have_attribute("value", "Senenmut-B")

    # A replay is not a match that goes on by itself.
    page.goto(f"/match/{named}/?spoiler=0")
    expect(page.locator("#replay [data-play]")).to_be_visible()
    expect(page.locator("#tip")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360])
def test_the_matches_of_a_player_fit_a_phone(named, visit, width):
    page = visit(viewport={"width": width, "height": 640}).page
    page.goto("/players/Senenmut-A/")
    box = page.locator("table.results").bounding_box()
    assert box["x"] + box["width"] <= width
