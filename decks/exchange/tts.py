"""The TTS kind: a saved object for Tabletop Simulator, with our drawn faces on deck sheets."""

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

#: Gives the address of a sheet's picture by the sheet's name.
SheetUrl = Callable[[str], str]

#: The name of the sheet that holds the one back of all cards.
BACK: Final = "back"

COLUMNS: Final = 10
_FEWEST_ROWS: Final = 2
#: Ten by seven, less the last place, which the table keeps for a card that is hidden.
CARDS_PER_SHEET: Final = 69

#: A saved object repeats itself for every card on the table.
MAX_SAVED_BYTES: Final = 512 * 1024

#: Each copy is an object of its own, and a quantity is only a number.
MAX_TABLE_CARDS: Final = 500

_NOTE: Final = re.compile(r"\s*(?:(leader|approach|faction)\s+)?(\d{5}[a-z]?|\d{2}cd\d{2})\s*", re.IGNORECASE)
_DEEPEST_BAG: Final = 8
_PLAYER_ZONES: Final = (Zone.LEADER, Zone.APPROACH, Zone.FACTION)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture of many faces: the cards of a set in their order, row by row; ``number`` is the table's key."""

    name: str
    number: int
    codes: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows of ten places the picture has."""
        return max(_FEWEST_ROWS, math.ceil(len(self.codes) / COLUMNS))


def sheets(catalogue: Catalogue) -> tuple[Sheet, ...]:
    """Every sheet: by set, so that a new set changes no sheet that somebody's saved deck points to."""
    found: list[Sheet] = []
    by_set: dict[str, list[str]] = {}
    for card in sorted([*catalogue.cards, *catalogue.retired], key=lambda card: card.code):
        if card.deck in _PLAYER_ZONES:
            by_set.setdefault(card.set, []).append(card.code)
    for name, codes in by_set.items():
        for part, start in enumerate(range(0, len(codes), CARDS_PER_SHEET), start=1):
            page = tuple(codes[start : start + CARDS_PER_SHEET])
            found.append(Sheet(f"{name}-{part}", len(found) + 1, page))
    return tuple(found)


def render(deck: NamedDeck, catalogue: Catalogue, sheet_url: SheetUrl) -> str:
    """The leader face up, the two decks face down beside it; each card's notes hold its zone and code.

    :raises DeckExportError: if there are more cards than any table holds.
    """
    size = len(deck.decklist.approach) + sum(quantity for _, quantity in deck.decklist.faction if quantity > 0)
    if size > MAX_TABLE_CARDS:
        raise DeckExportError(
            "too_many_cards", f"{size} cards are too many for a table; at most {MAX_TABLE_CARDS} go on it."
        )
    table = _Table(deck, catalogue, sheet_url)
    piles = (
        (Zone.LEADER, [deck.decklist.leader] if deck.decklist.leader else []),
        (Zone.APPROACH, list(deck.decklist.approach)),
        (Zone.FACTION, [code for code, quantity in deck.decklist.faction for _ in range(quantity)]),
    )
    objects = [table.pile(zone, codes, place) for place, (zone, codes) in enumerate(piles) if codes]
    saved = {
        "SaveName": deck.name, "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
        "PlayerTurn": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": objects,
    }  # fmt: skip
    return compact(saved) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """The deck of a saved object; cards that we did not write are found by their nicknames."""
    saved = read_json(text)
    if not is_saved_object(saved):
        raise DeckImportError("bad_document", "A saved object has a list 'ObjectStates'.")
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
    """Where every object of one saved deck lies."""

    def __init__(self, deck: NamedDeck, catalogue: Catalogue, sheet_url: SheetUrl) -> None:
        self._deck = deck
        self._catalogue = catalogue
        self._url = sheet_url
        self._places = {code: (sheet, place) for sheet in sheets(catalogue) for place, code in enumerate(sheet.codes)}
        self._objects = 0

    def pile(self, zone: Zone, codes: list[str], place: int) -> dict[str, Any]:
        """A deck; one card alone is a card, as the table knows no deck of one."""
        transform = _transform(4.0 * (place - 1), face_up=zone is Zone.LEADER)
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
        sheet, place = self._places.get(card.code if card else code, (Sheet(BACK, 99, ()), 0))
        return {
            **self._base("CardCustom" if card is None else "Card", transform),
            "Nickname": card.full_name if card else code,
            "Description": _about(card) if card else "",
            "GMNotes": f"{zone} {card.code if card else code}",
            "CardID": 100 * sheet.number + place,
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
        mark = f"{self._deck.decklist.fingerprint}{self._objects}"
        return {
            "GUID": hashlib.sha256(mark.encode()).hexdigest()[:6],
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


def _about(card: Card) -> str:
    parts = (card.type.label, (card.faction or "").capitalize(), ", ".join(card.traits))
    return " · ".join(part for part in parts if part)


def _cards(objects: Any, depth: int = 0) -> Iterator[tuple[Zone | None, str, str]]:
    """Every card on the table and in its decks and bags: zone, code and nickname, as far as they are there."""
    if not isinstance(objects, list) or depth > _DEEPEST_BAG:
        return
    for thing in objects:
        if not isinstance(thing, dict):
            continue
        inside = thing.get("ContainedObjects")
        if isinstance(inside, list) and inside:
            yield from _cards(inside, depth + 1)
        elif "CardID" in thing or thing.get("Name") in ("Card", "CardCustom"):
            notes, nickname = thing.get("GMNotes"), thing.get("Nickname")
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
