"""What deck queries find: the database and a plain function of a deck agree, whatever is asked."""

import itertools

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.catalogue.datafiles import load_catalogue
from cards.store import current_catalogue
from decks import queries as deck_queries
from decks.models import Deck, Visibility
from decks.query import predicate, search_decks
from tests.decks.query.conftest import make_decks, sheet_of
from tests.decks.query.strategies import queries

pytestmark = pytest.mark.django_db

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def found(text, **options):
    result = search_decks(text, **options)
    assert result.faults == ()
    return list(result.queryset)


@pytest.mark.parametrize("rare", [deck_queries.RARE_CARD_DECKS, 3, 0])
def test_the_database_agrees_with_the_meaning_of_every_query(decks, rare, monkeypatch):
    """Whether a condition is looked up from an index or asked deck by deck."""
    monkeypatch.setattr(deck_queries, "RARE_CARD_DECKS", rare)
    everything = [*decks, *Deck.objects.filter(starter=True).select_related("head", "owner")]
    sheets = {deck.pk: sheet_of(deck) for deck in everything}

    @SHARED
    @given(text=queries(load_catalogue()))
    def agrees(text):
        holds = predicate(text, current_catalogue())
        expected = {pk for pk, sheet in sheets.items() if holds(sheet)}
        assert {deck.pk for deck in found(text)} == expected

    agrees()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("epee", {"Épée & Cape", "épée"}),
        ("ÉPÉE", {"Épée & Cape", "épée"}),
        ("n=epee", {"épée"}),
        ("100%", {"The 100% deck"}),
        ("n:_", {"under_score"}),
        ('n:"\\\\"', {"wolfe \\ two"}),
        ("aether", {"Ångström's Æther"}),
        ("wolf", {"Wölfe", "wolfe \\ two"}),
    ],
)
def test_words_are_found_whatever_their_accents_and_signs(decks, text, names):
    Deck.objects.filter(pk__in=decks).update(folded_description="")
    assert {deck.name for deck in found(text, queryset=decks)} == names


def test_words_find_leaders_factions_cards_and_owners(decks):
    deck = next(deck for deck in decks if deck.head and deck.head.leader and deck.head.leader.faction)
    leader = deck.head.leader
    for field, word in (
        ("leader", leader.name),
        ("f", leader.faction_id),
        ("by", deck.owner.username),
        ("card", "Not Today"),
    ):
        assert set(found(f'{field}:"{word}"')) <= set(found(f'"{word}"'))
    assert deck in found(f"{leader.name} {leader.faction_id} {deck.owner.username}")


def test_soline_leads_her_decks():
    expected = set(found("leader:soline"))
    assert expected
    assert set(found("soline")) == expected


def test_a_renamed_deck_is_found_by_its_new_name(decks):
    deck = decks.first()
    deck.name = "Nächtliche Überfahrt"
    deck.save(update_fields=["name"])
    assert found("uberfahrt") == [deck]
    deck.description = "Ça ira"
    deck.save(update_fields=["description"])
    assert found("d:ca") == [deck]


def test_the_starter_decks_are_legal_and_have_an_owner():
    starters = set(Deck.objects.filter(starter=True))
    assert starters
    assert set(found("is:starter legal:rulebook-2023 by:five-sails")) == starters
    leader = next(iter(starters)).head.leader.name
    assert found(f'is:starter leader:"{leader}"')


def test_only_public_decks_are_found(decks):
    private, linked, *_ = decks
    Deck.objects.filter(pk=private.pk).update(visibility=Visibility.PRIVATE)
    Deck.objects.filter(pk=linked.pk).update(visibility=Visibility.LINK, link="x" * 22)
    assert {private, linked}.isdisjoint(found(""))
    assert len(found("")) == Deck.objects.filter(visibility=Visibility.PUBLIC).count()


@pytest.mark.parametrize(
    ("text", "key", "turned"),
    [
        ("", lambda deck: deck.updated_at, True),
        ("sort:newest", lambda deck: deck.updated_at, True),
        ("-sort:newest", lambda deck: deck.updated_at, False),
        ("sort:likes", lambda deck: deck.likes, True),
        ("-sort:likes", lambda deck: deck.likes, False),
        ("sort:name", lambda deck: deck.folded_name, False),
        ("sort:-name", lambda deck: deck.folded_name, True),
    ],
)
def test_orders_are_total(decks, text, key, turned):
    decks.update(updated_at=decks.first().updated_at)
    everyone = found(text)
    assert [key(deck) for deck in everyone] == sorted(map(key, everyone), reverse=turned)
    ties = [(one, other) for one, other in itertools.pairwise(everyone) if key(one) == key(other)]
    assert ties
    assert all(one.updated_at > other.updated_at or one.pk < other.pk for one, other in ties)
    pages = [deck for start in range(0, len(everyone), 7) for deck in search_decks(text).queryset[start : start + 7]]
    assert pages == everyone


def test_an_order_from_outside_counts_where_the_query_has_none(decks):
    from decks.query import parse_deck_sort

    assert found("", sort=parse_deck_sort("likes")) == found("sort:likes")
    assert found("sort:name", sort=parse_deck_sort("likes")) == found("sort:name")


def test_undo_takes_the_verdict_along():
    from django.contrib.auth.models import User

    from cards.catalogue import Zone
    from decks.decklist import Decklist
    from decks.services import create, save, undo
    from web.ownership import Visitor

    starter = Deck.objects.filter(starter=True).first()
    owner = User.objects.create(username="eve")
    catalogue = current_catalogue()
    deck = create(Visitor(owner), "mine", starter.head.decklist, catalogue)
    assert " rulebook-2023 " in deck.legal_in
    save(deck, Decklist.of(starter.head.leader_id, (), {}), catalogue)
    deck.refresh_from_db()
    assert deck.legal_in == " "
    undo(deck)
    deck.refresh_from_db()
    assert " rulebook-2023 " in deck.legal_in
    assert Zone.LEADER.value in {row.zone for row in deck.cards.all()}


def test_all_are_judged_again_when_cards_are_loaded(decks):
    from decks.services import refresh_legality

    true = dict(Deck.objects.values_list("pk", "legal_in"))
    Deck.objects.exclude(head=None).update(legal_in=" nonsense ")
    changed = refresh_legality(current_catalogue())
    assert changed == Deck.objects.exclude(head=None).count()
    assert dict(Deck.objects.values_list("pk", "legal_in")) == true
    assert refresh_legality(current_catalogue()) == 0


@pytest.mark.parametrize("text", ["", "epee -card:01100 f:castille or likes>1 by:ada sort:name"])
def test_the_number_of_queries_does_not_grow(text):
    make_decks(3)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            result = search_decks(text)
            [(deck.head and deck.head.leader_id, deck.owner and deck.owner.username) for deck in result.queryset]
        counts.append(len(asked))
        make_decks(20, seed=8)
    # The cards' version, the decks, and what a word (cards and players), a card, a faction and a player concern.
    assert counts[0] == counts[1] <= 7


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's plans")
@pytest.mark.parametrize("text", ["card:01100", "-card:01100", "card:01100>=2", "card:01100,01101 or card:01102<1"])
def test_no_question_about_a_rare_card_is_asked_for_each_deck(text):
    """With ten thousand decks of which few match, that would look at all of them."""
    assert "CORRELATED" not in search_decks(text).queryset.explain()


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=60))
def test_no_text_breaks_the_search(text):
    result = search_decks(text)
    assert result.valid != bool(result.faults)
    list(result.queryset[:3])


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", 'by:"\0"', 'n:"\udfff"', "by:%", "\x1a"])
def test_what_no_text_can_hold_is_not_found(decks, text):
    assert list(search_decks(text).queryset) == []
