"""The CSV kind: a row for each card, for spreadsheets, and safe to open in one."""

from __future__ import annotations

import csv
import io
from typing import Final

from cards.catalogue import Catalogue, Zone
from cards.catalogue.folding import fold
from decks.exchange.entries import Collector
from decks.exchange.values import DeckImportError, Kind, NamedDeck, ParsedDeck

COLUMNS: Final = ("zone", "quantity", "code", "name", "title", "type", "faction", "deck")

_DELIMITERS: Final = (",", ";", "\t")
# A spreadsheet takes a cell that begins so for a formula; the apostrophe itself is guarded so that it comes back.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'")
_ALIASES: Final = {
    "count": "quantity", "qty": "quantity", "copies": "quantity", "card": "name", "id": "code", "section": "zone",
}  # fmt: skip
_ZONES: Final = {zone.value: zone for zone in (Zone.LEADER, Zone.APPROACH, Zone.FACTION)}


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """A header and a row for each card; the deck's name is in the last column."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    rows: list[tuple[Zone, int, str]] = [(Zone.LEADER, 1, deck.decklist.leader)] if deck.decklist.leader else []
    rows += [(Zone.APPROACH, 1, code) for code in deck.decklist.approach]
    rows += [(Zone.FACTION, quantity, code) for code, quantity in deck.decklist.faction]
    for zone, quantity, code in rows:
        card = catalogue.get(code)
        about = (card.name, card.title or "", card.type.label, card.faction or "") if card else ("", "", "", "")
        writer.writerow([guarded(str(cell)) for cell in (zone.value, quantity, code, *about, deck.name)])
    return out.getvalue()


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """Rows under a header with at least a code or a name; a deck for each name in the column ``deck``."""
    lines = io.StringIO(text, newline="")
    found = header(next(lines, ""))
    if found is None:
        raise DeckImportError("bad_csv", "The first line has to name the columns, 'code' or 'name' among them.", 1, 1)
    delimiter, columns = found
    decks: dict[str, Collector] = {}
    blank: list[int] = []
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for cells in reader:
            number = reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                blank.append(number)
                continue
            row = dict(zip(columns, map(_unguarded, cells), strict=False))
            name = row.get("deck", "")
            _take(decks.setdefault(name, Collector(catalogue, name)), row, ",".join(cells), number)
    except csv.Error as error:
        raise DeckImportError(
            "bad_csv", f"Line {reader.line_num + 1} is no CSV: {error}.", reader.line_num + 1
        ) from None
    collectors = list(decks.values()) or [Collector(catalogue)]
    for number in blank:
        collectors[-1].ignore("", "A blank line.", number)
    return tuple(collector.deck() for collector in collectors)


def header(line: str) -> tuple[str, list[str]] | None:
    """The delimiter and the columns of a header; nothing if it is none."""
    for delimiter in _DELIMITERS:
        columns = [fold(_unguarded(cell.strip().strip('"'))) for cell in line.strip().split(delimiter)]
        columns = [_ALIASES.get(column, column) for column in columns]
        if len(columns) > 1 and {"code", "name"} & set(columns) and {"zone", "quantity", "code"} & set(columns):
            return delimiter, columns
    return None


def _take(collector: Collector, row: dict[str, str], text: str, number: int) -> None:
    code, name = row.get("code", "").strip(), row.get("name", "")
    if code.isascii() and code.isdigit():
        # Spreadsheets take a code for a number and drop the zero in front.
        code = code.zfill(5)
    if row.get("title"):
        name = f"{name}, {row['title']}"
    zone = _ZONES.get(fold(row.get("zone", "")).strip())
    collector.add(zone, code, row.get("quantity", "").strip() or "1", text, name=name, number=number)


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _recognises(source: str) -> bool:
    return not source.startswith(("{", "[{")) and header(source.partition("\n")[0]) is not None


KIND: Final = Kind("csv", "CSV", "text/csv; charset=utf-8", "csv", parse, render, _recognises)
