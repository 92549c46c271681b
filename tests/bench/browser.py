"""How the pages feel in chromium with a processor four times slower.

First contentful paint with a cold cache, interaction to next paint of the presses that play,
cumulative layout shift while they do, and what the match page weighs; each against its limit.
Each is the best of several goes, so that other work of the machine counts less.
`python -m tests.bench.browser [--times N]`
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.shots.staging import staged
from tests.site import Site

SLOWER = 4
LIMITS = {"fcp ms": 1000, "inp ms": 100, "shift": 0, "first bytes": 120_000, "again bytes": 25_000}
DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Kept in the page, where the browser reports them: an interaction's events share one number.
OBSERVE = """
window.measured = { inp: {}, shift: 0 };
new PerformanceObserver((list) => {
  for (const { interactionId, duration, name } of list.getEntries())
    if (interactionId) {
      const [was] = window.measured.inp[interactionId] ?? [0];
      if (duration > was) window.measured.inp[interactionId] = [duration, name];
    }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) window.measured.shift += value;
}).observe({ type: "layout-shift", buffered: true });
"""
# On a busy machine the first paint may come after the last answer.
PAINT = """new Promise((done) => {
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName("first-contentful-paint");
    if (first) done(first.startTime);
  }).observe({ type: "paint", buffered: true });
})"""


@contextmanager
def visitor(browser: Browser, site: Site, cookie: str, slower: int = SLOWER, **look) -> Iterator:
    """Open a browser without a cache, signed in, on a processor that is `slower` times slower."""
    context = browser.new_context(base_url=site.url, locale="en-GB", **look)
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    context.add_init_script("localStorage.setItem('tips', 'off')")
    context.add_init_script(OBSERVE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    session.send("Network.enable")
    yield page, session
    context.close()


def weights(page: Page, session, addresses: list[str]) -> list[int]:
    """Return the bytes that came over the wire for each of `addresses`, one after the other."""
    total = [0]
    session.on("Network.loadingFinished", lambda event: total.append(event["encodedDataLength"]))
    found = []
    for address in addresses:
        total.clear()
        page.goto(address)
        page.wait_for_load_state("networkidle")
        found.append(int(sum(total)))
    return found


def play(page: Page, cards: str, squares: str, times: int) -> dict[str, float]:
    """Lay cards in one match, name squares in another; return the slowest press and the shift.

    Every press is made `times` times, each time on the page loaded anew, and the quickest
    counts: what else the machine does is not the page's. The commit can be pressed once a match.
    """
    slowest, commits, shift = 0.0, [], 0.0
    for address, presses_of in ((cards, card_presses), (squares, square_presses)):
        taken: list[list[float]] = []
        for _ in range(times):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            taken.append([pressed(page, selector) for selector in presses_of(page)])
        slowest = max(slowest, *(min(column) for column in zip(*taken, strict=True)))
        version = page.locator("#match").get_attribute("data-version")
        commits.append(pressed(page, "#go"))
        page.locator(f"#match:not([data-version='{version}'])").wait_for()
        page.evaluate("new Promise((done) => setTimeout(done, 1500))")  # what moves, moves
        shift += page.evaluate("window.measured.shift")
    return {"inp ms": max(slowest, min(commits)), "shift": shift}


def pressed(page: Page, selector: str) -> float:
    """Press an element; return how long the next paint took, 0 for less than 16 ms."""
    page.evaluate("window.measured.inp = {}")
    page.locator(selector).first.click()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    return max((one[0] for one in page.evaluate("window.measured.inp").values()), default=0)


def card_presses(page: Page) -> list[str]:
    ids = page.locator("[data-card]").evaluate_all("cards => cards.map((card) => card.id)")
    both = [(f"#{card}", f"#decide [data-slot='{slot}']") for slot, card in enumerate(ids, 1)]
    return [selector for pair in both for selector in pair]


def square_presses(page: Page) -> list[str]:
    form = page.locator("#decide")
    names = form.locator("[name=squares]").evaluate_all("all => all.map((one) => one.value)")
    return [f"#q{name}" for name in names[: int(form.get_attribute("data-need"))]]


def arrive(browser: Browser, site: Site, cookie: str, address: str, times: int) -> dict[str, float]:
    """Return the shortest time to first contentful paint with nothing cached, and the shift."""
    taken, shift = [], 0.0
    for _ in range(times):
        with visitor(browser, site, cookie, **DESK) as (page, _):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            taken.append(page.evaluate(PAINT))
            shift = max(shift, page.evaluate("window.measured.shift"))
    return {"fcp ms": min(taken), "shift": shift}


def measure(site: Site, times: int) -> dict[str, dict[str, float]]:
    """Return the figures, by what they are of."""
    figures: dict[str, dict[str, float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        scene = staged(site)
        cookie, places = scene["cookies"]["aton"], scene["places"]
        for name, address in {
            "home": "/", "lobby": "/lobby/", "rules": "/rules/",
            "lesson": "/learn/placing/", "match": places["place"], "match over": places["over"],
        }.items():  # fmt: skip
            figures[name] = arrive(browser, site, cookie, address, times)
        with visitor(browser, site, cookie, slower=1, **DESK) as (page, session):
            first, again = weights(page, session, [places["place"], places["waiting"]])
            figures["match"] |= {"first bytes": first, "again bytes": again}
        for name, look, cards, squares in (
            ("desk", DESK, "start", "place"),
            ("phone", PHONE, "allocate", "remove"),
        ):
            with visitor(browser, site, cookie, **look) as (page, _):
                figures[f"presses, {name}"] = play(page, places[cards], places[squares], times)
        browser.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="goes for each figure (default 5)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data))
        site.prepare()
        site.start()
        try:
            figures = measure(site, options.times)
        finally:
            site.stop()
    over = 0
    for name, values in figures.items():
        for what, value in values.items():
            limit = LIMITS.get(what)
            bad = limit is not None and value > limit
            over += bad
            told = "" if limit is None else f"  (at most {limit:,}{': OVER' if bad else ''})"
            digits = 0 if value == int(value) else 4
            print(f"{name:15} {what:18} {value:>12,.{digits}f}{told}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
