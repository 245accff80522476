"""The TTS kind: a saved object for Tabletop Simulator, with card images on deck sheets."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from cards.catalogue import Card, Catalogue, Zone
from decks.exchange.documents import compact, first_document, read_json
from decks.exchange.entries import Collector
from decks.exchange.values import DeckExportError, DeckImportError, Kind, NamedDeck, ParsedDeck

#: Gives the URL of a sheet's image for the sheet's name.
SheetUrl = Callable[[str], str]

#: The name of the sheet with the card back.
BACK: Final = "back"

COLUMNS: Final = 10
_MIN_ROWS: Final = 2
#: Ten by seven, less the last cell, which Tabletop Simulator uses for hidden cards.
CARDS_PER_SHEET: Final = 69

#: Saved objects repeat themselves for every card.
MAX_SAVED_BYTES: Final = 512 * 1024

#: Each copy becomes an object of its own, however large the quantity.
MAX_TABLE_CARDS: Final = 500

_NOTE: Final = re.compile(r"\s*(?:(leader|approach|faction)\s+)?(\d{5}[a-z]?|\d{2}cd\d{2})\s*", re.IGNORECASE)
_MAX_BAG_DEPTH: Final = 8
_PLAYER_ZONES: Final = (Zone.LEADER, Zone.APPROACH, Zone.FACTION)


@dataclass(frozen=True, slots=True)
class Sheet:
    """An image of many cards of a set, row by row; ``number`` is its key in Tabletop Simulator."""

    name: str
    number: int
    codes: tuple[str, ...]

    @property
    def rows(self) -> int:
        return max(_MIN_ROWS, math.ceil(len(self.codes) / COLUMNS))


def sheets(catalogue: Catalogue) -> tuple[Sheet, ...]:
    """Every sheet, set by set: a new set never changes the sheets that saved decks point to."""
    result: list[Sheet] = []
    by_set: dict[str, list[str]] = {}
    for card in sorted([*catalogue.cards, *catalogue.retired], key=lambda card: card.code):
        if card.deck in _PLAYER_ZONES:
            by_set.setdefault(card.set, []).append(card.code)
    for name, codes in by_set.items():
        for part, start in enumerate(range(0, len(codes), CARDS_PER_SHEET), start=1):
            page = tuple(codes[start : start + CARDS_PER_SHEET])
            result.append(Sheet(f"{name}-{part}", len(result) + 1, page))
    return tuple(result)


def render(deck: NamedDeck, catalogue: Catalogue, sheet_url: SheetUrl) -> str:
    """The leader face up and the two decks face down beside it; each card's notes hold its zone and code.

    :raises DeckExportError: for too many cards.
    """
    size = len(deck.decklist.approach) + sum(quantity for _, quantity in deck.decklist.faction if quantity > 0)
    if size > MAX_TABLE_CARDS:
        raise DeckExportError(
            "too_many_cards", f"A table holds at most {MAX_TABLE_CARDS} cards; this deck has {size:,}."
        )
    table = _Table(deck, catalogue, sheet_url)
    piles = (
        (Zone.LEADER, [deck.decklist.leader] if deck.decklist.leader else []),
        (Zone.APPROACH, list(deck.decklist.approach)),
        (Zone.FACTION, [code for code, quantity in deck.decklist.faction for _ in range(quantity)]),
    )
    objects = [table.pile(zone, codes, position) for position, (zone, codes) in enumerate(piles) if codes]
    saved = {
        "SaveName": deck.name, "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
        "PlayerTurn": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": objects,
    }  # fmt: skip
    return compact(saved) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """The deck of a saved object; cards from elsewhere are found by their nicknames."""
    saved = read_json(text)
    if not is_saved_object(saved):
        raise DeckImportError("bad_document", "A saved object needs a list 'ObjectStates'.")
    name = saved.get("SaveName", "")
    collector = Collector(catalogue, name if isinstance(name, str) else "")
    for (zone, code, nickname), quantity in Counter(_cards(saved["ObjectStates"])).items():
        text = f"{quantity}x {nickname or code}"
        collector.add(zone, code, quantity, text, name=nickname)
    return (collector.deck(),)


def is_saved_object(document: Any) -> bool:
    """Whether a JSON value looks like a saved object."""
    return isinstance(document, dict) and isinstance(document.get("ObjectStates"), list)


class _Table:
    """Builds the objects of one saved deck."""

    def __init__(self, deck: NamedDeck, catalogue: Catalogue, sheet_url: SheetUrl) -> None:
        self._deck = deck
        self._catalogue = catalogue
        self._url = sheet_url
        self._cells = {code: (sheet, cell) for sheet in sheets(catalogue) for cell, code in enumerate(sheet.codes)}
        self._objects = 0

    def pile(self, zone: Zone, codes: list[str], position: int) -> dict[str, Any]:
        """A deck, or a single card: Tabletop Simulator has no decks of one."""
        transform = _transform(4.0 * (position - 1), face_up=zone is Zone.LEADER)
        cards = [self._card(zone, code, transform) for code in codes]
        if len(cards) == 1:
            return cards[0]
        return {
            **self._base("DeckCustom", transform),
            "Nickname": f"{self._deck.name}: {zone} deck" if self._deck.name else f"{zone.capitalize()} deck",
            "Description": "",
            "GMNotes": zone.value,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": {key: sheet for card in cards for key, sheet in card["CustomDeck"].items()},
            "ContainedObjects": cards,
        }

    def _card(self, zone: Zone, code: str, transform: dict[str, float]) -> dict[str, Any]:
        card = self._catalogue.get(code)
        sheet, cell = self._cells.get(card.code if card else code, (Sheet(BACK, 99, ()), 0))
        return {
            **self._base("CardCustom" if card is None else "Card", transform),
            "Nickname": card.full_name if card else code,
            "Description": _description(card) if card else "",
            "GMNotes": f"{zone} {card.code if card else code}",
            "CardID": 100 * sheet.number + cell,
            "SidewaysCard": False,
            "CustomDeck": {
                str(sheet.number): {
                    "FaceURL": self._url(sheet.name),
                    "BackURL": self._url(BACK),
                    "NumWidth": COLUMNS if sheet.codes else 1,
                    "NumHeight": sheet.rows if sheet.codes else 1,
                    "BackIsHidden": True,
                    "UniqueBack": False,
                    "Type": 0,
                }
            },
        }

    def _base(self, name: str, transform: dict[str, float]) -> dict[str, Any]:
        self._objects += 1
        seed = f"{self._deck.decklist.fingerprint}{self._objects}"
        return {
            "GUID": hashlib.sha256(seed.encode()).hexdigest()[:6],
            "Name": name,
            "Transform": transform,
            "HideWhenFaceDown": True,
            "Hands": name != "DeckCustom",
        }


def _transform(x: float, *, face_up: bool) -> dict[str, float]:
    return {
        "posX": x, "posY": 1.0, "posZ": 0.0,
        "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0 if face_up else 180.0,
        "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
    }  # fmt: skip


def _description(card: Card) -> str:
    parts = (card.type.label, (card.faction or "").capitalize(), ", ".join(card.traits))
    return " · ".join(part for part in parts if part)


def _cards(objects: Any, depth: int = 0) -> Iterator[tuple[Zone | None, str, str]]:
    """Zone, code and nickname of every card on the table, in decks and in bags, as far as they are given."""
    if not isinstance(objects, list) or depth > _MAX_BAG_DEPTH:
        return
    for item in objects:
        if not isinstance(item, dict):
            continue
        contained = item.get("ContainedObjects")
        if isinstance(contained, list) and contained:
            yield from _cards(contained, depth + 1)
        elif "CardID" in item or item.get("Name") in ("Card", "CardCustom"):
            notes, nickname = item.get("GMNotes"), item.get("Nickname")
            match = _NOTE.fullmatch(notes) if isinstance(notes, str) else None
            zone = Zone(match[1].lower()) if match and match[1] else None
            yield zone, match[2] if match else "", nickname if isinstance(nickname, str) else ""


def _recognises(source: str) -> bool:
    return is_saved_object(first_document(source))


KIND: Final = Kind(
    "tts",
    "Tabletop Simulator",
    "application/json",
    "tts.json",
    parse,
    render,
    _recognises,
    max_bytes=MAX_SAVED_BYTES,
    needs_sheets=True,
)
