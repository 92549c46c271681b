"""`manage.py compile_translations`: make the .mo files without GNU gettext installed."""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Compiles each .po file of the project whose .mo file is missing or older."""

    help = "Compile the project's translations; needs no gettext on the machine."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile what has changed."""
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                compiled = source.with_suffix(".mo")
                if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
                    # Two processes may compile at once, and a third one read.
                    half = compiled.with_suffix(f".{os.getpid()}")
                    polib.pofile(str(source)).save_as_mofile(str(half))
                    half.replace(compiled)
                    if options["verbosity"]:
                        self.stdout.write(f"Compiled {source}")
