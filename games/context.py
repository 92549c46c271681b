"""What every page's template can use."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.usecases.lobby import attention_of


def attention(request: HttpRequest) -> dict[str, Any]:
    """Return `attention`: what waits for the one who is signed in, looked up when it is used."""
    user = getattr(request, "user", None)
    if user is None:
        return {}
    return {
        "attention": SimpleLazyObject(lambda: attention_of(user) if user.is_authenticated else None)
    }
