"""Settings, all from environment variables (README.md, "Configuration").

Every variable has a default that serves one machine with nothing else installed.
"""

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from aton_site.secret_key import load_or_make_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# What the running product writes (database, secret key, collected static files) lies here.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
# A command that writes nothing (aton_engine) also works where nothing may be written.
with suppress(OSError):
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
PORT = env.int("PORT", default=8000)
PUBLIC_URL = (env.str("PUBLIC_URL", default="") or f"http://127.0.0.1:{PORT}").rstrip("/")
SECRET_KEY = env.str("SECRET_KEY", default="") or load_or_make_secret_key(DATA_DIR / "secret_key")

_public = urlsplit(PUBLIC_URL)
if _public.scheme not in {"http", "https"} or not _public.hostname:
    raise ImproperlyConfigured(
        "PUBLIC_URL is the address that people use, with http:// or https:// before it."
    )
ALLOWED_HOSTS = [
    *env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
    _public.hostname,
]
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "games.middleware.Utf8FormsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "aton_site.urls"
ASGI_APPLICATION = "aton_site.asgi.application"

TEMPLATES = [
    {
        # The match's fragments are rendered for every viewer after every decision, where
        # Jinja2 is several times as fast as Django's own templates (docs/architecture.md).
        "NAME": "fragments",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "fragments"],
        "OPTIONS": {
            "environment": "games.fragments.environment",
            "trim_blocks": True,
            "lstrip_blocks": True,
        },
    },
    {
        "NAME": "pages",
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.appearance",
                "games.context.attention",
            ],
        },
    },
]

_database_url = env.str("DATABASE_URL", default="") or f"sqlite:///{DATA_DIR / 'aton.sqlite3'}"
DATABASES = {"default": env.db_url_config(_database_url)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE serialises whole transactions, which stands in for the row locks that SQLite
    # does not have; WAL lets readers go on while one writes; our backend lets them write in turn.
    DATABASES["default"]["ENGINE"] = "aton_site.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 15,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 2,
        "max_size": 20,
        "timeout": 15,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # redis-py's default of 100 connections fails hundreds of sockets.
            "CONFIG": {"hosts": [{"address": REDIS_URL, "max_connections": 10_000}]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "aton_site.layers.SweptInMemoryChannelLayer"}}

AUTH_USER_MODEL = "games.Player"
# Usernames are unique, without regard to case: by a constraint that the check does not know.
SILENCED_SYSTEM_CHECKS = ["auth.E003"]
PASSWORD_HASHERS = ["aton_site.hashers.OneLaneArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "aton_site.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

vars().update(env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"aton@{_public.hostname}")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
FORMAT_MODULE_PATH = ["aton_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "aton_site.static_files.LeanStaticFilesStorage"
    },
}

_socket_origin = f"{'wss' if _public.scheme == 'https' else 'ws'}://{_public.netloc}"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        # Browsers that do not count sockets under 'self' need the address.
        "connect-src": [SELF, _socket_origin],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

if _public.scheme == "https":
    # A proxy ends TLS in front of daphne and says so in this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# The largest body that a request may have: a game record of 256 kB with what a form puts around
# it and makes of it. Anything larger is refused while it is still being sent (bodies.py).
MOST_BODY_BYTES = 640 * 1024

# Processes that think for bots and reviews: one core is left to those who serve people.
BOT_PROCESSES = max(1, env.int("BOT_PROCESSES", default=(os.cpu_count() or 2) - 1))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "aton_site.logs.BriefFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
