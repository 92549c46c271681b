"""The Jinja2 environment of the match's fragments."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    """Return the environment, with escaping on and a missing name an error."""
    env = Environment(**{**options, "undefined": StrictUndefined, "autoescape": True})  # noqa: S701
    env.globals.update(_=gettext, ngettext=ngettext, url=reverse)
    return env
