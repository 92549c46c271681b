"""`manage.py prepare`: everything that has to be done before the site can be served."""

import os
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Compiles the translations, migrates the database and collects the static files."""

    help = "Compile translations, migrate the database and collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the three steps; each is safe to repeat."""
        # The database holds hands, seeds and sessions: nobody else's on this machine.
        os.umask(0o077)
        call_command("compile_translations", verbosity=0)
        call_command("migrate", interactive=False, verbosity=options["verbosity"])
        call_command("collectstatic", interactive=False, verbosity=0)
