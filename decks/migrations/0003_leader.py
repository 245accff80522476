from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps: Any, schema_editor: Any) -> None:
    """As each deck's newest version has it."""
    alias = schema_editor.connection.alias
    heads = apps.get_model("decks", "DeckVersion").objects.using(alias).filter(pk=OuterRef("head_id"))
    decks = apps.get_model("decks", "Deck").objects.using(alias)
    decks.exclude(head=None).update(leader=Subquery(heads.values("leader_id")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0001_initial"),
        ("decks", "0002_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="leader",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                editable=False,
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="+",
                to="cards.card",
            ),
        ),
        # Before the column is filled: PostgreSQL makes no index in a transaction with rows still to be checked.
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(fields=["visibility", "leader", "-updated_at", "id", "starter"], name="deck_led"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
