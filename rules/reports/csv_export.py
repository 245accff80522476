"""A report as CSV: a row for each number, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from decks.exchange.csv_format import escape_formula
from rules.goldfish import LABELS
from rules.goldfish.results.intervals import Estimate
from rules.reports.pair_charts import LESS, A, B
from rules.reports.sheets import ComparisonSheet, ReportSheet

#: ``deck`` tells the two of a comparison apart; ``part`` says what ``key`` and ``name`` are about.
COLUMNS: Final = ("deck", "part", "day", "key", "name", "measure", "value", "low", "high")

Row = tuple[str, str, int | str, str, str, str, float | int | str | None, float | None, float | None]


def csv_of(found: ReportSheet | ComparisonSheet, names: Sequence[str]) -> str:
    """Every number of a report or a comparison, after everything that it takes to repeat it."""
    rows = _compared(found, names) if isinstance(found, ComparisonSheet) else _report(found, A, names[0])
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(cell: float | int | str | None) -> str:
    """Text is escaped so that no spreadsheet takes it for a formula; a number, though it has a sign, is none."""
    if cell is None:
        return ""
    # Programs that expect another delimiter take a line within a cell for a row of its own.
    return escape_formula(" ".join(cell.splitlines())) if isinstance(cell, str) else repr(cell)


def _compared(found: ComparisonSheet, names: Sequence[str]) -> Iterator[Row]:
    yield from _report(found.a, A, names[0])
    yield from _report(found.b, B, names[1])
    yield _setup(LESS, "sentence", found.sentence)
    for number, differences in enumerate(found.differences, 1):
        yield from _day(LESS, number, differences)


def _report(found: ReportSheet, deck: str, name: str) -> Iterator[Row]:
    yield from _setups(found, deck, name)
    for day in found.days:
        yield deck, "scheme", day.day, day.scheme or "", "", "", None, None, None
        yield from _day(deck, day.day, day.measures)
    for amount, share in enumerate(found.finals):
        yield (deck, "final", "", str(amount), "Renown at the end", "share", *_numbers(share))
    for day, share in zip(found.days, found.seven_on, strict=True):
        yield (deck, "seven", day.day, "", "seven Renown reached", "share", *_numbers(share))
    yield (deck, "seven", "", "never", "seven Renown reached", "share", *_numbers(found.seven_never))
    for card in found.cards:
        yield deck, "card", "", card.code, card.name, "copies", card.copies, None, None
        for measure, number in card.numbers.items():
            yield (deck, "card", "", card.code, card.name, measure, *_numbers(number))


def _setups(found: ReportSheet, deck: str, name: str) -> Iterable[Row]:
    yield _setup(deck, "deck name", name)
    for key in ("deck", "games", "seed", "engine", "catalogue", "city_deck", "sentence"):
        yield _setup(deck, key, getattr(found, key))
    for note in found.notes:
        yield _setup(deck, "note", note)
    for part in ("policy", "adversary"):
        for key, value in getattr(found, part).items():
            yield _setup(deck, f"{part}.{key}", value)


def _setup(deck: str, key: str, value: float | int | str) -> Row:
    return deck, "setup", "", key, "", "", value, None, None


def _day(deck: str, day: int, measures: Mapping[str, Estimate | None]) -> Iterator[Row]:
    for measure, found in measures.items():
        yield (deck, "day", day, "", LABELS.get(measure, ""), measure, *_numbers(found))


def _numbers(found: Estimate | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if found is None else (found.value, found.low, found.high)
