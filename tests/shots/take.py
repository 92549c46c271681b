"""Photograph every page and state in four sizes and two themes: `make screenshots`."""

import argparse
import sys
import tempfile
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.shots.scenes import FAULT, Shot, shots
from tests.shots.staging import staged
from tests.site import ROOT, Site

SIZES = {
    "desktop": (1440, 900),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "small": (360, 640),
}

THEMES = ("light", "dark")


def take(site: Site, scene: dict, options: argparse.Namespace) -> None:
    """Write one picture for each page or state, size and theme into a folder."""
    wanted = {
        name: shot
        for name, shot in shots(scene["places"]).items()
        if not options.only or any(fnmatch(name, pattern) for pattern in options.only)
    }
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size, theme in product(options.size or SIZES, options.theme or THEMES):
            width, height = SIZES[size]
            look = {
                "base_url": site.url,
                "viewport": {"width": width, "height": height},
                "color_scheme": theme,
                "has_touch": width < 1000,
                "is_mobile": width < 1000,
                "locale": options.lang,
            }
            for name, shot in wanted.items():
                fresh = Shot(staged(site, "last")["last"]) if name == "last" else shot
                path = options.folder / f"{name}-{size}-{theme}.png"
                photograph(browser, site, scene, fresh, look, path, whole=options.whole)
        browser.close()


def photograph(
    browser: Browser, site: Site, scene: dict, shot: Shot, look: dict, path: Path, *, whole: bool
) -> None:
    """Take one picture, in a browser of its own that has seen nothing yet."""
    context = browser.new_context(**look)
    context.set_default_timeout(30_000)
    if shot.who:
        cookie = {"name": "sessionid", "value": scene["cookies"][shot.who], "url": site.url}
        context.add_cookies([cookie])
    context.add_init_script("localStorage.tips ??= 'off'")
    page = context.new_page()
    if shot.address == FAULT:
        page.goto("/healthz")
        page.set_content(scene["fault"])
    else:
        page.goto(shot.address)
    try:
        shot.do(page)
    except PlaywrightError as error:
        print(f"{path.stem}: {error}", file=sys.stderr)
    page.wait_for_timeout(250)
    page.screenshot(path=path, full_page=whole)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names (or patterns) of what to take; else all")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--lang", default="en-GB")
    parser.add_argument("--whole", action="store_true", help="whole pages, not the first screen")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data))
        site.prepare()
        scene = staged(site, "all")
        site.start()
        try:
            take(site, scene, options)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
