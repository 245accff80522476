import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Indexes that another one begins with go: each is written with every edit, and none is read."""

    dependencies = [
        ("cards", "0001_initial"),
        ("decks", "0004_words"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(model_name="deckcard", name="deck_card_in_head"),
        migrations.AlterField(
            model_name="deck",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="decks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="deckcard",
            name="card",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="deck_cards",
                to="cards.card",
            ),
        ),
        migrations.AlterField(
            model_name="deckcard",
            name="deck",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cards",
                to="decks.deck",
            ),
        ),
        migrations.AlterField(
            model_name="deckversion",
            name="deck",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="decks.deck",
            ),
        ),
        migrations.AddIndex(
            model_name="deckcard",
            index=models.Index(fields=["card", "deck", "quantity"], name="deck_card_in_head"),
        ),
    ]
