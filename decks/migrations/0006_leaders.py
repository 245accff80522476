from django.db import migrations, models


class Migration(migrations.Migration):
    """The indexes of lists say who leads each deck, so that a faction's decks are found without reading others."""

    dependencies = [("decks", "0005_lookups")]

    operations = [
        migrations.RemoveIndex(model_name="deck", name="deck_newest"),
        migrations.RemoveIndex(model_name="deck", name="deck_liked"),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(fields=["visibility", "-updated_at", "id", "starter", "leader"], name="deck_newest"),
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(
                fields=["visibility", "-likes", "-updated_at", "id", "starter", "leader"], name="deck_liked"
            ),
        ),
    ]
