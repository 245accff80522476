"""A deck list as players write it down: in sections, sorted by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.catalogue import Card, CardType, Catalogue
from cards.catalogue.folding import fold
from decks.decklist import Decklist


@dataclass(frozen=True, slots=True)
class Line:
    quantity: int
    card: Card


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[Line, ...]

    @property
    def count(self) -> int:
        """Number of cards, copies included."""
        return sum(line.quantity for line in self.lines)


def sections(decklist: Decklist, catalogue: Catalogue) -> tuple[Section, ...]:
    """The approach deck and the faction deck by card type; empty sections are left out."""
    approach = [Line(1, catalogue.card(code)) for code in decklist.approach if code in catalogue]
    faction = [Line(quantity, catalogue.card(code)) for code, quantity in decklist.faction if code in catalogue]
    kinds = (
        ("Characters", [line for line in approach if line.card.type is not CardType.SCHEME]),
        ("Schemes", [line for line in approach if line.card.type is CardType.SCHEME]),
        ("Brutes", [line for line in faction if line.card.is_brute]),
        ("Attachments", [line for line in faction if line.card.type is CardType.ATTACHMENT]),
        ("Risks", [line for line in faction if line.card.type is CardType.RISK]),
        ("Other faction cards", [line for line in faction if not _belongs(line.card)]),
    )
    return tuple(Section(title, _by_name(lines)) for title, lines in kinds if lines)


def _belongs(card: Card) -> bool:
    return card.is_brute or card.type in (CardType.ATTACHMENT, CardType.RISK)


def _by_name(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: (fold(line.card.name), line.card.code)))
