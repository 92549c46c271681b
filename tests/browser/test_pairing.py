"""Finding an opponent, each person in a browser of their own."""

import re

from playwright.sync_api import expect

MATCH = re.compile(r"/match/\d+/")


def look_for(visitor, clock="180+5"):
    visitor.page.goto("/lobby/")
    # News may replace what would be pressed until the page has heard all there is.
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.locator(f"#pairing button[value='{clock}']").click()
    return visitor


def test_one_press_each_and_both_are_in_a_match(visit):
    one, other, watcher = visit().register(), visit().register(), visit()
    watcher.page.goto("/lobby/")
    rapid = watcher.page.locator("#pairing button[value='180+5']")
    expect(rapid).to_contain_text("0 waiting")
    look_for(one)
    expect(one.page.locator("#pairing")).to_contain_text("Looking for an opponent")
    expect(one.page.locator("#pairing")).to_contain_text("1 waiting, 0 playing")
    expect(rapid).to_contain_text("1 waiting")
    look_for(other)
    for person in (one, other):
        person.page.wait_for_url(MATCH)
        expect(person.table).to_have_attribute("data-phase", "allocate")
    assert one.page.url == other.page.url
    assert {p.table.get_attribute("data-viewer") for p in (one, other)} == {"aton", "amon"}
    expect(rapid).to_contain_text("0 waiting, 2 playing")
    # One live rated match at a time, in plain words.
    look_for(one, "600+15")
    expect(one.page.locator("#pairing [role=alert]")).to_contain_text("live rated match")


def test_who_hears_no_news_comes_to_the_match_too(visit):
    people = [visit().register(), visit().register()]
    for person in people:
        # The line opens and stays silent.
        person.page.route_web_socket(re.compile("/ws/news/"), lambda _line: None)
        look_for(person, "600+15")
    for person in people:
        person.page.wait_for_url(MATCH)


def test_who_is_told_and_finds_out_goes_to_the_match_once(visit):
    one, other = visit().register(), visit().register()
    look_for(one, "600+15")
    pairing = one.page.locator("#pairing[data-await]")
    expect(pairing).to_be_visible()
    going = []
    one.page.route(MATCH, lambda page: going.append(page))  # noqa: PLW0108 — it marks what it calls
    one.page.evaluate(
        "setInterval(() => window.htmx.trigger(document.querySelector('#pairing'), 'news'), 300)"
    )
    with one.page.expect_request(MATCH):
        look_for(other, "600+15")
    # When the second of these answers comes, what followed from the first has been asked for.
    for _ in range(2):
        one.page.wait_for_event("response", lambda answer: "hx-redirect" in answer.headers)
    assert len(going) == 1
    going.pop().continue_()
    one.page.wait_for_url(MATCH)


def test_what_is_pressed_is_not_replaced_under_the_finger(visit):
    one, other, watcher = visit().register(), visit().register(), visit()
    for person in (other, watcher):
        person.page.goto("/lobby/")
        person.page.wait_for_load_state("networkidle")
    button = other.page.locator("#pairing button[value='1800+30']")
    button.evaluate("(one) => { one.mine = true }")
    button.hover()
    other.page.mouse.down()
    look_for(one, "1800+30")
    classic = watcher.page.locator("#pairing button[value='1800+30']")
    expect(classic).to_contain_text("1 waiting")
    assert button.evaluate("(one) => one.mine")
    other.page.mouse.up()
    for person in (one, other):
        person.page.wait_for_url(MATCH)


def test_stopping_and_leaving_the_page_take_one_out(visit):
    one, watcher = visit().register(), visit()
    watcher.page.goto("/lobby/")
    classic = watcher.page.locator("#pairing button[value='1800+30']")
    look_for(one, "1800+30")
    expect(classic).to_contain_text("1 waiting")
    one.page.get_by_role("button", name="Stop looking").click()
    expect(classic).to_contain_text("0 waiting")
    one.page.locator("#pairing button[value='1800+30']").click()
    expect(classic).to_contain_text("1 waiting")
    one.page.close()
    expect(classic).to_contain_text("0 waiting")


def test_a_challenge_appears_in_the_lobby_and_takes_both_to_the_match(visit):
    one, other = visit().register(), visit().register()
    other.page.goto("/lobby/")
    one.challenge()
    offer = other.page.locator("#lists .offer", has_text=one.name)
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Accept").click()
    for person in (one, other):
        person.page.wait_for_url(MATCH)


def test_pairing_works_without_javascript(visit):
    one = visit(java_script_enabled=False).register()
    other = visit(java_script_enabled=False).register()
    for person in (one, other):
        look_for(person, "600+15")
    for person in (one, other):
        person.page.wait_for_url(MATCH)
