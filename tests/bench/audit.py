"""How long the audit of matches takes that the engine has played.

`python -m tests.bench.audit [--matches 10000]`; 10,000 have to take under a minute on two cores.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.site import Site

# For 10,000 matches, on two cores.
MOST_SECONDS = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    options = parser.parse_args()
    number = str(options.matches)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.manage("migrate", "-v", "0")
        site.manage(
            "seed_demo", "--players", "200", "--matches", number, "--played", number, "-v", "0"
        )
        start = time.perf_counter()
        told = site.manage("audit", "-v", "0").strip()
        took = time.perf_counter() - start
    print(f"{told}; {took:.1f} s, {options.matches / took:,.0f} matches/s")
    if " 0 differences" not in told or took > MOST_SECONDS * options.matches / 10_000:
        sys.exit(1)


if __name__ == "__main__":
    main()
