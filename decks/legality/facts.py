"""What deck building asks about a card, worked out once for a catalogue and a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards.catalogue import Card, CardType, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.legality.violations import Code


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """A card as the deck-building rules see it."""

    card: Card
    code: str
    name: str
    person: str
    faction: str | None
    zone: Zone
    is_leader: bool
    is_character: bool
    is_scheme: bool
    fits_approach: bool
    fits_faction: bool
    copies: int
    points: int
    #: Why the format keeps the card out of every deck, if it does.
    barred: Code | None
    #: The same for cards that differ for the rules in nothing but their names, persons and factions.
    alike: int


#: The facts of every card, under its own code and those of its printings.
Book = Mapping[str, Facts]


@lru_cache(maxsize=32)
def facts_of(catalogue: Catalogue, format: Format) -> Book:
    """The facts for a format; there are few formats, and a list is judged by all of them on every save."""
    likes: dict[tuple[object, ...], int] = {}
    cards = (*catalogue.retired, *catalogue.cards)
    known = {card.code: _facts(card, format, likes) for card in cards}
    printed = {printing.code: known[card.code] for card in cards for printing in card.printings}
    return {**printed, **known}


def _facts(card: Card, format: Format, likes: dict[tuple[object, ...], int]) -> Facts:
    about: dict[str, Any] = {
        "zone": card.deck if card.deck in (Zone.LEADER, Zone.APPROACH) else Zone.FACTION,
        "is_leader": card.type is CardType.LEADER,
        "is_character": card.type is CardType.CHARACTER and not card.is_brute,
        "is_scheme": card.type is CardType.SCHEME,
        "fits_approach": card.deck is Zone.APPROACH,
        "fits_faction": card.deck is Zone.FACTION,
        "copies": format.unique_copies if card.is_unique else format.copies,
        "points": format.points.get(card.code, 0),
        "barred": _barred(card, format),
    }
    alike = likes.setdefault(tuple(about.values()), len(likes))
    return Facts(
        card=card, code=card.code, name=card.name, person=card.person, faction=card.faction, alike=alike, **about
    )


def _barred(card: Card, format: Format) -> Code | None:
    if not card.deckable:
        return Code.APPROACH_FORBIDDEN
    if card.code in format.banned:
        return Code.BANNED
    if card.deck in (Zone.LEADER, Zone.APPROACH, Zone.FACTION) and not format.admits(card):
        return Code.NOT_IN_FORMAT
    return None
