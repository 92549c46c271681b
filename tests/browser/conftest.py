"""Real browsers on the running product."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.visitor import Visitor
from tests.shots.staging import staged
from tests.site import Site, running

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Several browsers and servers share the machine; what is there sooner is not waited for.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
# Every wait ends by itself; a whole match is hundreds of them, and a slow machine's are long.
LONGEST_SECONDS = 900


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.timeout(LONGEST_SECONDS))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, site: Site):
    """Open a browser of its own for one more visitor; faults on their pages fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                faults.append(f"{page.url}: {message.text}")
                if "Content Security Policy" in message.text or "Content-Security" in message.text
                else None
            ),
        )

    def visit(**options) -> Visitor:
        options.setdefault("locale", "en-GB")
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(base_url=site.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", watch)
        # All of it works without any service but our own.
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((site.url, "data:", "blob:"))
                else faults.append(f"asked for {request.url}")
            ),
        )
        contexts.append(context)
        return Visitor(context.new_page())

    yield visit
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture(scope="module")
def stage(site):
    return staged(site)


@pytest.fixture
def open_as(visit, site, stage):
    """Return a page of a browser that is signed in as one of the staged players."""

    def open_as(side="aton", **options):
        page = visit(**options).page
        if side:
            page.context.add_cookies(
                [{"name": "sessionid", "value": stage["cookies"][side], "url": site.url}]
            )
        return page

    return open_as
