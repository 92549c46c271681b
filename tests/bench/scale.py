"""How much slower pages are with many matches than with 1,000.

`python -m tests.bench.scale [--matches 1000000 --players 100000] [--postgres]` makes two sites
with demo data, times their pages in turns, prints both and the ratio. Sites on SQLite are kept
in `var/bench/` and used again as long as nothing has changed that they depend on.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.services import postgres
from tests.site import ROOT, Site

SMALL = (100, 1000)
MOST_RATIO, MOST_QUERIES = 1.5, 12
KEPT = ROOT / "var" / "bench"
# What demo data depends on; a site that was kept is migrated.
SOURCES = ("games/demo.py", "games/usecases/*demo*.py", "games/elo.py")
# Both sites are timed in turns, so that a noisy minute of the machine falls on both.
ROUNDS = 3

Pages = dict[str, dict[str, Any]]


def fingerprint() -> str:
    """Return a text that changes with what a site with demo data depends on."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def seeded(site: Site, players: int, matches: int) -> None:
    """Fill the site with demo data, and tell how long that took."""
    site.manage("migrate", "-v", "0")
    start = time.perf_counter()
    numbers = ("--players", str(players), "--matches", str(matches))
    site.manage("seed_demo", *numbers, "-v", "0")
    took = time.perf_counter() - start
    print(f"{matches:,} matches of {players:,} players made in {took:.0f} s", flush=True)


def kept_site(players: int, matches: int) -> Site:
    """Return the site on SQLite with demo data, made unless it is there already."""
    name = f"{matches}-{players}-{fingerprint()}"
    folder = KEPT / name
    if folder.exists():
        print(f"{matches:,} matches of {players:,} players as they were made before", flush=True)
        site = Site(folder)
        site.manage("migrate", "-v", "0")
        return site
    for old in KEPT.glob(f"{matches}-{players}-*"):
        shutil.rmtree(old)
    # It gets its name when it is complete.
    unfinished = KEPT / f"unfinished-{name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    seeded(Site(unfinished), players, matches)
    unfinished.rename(folder)
    return Site(folder)


def pages(site: Site, seconds: float) -> Pages:
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
        raise RuntimeError(done.stderr[-3000:])
    return json.loads(done.stdout.splitlines()[-1])


def in_turns(sites: list[Site], seconds: float) -> list[Pages]:
    """Time the pages of the sites in turns; of each page the quietest round counts."""
    for site in sites:
        site.manage("collectstatic", "--noinput", "-v", "0")
    rounds = [[pages(site, seconds / ROUNDS) for site in sites] for _ in range(ROUNDS)]
    return [
        {
            name: min((each[number][name] for each in rounds), key=lambda page: page["ms"])
            for name in rounds[0][number]
        }
        for number in range(len(sites))
    ]


def compare(small: Pages, large: Pages) -> list[str]:
    """Print both sites' figures and return what is over its limit."""
    over = []
    print(f"{'page':<24}{'small':>10}{'large':>10}{'ratio':>8}{'queries':>9}")
    for name, few in small.items():
        many = large[name]
        ratio = many["ms"] / few["ms"]
        queries = max(few["queries"], many["queries"])
        print(f"{name:<24}{few['ms']:>7.1f} ms{many['ms']:>7.1f} ms{ratio:>8.2f}{queries:>9}")
        for fault in many["faults"]:
            print(f"    {fault}")
        if ratio > MOST_RATIO or queries > MOST_QUERIES or many["faults"]:
            over.append(name)
    return over


def run(options: argparse.Namespace) -> list[str]:
    numbers = (SMALL, (options.players, options.matches))
    with ExitStack() as stack:
        if options.postgres or options.urls:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            urls = options.urls or [stack.enter_context(postgres()) for _ in numbers]
            sites = [Site(folder, DATABASE_URL=url) for url in urls]
            if not options.urls:
                for site, (players, matches) in zip(sites, numbers, strict=True):
                    seeded(site, players, matches)
        else:
            sites = [kept_site(*each) for each in numbers]
        over = compare(*in_turns(sites, options.seconds))
    print("every page within its limits" if not over else f"over the limit: {', '.join(over)}")
    return over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each page (default 3)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, made anew")
    parser.add_argument("--urls", nargs=2, help="databases that are there: the small, the large")
    if run(parser.parse_args()):
        sys.exit(1)


if __name__ == "__main__":
    main()
