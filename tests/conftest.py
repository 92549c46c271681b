"""What all tests share: a database and channels of their own, and the same lots each time."""

import os
import random
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from aton_site.hashers import OneLaneArgon2PasswordHasher
from games.usecases import challenge, find_opponent, play_bot, puzzles, start_match

LOTS = os.environ.get("ATON_LOTS", "")
# A machine that does much else at the same time is slow, not wrong; and what fails once fails
# again, unless other lots are asked for.
hypothesis.settings.register_profile(
    "steady",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize=not LOTS,
)
hypothesis.settings.load_profile("steady")

# Fixtures of pytest-django that let a test reach the database.
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_serialized_rollback", "live_server"}
# Who draws lots: the cards, the sides, a puzzle.
DRAWERS = (challenge, find_opponent, play_bot, puzzles, start_match)


def pytest_configure(config):
    # Hashed names need `collectstatic`; the browser tests run the product with them.
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("compile_translations", verbosity=0)
    # A password costs a tenth of a second on purpose; the tests set many of them.
    OneLaneArgon2PasswordHasher.time_cost = 1
    OneLaneArgon2PasswordHasher.memory_cost = 64
    # Redis passes messages on to all its databases, so workers are told apart by a prefix.
    for layer in settings.CHANNEL_LAYERS.values():
        if "CONFIG" in layer:
            layer["CONFIG"]["prefix"] = f"aton-{worker(config)}"


def worker(config) -> str:
    """Return which of pytest-xdist's processes this is."""
    return getattr(config, "workerinput", {}).get("workerid", "main")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what can reach the database: pytest-django refuses it to everything else."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
            item.add_marker("database")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """Threads of a test have connections of their own, so SQLite needs a real file."""
    default = connections["default"]
    if default.vendor == "sqlite":
        folder: Path = tmp_path_factory.mktemp("database")
        default.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(autouse=True)
def _same_lots(request, monkeypatch):
    """Draw the same lots each time a test runs, so that what fails once can be looked at.

    `ATON_LOTS=2 make test-main` draws others: no test may rest on them.
    """
    lots = random.Random(f"{LOTS} {request.node.nodeid}")
    source = SimpleNamespace(
        token_bytes=lots.randbytes, choice=lots.choice, randbelow=lots.randrange
    )
    for module in DRAWERS:
        monkeypatch.setattr(module, "secrets", source)


@pytest.fixture(autouse=True)
def _empty_channel_layer():
    yield
    channel_layers.backends.clear()
