"""Two people with the same deck in hand change different things about it, and neither undoes what the other did."""

import pytest

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.models import Deck
from web.ownership import Visitor

pytestmark = pytest.mark.django_db


def test_a_new_name_and_new_words_are_both_kept() -> None:
    made = services.create(Visitor(browser="here"), "Old name", Decklist.of(None, (), {}), current_catalogue())
    services.describe(made, "Old name", "Old words")
    first, second = Deck.objects.get(pk=made.pk), Deck.objects.get(pk=made.pk)
    services.describe(first, name="New name")
    services.describe(second, description="New words")
    made.refresh_from_db()
    assert (made.name, made.description) == ("New name", "New words")

    first, second = Deck.objects.get(pk=made.pk), Deck.objects.get(pk=made.pk)
    services.describe(first, description="Newer words")
    services.describe(second, name="Newer name")
    made.refresh_from_db()
    assert (made.name, made.description) == ("Newer name", "Newer words")
