"""The secret key that an installation makes for itself."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def load_or_make_secret_key(path: Path) -> str:
    """Return the key kept in the file `path`, made with mode 600 when it is not there yet.

    The key appears under its name only when it is complete, and the first of several
    processes that start at once wins, so all of them sign with the same key. Where nothing may
    be written or read it is empty: Django refuses that as soon as a key is needed, and commands
    that need none (aton_engine) work all the same.
    """
    try:
        if not path.exists():
            _make(path)
        return path.read_text().strip()
    except OSError:
        return ""


def _make(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(get_random_secret_key())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
