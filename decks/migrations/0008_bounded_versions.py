from typing import Any

from django.db import migrations, models


def mark_shared(apps: Any, schema_editor: Any) -> None:
    """What stands in a deck that is shared today stays, as it would had it been marked when it was shared."""
    alias = schema_editor.connection.alias
    shared = apps.get_model("decks", "Deck").objects.using(alias).exclude(visibility="private")
    versions = apps.get_model("decks", "DeckVersion").objects.using(alias)
    versions.filter(pk__in=shared.values("head_id")).update(shared=True)


class Migration(migrations.Migration):
    """Which versions were shared, and which form made a deck."""

    dependencies = [("decks", "0007_trigrams")]

    operations = [
        migrations.AddField(
            model_name="deckversion",
            name="shared",
            field=models.BooleanField(default=False, help_text="It was the newest when the deck was shared."),
        ),
        migrations.AddField(
            model_name="deck",
            name="made_by",
            field=models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(mark_shared, migrations.RunPython.noop),
    ]
