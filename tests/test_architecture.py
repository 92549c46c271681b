"""What the architecture promises and no other tool checks (docs/architecture.md)."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, check=True
    )
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_only_one_module_sends_to_groups():
    senders = {
        path.relative_to(ROOT).as_posix()
        for path in tracked("games/*.py", "games/**/*.py", "aton_site/*.py")
        if "group_send" in path.read_text() and path.name != "layers.py"
    }
    assert senders == {"games/notify.py"}


def test_pages_hold_no_inline_script_or_style():
    for path in tracked("templates/*.html", "templates/**/*.html"):
        text = path.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", text), path


def test_no_source_file_is_too_long_to_be_read_in_one_go():
    for path in tracked("games/*.py", "games/**/*.py", "aton_site/*.py"):
        if "migrations" not in path.parts:
            assert len(path.read_text().splitlines()) <= 330, path


def test_the_lock_files_hold_hashes_and_no_registry():
    for path in tracked("*.lock"):
        text = path.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text


def test_every_folder_is_named_in_the_architecture():
    told = (ROOT / "docs" / "architecture.md").read_text()
    folders = {
        path.parent.relative_to(ROOT).as_posix()
        for path in tracked("games/**/*.py", "aton_site/*.py", "tests/**/*.py", "templates/**")
        if "conformance" not in path.parts
    }
    missing = {folder for folder in folders if f"`{folder}/`" not in told}
    assert not missing, sorted(missing)
