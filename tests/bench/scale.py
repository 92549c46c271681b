"""How much slower pages are with many matches than with 1,000.

`python -m tests.bench.scale [--matches 1000000 --players 100000] [--postgres]` makes two sites
with demo data in a temporary folder, times their pages, prints both and the ratio.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.services import postgres
from tests.site import ROOT, Site

SMALL = (100, 1000)
MOST_RATIO, MOST_QUERIES = 1.5, 12


def made(folder: Path, players: int, matches: int, **environment: str) -> tuple[Site, float]:
    """Make a site with demo data and return it, and the seconds that took."""
    folder.mkdir()
    site = Site(folder, **environment)
    site.manage("migrate", "-v", "0")
    site.manage("collectstatic", "--noinput", "-v", "0")
    start = time.perf_counter()
    numbers = ("--players", str(players), "--matches", str(matches))
    site.manage("seed_demo", *numbers, "-v", "0")
    return site, time.perf_counter() - start


def pages(site: Site, seconds: float) -> dict[str, dict[str, float]]:
    """Time the pages of a site in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.pages", "--seconds", str(seconds)],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def compare(small: dict, large: dict) -> list[str]:
    """Print both sites' figures and return what is over its limit."""
    over = []
    print(f"{'page':<24}{'small':>10}{'large':>10}{'ratio':>8}{'queries':>9}")
    for name, few in small.items():
        many = large[name]
        ratio = many["ms"] / few["ms"]
        queries = max(few["queries"], many["queries"])
        print(f"{name:<24}{few['ms']:>7.1f} ms{many['ms']:>7.1f} ms{ratio:>8.2f}{queries:>9}")
        if ratio > MOST_RATIO or queries > MOST_QUERIES:
            over.append(name)
    return over


def run(players: int, matches: int, seconds: float, *, on_postgres: bool) -> list[str]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        found = []
        for name, numbers in (("small", SMALL), ("large", (players, matches))):
            more = {"DATABASE_URL": stack.enter_context(postgres())} if on_postgres else {}
            site, took = made(folder / name, *numbers, **more)
            print(f"{numbers[1]:,} matches of {numbers[0]:,} players made in {took:.0f} s")
            found.append(pages(site, seconds))
    over = compare(*found)
    print("every page within its limits" if not over else f"over the limit: {', '.join(over)}")
    return over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=30_000)
    parser.add_argument("--players", type=int, default=3_000)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each page (default 1)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL")
    options = parser.parse_args()
    numbers = (options.players, options.matches, options.seconds)
    if run(*numbers, on_postgres=options.postgres):
        sys.exit(1)


if __name__ == "__main__":
    main()
