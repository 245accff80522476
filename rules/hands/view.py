"""A table as plain data, for the API and the pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from cards.catalogue import Catalogue
from rules.facts import printed_panache
from rules.hands.notation import write_actions
from rules.hands.state import DayRecord
from rules.hands.table import Table


class CardView(TypedDict):
    """A card in a zone: enough to show it and to ask for more."""

    code: str
    name: str


class DayView(TypedDict):
    """One Day as it began."""

    day: int
    scheme: CardView | None
    character: CardView | None
    kept: list[CardView]
    drawn: list[CardView]
    hand: list[CardView]


class TableView(TypedDict):
    """The whole table; ``seed`` is text because browsers round large numbers."""

    seed: str
    actions: str
    day: int
    phase: str
    panache: int
    days: list[DayView]
    hand: list[CardView]
    playable: list[str]
    revealed: list[CardView]
    line: list[CardView]
    in_play: list[CardView]
    crew: list[CardView]
    schemes: list[CardView]
    characters: list[CardView]
    discard: list[CardView]
    locker: list[CardView]
    deck_size: int
    reshuffles: int


def view(table: Table) -> TableView:
    """Everything the player may see: all but the order of the deck (1.2)."""
    catalogue = table.catalogue
    return {
        "seed": str(table.seed),
        "actions": write_actions(table.actions),
        "day": table.day,
        "phase": table.phase.value,
        "panache": printed_panache(table.leader),
        "days": [_day(catalogue, record) for record in table.days],
        "hand": _cards(catalogue, table.hand),
        "playable": list(table.playable),
        "revealed": _cards(catalogue, table.revealed),
        "line": _cards(catalogue, table.line),
        "in_play": _cards(catalogue, table.in_play),
        "crew": _cards(catalogue, table.crew),
        "schemes": _cards(catalogue, table.schemes),
        "characters": _cards(catalogue, table.characters),
        "discard": _cards(catalogue, table.discard),
        "locker": _cards(catalogue, table.locker),
        "deck_size": len(table.deck),
        "reshuffles": table.reshuffles,
    }


def _day(catalogue: Catalogue, record: DayRecord) -> DayView:
    return {
        "day": record.day,
        "scheme": _card(catalogue, record.scheme) if record.scheme else None,
        "character": _card(catalogue, record.character) if record.character else None,
        "kept": _cards(catalogue, record.kept),
        "drawn": _cards(catalogue, record.drawn),
        "hand": _cards(catalogue, record.hand),
    }


def _cards(catalogue: Catalogue, codes: Iterable[str]) -> list[CardView]:
    return [_card(catalogue, code) for code in codes]


def _card(catalogue: Catalogue, code: str) -> CardView:
    return {"code": code, "name": catalogue.card(code).full_name}
