"""Photograph every page and state in four sizes and two themes: `make screenshots`."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.site import ROOT, Site

SIZES = {
    "desktop": (1440, 900),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "small": (360, 640),
}
PAGES = {
    "home": "/",
    "rules": "/rules/",
    "learn": "/learn/",
    "lesson": "/learn/points/",
    "lesson-place": "/learn/placing/",
    "lobby": "/lobby/",
    "games": "/games/",
    "leaderboard": "/leaderboard/",
    "login": "/login/",
    "register": "/register/",
    "player": "/players/Nefertiti/",
}


def staged(site: Site) -> dict:
    """Return what `tests.shots.stage` put into the site's database."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.shots.stage"],
        cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def take(site: Site, scene: dict, folder: Path, only: list[str], sizes: list[str], themes, lang):
    """Write one picture for each page or state, size and theme into `folder`."""
    shots = {**PAGES, **scene["places"]}
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size in sizes:
            width, height = SIZES[size]
            for theme in themes:
                context = browser.new_context(
                    base_url=site.url,
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    has_touch=width < 1000,
                    is_mobile=width < 1000,
                    locale=lang,
                )
                context.add_cookies(
                    [{"name": "sessionid", "value": scene["cookies"]["aton"], "url": site.url}]
                )
                context.add_init_script("localStorage.setItem('tips', 'off')")
                page = context.new_page()
                for name, address in shots.items():
                    if only and name not in only:
                        continue
                    page.goto(address)
                    page.wait_for_timeout(250)
                    page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
                context.close()
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of pages and states; all when none is given")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=("light", "dark"))
    parser.add_argument("--lang", default="en-GB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data))
        site.prepare()
        scene = staged(site)
        site.start()
        try:
            take(
                site, scene, options.folder, options.only, options.size or list(SIZES),
                options.theme or ("light", "dark"), options.lang,
            )  # fmt: skip
        finally:
            site.stop()


if __name__ == "__main__":
    main()
