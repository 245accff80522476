"""A report as rows and words for its page: key figures, the log of the Days, the table of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, Catalogue
from cards.catalogue.folding import fold
from rules.goldfish import LABELS, SHARES
from rules.goldfish.results.intervals import Estimate
from rules.reports.sheets import CardSheet, ComparisonSheet, ReportSheet
from web.charts import share_bar, swing
from web.number_format import COUNT, NONE, SHARE, Unit, is_significant, minus


@dataclass(frozen=True, slots=True)
class Figure:
    """A headline number with its label and error."""

    icon: str
    label: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class LogDay:
    """A Day in the log: its scheme and results."""

    day: int
    scheme: Card | None
    entries: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the table of cards with its small drawing."""

    words: str
    svg: str = ""
    #: In bold, because its interval excludes zero.
    sure: bool = False


@dataclass(frozen=True, slots=True)
class CardRow:
    """A faction card: how often it was drawn, how it was used, how the result moved with it."""

    code: str
    name: str
    card: Card | None
    copies: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """A measure of both decks on one Day, and B minus A."""

    label: str
    a: str
    b: str
    difference: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the card table, and the sort order that its heading links to."""

    key: str
    label: str
    meaning: str
    order: str
    #: "ascending" or "descending" where the table is sorted by it.
    sorted: str


_COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("Card", ""),
    "copies": ("Copies", "in the deck"),
    "drawn": ("Drawn", "games in which it came to the hand"),
    "played": ("Played", "of the games in which it was drawn"),
    "paid": ("Paid with", "of the games in which it was drawn: discarded for wealth"),
    "idle": ("Idle", "of the games in which it was drawn: neither played nor paid with"),
    "renown": ("Moves Renown", "final Renown with it less without it"),
    "margin": ("Moves duels", "wounds dealt less taken in all duels, with it less without it"),
}
_SHARES: Final = ("drawn", "played", "paid", "idle")
_MOVES: Final = ("renown", "margin")

#: Measures that are written as percentages.
PERCENT: Final = SHARES | {"payable_share"}

SORTS: Final = tuple(f"{sign}{key}" for key in _COLUMNS for sign in ("", "-"))
DEFAULT_SORT: Final = "-margin"


def figures(report: ReportSheet) -> tuple[Figure, ...]:
    """The headline numbers."""
    early = report.days[min(1, len(report.days) - 1)]
    found: Sequence[tuple[str, str, Estimate | None, Unit, bool]] = (
        ("renown", "Renown at the end", report.last("renown"), COUNT, False),
        ("five-sails", "games reach seven", report.last("seven"), SHARE, False),
        ("location", f"hold all three locations by Day {early.day}", early.measures.get("dominated"), SHARE, False),
        ("wealth", "of the first hand can be paid for", report.first("payable_share"), SHARE, False),
        ("combat", "wounds in the first duel, dealt less taken", report.first("margin"), COUNT, True),
    )
    return tuple(
        Figure(icon, label, *unit.large(estimate, signed=signed))
        for icon, label, estimate, unit, signed in found
        if estimate
    )


def log(report: ReportSheet, catalogue: Catalogue) -> tuple[LogDay, ...]:
    entries = (
        ("renown", "Renown", "renown"),
        ("location", "of 3 locations", "claimed"),
        ("character", "in the crew", "crew"),
        ("panache", "cards in hand", "hand"),
    )
    return tuple(
        LogDay(
            day.day,
            catalogue.get(day.scheme) if day.scheme else None,
            tuple((icon, _short(day.measures.get(name)), words) for icon, words, name in entries),
        )
        for day in report.days
    )


def _short(found: Estimate | None) -> str:
    return NONE if found is None else minus(found.value, 1)


def card_table(report: ReportSheet, catalogue: Catalogue, sort: str) -> tuple[tuple[Column, ...], tuple[CardRow, ...]]:
    """Every faction card, sorted; ties are broken by name."""
    reach = {
        move: max((abs(found.value) for card in report.cards if (found := card.numbers[move])), default=0.0) or 1.0
        for move in _MOVES
    }
    key, falling = sort.removeprefix("-"), sort.startswith("-")
    by_name = sorted(report.cards, key=lambda card: (fold(card.name), card.code))
    ordered = sorted(by_name, key=_order(key), reverse=falling)
    columns = tuple(
        Column(
            name,
            label,
            meaning,
            order=_next_order(name, sort),
            sorted=("descending" if falling else "ascending") if name == key else "",
        )
        for name, (label, meaning) in _COLUMNS.items()
    )
    return columns, tuple(_row(card, catalogue, reach) for card in ordered)


def _next_order(name: str, sort: str) -> str:
    """Highest first, names from A; selected again, reversed."""
    first, second = (name, f"-{name}") if name == "name" else (f"-{name}", name)
    return second if sort == first else first


def _order(key: str) -> Callable[[CardSheet], tuple[bool, float | str]]:
    """A missing estimate sorts below any other."""

    def order(card: CardSheet) -> tuple[bool, float | str]:
        if key in card.numbers:
            found = card.numbers[key]
            return found is not None, found.value if found else 0.0
        return True, card.name if key == "name" else card.copies

    return order


def _row(card: CardSheet, catalogue: Catalogue, reach: Mapping[str, float]) -> CardRow:
    shares = [card.numbers[name] for name in _SHARES]
    moves = [(card.numbers[name], reach[name]) for name in _MOVES]
    return CardRow(
        card.code,
        card.name,
        catalogue.get(card.code),
        card.copies,
        (
            *(Cell(SHARE.full(found), share_bar(found.value) if found else "") for found in shares),
            *(
                Cell(COUNT.difference(found), swing(found, far * 1.15) if found else "", is_significant(found))
                for found, far in moves
            ),
        ),
    )


def pair_table(found: ComparisonSheet, day: int) -> tuple[PairRow, ...]:
    """Every measure of a Day, side by side."""
    a, b, differences = found.a.days[day - 1].measures, found.b.days[day - 1].measures, found.differences[day - 1]
    rows = []
    for name, label in LABELS.items():
        unit = SHARE if name in PERCENT else COUNT
        difference = differences.get(name)
        rows.append(
            PairRow(
                label[0].upper() + label[1:],
                unit.full(a.get(name)),
                unit.full(b.get(name)),
                unit.difference(difference),
                is_significant(difference),
            )
        )
    return tuple(rows)
