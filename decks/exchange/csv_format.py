"""The CSV kind: a row for each card, safe to open in a spreadsheet."""

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
# Spreadsheets read a cell that begins so as a formula; the apostrophe is escaped too, so that it can be read back.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'")
_ALIASES: Final = {
    "count": "quantity", "qty": "quantity", "copies": "quantity", "card": "name", "id": "code", "section": "zone",
}  # fmt: skip
#: The types that tell a leader from a character of the same name.
_TYPE_ZONES: Final = {"leader": Zone.LEADER, "character": Zone.APPROACH}
_ZONES: Final = {zone.value: zone for zone in (Zone.LEADER, Zone.APPROACH, Zone.FACTION)}


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """The deck's name is in the last column."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    rows: list[tuple[Zone, int, str]] = [(Zone.LEADER, 1, deck.decklist.leader)] if deck.decklist.leader else []
    rows += [(Zone.APPROACH, 1, code) for code in deck.decklist.approach]
    rows += [(Zone.FACTION, quantity, code) for code, quantity in deck.decklist.faction]
    for zone, quantity, code in rows:
        card = catalogue.get(code)
        details = (card.name, card.title or "", card.type.label, card.faction or "") if card else ("", "", "", "")
        writer.writerow([escape_formula(str(cell)) for cell in (zone.value, quantity, code, *details, deck.name)])
    return out.getvalue()


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """Rows under a header with at least a code or a name; a deck for each name in the column ``deck``."""
    lines = io.StringIO(text, newline="")
    parsed_header = header(next(lines, ""))
    if parsed_header is None:
        raise DeckImportError("bad_csv", "The first line must name the columns, including 'code' or 'name'.", 1, 1)
    delimiter, columns = parsed_header
    decks: dict[str, Collector] = {}
    blank: list[int] = []
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for cells in reader:
            number = reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                blank.append(number)
                continue
            row = dict(zip(columns, map(_unescape_formula, cells), strict=False))
            name = row.get("deck", "")
            _add_row(decks.setdefault(name, Collector(catalogue, name)), row, ",".join(cells), number)
    except csv.Error as error:
        raise DeckImportError(
            "bad_csv", f"Line {reader.line_num + 1} is not valid CSV: {error}.", reader.line_num + 1
        ) from None
    collectors = list(decks.values()) or [Collector(catalogue)]
    for number in blank:
        collectors[-1].ignore("", "Blank line.", number)
    return tuple(collector.deck() for collector in collectors)


def header(line: str) -> tuple[str, list[str]] | None:
    """The delimiter and the columns; ``None`` if the line is not a header."""
    for delimiter in _DELIMITERS:
        columns = [fold(_unescape_formula(cell.strip().strip('"'))) for cell in line.strip().split(delimiter)]
        columns = [_ALIASES.get(column, column) for column in columns]
        if len(columns) > 1 and {"code", "name"} & set(columns) and {"zone", "quantity", "code"} & set(columns):
            return delimiter, columns
    return None


def _add_row(collector: Collector, row: dict[str, str], text: str, number: int) -> None:
    code, name = row.get("code", "").strip(), row.get("name", "")
    if code.isascii() and code.isdigit():
        # Spreadsheets drop the leading zero.
        code = code.zfill(5)
    if row.get("title"):
        name = f"{name}, {row['title']}"
    zone = _ZONES.get(fold(row.get("zone", "")).strip()) or _TYPE_ZONES.get(fold(row.get("type", "")).strip())
    collector.add(zone, code, row.get("quantity", "").strip() or "1", text, name=name, number=number)


def escape_formula(cell: str) -> str:
    """Keep spreadsheets from running a cell as a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _unescape_formula(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _recognises(source: str) -> bool:
    return not source.startswith(("{", "[{")) and header(source.partition("\n")[0]) is not None


KIND: Final = Kind("csv", "CSV", "text/csv; charset=utf-8", "csv", parse, render, _recognises)
