"""Filters of the pages: values of the store in words."""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.present.browsers import browser_name
from games.present.words import control_text, rule_links

register = template.Library()


@register.filter
def unlocalized(number: float) -> str:
    """Return `number` as programs write it, whatever the language."""
    return str(number)


register.filter(browser_name)


@register.filter
def pace_name(text: str) -> str:
    """Return the name of a preset time control: "Rapid" for "600+15"; "" for others."""
    names = {"180+5": gettext("Blitz"), "600+15": gettext("Rapid"), "1800+30": gettext("Classic")}
    return gettext("Daily") if text.endswith("d") else names.get(text, "")


@register.filter
def bot_grade(level: str) -> str:
    """Return in a word or two whom the bot of `level` suits."""
    return {
        "scarab": gettext("for a first match"),
        "ibis": gettext("easy"),
        "jackal": gettext("medium"),
        "sphinx": gettext("strong"),
        "pharaoh": gettext("the strongest"),
    }.get(level, "")


@register.filter
def bot_words(level: str) -> str:
    """Return in a sentence how the bot of `level` plays."""
    return {
        "scarab": gettext("Knows the rules and not much else, like a child."),
        "ibis": gettext("Sees the points that lie in front of it."),
        "jackal": gettext("Greedy and sensible: it takes what a scoring would give."),
        "sphinx": gettext("Has learned what a position is worth, and looks a round ahead."),
        "pharaoh": gettext("As strong as we can make it: it counts cards and mixes its plans."),
    }.get(level, "")


@register.filter
def time_left(seconds: float) -> str:
    """Return what is left of a time, in words and roughly: "3 h", "12 min", "40 s"."""
    whole = max(0, int(seconds))
    for size, text in (
        (24 * 3600, gettext("%(n)d d %(rest)d h")),
        (3600, gettext("%(n)d h %(rest)d min")),
    ):
        if whole >= size:
            unit = 3600 if size > 3600 else 60
            return text % {"n": whole // size, "rest": whole % size // unit}
    if whole >= 60:
        return gettext("%(n)d min") % {"n": whole // 60}
    return gettext("%(n)d s") % {"n": whole}


@register.filter
def clock_words(text: str) -> str:
    """Return the time control `text` in words: "10 min + 15 s" for "600+15".

    A text that is none is returned as it is.
    """
    return control_text(text)


@register.filter
def with_rule_links(sentence: str) -> SafeString:
    """Return the sentence with each rule that it cites, as "(rule 3.5)", linked to the rules."""
    rules = reverse("rules")
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<a href="{}#rule-{}">{}</a>', rules, rule, text) if rule else text,)
            for text, rule in rule_links(str(sentence))
        ),
    )
