"""A page keeps still while it is coming, however slowly the line brings it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_match import PHONE

# Elements whose place changed without a press, as chromium reports them.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput)
      for (const { node, previousRect: was, currentRect: is } of sources)
        window.shifts.push(
          `${node?.nodeName}#${node?.id}.${node?.className}: ${was.x},${was.y} to ${is.x},${is.y}`);
}).observe({ type: 'layout-shift', buffered: true });
"""
BYTES_A_SECOND = 40_000
PAGES = ("/", "/lobby/", "/learn/placing/", "/leaderboard/", "/players/Nefertiti/")


@pytest.mark.parametrize("look", [{"viewport": {"width": 1280, "height": 900}}, PHONE])
def test_nothing_shifts_while_a_page_is_coming(visit, site, stage, look):
    # What ends by itself moves what is below it in the lists; here only the way of a page counts.
    last = re.search(r"\d+", stage["places"]["last"])[0]
    past = "UPDATE games_match SET aton_deadline = ?1, amon_deadline = ?1 WHERE id = ?2"
    site.sql(past, "2001-01-01 00:00:00", last)
    page = visit(**look).page
    page.goto(stage["places"]["last"])
    expect(page.locator("#match")).to_have_attribute("data-phase", "over")
    cookie = {"name": "sessionid", "value": stage["cookies"]["aton"], "url": site.url}
    page.context.add_cookies([cookie])
    page.add_init_script("localStorage.setItem('tips', 'off')")
    page.add_init_script(WATCH)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    shifted = {}
    for address in (*PAGES, *(stage["places"][state] for state in ("place", "over"))):
        # The stylesheet and the scripts are there already: the page itself comes in pieces.
        for speed in (-1, BYTES_A_SECOND):
            line.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": 0,
                    "downloadThroughput": speed,
                    "uploadThroughput": -1,
                },
            )
            page.goto(address)
            page.wait_for_load_state("networkidle")
            if found := page.evaluate("window.shifts"):
                shifted[address] = found
    assert not shifted
