"""Statistics for SQLite's query planner."""

from __future__ import annotations

from typing import Final

from django.db import connection

#: Rows read of each index: enough to tell rare values from common ones, and quick.
ANALYSIS_LIMIT: Final = 400


def update_statistics() -> None:
    """Let SQLite analyse its tables, because its default plans are slow with many decks.

    PostgreSQL does so by itself. Open connections notice when they are renewed, within a minute.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {ANALYSIS_LIMIT}")
            cursor.execute("ANALYZE")
