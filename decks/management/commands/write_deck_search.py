"""``manage.py write_deck_search``: write the generated part of docs/reference/deck-search.md."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.catalogue.datafiles import load_catalogue
from decks.query import vocabulary_of
from decks.query.helptext import REFERENCE, update_reference


class Command(BaseCommand):
    help = "Regenerate the reference of deck search, docs/reference/deck-search.md."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        document = REFERENCE.read_text(encoding="utf-8")
        REFERENCE.write_text(update_reference(document, vocabulary_of(load_catalogue())), encoding="utf-8")
