"""All benches, one after the other: `make bench`. Each prints its figures.

The first time a site with a million matches is made, which takes minutes and stays in
`var/bench/`. Each bench can be run alone, as `python -m tests.bench.scale --postgres`.
"""

import subprocess
import sys
import time

BENCHES = (
    ("Engine: random play", "engine", ()),
    ("Quick pairing", "pairing", ()),
    ("Pages in a browser whose processor is four times slower", "browser", ()),
    ("Matches over HTTP", "load", ("--matches", "12")),
    ("Audit of 10,000 matches played by the engine", "audit", ()),
    ("Reviews of matches that the levels have played", "reviews", ("--matches", "10")),
    ("Pages with 1,000 and with 1,000,000 matches", "scale", ()),
)


def main() -> int:
    failed = []
    for title, module, options in BENCHES:
        print(f"\n{title}", flush=True)
        start = time.perf_counter()
        command = [sys.executable, "-m", f"tests.bench.{module}", *options]
        if subprocess.run(command, check=False).returncode:
            failed.append(module)
        print(f"({time.perf_counter() - start:.0f} s)", flush=True)
    if failed:
        print(f"\nfailed or over the limit: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
