"""No page of the site logs an error in the browser's console or asks for what is not there."""

from urllib.parse import urlsplit

import pytest

from tests.shots.scenes import PAGES
from tests.shots.staging import staged

pytestmark = pytest.mark.browser

# Pages that no picture is taken of.
MORE = {
    "bots": "/bots/",
    "watch": "/watch/",
    "practice": "/practice/",
    "account": "/account/",
    "following": "/following/",
    "reach": "/reach/",
    "blocked": "/blocked/",
    "analysis": "/analysis/",
    "search": "/players/?q=Ne",
    "compare": "/compare/?one=Nefertiti&other=Ramses",
    "statistics": "/players/Nefertiti/statistics/",
    "gain": "/leaderboard/?by=gain",
    "password reset": "/password/reset/",
    "password": "/password/",
}


@pytest.fixture(scope="module")
def scene(site):
    return staged(site)


@pytest.mark.parametrize("who", ["nobody", "aton"])
def test_no_page_logs_an_error(site, browser, scene, who):
    over = scene["places"]["over"]
    places = {
        **PAGES,
        **MORE,
        **scene["places"],
        "blind": f"{over}?spoiler=0",
        "log": f"{over}log/",
        "review": f"{over}review/",
        "embed": f"{over}embed/",
    }
    context = browser.new_context(base_url=site.url, locale="en-GB")
    if who != "nobody":
        cookie = {"name": "sessionid", "value": scene["cookies"][who], "url": site.url}
        context.add_cookies([cookie])
    page = context.new_page()
    told: list[str] = []
    page.on("pageerror", lambda error: told.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda line: told.append(f"{page.url}: {line.text}") if line.type != "log" else None,
    )
    page.on(
        "response",
        lambda answer: (
            told.append(f"{page.url}: {answer.status} {answer.url}")
            if answer.status >= 400
            else None
        ),
    )
    page.on(
        "requestfailed",
        # A page that is left ends what it was still asking for.
        lambda asked: (
            told.append(f"{page.url}: {asked.failure} {asked.url}")
            if "ERR_ABORTED" not in (asked.failure or "")
            else None
        ),
    )
    # A browser asks for it by itself where a page names no icon.
    assert page.goto("/favicon.ico").status < 400
    for name, address in places.items():
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert urlsplit(page.url).path != "/login/" or who == "nobody" or name == "login", name
    context.close()
    assert not told, "\n".join(told)
