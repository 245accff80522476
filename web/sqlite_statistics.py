"""What SQLite plans its queries by."""

from __future__ import annotations

from typing import Final

from django.db import connection

#: Of each index: enough to tell a rare value from a common one, and done in no time.
ANALYSED_ROWS: Final = 400


def look_at_tables() -> None:
    """Have SQLite learn what its tables hold: what it guesses of others is slow where decks are many.

    PostgreSQL looks by itself. Connections that are open learn of it when they are made anew, which is within a minute.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {ANALYSED_ROWS}")
            cursor.execute("ANALYZE")
