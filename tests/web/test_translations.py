"""The catalogues: complete, exact, and as the program has its texts now."""

import re
import shutil
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

LOCALE = settings.BASE_DIR / "games" / "locale"
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]|\{(\w+)\}|<[^>]+>")


def catalogue(language):
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))


def placeholders(text):
    return {match[0] for match in PLACEHOLDER.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    po = catalogue(language)
    assert [entry.msgid for entry in po.untranslated_entries()] == []
    assert [entry.msgid for entry in po.fuzzy_entries()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_placeholders_of_their_texts(language):
    for entry in catalogue(language):
        wanted = placeholders(entry.msgid_plural or entry.msgid)
        # The singular may do without the number: "one stone".
        spared = wanted - placeholders(entry.msgid)
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            if text:
                assert wanted - spared <= placeholders(text) <= wanted, entry.msgid


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs GNU gettext")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_the_texts_of_the_program(language, tmp_path, settings, monkeypatch):
    monkeypatch.chdir(settings.BASE_DIR)
    settings.LOCALE_PATHS = [tmp_path]
    call_command(
        "makemessages",
        locale=[language],
        ignore_patterns=[".venv", "var", "tests", "docs", "games/locale"],
        verbosity=0,
    )
    fresh = polib.pofile(str(Path(tmp_path) / language / "LC_MESSAGES" / "django.po"))
    texts = {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in fresh}
    assert (None, "Undo", "") in texts, "texts of the fragments are found"
    assert any("You hold only {n} card of" in text for _, text, _ in texts), "and the engine's"
    known = {
        (entry.msgctxt, entry.msgid, entry.msgid_plural)
        for entry in catalogue(language)
        if not entry.obsolete
    }
    assert texts - known == set(), "run `make messages` and translate"
    assert known - texts == set(), "run `make messages`: these texts are gone"
