"""A site with people and matches in every state."""

import json
import subprocess
import sys

from tests.site import ROOT, Site


def staged(site: Site, *what: str) -> dict:
    """Return what `tests.shots.stage` put into the site's database."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.shots.stage", *what],
        cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)
