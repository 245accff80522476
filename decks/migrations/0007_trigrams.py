import logging
from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.db import DatabaseError, migrations, models, transaction

from decks.fields import ByCodePoint

logger = logging.getLogger(__name__)

#: Apart from the tables: a restored backup replaces their schema, and an extension must not go with it.
SCHEMA = "fivesails_search"


def remove_words(apps: Any, schema_editor: Any) -> None:
    """Drop the index of words that 0004 and 0005 used to make; both spelled it in SQL, so only SQL knows it."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP INDEX IF EXISTS deck_named")
        for name in ("made", "changed", "gone"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS decks_words_{name}")
        schema_editor.execute("DROP TABLE IF EXISTS decks_words_decks")
        schema_editor.execute("DROP TABLE IF EXISTS decks_words")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS deck_named, deck_words")


def add_trigrams(apps: Any, schema_editor: Any) -> None:
    """On PostgreSQL, have words looked up by trigrams; where the extension may not be made, every text is read."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    try:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'")
            found = cursor.fetchone()
            if not found:
                # Not TrigramExtension(), which takes the schema of the tables.
                cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
                cursor.execute(f"CREATE EXTENSION pg_trgm WITH SCHEMA {SCHEMA}")
            trigrams = f"{found[0] if found else SCHEMA}.gin_trgm_ops"
            columns = ["folded_name", "folded_description"]
            index = GinIndex(fields=columns, opclasses=[trigrams] * len(columns), name="deck_words")
            schema_editor.add_index(apps.get_model("decks", "Deck"), index)
    except DatabaseError as error:
        logger.warning("Searching decks for words will read every text: %s", str(error).strip())


def remove_trigrams(apps: Any, schema_editor: Any) -> None:
    """Drop the index; the extension stays, since others may use it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS deck_words")


class Migration(migrations.Migration):
    """Words in decks are found by trigrams on PostgreSQL, and by reading the texts on SQLite."""

    dependencies = [("decks", "0006_leaders")]

    operations = [
        migrations.RunPython(remove_words, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index("visibility", ByCodePoint("folded_name"), name="deck_named"),
        ),
        migrations.RunPython(add_trigrams, remove_trigrams),
    ]
