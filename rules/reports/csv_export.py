"""A report as CSV: a row for each number, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from decks.exchange.csv_format import escape_formula
from rules.goldfish import LABELS
from rules.goldfish.results.intervals import Estimate
from rules.reports.pair_charts import A, B
from rules.reports.sheets import ComparisonSheet, ReportSheet

#: What the column ``deck`` holds for the difference of the two.
_DIFFERENCE: Final = "B less A"
#: ``deck`` tells the two of a comparison apart; ``part`` says what ``key`` and ``name`` are about.
COLUMNS: Final = ("deck", "part", "day", "key", "name", "measure", "value", "low", "high")

Row = tuple[str, str, int | str, str, str, str, float | int | str | None, float | None, float | None]


def csv_of(sheet: ReportSheet | ComparisonSheet, names: Sequence[str]) -> str:
    """Every number of a report or a comparison, after the settings that reproduce it."""
    rows = _comparison(sheet, names) if isinstance(sheet, ComparisonSheet) else _report(sheet, A, names[0])
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(cell: float | int | str | None) -> str:
    """A cell as text; words that a spreadsheet would take for a formula are escaped, numbers are not."""
    if cell is None:
        return ""
    # Programs that expect another delimiter take a line within a cell for a row of its own.
    return escape_formula(" ".join(cell.splitlines())) if isinstance(cell, str) else repr(cell)


def _comparison(sheet: ComparisonSheet, names: Sequence[str]) -> Iterator[Row]:
    yield from _report(sheet.a, A, names[0])
    yield from _report(sheet.b, B, names[1])
    yield _setup(_DIFFERENCE, "sentence", sheet.sentence)
    for number, differences in enumerate(sheet.differences, 1):
        yield from _day(_DIFFERENCE, number, differences)


def _report(sheet: ReportSheet, deck: str, name: str) -> Iterator[Row]:
    yield from _setups(sheet, deck, name)
    for day in sheet.days:
        yield deck, "scheme", day.day, day.scheme or "", "", "", None, None, None
        yield from _day(deck, day.day, day.measures)
    for amount, share in enumerate(sheet.finals):
        yield (deck, "final", "", str(amount), "Renown at the end", "share", *_numbers(share))
    for day, share in zip(sheet.days, sheet.seven_on, strict=True):
        yield (deck, "seven", day.day, "", "seven Renown reached", "share", *_numbers(share))
    yield (deck, "seven", "", "never", "seven Renown reached", "share", *_numbers(sheet.seven_never))
    for card in sheet.cards:
        yield deck, "card", "", card.code, card.name, "copies", card.copies, None, None
        for measure, number in card.numbers.items():
            yield (deck, "card", "", card.code, card.name, measure, *_numbers(number))


def _setups(sheet: ReportSheet, deck: str, name: str) -> Iterable[Row]:
    yield _setup(deck, "deck name", name)
    for key in ("deck", "games", "seed", "engine", "catalogue", "city_deck", "sentence"):
        yield _setup(deck, key, getattr(sheet, key))
    for note in sheet.notes:
        yield _setup(deck, "note", note)
    for part in ("policy", "adversary"):
        for key, value in getattr(sheet, part).items():
            yield _setup(deck, f"{part}.{key}", value)


def _setup(deck: str, key: str, value: float | int | str) -> Row:
    return deck, "setup", "", key, "", "", value, None, None


def _day(deck: str, day: int, measures: Mapping[str, Estimate | None]) -> Iterator[Row]:
    for measure, sheet in measures.items():
        yield (deck, "day", day, "", LABELS.get(measure, ""), measure, *_numbers(sheet))


def _numbers(estimate: Estimate | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)
