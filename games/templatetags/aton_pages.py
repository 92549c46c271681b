"""Filters of the pages: values of the store in words."""

from django import template
from django.utils.translation import gettext, ngettext

from games.clock import DAILY, BadTimeControl, TimeControl

register = template.Library()

_MINUTE_MS = 60_000
_DAY_MS = 24 * 60 * _MINUTE_MS


@register.filter
def clock_words(text: str) -> str:
    """Return the time control `text` in words: "10 min + 15 s" for "600+15".

    A text that is none is returned as it is.
    """
    try:
        control = TimeControl.parse(text)
    except BadTimeControl:
        return text
    if control.pace == DAILY:
        days = control.base_ms // _DAY_MS
        return ngettext("%(n)s day a decision", "%(n)s days a decision", days) % {"n": days}
    increment = control.increment_ms // 1000
    if control.base_ms % _MINUTE_MS:
        return gettext("%(base)s s + %(increment)s s") % {
            "base": control.base_ms // 1000,
            "increment": increment,
        }
    return gettext("%(base)s min + %(increment)s s") % {
        "base": control.base_ms // _MINUTE_MS,
        "increment": increment,
    }
