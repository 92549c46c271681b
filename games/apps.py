"""The app's configuration."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Aton: engine, store, use-cases and web."""

    name = "games"
    verbose_name = _("Aton")

    def ready(self) -> None:
        """Begin to listen for what follows from signing in."""
        import_module("games.signals")
