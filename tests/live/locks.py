"""A database that another process keeps to itself."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests import postgres


@contextlib.contextmanager
def locked(var: Path) -> Iterator[None]:
    """Somebody changes something in a directory's database, and takes their time."""
    if postgres.chosen():
        with psycopg.connect(postgres.database(var)) as connection:
            connection.execute("LOCK TABLE decks_deck, rules_run, django_session IN EXCLUSIVE MODE")
            yield
            connection.rollback()
        return
    with contextlib.closing(sqlite3.connect(var / "db.sqlite3", timeout=20, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")
