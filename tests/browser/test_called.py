"""Being called: notifications and sounds, when it is one's turn or a match begins."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_match import seat_two
from tests.browser.test_pairing import MATCH, look_for
from tests.browser.test_table import RUNNING

# Counts the tones that are begun; they sound all the same.
LISTEN = """
window.tones = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones.push(this.context);
  return begin.apply(this, when);
};
"""
# As if another tab were in front: a browser without a screen keeps every tab in front.
AWAY = """
Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
document.dispatchEvent(new Event('visibilitychange'));
"""

# Notifications are counted instead of shown.
COUNT = """() => {
    window.shown = 0;
    ServiceWorkerRegistration.prototype.showNotification = async () => { window.shown += 1; };
}"""

NOTES = """async () => {
    const until = Date.now() + 15_000;
    while (Date.now() < until) {
        for (const worker of await navigator.serviceWorker.getRegistrations()) {
            const notes = await worker.getNotifications();
            if (notes.length) return notes.map(({ title, data }) => [title, data]);
        }
        await new Promise(later => setTimeout(later, 50));
    }
    return [];
}"""


def switch_sound_on(person):
    person.page.locator("button.gear").click()
    person.page.locator("#sound").check()
    person.page.keyboard.press("Escape")


def test_who_looks_elsewhere_is_notified_that_it_is_their_turn(visit):
    aton, amon, _ = seat_two(visit)
    aton.decide(random.Random(1))
    amon.wait_for_version(aton.version)
    tab = aton.page.context.new_page()
    tab.context.grant_permissions(["notifications"])
    tab.goto("/lobby/")
    expect(tab.get_by_text("You are notified")).to_be_visible()
    for page in tab.context.pages:
        page.evaluate(AWAY)
    while not aton.owes:
        amon.decide(random.Random(2))
        aton.wait_for_version(amon.version)
    assert tab.evaluate(NOTES) == [["It is your turn.", "/lobby/"]]


def test_who_looks_at_the_site_in_another_tab_is_not_notified(visit):
    aton, amon, _ = seat_two(visit)
    aton.decide(random.Random(1))
    amon.wait_for_version(aton.version)
    tab = aton.page.context.new_page()
    tab.context.grant_permissions(["notifications"])
    tab.goto("/rules/")
    tab.evaluate(AWAY)
    aton.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tab.evaluate(COUNT)
    while not aton.owes:
        amon.decide(random.Random(2))
        aton.wait_for_version(amon.version)
    expect(tab).to_have_title("(1) Rules · Aton")
    assert tab.evaluate("shown") == 0


@pytest.mark.parametrize("line", ["speaks", "silent"])
def test_who_waits_elsewhere_is_notified_that_a_match_has_begun(visit, line):
    """Whether the line of news tells of it or the page finds out by asking."""
    one, other = visit().register(), visit().register()
    one.page.context.grant_permissions(["notifications"])
    if line == "silent":
        one.page.route_web_socket(re.compile("/ws/news/"), lambda _line: None)
    look_for(one, "1800+30")
    expect(one.page.locator("#pairing")).to_contain_text("Looking for an opponent")
    # The page that it goes to is behind another tab too.
    one.page.add_init_script(AWAY)
    one.page.evaluate(AWAY)
    look_for(other, "1800+30")
    one.page.wait_for_url(MATCH)
    path = one.page.url.removeprefix(one.page.url.split("/match/")[0])
    assert one.page.evaluate(NOTES) == [["Your match has begun.", path]]


def test_nothing_is_asked_before_somebody_presses(visit):
    person = visit().register()
    person.page.add_init_script("Notification.requestPermission = () => { window.asked = true; }")
    person.page.goto("/lobby/")
    assert person.page.evaluate("window.asked") is None


def test_who_is_not_signed_in_asks_for_nothing_that_is_not_there(visit):
    person, missing = visit(), []
    context = person.page.context
    context.grant_permissions(["notifications"])
    # A worker's own requests are the context's, not the page's.
    context.on("response", lambda answer: answer.status >= 400 and missing.append(answer.url))
    for address in ("/lobby/", "/"):
        person.page.goto(address, wait_until="networkidle")
    assert person.page.evaluate("Notification.permission") == "granted"
    assert missing == []


@pytest.mark.parametrize("wanted", [False, True])
def test_sounds_are_made_by_who_has_switched_them_on_only(visit, wanted):
    aton, amon, address = seat_two(visit)
    aton.page.add_init_script(LISTEN)
    aton.page.goto(address)
    if wanted:
        switch_sound_on(aton)
        assert aton.page.evaluate("tones.length") > 0
    aton.page.evaluate("tones.length = 0")
    aton.decide(random.Random(1))
    amon.wait_for_version(aton.version)
    amon.decide(random.Random(2))
    aton.wait_for_version(amon.version)
    expect(aton.page.locator("#match")).not_to_have_attribute("data-phase", "allocate")
    if wanted:
        assert aton.page.evaluate("tones.length") > 0
        assert set(aton.page.evaluate(RUNNING, "tones")) == {"running"}
    else:
        assert aton.page.evaluate("tones.length") == 0


def test_who_waits_hears_that_a_match_has_begun_or_is_theirs(visit):
    aton, amon, _ = seat_two(visit)
    aton.decide(random.Random(1))
    amon.wait_for_version(aton.version)
    aton.page.add_init_script(LISTEN)
    aton.page.goto("/lobby/")
    switch_sound_on(aton)
    aton.page.evaluate("tones.length = 0")
    while "(1)" not in aton.page.title():
        amon.decide(random.Random(2))
        if not amon.owes:
            expect(aton.page).to_have_title("(1) Lobby · Aton")
    assert aton.page.evaluate("tones.length") == 2
