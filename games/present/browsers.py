"""Name the browser and the system that a `User-Agent` tells of, for people to tell them apart."""

from django.utils.translation import gettext

# Each one also names those that come after it here, so the first that fits is it.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """Return "Firefox, Windows" or the like; the beginning of `agent` where nothing is known."""
    names = [
        next((name for sign, name in signs if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or agent[:40] or gettext("unknown browser")
