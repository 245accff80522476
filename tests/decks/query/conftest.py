"""Decks of every sort in the database, and the same decks as plain values."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from cards.store import current_catalogue
from decks.decklist import Decklist
from decks.models import Deck, Visibility
from decks.query import DeckSheet
from decks.services import create
from web.ownership import Visitor

NAMES = (
    "Épée & Cape",
    "épée",
    "The 100% deck",
    "under_score",
    "Ångström's Æther",
    "Wölfe",
    "wolfe \\ two",
    "a",
    "STARTER",
)
DESCRIPTIONS = ("", "", "Meant for sealed play.", "Über\nalles: épée", "100%", "a\tb   c", "{combat} first")
CARDS = ("01100", "01101", "01102", "01091", "02001", "03001")


def sheet_of(deck):
    """A stored deck as a value, worked out without the columns that only searching reads."""
    head = deck.head
    catalogue = current_catalogue()
    cards: dict[str, int] = {}
    if head:
        for code, number in (*head.decklist.faction, *((code, 1) for code in head.decklist.approach)):
            cards[code] = cards.get(code, 0) + number
        if head.leader_id:
            cards[head.leader_id] = cards.get(head.leader_id, 0) + 1
    leader = catalogue.get(head.leader_id) if head and head.leader_id else None
    return DeckSheet(
        name=deck.name,
        description=deck.description,
        owner=deck.owner.username if deck.owner else "",
        leader=leader.code if leader else None,
        faction=leader.faction if leader else None,
        cards=cards,
        legal_in=frozenset(deck.legal_in.split()),
        updated=deck.updated_at,
        likes=deck.likes,
        starter=deck.starter,
        related_names=(
            *([catalogue.by_faction[leader.faction].name] if leader and leader.faction else []),
            *(card.full_name for code in cards if (card := catalogue.get(code))),
        ),
    )


def make_decks(number, seed=7):
    """Random public decks, made the usual way, with likes and days of their own."""
    chance = random.Random(seed)
    catalogue = current_catalogue()
    users = [User.objects.get_or_create(username=name)[0] for name in ("ada", "bo-b", "cy_d")]
    leaders = [card.code for card in catalogue.leaders]
    others = [card.code for card in catalogue if card.code not in leaders]
    made = []
    for _ in range(number):
        faction = {code: chance.randint(1, 3) for code in (*chance.sample(CARDS, 3), *chance.sample(others, 4))}
        # Any card may stand in the leader's place: a deck need not be legal to be saved.
        leader = chance.choice((None, chance.choice(leaders), chance.choice(leaders), chance.choice(others)))
        approach = [*chance.sample(others, 3), chance.choice(list(faction))]
        deck = create(
            Visitor(chance.choice(users)),
            chance.choice(NAMES),
            Decklist.of(leader, approach, faction),
            catalogue,
            description=chance.choice(DESCRIPTIONS),
        )
        Deck.objects.filter(pk=deck.pk).update(
            visibility=Visibility.PUBLIC,
            likes=chance.choice((0, 0, 1, 2, 5, 40)),
            updated_at=datetime(2025, 12, 30, 23, 59, 59, tzinfo=UTC)
            + timedelta(days=chance.choice((0, 1, 1, 2, 33, 150, 400)), seconds=chance.choice((0, 1, 40_000))),
        )
        made.append(deck.pk)
    headless = Deck.objects.create(name="no head yet", visibility=Visibility.PUBLIC)
    return Deck.objects.filter(pk__in=[*made, headless.pk]).select_related("head", "owner")


@pytest.fixture
def decks(db):
    """Some forty decks."""
    return make_decks(40)
