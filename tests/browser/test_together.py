"""What people are to each other at the table: return matches, chat, leaving, the clocks."""

import json
import random
import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.test_match import play_on, seat_two

MATCH = re.compile(r"/match/\d+/")


def resign(player):
    player.page.locator("#quit summary").click()
    player.page.locator("#resign").click()
    expect(player.table).to_have_attribute("data-phase", "over")


def test_a_return_match_is_offered_while_the_other_is_there(visit):
    aton, amon, address = seat_two(visit)
    resign(aton)
    offer = aton.page.get_by_role("button", name="Offer a return match")
    offer.click()
    expect(aton.page.locator("#beside")).to_contain_text("You have offered")
    again = amon.page.get_by_role("button", name="Play again")
    amon.page.get_by_role("button", name="Decline").click()
    expect(again).to_be_hidden()
    amon.page.get_by_role("button", name="Offer a return match").click()
    aton.page.get_by_role("button", name="Play again").click()
    for player, side in ((aton, "amon"), (amon, "aton")):
        expect(player.page).not_to_have_url(address)
        player.page.wait_for_url(MATCH)
        expect(player.table).to_have_attribute("data-viewer", side)


def test_players_chat_and_watchers_do_not_hear_them(visit):
    aton, amon, address = seat_two(visit)
    watcher = visit().register()
    watcher.page.goto(address)
    aton.page.fill("#chat-text", "<i>Hello</i> there")
    aton.page.keyboard.press("Enter")
    expect(amon.page.locator(".chat")).to_contain_text("<i>Hello</i> there")
    expect(aton.page.locator("#chat-text")).to_have_value("")
    amon.page.get_by_role("button", name="Good luck!").click()
    expect(aton.page.locator(".chat")).to_contain_text("Good luck!")
    expect(watcher.page.locator(".chat")).to_contain_text("Nobody has said anything")
    # The list has come anew by now, so what is pressed stays.
    expect(amon.page.locator(".chat")).to_contain_text("Good luck!")
    amon.page.locator(".chat").get_by_role("button", name="Report").first.click()
    expect(amon.page.locator(".chat")).to_contain_text("Reported")
    amon.page.get_by_role("button", name=f"Mute {aton.name}").click()
    amon.page.goto(address)
    expect(amon.page.locator(".chat")).not_to_contain_text("Hello")


def test_presence_follows_and_the_match_of_one_who_left_can_be_claimed(visit, site):
    aton, amon, address = seat_two(visit)
    play_on((aton, amon), [], random.Random(8), decisions=2)
    gone, waiting = (aton, amon) if aton.owes else (amon, aton)
    expect(waiting.page.locator(".here .in")).to_have_count(2)
    gone.page.close()
    # More than a minute passes: on the server's side, so that nobody has to wait for it. The page
    # may have said that it is there just before it was closed.
    number = re.search(r"/match/(\d+)/", address)[1]
    out = waiting.page.locator(".here .out", has_text=gone.name)
    for _ in range(20):
        ago = (datetime.now(UTC) - timedelta(seconds=61)).replace(tzinfo=None)
        site.sql(
            "UPDATE games_presence SET seen_at = ? WHERE match_id = ? AND player_id ="
            " (SELECT id FROM games_player WHERE username = ?)",
            ago.isoformat(" "), number, gone.name,
        )  # fmt: skip
        waiting.page.reload()
        if out.count():
            break
    expect(out).to_be_visible()
    expect(waiting.page.locator("#beside")).to_contain_text("Until they return")
    waiting.page.get_by_role("button", name="Claim the win").click()
    expect(waiting.table).to_have_attribute("data-phase", "over")
    expect(waiting.page.locator(".log")).to_contain_text("claimed the match")


def test_no_clock_in_any_browser_is_half_a_second_off(visit):
    aton, amon, address = seat_two(visit)
    watcher = visit()
    watcher.page.goto(address)
    rng = random.Random(9)
    for _ in range(3):
        for person in (aton, amon, watcher):
            for _ in range(3):
                for shown, least, most in _clocks(person, address):
                    # A clock that shows 9:58 stands between 9:58 and 9:59.
                    assert least - 1.5 <= shown <= most + 0.5
        play_on((aton, amon), [watcher], rng, decisions=1)


def _clocks(person, address):
    """Return what each clock of the page shows, and the least and most that the server's has.

    When the server looked at its own is known only to lie between the question and the answer.
    """
    script = """async address => {
        const clocks = [...document.querySelectorAll('[data-clock]')];
        const began = performance.now();
        const answer = await (await fetch(address + 'view.json')).json();
        const way = (performance.now() - began) / 1000;
        const read = text => text.split(':').map(Number).reduce((sum, part) => sum * 60 + part, 0);
        return JSON.stringify(clocks.map(clock => {
            const left = answer.clock[clock.dataset.side];
            return [read(clock.textContent), left - way, left];
        }));
    }"""
    return json.loads(person.page.evaluate(script, address))


def test_a_match_is_shown_on_the_home_page_and_follows(visit):
    aton, amon, address = seat_two(visit)
    watcher = visit()
    watcher.page.goto("/")
    rng = random.Random(10)
    play_on((aton, amon), [], rng, decisions=3)
    featured = watcher.page.locator("#featured a")
    expect(featured).to_be_visible()
    featured.click()
    watcher.page.wait_for_url(MATCH)
    watcher.page.goto("/watch/")
    expect(
        watcher.page.locator(f"#watch-list a[href='{address[address.index('/match') :]}']")
    ).to_be_visible()
    resign(aton)
    expect(
        watcher.page.locator(f"#watch-list a[href='{address[address.index('/match') :]}']")
    ).to_be_hidden()


def test_whose_turn_it_is_stands_in_the_title_and_on_the_icon(visit):
    aton, amon, _ = seat_two(visit)
    tab = amon.page.context.new_page()
    tab.goto("/rules/")
    expect(tab).to_have_title(re.compile(r"^\(1\) "))
    icon = tab.locator("link[rel=icon]")
    assert "icon-turn" in icon.get_attribute("href")
    rng = random.Random(11)
    amon.page.bring_to_front()
    amon.decide(rng)
    expect(tab).to_have_title(re.compile(r"^[^(]"))
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))
    aton.wait_for_version(amon.version)
    while not amon.owes:
        aton.decide(rng)
        amon.wait_for_version(aton.version)
    expect(tab).to_have_title(re.compile(r"^\(1\) "))
