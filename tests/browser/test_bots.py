"""A guest presses one button on the home page and plays a bot."""

import random
import re

import pytest
from playwright.sync_api import expect

from games.engine.bots import NAMES


def play_on(visitor, rng):
    """Play at random until the match is over; the bot's decisions appear by themselves."""
    while True:
        visitor.wait_for_bot()
        if visitor.over:
            return
        visitor.decide(rng)


@pytest.mark.parametrize("level", NAMES)
def test_a_guest_plays_a_whole_match(visit, level):
    guest = visit()
    guest.page.goto("/bots/")
    guest.page.locator(f"[name=level][value={level}]").check()
    guest.page.locator("[name=hurried]").check()
    guest.page.locator(".botform button").click()
    guest.page.wait_for_url(re.compile(r"/match/\d+/"))

    play_on(guest, random.Random(level))

    expect(guest.page.locator("[data-winner]")).to_be_visible()
    expect(guest.page.locator(".seat.top")).to_contain_text(level.capitalize())


def test_one_press_at_home_a_reload_and_an_account(visit):
    guest = visit()
    guest.page.goto("/")
    guest.page.locator("[name=level][value=scarab]").click()
    guest.page.wait_for_url(re.compile(r"/match/\d+/"))
    address = guest.page.url
    # The bot lays its cards at a human pace, without a reload.
    guest.wait_for_bot()
    guest.page.get_by_role("button", name="Hint", exact=True).click()
    expect(guest.page.locator("#hint")).to_contain_text("Pharaoh would say")
    guest.decide(random.Random(1))
    expect(guest.page.locator("#hint")).to_be_empty()
    guest.wait_for_bot()
    guest.page.reload()
    guest.page.get_by_role("link", name="Register to keep this match").click()
    guest.page.fill("[name=username]", "Nefertari")
    guest.page.fill("[name=password1]", "nile-delta-1353")
    guest.page.fill("[name=password2]", "nile-delta-1353")
    guest.page.click("main form button:not([type=button])")
    guest.page.wait_for_url(address)
    expect(guest.page.locator(".seat", has_text="Nefertari")).to_be_visible()


def test_a_hint_is_marked_and_a_decision_taken_back(visit):
    guest = visit()
    guest.page.goto("/bots/")
    guest.page.locator("[name=level][value=jackal]").check()
    guest.page.locator("[name=hurried]").check()
    guest.page.locator(".botform button").click()
    guest.page.wait_for_url(re.compile(r"/match/\d+/"))
    rng = random.Random(5)
    side = guest.table.get_attribute("data-viewer")
    back = guest.page.locator("#take-back")
    expect(back).to_be_disabled()

    guest.wait_for_bot()
    guest.page.locator("#ask-hint").click()
    expect(guest.page.locator("#decide .f[data-hinted]")).to_have_count(4)
    guest.decide(rng)
    guest.wait_for_bot()
    form = guest.page.locator("#decide").get_attribute("data-form")
    need = int(guest.page.locator("#decide").get_attribute("data-need"))
    guest.page.locator("#ask-hint").click()
    expect(guest.page.locator("[data-square][data-hinted]")).to_have_count(need)
    guest.decide(rng)
    expect(guest.page.locator("[data-square][data-hinted]")).to_have_count(0)
    guest.wait_for_bot()
    expect(back).to_be_enabled()

    version = guest.version
    back.click()

    guest.wait_for_version(version + 1)
    expect(guest.page.locator(f"#decide[data-form={form}]")).to_be_attached()
    expect(guest.page.locator(".log")).to_contain_text("has taken a decision back")
    expect(back).to_be_disabled()
    play_on(guest, rng)
    address = guest.page.url
    guest.page.locator("#again").click()
    expect(guest.page).not_to_have_url(address)
    expect(guest.table).not_to_have_attribute("data-viewer", side)


def test_a_hint_comes_though_the_bot_lays_its_cards_meanwhile(visit):
    guest = visit()
    page = guest.page
    page.goto("/bots/")
    page.locator("[name=level][value=scarab]").check()
    asked, news = [], []
    page.route("**/hint/", lambda route: asked.append(route))  # noqa: PLW0108 — it marks what it calls

    def hold(line):
        """Let through what the server pushes when the hint has been asked for."""
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(said) if asked else news.append((line, said)))

    page.route_web_socket(re.compile("/ws/match/"), hold)
    page.locator(".botform button").click()
    page.wait_for_url(re.compile(r"/match/\d+/"))
    with page.expect_request("**/hint/"):
        page.locator("#ask-hint").click()
    for line, said in news:
        line.send(said)
    guest.wait_for_bot()
    asked.pop().continue_()
    expect(page.locator("#hint")).to_contain_text("Pharaoh would say")
    expect(page.locator("#decide .f[data-hinted]")).to_have_count(4)


def test_a_guest_signs_in_and_keeps_the_match(visit):
    owner = visit().register()
    guest = visit()
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play a bot", exact=True).click()
    guest.page.wait_for_url(re.compile(r"/match/\d+/"))
    address = guest.page.url
    guest.name = owner.name
    guest.sign_in()
    guest.page.goto(address)
    expect(guest.page.locator(".seat", has_text=owner.name)).to_be_visible()
    expect(guest.page.locator("#decide")).to_be_attached()


def test_pressed_in_two_tabs_and_after_going_back(visit):
    guest = visit()
    page, other = guest.page, guest.page.context.new_page()
    page.goto("/")
    other.goto("/bots/")
    page.get_by_role("button", name="Play a bot", exact=True).click()
    page.wait_for_url(re.compile(r"/match/\d+/"))
    # The guest's session has come with another token than the other tab holds.
    other.locator("[name=level][value=jackal]").check()
    other.locator(".botform button").click()
    other.wait_for_url(re.compile(r"/match/\d+/"))
    page.go_back()
    page.locator("[name=level][value=scarab]").click()
    page.wait_for_url(re.compile(r"/match/\d+/"))
    page.goto("/lobby/")
    expect(page.locator("main a.line[href^='/match/']")).to_have_count(3)


def test_a_double_press_is_one_match_and_the_pace_is_changed_in_place(visit):
    player = visit().register()
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Play a bot", exact=True).dblclick(no_wait_after=True)
    page.wait_for_url(re.compile(r"/match/\d+/"))
    expect(page.locator("#attention")).to_contain_text("1")
    player.wait_for_bot()
    page.locator("[data-card]").first.click()
    page.locator("#decide [data-slot='2']").click()
    page.get_by_role("button", name="Let the bot answer at once").click()
    expect(page.get_by_role("button", name="Let the bot take its time")).to_be_visible()
    expect(page.locator("[data-card].laid")).to_have_count(1)

    page.locator("#quit summary").click()
    page.locator("#resign").click()
    expect(page.locator("[data-winner]")).to_be_visible()
    expect(page.locator(".bot-tools form")).to_be_hidden()


def test_without_javascript_a_hint_is_a_page_that_goes_back(visit):
    page = visit(java_script_enabled=False).page
    page.goto("/")
    page.get_by_role("button", name="Play a bot", exact=True).click()
    page.locator("#ask-hint").click()
    expect(page.locator("main")).to_contain_text("Pharaoh would say")
    page.reload()
    expect(page.locator("main")).to_contain_text("Pharaoh would say")
    page.get_by_role("link", name="Back to the match").click()
    page.go_back()
    expect(page.locator("main")).to_contain_text("Pharaoh would say")
