"""The house: settings from the environment, the deployment check, what is served how."""

import socket
import subprocess
import sys

import pytest
from django.test import Client

from tests.factories import PASSWORD, finished_match, make_player
from tests.site import ROOT, Site


def manage(folder, *arguments, **environment):
    site = Site(folder, **environment)
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )


def setting(folder, expression, **environment):
    """Return what the settings say in a process of its own."""
    site = Site(folder, DJANGO_SETTINGS_MODULE="aton_site.settings", **environment)
    done = subprocess.run(
        [sys.executable, "-c", f"from django.conf import settings; print({expression})"],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_deployment_check_is_clean_over_https(tmp_path):
    done = manage(
        tmp_path, "check", "--deploy", "--fail-level", "INFO", PUBLIC_URL="https://aton.example"
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_secret_key_is_made_once_and_kept_from_others(tmp_path):
    first = setting(tmp_path, "settings.SECRET_KEY")
    assert len(first) >= 50
    assert setting(tmp_path, "settings.SECRET_KEY") == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert setting(tmp_path, "settings.SECRET_KEY", SECRET_KEY="given") == "given"


@pytest.mark.parametrize(
    ("environment", "expression", "expected"),
    [
        ({}, "settings.DEBUG", "False"),
        ({}, "settings.ALLOWED_HOSTS[:3]", "['localhost', '127.0.0.1', '[::1]']"),
        ({"ALLOWED_HOSTS": "aton.example"}, "settings.ALLOWED_HOSTS[0]", "aton.example"),
        ({"PUBLIC_URL": "https://aton.example"}, "settings.ALLOWED_HOSTS[-1]", "aton.example"),
        ({"PUBLIC_URL": "https://aton.example"}, "settings.SESSION_COOKIE_SECURE", "True"),
        ({}, "settings.SESSION_COOKIE_SECURE", "False"),
        ({}, "settings.EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend"),
        ({"EMAIL_URL": "smtp://u:p@mail.example:25"}, "settings.EMAIL_HOST", "mail.example"),
        ({}, "settings.CHANNEL_LAYERS['default']['BACKEND'].rsplit('.')[-1]",
         "SweptInMemoryChannelLayer"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"},
         "settings.CHANNEL_LAYERS['default']['BACKEND'].rsplit('.')[-1]",
         "RedisPubSubChannelLayer"),
        ({"DATABASE_URL": "postgres://u@127.0.0.1:1/x"},
         "settings.DATABASES['default']['ENGINE']", "django.db.backends.postgresql"),
    ],
)  # fmt: skip
def test_settings_come_from_the_environment(tmp_path, environment, expression, expected):
    assert setting(tmp_path, expression, **environment) == expected


def test_no_unsafe_word_is_in_the_content_policy(client, db):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_health_is_answered_when_the_database_answers(client, db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.parametrize("address", ["aton.example", "ftp://aton.example", "https://"])
def test_a_public_url_that_is_no_address_is_refused(tmp_path, address):
    done = manage(tmp_path, "check", PUBLIC_URL=address)
    assert done.returncode != 0
    assert "PUBLIC_URL" in done.stderr


def test_the_engine_needs_nothing_written(tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("not a folder")
    done = manage(nowhere / "data", "aton_engine")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_port_that_is_taken_is_said_so(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = manage(tmp_path, "serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "set PORT" in done.stderr


def test_what_the_site_writes_is_nobody_elses(tmp_path):
    data = tmp_path / "data"
    Site(data).prepare()
    assert data.stat().st_mode & 0o077 == 0
    assert (data / "aton.sqlite3").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("charset", ["utf-16", "latin-1"])
def test_a_form_in_another_charset_is_refused(db, charset):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/login/")
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert browser.post("/login/", b"a=b", content_type=kind).status_code == 400


def test_the_reset_link_leads_to_the_public_address(client, db, mailoutbox):
    make_player("nefertiti", email="nefertiti@example.org", password=PASSWORD)
    client.post(
        "/password/reset/", {"email": "nefertiti@example.org"}, headers={"Host": "localhost:6666"}
    )
    assert "http://127.0.0.1:8000/password/reset/" in mailoutbox[0].body


def test_pages_answer_head(client, db):
    match = finished_match()
    for name in ("", "view.json", "record.json", "log/"):
        assert client.head(f"/match/{match.pk}/{name}").status_code == 200
