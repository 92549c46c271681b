"""Sessions in the database, as Django keeps them; only what can be a key is looked for."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Looks for no session under a key that Django makes none of; PostgreSQL refuses some texts."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
