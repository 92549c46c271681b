"""Many rows at once, faster than by models: for data that is made up or moved, in commands only."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

ROWS_AT_ONCE = 2000


def insert_rows(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert `rows` (column names to values, JSON as text), all of them with the same columns.

    Fields that are left out get their default. The caller holds the transaction.
    """
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    rest: dict[str, Any] = {
        str(field.column): field.get_default()
        for field in model._meta.concrete_fields  # noqa: SLF001 — Django's documented _meta
        if field.column not in first
    }
    columns: list[str] = [*first, *rest]
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)  # noqa: SLF001
    named = ", ".join(quote(name) for name in columns)
    values = ([*row.values(), *rest.values()] for row in chain([first], rows))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({named}) FROM STDIN") as copy:
                for line in values:
                    copy.write_row(line)
        else:
            places = ", ".join(["%s"] * len(columns))
            sql = f"INSERT INTO {table} ({named}) VALUES ({places})"  # noqa: S608 — no data in it
            while part := list(islice(values, ROWS_AT_ONCE)):
                cursor.executemany(sql, list(_adapted(part)))


def columns_of(model: type[Model]) -> list[str]:
    """Return the names of the model's columns."""
    return [str(field.column) for field in model._meta.concrete_fields]  # noqa: SLF001


def reset_sequences(*models: type[Model]) -> None:
    """Let the ids that the database gives go on after the highest that there is."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(sql)


def _adapted(rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """Yield the rows as SQLite keeps them: moments as texts without their zone."""
    adapt = connection.ops.adapt_datetimefield_value
    for row in rows:
        yield [adapt(value) if hasattr(value, "tzinfo") else value for value in row]
