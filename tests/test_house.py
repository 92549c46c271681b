"""The house: settings from the environment, the deployment check, what is served how."""

import subprocess
import sys

import pytest

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
    code = f"from django.conf import settings; print({expression})"
    done = manage(folder, "shell", "-v", "0", "-c", code, **environment)
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
