"""The JSON kind: our own versioned format, described by ``schema/deck-v1.schema.json``."""

from __future__ import annotations

import json
from typing import Any, Final

from cards.catalogue import Catalogue, Zone
from decks.exchange.documents import compact, deck_objects, expect, first_document, read_json
from decks.exchange.entries import Collector
from decks.exchange.values import DeckImportError, Kind, NamedDeck, ParsedDeck

FORMAT: Final = "five-sails-deck"
VERSION: Final = 1

_FIELDS: Final = ("$schema", "format", "version", "name", "leader", "approach", "faction")


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """Indented; unknown codes are kept as they are."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "name": deck.name,
        "leader": deck.decklist.leader,
        "approach": list(deck.decklist.approach),
        "faction": dict(deck.decklist.faction),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """One document or a list of them. ``format`` and ``version`` may be missing, as in the API's decks."""
    return tuple(_deck(document, catalogue) for document in deck_objects(read_json(text)))


def _deck(document: dict[str, Any], catalogue: Catalogue) -> ParsedDeck:
    _check_version(document)
    collector = Collector(catalogue, expect(document, "name", str, "a string", ""))
    leader = expect(document, "leader", str | None, "a card code or null", None)
    approach = expect(document, "approach", list, "a list of card codes", [])
    faction = expect(document, "faction", dict, "an object of card codes and quantities", {})
    if leader:
        collector.add(Zone.LEADER, leader, 1, leader)
    for code in approach:
        collector.add(Zone.APPROACH, code, 1, code if isinstance(code, str) else compact(code))
    for code, quantity in faction.items():
        collector.add(Zone.FACTION, code, quantity, f"{code}: {compact(quantity)}")
    for field in document.keys() - set(_FIELDS):
        collector.ignore(field, "Unknown field.")
    return collector.deck()


def _check_version(document: dict[str, Any]) -> None:
    format, version = document.get("format", FORMAT), document.get("version", VERSION)
    if format != FORMAT:
        raise DeckImportError("bad_document", f"The document's format is {compact(format)[:80]}, not {FORMAT!r}.")
    if isinstance(version, bool) or version != VERSION:
        raise DeckImportError(
            "unknown_version", f"Version {compact(version)[:80]} of {FORMAT!r} is not supported; use version {VERSION}."
        )


def _recognises(source: str) -> bool:
    # A line in square brackets may be a heading of a text list; one in braces is not.
    return source.startswith(("{", "[{", "[[")) or first_document(source) is not None


KIND: Final = Kind("json", "JSON", "application/json", "json", parse, render, _recognises)
