"""What searching decks by their words is indexed by, which no two databases spell alike.

A rare piece of a word is not looked for in every name and description: SQLite has a full-text table of trigrams that
triggers keep true, PostgreSQL an index of trigrams that it uses by itself. Where a database has neither, every text is
read, with the same answers. Another index has the names in order.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.db.models.expressions import RawSQL

logger = logging.getLogger(__name__)

#: The name of SQLite's full-text table, and the beginning of the names of all that belongs to it.
TABLE: Final = "decks_words"
#: What is looked for in more decks than this is found soonest by going through the decks in the order asked for.
RARE: Final = 2_000
#: What is shorter than this has no trigram.
_SHORTEST: Final = 3
_COLUMNS: Final = {"folded_name": "name", "folded_description": "description"}
# A schema of its own: backups are put back by exchanging schemas, and an extension must not go with one of them.
_SCHEMA: Final = "fivesails_search"

#: Decks are numbered apart: rows of a table whose key is a text may get other numbers when SQLite tidies its file up.
_SQLITE: Final = (
    "CREATE VIRTUAL TABLE decks_words USING fts5(name, description, content='', tokenize='trigram case_sensitive 1')",
    "CREATE TABLE decks_words_decks (number INTEGER PRIMARY KEY, deck TEXT NOT NULL UNIQUE)",
    "INSERT INTO decks_words_decks (deck) SELECT id FROM decks_deck ORDER BY created_at, id",
    """
    INSERT INTO decks_words (rowid, name, description)
        SELECT number, folded_name, folded_description
        FROM decks_words_decks JOIN decks_deck ON id = deck ORDER BY number
    """,
    """
    CREATE TRIGGER decks_words_made AFTER INSERT ON decks_deck BEGIN
        INSERT INTO decks_words_decks (deck) VALUES (new.id);
        INSERT INTO decks_words (rowid, name, description)
            SELECT number, new.folded_name, new.folded_description FROM decks_words_decks WHERE deck = new.id;
    END
    """,
    """
    CREATE TRIGGER decks_words_changed AFTER UPDATE OF folded_name, folded_description ON decks_deck
    WHEN old.folded_name <> new.folded_name OR old.folded_description <> new.folded_description BEGIN
        INSERT INTO decks_words (decks_words, rowid, name, description)
            SELECT 'delete', number, old.folded_name, old.folded_description FROM decks_words_decks WHERE deck = old.id;
        INSERT INTO decks_words (rowid, name, description)
            SELECT number, new.folded_name, new.folded_description FROM decks_words_decks WHERE deck = new.id;
    END
    """,
    """
    CREATE TRIGGER decks_words_gone AFTER DELETE ON decks_deck BEGIN
        INSERT INTO decks_words (decks_words, rowid, name, description)
            SELECT 'delete', number, old.folded_name, old.folded_description FROM decks_words_decks WHERE deck = old.id;
        DELETE FROM decks_words_decks WHERE deck = old.id;
    END
    """,
)
_SQLITE_REMOVED: Final = (
    "DROP INDEX IF EXISTS deck_named",
    *(f"DROP TRIGGER IF EXISTS decks_words_{name}" for name in ("made", "changed", "gone")),
    *(f"DROP TABLE IF EXISTS {name}" for name in ("decks_words_decks", "decks_words")),
)
_FOUND: Final = """
    SELECT deck FROM decks_words_decks WHERE number IN (SELECT rowid FROM decks_words WHERE decks_words MATCH %s)
"""
_COUNTED: Final = "SELECT COUNT(*) FROM (SELECT 1 FROM decks_words WHERE decks_words MATCH %s LIMIT %s)"


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the indexes out of the stored decks; those that are there are made anew.

    A migration that has SQLite write the table of decks anew, and so forget its triggers, has to call this again.
    """
    remove(connection)
    with connection.cursor() as cursor:
        # PostgreSQL sorts by the rules of a language unless told otherwise, SQLite by code points.
        name = 'folded_name COLLATE "C"' if connection.vendor == "postgresql" else "folded_name"
        # Without the time of the last change, which would have it written anew with every edit.
        cursor.execute(f"CREATE INDEX deck_named ON decks_deck (visibility, {name})")
    try:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                for statement in _SQLITE:
                    cursor.execute(statement)
            elif connection.vendor == "postgresql":
                _index_trigrams(cursor)
    except DatabaseError as error:
        logger.warning("Searching decks for words will read every text: %s", str(error).strip())


def _index_trigrams(cursor: Any) -> None:
    schema = _trigram_schema(cursor)
    if schema is None:
        cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        cursor.execute(f"CREATE EXTENSION pg_trgm WITH SCHEMA {_SCHEMA}")
        schema = _SCHEMA
    columns = ", ".join(f'{column} "{schema}".gin_trgm_ops' for column in _COLUMNS)
    cursor.execute(f"CREATE INDEX deck_words ON decks_deck USING gin ({columns})")


def _trigram_schema(cursor: Any) -> str | None:
    cursor.execute("SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'")
    row = cursor.fetchone()
    return str(row[0]).strip('"') if row else None


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the index away; the texts stay."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for statement in _SQLITE_REMOVED:
                cursor.execute(statement)
        elif connection.vendor == "postgresql":
            cursor.execute("DROP INDEX IF EXISTS deck_named, deck_words")


def holding(needle: str, *columns: str) -> Q:
    """The decks with a piece of text in any of some folded columns."""
    reading = Q()
    for column in columns:
        reading |= Q(**{f"{column}__contains": needle})
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite" or len(needle) < _SHORTEST:
        return reading
    wanted = '"{}"'.format(needle.replace('"', '""'))
    match = f"{{{' '.join(_COLUMNS[column] for column in columns)}}} : {wanted}"
    return Q(pk__in=RawSQL(_FOUND, (match,))) if _is_rare(connection, match) else reading  # noqa: S611 - the text is ours


def _is_rare(connection: BaseDatabaseWrapper, match: str) -> bool:
    with connection.cursor() as cursor:
        try:
            cursor.execute(_COUNTED, [match, RARE + 1])
        except OperationalError:
            # A SQLite that was built without full-text search has no such table.
            return False
        return bool(cursor.fetchone()[0] <= RARE)
