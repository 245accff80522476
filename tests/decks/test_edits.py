"""What an edit writes: a version, the deck's head, and the rows of its cards."""

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.store import current_catalogue
from decks import services
from decks.decklist import Decklist
from decks.lists.edits import counts
from decks.models import Deck, DeckVersion
from tests.decks.strategies import CATALOGUE, any_decks, legal_decks
from web.ownership import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LIST = Decklist.of("01089", (), {"01100": 1, "01101": 2})


@pytest.fixture
def deck() -> Deck:
    owner = User.objects.create(username="writer")
    return services.create(Visitor(owner), "Written", LIST, current_catalogue())


def test_a_written_version_is_stored_as_the_object_says(deck: Deck) -> None:
    before = deck.updated_at
    version = services.save(deck, Decklist.of("01089", (), {"01101": 1}), current_catalogue())
    stored = DeckVersion.objects.get(pk=version.pk)
    names = [field.attname for field in DeckVersion._meta.concrete_fields]
    assert {name: getattr(version, name) for name in names} == {name: getattr(stored, name) for name in names}
    again = Deck.objects.get(pk=deck.pk)
    assert (again.head_id, again.updated_at > before) == (version.pk, True)
    assert dict(again.cards.values_list("card_id", "quantity")) == {"01089": 1, "01100": 0, "01101": 1}
    version.label = "kept"
    version.save(update_fields=["label"])
    assert DeckVersion.objects.filter(label="kept").count() == 1


def test_versions_count_on_from_the_last_one_wherever_the_head_is(deck: Deck) -> None:
    catalogue = current_catalogue()
    services.save(deck, Decklist.of("01089", (), {"01100": 1}), catalogue)
    services.undo(deck)
    third = services.save(deck, Decklist.of("01089", (), {"01101": 1}), catalogue)
    assert (third.number, third.parent.number) == (3, 1)
    assert DeckVersion.objects.get(pk=third.pk).number == 3
    other = services.create(Visitor(deck.owner), "Other", LIST, catalogue)
    assert other.head.number == 1
    assert list(deck.versions.values_list("number", flat=True)) == [1, 2, 3]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(any_decks() | legal_decks(), min_size=1, max_size=3))
def test_the_rows_of_a_decks_cards_are_those_of_its_newest_list(deck: Deck, lists: list[Decklist]) -> None:
    for each in lists:
        known = Decklist.of(
            each.leader if each.leader in CATALOGUE else None,
            [code for code in each.approach if code in CATALOGUE],
            {code: number for code, number in each.faction if code in CATALOGUE and number > 0},
        )
        head = services.save(deck, known, CATALOGUE).decklist
        rows = deck.cards.filter(quantity__gt=0).values_list("zone", "card_id", "quantity")
        assert {(zone, code): number for zone, code, number in rows} == {
            (zone.value, code): number for (zone, code), number in counts(head).items()
        }
