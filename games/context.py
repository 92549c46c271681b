"""What every page's template can use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language_info

from games.usecases.lobby import attention_of


def attention(request: HttpRequest) -> dict[str, Any]:
    """Return `attention`: what waits for the one who is signed in, looked up when it is used."""
    user = getattr(request, "user", None)
    if user is None:
        return {}
    return {
        "attention": SimpleLazyObject(lambda: attention_of(user) if user.is_authenticated else None)
    }


THEME_COOKIE = "theme"
THEMES = ("system", "light", "dark")


def appearance(request: HttpRequest) -> dict[str, Any]:
    """Return `theme` as the visitor chose it, and the site's `languages` by their own names."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else "system",
        "languages": [
            (code, get_language_info(code)["name_local"]) for code, _ in settings.LANGUAGES
        ],
    }
