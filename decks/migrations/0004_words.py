from django.db import migrations


class Migration(migrations.Migration):
    """Was an index of words, which 0007_trigrams replaces; databases that have it still know this name."""

    dependencies = [("decks", "0003_leader")]
    operations = []
