"""Two people play a whole ranked match, a third one watches, each in a browser of their own."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import _spread

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def seat_two(visit, **amon_options):
    """Register two people, let one challenge the other by name, and seat them."""
    aton, amon = visit().register(), visit(**amon_options).register()
    challenge = aton.challenge(opponent=amon.name, side="aton")
    address = amon.accept(challenge)
    aton.page.wait_for_url(address)
    return aton, amon, address


def play_on(players, watchers, rng, *, decisions=10_000):
    """Play through the interface; after each decision everybody's page shows it by itself."""
    for _ in range(decisions):
        owing = [player for player in players if player.owes]
        if not owing:
            assert all(player.over for player in players)
            return
        mover = rng.choice(owing)
        mover.decide(rng)
        version = mover.version
        for person in (*players, *watchers):
            person.wait_for_version(version)


def test_a_whole_ranked_match_by_two_players_and_a_spectator(visit, site):
    rng = random.Random(1353)
    aton, amon, address = seat_two(visit, **PHONE)
    watcher = visit()
    watcher.page.goto(address)
    expect(watcher.table).to_have_attribute("data-viewer", "public")
    assert watcher.page.locator("[data-form]").count() == 0
    everybody = (aton, amon, watcher)

    play_on((aton, amon), [watcher], rng, decisions=12)

    # A reload in the middle loses nothing.
    amon.page.reload()
    amon.wait_for_version(aton.version)

    # The line is lost, everybody is told so, and it comes back by itself.
    site.stop()
    for person in everybody:
        expect(person.page.locator("#line-down")).to_be_visible()
    site.start()
    for person in everybody:
        expect(person.page.locator("#line-down")).to_be_hidden(timeout=40_000)
    play_on((aton, amon), [watcher], rng)

    # The finished page: who won and why, the sums, the record, in every browser.
    winners = set()
    for person in everybody:
        expect(person.table).to_have_attribute("data-phase", "over")
        winners.add(person.page.locator("[data-winner]").get_attribute("data-winner"))
        sums = person.page.locator(".ratings")
        expect(sums).to_contain_text("1500")
        expect(sums).to_contain_text("40")
    assert len(winners) == 1
    record = json.loads(aton.page.request.get(f"{address}record.json").text())
    assert record["players"] == {"aton": aton.name, "amon": amon.name}
    assert record["result"]["winner"] == (winners.pop() or None)
    assert len(record["actions"]) == aton.version
    replayed = json.loads(
        site.manage("aton_engine", text=json.dumps({"cmd": "replay", "record": record}) + "\n")
    )
    assert replayed["ok"]
    assert replayed["state"]["result"]["reason"] == record["result"]["reason"]

    # History, both player pages and the leaderboard have it.
    number = re.search(r"/match/(\d+)/", address)[1]
    for page in ("/games/", f"/players/{aton.name}/", f"/players/{amon.name}/"):
        watcher.page.goto(page)
        expect(watcher.page.locator(f"a[href='/match/{number}/']").first).to_be_visible()
    aton.page.goto("/leaderboard/")
    for player in (aton, amon):
        row = aton.page.locator("tr", has_text=player.name)
        expect(row).to_be_visible()


def test_stepping_through_a_finished_match(visit):
    rng = random.Random(7)
    aton, amon, address = seat_two(visit)
    play_on((aton, amon), [], rng, decisions=20)
    last = aton.version
    if not aton.over:
        aton.page.locator("#quit summary").click()
        aton.page.locator("#resign").click()
        expect(aton.table).to_have_attribute("data-phase", "over")
        last += 1
    amon.wait_for_version(last)

    watcher = visit()
    watcher.page.goto(address)
    steps = watcher.page.locator("[data-step]")
    expect(steps).to_have_count(6)
    watcher.page.locator("[data-step=first]").click()
    expect(watcher.table).to_have_attribute("data-phase", "allocate")
    expect(watcher.page.locator("[data-owner=aton][data-square]")).to_have_count(0)
    for _ in range(last):
        place = watcher.page.locator(".steps > b").inner_text()
        watcher.page.locator("[data-step=next]").click()
        expect(watcher.page.locator(".steps > b")).not_to_have_text(place)
    expect(watcher.table).to_have_attribute("data-phase", "over")
    for seen_by in ("aton", "amon", "public", "open"):
        watcher.page.goto(f"{address}?step=3&as={seen_by}")
        expect(watcher.page.locator(".steps [aria-current=true]")).to_have_count(1)


def test_resigning_and_aborting_ask_first(visit):
    aton, amon, _ = seat_two(visit)
    aton.page.locator("#quit summary").click()
    expect(aton.page.locator("#resign")).to_be_visible()
    aton.page.locator("#abort").click()
    for player in (aton, amon):
        expect(player.table).to_have_attribute("data-phase", "over")
        expect(player.page.locator(".ratings")).to_contain_text(re.compile("abort", re.IGNORECASE))


def test_the_others_allocation_does_not_wipe_what_i_have_begun(visit):
    rng = random.Random(3)
    aton, amon, _ = seat_two(visit)
    for slot, card in ((1, 4), (2, 3)):
        aton.page.locator(f"#h{card}").click()
        aton.page.locator(f"#decide [data-slot='{slot}']").click()
    chosen = aton.page.locator("#decide select").evaluate_all("all => all.map(one => one.value)")
    amon.decide(rng)
    aton.wait_for_version(amon.version)
    kept = aton.page.locator("#decide select").evaluate_all("all => all.map(one => one.value)")
    assert kept == chosen
    assert all(kept[:2])


def test_two_tabs_of_one_player_follow_each_other(visit):
    rng = random.Random(4)
    aton, _, address = seat_two(visit)
    tab = aton.page.context.new_page()
    tab.goto(address)
    # A tab behind another is drawn when the browser likes, and a press waits for that.
    aton.page.bring_to_front()
    aton.decide(rng)
    expect(tab.locator("#match")).to_have_attribute("data-version", "1")
    expect(tab.locator("#decide")).to_have_count(0)


@pytest.mark.parametrize("decisions", [14])
def test_it_all_works_without_javascript(visit, decisions):
    rng = random.Random(5)
    aton = visit(java_script_enabled=False).register()
    amon = visit(java_script_enabled=False).register()
    challenge = aton.challenge(opponent=amon.name, side="amon")
    address = amon.accept(challenge)
    for _ in range(decisions):
        for player in (aton, amon):
            player.page.goto(address)
            form = player.page.locator("#decide")
            if not form.count():
                continue
            kind, need = form.get_attribute("data-form"), int(form.get_attribute("data-need"))
            before = player.version
            if kind == "allocate":
                hand = player.page.locator("[data-card]").evaluate_all(
                    "cards => cards.map(card => card.dataset.card)"
                )
                selects = form.locator("select[name=cards]")
                for place, card in enumerate(hand):
                    selects.nth(place).select_option(card)
            else:
                boxes = form.locator("[name=squares]")
                names = boxes.evaluate_all("boxes => boxes.map(box => box.value)")
                rng.shuffle(names)
                for name in (_spread(names) if kind == "clear" else names)[:need]:
                    form.locator(f"[name=squares][value='{name}']").check(force=True)
            form.locator("#go").click()
            expect(player.table).not_to_have_attribute("data-version", str(before))


def test_of_two_equal_cards_the_pressed_one_is_marked(visit):
    aton, _, _ = seat_two(visit)
    cards = aton.page.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    # Four cards of four values: a second hand is drawn until two are equal, or there are none.
    twice = next((value for value in cards if cards.count(value) > 1), cards[-1])
    last = len(cards) - cards[::-1].index(twice)
    aton.page.locator(f"#h{last}").click()
    aton.page.locator("#decide [data-slot='3']").click()
    expect(aton.page.locator(".hand .laid")).to_have_count(1)
    expect(aton.page.locator(f"#h{last}")).to_have_class(re.compile("laid"))
    # Pressed again it comes back, dragged it lies elsewhere.
    aton.page.locator(f"#h{last}").click()
    expect(aton.page.locator(".hand .laid")).to_have_count(0)
    aton.page.locator(f"#h{last}").drag_to(aton.page.locator("#decide [data-slot='2']"))
    expect(aton.page.locator("#c2")).to_have_value(twice)
    aton.page.locator("#decide [data-slot='2']").drag_to(
        aton.page.locator("#decide [data-slot='4']")
    )
    expect(aton.page.locator("#c4")).to_have_value(twice)
    expect(aton.page.locator(f"#h{last}")).to_have_class(re.compile("laid"))


def test_the_exchange_asks_first(visit):
    aton, _, _ = seat_two(visit)
    aton.page.locator("#swap summary").click()
    expect(aton.table).to_have_attribute("data-version", "0")
    aton.page.locator("#exchange").click()
    expect(aton.table).to_have_attribute("data-version", "1")
    expect(aton.page.locator("#swap")).to_have_count(0)


def test_typing_lays_the_cards(visit):
    aton, _, _ = seat_two(visit)
    cards = aton.page.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    for digit in cards:
        aton.page.keyboard.press(digit)
    expect(aton.page.locator("#go")).to_be_focused()
    aton.page.keyboard.press("Enter")
    expect(aton.table).to_have_attribute("data-version", "1")
