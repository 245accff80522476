"""What deck building asks about a card, worked out once for a catalogue and a format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from cards.catalogue import Card, CardType, Catalogue, Zone
from cards.formats import Format
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


class Book(dict[str, Facts]):
    """The facts of every card, under its own code and those of its printings. Each is made once: no two are equal."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@lru_cache(maxsize=32)
def facts_of(catalogue: Catalogue, format: Format) -> Book:
    """The book for a format; formats that differ in nothing a card's facts depend on share one."""
    alike = replace(
        format,
        code="",
        name="",
        description="",
        default=False,
        since=date.min,
        until=None,
        approach_size=0,
        approach_characters=0,
        approach_schemes=0,
        faction_min=0,
        faction_max=None,
        points_max=None,
    )
    return _book(catalogue, alike)


@lru_cache(maxsize=32)
def _book(catalogue: Catalogue, format: Format) -> Book:
    likes: dict[tuple[object, ...], int] = {}
    cards = (*catalogue.retired, *catalogue.cards)
    known = {card.code: _facts(card, format, likes) for card in cards}
    printed = {printing.code: known[card.code] for card in cards for printing in card.printings}
    return Book({**printed, **known})


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
