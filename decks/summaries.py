"""A deck in one line, as listings show it: nothing here asks the database again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.catalogue import Card, Catalogue
from decks.models import Deck


@dataclass(frozen=True, slots=True)
class Summary:
    """A deck, the card that leads it, and how many cards its two decks have."""

    deck: Deck
    leader: Card | None
    approach_size: int = 0
    faction_size: int = 0


def summary(deck: Deck, catalogue: Catalogue) -> Summary:
    """A deck, whose head is loaded, with its leader looked up."""
    if deck.head is None:
        return Summary(deck, None)
    leader = catalogue.get(deck.head.leader_id) if deck.head.leader_id else None
    decklist = deck.head.decklist
    return Summary(deck, leader, len(decklist.approach), decklist.faction_size)


def summaries(decks: Iterable[Deck], catalogue: Catalogue) -> list[Summary]:
    """Decks with their leaders looked up."""
    return [summary(deck, catalogue) for deck in decks]
