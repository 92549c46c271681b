"""The text of the rules for players: docs/rules.md and its translations, as HTML.

A paragraph or list item that begins with its number in bold, as **3.5**, gets the anchor
`rule-3.5`, and a heading that begins with one, as "3 A turn", gets `rule-3`. So a message
that cites "rule 3.5" can link to it. A comment `<!-- drawing: board -->` is where a drawing
of that name goes.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

_RULE_NUMBER = re.compile(r"\d+\.\d+")
_DRAWING = re.compile(r"<!-- drawing: (\w+) -->")
_SECTION_NUMBER = re.compile(r"(\d+) ")


def _undrawn(_name: str) -> str:
    return ""


@cache
def rules_in(language: str, draw: Callable[[str], str] = _undrawn) -> SafeString:
    """Return the rules in `language` as HTML, in English where there is no translation.

    `draw` makes the drawing of a name, in the language that is active.
    """
    folder = settings.BASE_DIR / "docs"
    translation = folder / f"rules.{language.partition('-')[0]}.md"
    source = translation if translation.is_file() else folder / "rules.md"
    writer = Markdown(extensions=["tables", _RuleAnchors()], output_format="html")
    # The text is ours: it comes with the program, from no visitor.
    html = writer.convert(source.read_text(encoding="utf-8"))
    return mark_safe(_DRAWING.sub(lambda found: draw(found[1]), html))  # noqa: S308


class _RuleAnchors(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 — the library's name
        md.treeprocessors.register(_AnchorRules(md), "rule_anchors", 5)


class _AnchorRules(Treeprocessor):
    def run(self, root: ET.Element) -> None:
        for element in list(root.iter()):
            if element.tag in {"p", "li"} and len(element):
                _anchor_rule(element)
            elif element.tag in {"h2", "h3"}:
                _anchor_section(element)
            elif element.tag == "th":
                element.set("scope", "col")
        for place, element in enumerate(list(root)):
            if element.tag == "table":
                frame = ET.Element("div", {"class": "scroll", "tabindex": "0"})
                frame.append(element)
                root.remove(element)
                root.insert(place, frame)


def _anchor_rule(element: ET.Element) -> None:
    number = element[0]
    text = number.text or ""
    if number.tag == "strong" and not element.text and _RULE_NUMBER.fullmatch(text):
        element.set("id", f"rule-{text}")
        element.set("class", "rule")
        number.tag = "a"
        number.set("href", f"#rule-{text}")


def _anchor_section(element: ET.Element) -> None:
    if number := _SECTION_NUMBER.match(element.text or ""):
        element.set("id", f"rule-{number[1]}")
