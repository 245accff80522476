"""What the deck-building rules need to know about a card, worked out once for a catalogue and a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards.catalogue import Card, CardType, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.legality.violations import Code


@dataclass(frozen=True, slots=True, eq=False)
class CardFacts:
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
    #: Equal for cards that the rules tell apart only by name, person and faction.
    rules_class: int


#: Under a card's own code and the codes of its printings.
FactsByCode = Mapping[str, CardFacts]


@lru_cache(maxsize=32)
def card_facts(catalogue: Catalogue, format: Format) -> FactsByCode:
    # Cached: formats are few, and every save checks a deck against all of them.
    rules_classes: dict[tuple[object, ...], int] = {}
    cards = (*catalogue.retired, *catalogue.cards)
    by_code = {card.code: _facts(card, format, rules_classes) for card in cards}
    by_printing = {printing.code: by_code[card.code] for card in cards for printing in card.printings}
    return {**by_printing, **by_code}


def _facts(card: Card, format: Format, rules_classes: dict[tuple[object, ...], int]) -> CardFacts:
    attributes: dict[str, Any] = {
        "zone": card.deck if card.deck in (Zone.LEADER, Zone.APPROACH) else Zone.FACTION,
        "is_leader": card.type is CardType.LEADER,
        "is_character": card.type is CardType.CHARACTER and not card.is_brute,
        "is_scheme": card.type is CardType.SCHEME,
        "fits_approach": card.deck is Zone.APPROACH,
        "fits_faction": card.deck is Zone.FACTION,
        "copies": format.unique_copies if card.is_unique else format.copies,
        "points": format.points.get(card.code, 0),
        "barred": _why_barred(card, format),
    }
    return CardFacts(
        card=card,
        code=card.code,
        name=card.name,
        person=card.person,
        faction=card.faction,
        rules_class=rules_classes.setdefault(tuple(attributes.values()), len(rules_classes)),
        **attributes,
    )


def _why_barred(card: Card, format: Format) -> Code | None:
    if not card.deckable:
        return Code.APPROACH_FORBIDDEN
    if card.code in format.banned:
        return Code.BANNED
    if card.deck in (Zone.LEADER, Zone.APPROACH, Zone.FACTION) and not format.admits(card):
        return Code.NOT_IN_FORMAT
    return None
