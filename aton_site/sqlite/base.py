"""The backend of `ENGINE = "aton_site.sqlite"`.

SQLite has one writer at a time, and those who wait try again and again after pauses of up to a
tenth of a second, whoever came last as likely as whoever came first: in a crowd somebody waits
until `timeout` and fails. Here the threads of a process wait in line before they begin to
write, so that each gets its turn. Other processes are kept apart by SQLite itself as before.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.sqlite3 import base

from aton_site.sqlite.line import Line

_lines: defaultdict[str, Line] = defaultdict(Line)

_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has a place in its database's line while it writes."""

    has_turn = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Write outside a transaction; inside one the turn lasts until its end."""
        if self.has_turn:
            yield
            return
        self._take_turn()
        try:
            yield
        finally:
            self._give_turn()

    def create_cursor(self, name: str | None = None) -> "Cursor":  # noqa: ARG002 — Django's
        """Return a cursor that waits in line before it writes."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        cursor.turn = self.turn
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _take_turn(self) -> None:
        if self.has_turn:
            return
        timeout = self.settings_dict["OPTIONS"].get("timeout", 5.0)
        if not _lines[str(self.settings_dict["NAME"])].take(timeout):
            with self.wrap_database_errors:
                raise sqlite3.OperationalError("database is locked")
        self.has_turn = True

    def _give_turn(self) -> None:
        if self.has_turn:
            self.has_turn = False
            _lines[str(self.settings_dict["NAME"])].give()


class Cursor(base.SQLiteCursorWrapper):
    """Waits in line before it changes anything."""

    turn: Callable[[], Any]

    def execute(self, query: str, params: Any = None) -> Any:
        """Execute `query`, in turn when it writes."""
        if query.lstrip()[:7].upper().startswith(_WRITES):
            with self.turn():
                return super().execute(query, params)
        return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        """Execute `query`, which writes, once for each of the lists, in turn."""
        with self.turn():
            return super().executemany(query, param_list)
