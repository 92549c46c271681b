"""What a database does to answer a query: whether it walks through a large table."""

import json
import re

from django.db import connection

LARGE = (
    "games_match",
    "games_action",
    "games_result",
    "games_ratingchange",
    "games_rating",
    "games_player",
    "games_challenge",
)
# A page shows at most so many rows, and may look at a few for each.
MOST_ROWS = 1500


def faults(sql: str, *, small: bool = True) -> list[str]:
    """Return what is wrong with how the database answers a SELECT: nothing, if all is by index.

    On a `small` table PostgreSQL rightly prefers a scan; what matters is whether there is another
    way. With much stored its plans are taken as they are.
    """
    if not sql.startswith("SELECT") and not sql.startswith("(SELECT"):
        return []
    return _postgresql(sql, small=small) if connection.vendor == "postgresql" else _sqlite(sql)


def _sqlite(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql.replace('%', '%%')}", ())
        steps = [row[-1] for row in cursor.fetchall()]
    found = []
    for step in steps:
        scanned = re.match(r"SCAN (\w+)", step)
        # A walk along an index that answers the order by itself ends with the page.
        if scanned and scanned[1] in LARGE and "USING" not in step:
            found.append(step)
        if "TEMP B-TREE FOR ORDER BY" in step and not _few(sql):
            found.append(step)
    return found


def _few(sql: str) -> bool:
    """Whether the rows to sort are few by their nature: one's own, or of one match."""
    return bool(
        re.search(
            r'"match_id" = |"rematch_of_id" = |"ended_at" IS NULL|games_follow|games_signin', sql
        )
    )


def _postgresql(sql: str, *, small: bool) -> list[str]:
    with connection.cursor() as cursor:
        if small:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql.replace('%', '%%')}", ())
        answer = cursor.fetchone()[0]
        if small:
            cursor.execute("SET LOCAL enable_seqscan = on")
    plan = answer if isinstance(answer, list) else json.loads(answer)
    return list(_nodes(plan[0]["Plan"], small=small))


def _nodes(node: dict, *, small: bool):
    table = node.get("Relation Name")
    if table in LARGE:
        if small and node["Node Type"] == "Seq Scan":
            yield f"Seq Scan on {table}"
        read = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        if read > MOST_ROWS:
            yield f"{node['Node Type']} on {table} reads {read} rows"
    for child in node.get("Plans", ()):
        yield from _nodes(child, small=small)
