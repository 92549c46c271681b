"""All benches, one after the other: `make bench`. Each prints its figures.

The sizes are such that all of it ends in a few minutes; `python -m tests.bench.scale --matches
1000000 --players 100000` and the like go further.
"""

import subprocess
import sys

BENCHES = (
    ("Engine: random play", "engine", ()),
    ("Matches over HTTP", "load", ("--matches", "12")),
    ("Audit of matches played by the engine", "audit", ()),
    ("Pages with 1,000 and with 30,000 matches", "scale", ()),
)


def main() -> int:
    failed = []
    for title, module, options in BENCHES:
        print(f"\n{title}", flush=True)
        command = [sys.executable, "-m", f"tests.bench.{module}", *options]
        if subprocess.run(command, check=False).returncode:
            failed.append(module)
    if failed:
        print(f"\nfailed or over the limit: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
