"""Words are found as they stand in the texts, and a search does not grow with the decks."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.query.entries import searchable
from cards.query.tree import quote
from cards.store import current_catalogue
from decks import queries
from decks.decklist import Decklist
from decks.models import Deck, DeckCard, Visibility
from decks.queries import first_matches, public_decks
from decks.query import parse_deck_sort, search_decks
from decks.services import create, describe
from web.ownership import Visitor
from web.sqlite_statistics import update_statistics

pytestmark = [pytest.mark.django_db, pytest.mark.database]

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's own table")
NOTHING = Decklist.of(None, (), {})
TEXTS = ("folded_name", "folded_description")


def found(needle, field=""):
    return set(search_decks(f"{field}{quote(needle)}", Deck.objects.all()).queryset.values_list("pk", flat=True))


def make(name, description=""):
    return create(Visitor(browser="b" * 43), name, NOTHING, current_catalogue(), description=description)


def test_it_follows_every_change():
    deck, other = make("Crooked Lantern"), make("Paper Crown", "by lantern light")
    assert found("lantern") == {deck.pk, other.pk}
    assert found("lantern", "n:") == {deck.pk}
    describe(deck, name="Sunken Bell")
    assert found("lantern") == {other.pk}
    assert found("sunken b") == {deck.pk}
    describe(other, description="in the dark")
    assert found("lantern") == set()
    Deck.objects.filter(pk=other.pk).update(folded_description=F("folded_name"))
    assert found("paper", "d:") == {other.pk}
    deck.delete()
    assert found("sunken") == set()
    made = Deck.objects.bulk_create([Deck(name="Tidal Wreck"), Deck(name="Wrecker's Yard")])
    assert found("wreck") == {each.pk for each in made}


def test_it_is_as_true_as_the_texts():
    alphabet = st.sampled_from("aé\"'%_\\ \n*{}:^-港ßİ")
    texts = st.text(alphabet, max_size=8)

    @settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(stored=st.lists(st.tuples(texts, texts), max_size=4), looked_for=texts)
    def agrees(stored, looked_for):
        Deck.objects.filter(starter=False).delete()
        made = Deck.objects.bulk_create([Deck(name=name, description=told) for name, told in stored])
        needle = searchable(looked_for)
        for column in TEXTS:
            expected = {deck.pk for deck in made if needle in getattr(deck, column)}
            answer = Deck.objects.filter(**{f"{column}__contains": needle}).values_list("pk", flat=True)
            assert set(answer) & {deck.pk for deck in made} == expected

    agrees()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's own index")
def test_postgresql_has_an_index_that_it_can_use():
    with connection.cursor() as cursor:
        # Of so few decks it would rather read each.
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "deck_words" in search_decks("lantern", Deck.objects.all()).queryset.explain()


# --- what a search costs as decks grow in number ---


def fill(number, start):
    """Public decks by the row: every other one with a card, one in ten with a leader, one in twenty with a word."""
    owner, _ = User.objects.get_or_create(username="many")
    leader = next(card.code for card in current_catalogue().leaders if "Scarpa" in card.name)
    decks = [
        Deck(
            id=f"deck-{i:05}",
            name=f"{'Lantern' if i % 20 == 0 else 'Ledger'} {i}",
            owner=owner,
            visibility=Visibility.PUBLIC,
            leader_id=leader if i % 10 == 0 else None,
        )
        for i in range(start, number)
    ]
    Deck.objects.bulk_create(decks)
    DeckCard.objects.bulk_create(
        DeckCard(deck=deck, card_id="01100" if i % 2 else "01101", zone="faction", quantity=1)
        for i, deck in enumerate(decks)
    )


def work(ask):
    """What the database does for an answer, in steps of its own machine."""
    steps = 0

    def step():
        nonlocal steps
        steps += 1

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, 10)
    try:
        assert ask()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps


@on_sqlite
def test_the_work_of_a_search_does_not_grow_with_the_decks(monkeypatch, client):
    monkeypatch.setattr(queries, "RARE_CARD_DECKS", 100)
    texts = ("lantern", "card:01100", "leader:scarpa", "card:01101 lantern", "by:many", "sort:name", "likes<1")
    texts += ("f:vodacce", "f:vodacce card:01101")
    reader = User.objects.create_user("reader")
    create(Visitor(reader), "Lantern of my own", Decklist.of(None, (), {}), current_catalogue())
    client.force_login(reader)
    costs = []
    for before, number in ((0, 2_500), (2_500, 10_000)):
        fill(number, before)
        update_statistics()
        costs.append(
            {
                **{text: work(lambda text=text: first_matches(search_decks(text).queryset, 30).ids) for text in texts},
                # To count public decks, an index is read from end to end: three steps a deck.
                "public and own": work(lambda: client.get("/api/v1/decks/?page=2").json()["results"])
                - work(public_decks().count),
            }
        )
    few, many = costs
    grown = {name: (few[name], many[name]) for name in few if many[name] > 1.3 * few[name] + 50}
    assert not grown


@on_sqlite
@pytest.mark.parametrize(("sort", "index"), [("newest", "deck_newest"), ("likes", "deck_liked")])
def test_the_decks_of_a_faction_are_found_without_reading_any_deck(sort, index):
    fill(2_500, 0)
    update_statistics()
    found = search_decks("f:vodacce", sort=parse_deck_sort(sort)).queryset
    assert f"USING COVERING INDEX {index}" in found.values_list("pk", flat=True)[:101].explain()
