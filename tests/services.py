"""Run a command with private PostgreSQL and Redis servers beside it.

`python -m tests.services COMMAND…` starts both on free loopback ports in a temporary folder,
sets DATABASE_URL and REDIS_URL for the command, and ends them when it has ended.
"""

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

START_SECONDS = 60


def free_port() -> int:
    """Return a port that nobody listens on, from below those that systems give to connections.

    A server needs seconds until it listens; by then a browser may have got a port of those.
    """
    for _ in range(100):
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"{process.args} did not listen within {START_SECONDS} s")


@contextmanager
def _running(command: list[str], port: int, log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            _wait_for(port, process)
            yield
        finally:
            process.terminate()
            process.wait(20)


def _postgres_programs() -> Path:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if versions:
        return versions[-1]
    found = shutil.which("initdb")
    if found is None:
        raise FileNotFoundError("PostgreSQL is not installed (Debian's package postgresql)")
    return Path(found).resolve().parent


@contextmanager
def postgres() -> Iterator[str]:
    """Run a private PostgreSQL server and yield its DATABASE_URL."""
    programs = _postgres_programs()
    port = free_port()
    # PostgreSQL refuses to run as root.
    as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="aton-postgres-") as folder:
        if as_owner:
            shutil.chown(folder, "postgres")
        data = Path(folder) / "data"
        subprocess.run(
            [*as_owner, programs / "initdb", "-D", data, "-U", "aton", "-A", "trust", "-E", "UTF8"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
        }
        command = [*as_owner, programs / "postgres", "-D", data, "-p", str(port)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with _running([str(part) for part in command], port, Path(os.devnull)):
            yield f"postgres://aton@127.0.0.1:{port}/postgres"


@contextmanager
def redis() -> Iterator[str]:
    """Run a private Redis server and yield its REDIS_URL."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with _running([*command, "--appendonly", "no"], port, Path(os.devnull)):
        yield f"redis://127.0.0.1:{port}/0"


def main(command: list[str]) -> int:
    with ExitStack() as stack:
        environment = {
            **os.environ,
            "DATABASE_URL": stack.enter_context(postgres()),
            "REDIS_URL": stack.enter_context(redis()),
        }
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
