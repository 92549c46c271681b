"""What all tests share: a database in a file and a channel layer that starts empty."""

from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.core.management import call_command
from django.db import connections


def pytest_configure(config):
    # Hashed names need `collectstatic`; the browser tests run the product with them.
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("compile_translations", verbosity=0)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """Threads of a test have connections of their own, so SQLite needs a real file."""
    default = connections["default"]
    if default.vendor == "sqlite":
        folder: Path = tmp_path_factory.mktemp("database")
        default.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(autouse=True)
def _empty_channel_layer():
    yield
    channel_layers.backends.clear()
