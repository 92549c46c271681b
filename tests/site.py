"""The product itself, started the way `make run` starts it, for tests that use it from outside."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120

# A site of a test is what its test says, whatever the tests themselves run on.
SETTINGS = {
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "EMAIL_URL",
    "PUBLIC_URL",
    "REDIS_URL",
    "SECRET_KEY",
}


class Site:
    """A running server with a database, a key and static files of its own in `folder`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in SETTINGS},
            "DATA_DIR": str(folder),
            "PORT": str(self.port),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str, text: str | None = None) -> str:
        """Run `manage.py` on the site's data and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def prepare(self) -> None:
        self.manage("prepare")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "-v", "0"],
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended:\n{self.printed()[-3000:]}")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=10) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise TimeoutError("the server did not answer")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the server; with SIGKILL as a crash would."""
        if self.process is not None:
            process, self.process = self.process, None
            process.send_signal(how)
            try:
                process.wait(60)
            finally:
                process.kill()
                self.log.close()

    def sql(self, statement: str, *values: object) -> Any:
        """Return the first value that the database answers, at once: `manage` takes seconds."""
        with (
            closing(sqlite3.connect(self.folder / "aton.sqlite3", timeout=30)) as database,
            database,
        ):
            row = database.execute(statement, values).fetchone()
        return row and row[0]

    def printed(self) -> str:
        """Return what the server has printed so far: mails and errors."""
        return (self.folder / "server.log").read_text(errors="replace")


@contextmanager
def running(folder: Path, before: Callable[[Site], object] = lambda _: None) -> Iterator[Site]:
    """Serve a site of its own in `folder`; `before` is done to it first. It must log no fault."""
    site = Site(folder)
    site.prepare()
    before(site)
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.printed(), site.printed()[-5000:]
