from typing import Any

from django.db import migrations

from decks import words


def install(apps: Any, schema_editor: Any) -> None:
    """The index of pieces of words, of what is stored."""
    words.install(schema_editor.connection)


def remove(apps: Any, schema_editor: Any) -> None:
    """Nothing but the index goes."""
    words.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("decks", "0003_leader")]

    operations = [migrations.RunPython(install, remove)]
