"""The BGA kind: custom deck codes of Board Game Arena, also written by SailsDB."""

from __future__ import annotations

from typing import Any, Final

from cards.catalogue import NEUTRAL, Catalogue, Zone
from cards.catalogue.folding import fold
from decks.exchange.documents import compact, deck_objects, expect, first_document, read_json
from decks.exchange.entries import Collector
from decks.exchange.values import DeckImportError, Kind, NamedDeck, ParsedDeck

_FIELDS: Final = ("name", "faction", "leader", "approach_deck", "faction_deck", "id")


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """The code on one line. Without a leader the key is left out, and BGA says what is missing."""
    leader = catalogue.get(deck.decklist.leader) if deck.decklist.leader else None
    code: dict[str, Any] = {
        "name": deck.name or (leader.name if leader else "Deck"),
        "faction": _faction_name(leader.faction if leader and leader.faction else NEUTRAL, catalogue),
    }
    if deck.decklist.leader:
        code["leader"] = printed_id(deck.decklist.leader, catalogue)
    code["approach_deck"] = [printed_id(card, catalogue) for card in deck.decklist.approach]
    code["faction_deck"] = [
        {"id": printed_id(card, catalogue), "count": quantity} for card, quantity in deck.decklist.faction
    ]
    return compact(code) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """One code or a list of them; unknown keys are reported and ignored."""
    return tuple(_deck(code, catalogue) for code in deck_objects(read_json(text)))


def is_code(document: Any) -> bool:
    """Whether a JSON value looks like a deck code."""
    return isinstance(document, dict) and bool({"approach_deck", "faction_deck"} & document.keys())


def printed_id(code: str, catalogue: Catalogue) -> str:
    """The id printed on the card: the first printing's if every printing has a letter (as 01159a)."""
    card = catalogue.get(code)
    if card is None:
        return code
    printed = [printing.code for printing in card.printings]
    return card.code if card.code in printed or not printed else printed[0]


def _deck(code: dict[str, Any], catalogue: Catalogue) -> ParsedDeck:
    if not is_code(code):
        raise DeckImportError("bad_document", "A deck code needs the keys 'approach_deck' and 'faction_deck'.")
    collector = Collector(catalogue, expect(code, "name", str, "a string", ""))
    leader = expect(code, "leader", str | None, "a card id", None)
    if leader:
        collector.add(Zone.LEADER, leader, 1, leader)
    for entry in expect(code, "approach_deck", list, "a list of card ids", []):
        collector.add(Zone.APPROACH, entry, 1, entry if isinstance(entry, str) else compact(entry))
    for entry in expect(code, "faction_deck", list, "a list of objects with 'id' and 'count'", []):
        fields = entry if isinstance(entry, dict) else {}
        collector.add(Zone.FACTION, fields.get("id"), fields.get("count"), compact(entry))
    card = catalogue.get(leader) if leader else None
    faction = code.get("faction")
    if card and card.faction and isinstance(faction, str) and fold(faction) not in (card.faction, NEUTRAL):
        collector.ignore(f"faction: {faction}", f"Ignored: the leader's faction is {card.faction.capitalize()}.")
    for field in code.keys() - set(_FIELDS):
        collector.ignore(field, "Unknown key.")
    return collector.deck()


def _faction_name(code: str, catalogue: Catalogue) -> str:
    faction = catalogue.by_faction.get(code)
    return faction.name if faction else code.capitalize()


def _recognises(source: str) -> bool:
    return is_code(first_document(source))


KIND: Final = Kind("bga", "Board Game Arena", "application/json", "bga.json", parse, render, _recognises)
