"""``manage.py write_deck_search``: the generated part of docs/reference/deck-search.md."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.catalogue.datafiles import load_catalogue
from decks.query import vocabulary_of
from decks.query.helptext import REFERENCE, renewed


class Command(BaseCommand):
    """Writes the reference from the table of fields."""

    help = "Write the generated part of docs/reference/deck-search.md anew."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Renew it in place."""
        document = REFERENCE.read_text(encoding="utf-8")
        REFERENCE.write_text(renewed(document, vocabulary_of(load_catalogue())), encoding="utf-8")
