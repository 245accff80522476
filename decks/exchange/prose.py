"""Names and sections as the text and Markdown kinds write them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.catalogue import Card, Catalogue
from decks.decklist import Decklist
from decks.exchange.reader.names import name_index
from decks.lists.sections import sections


@dataclass(frozen=True, slots=True)
class TextSection:
    """A heading, and quantities and names below it."""

    title: str
    entries: tuple[tuple[int, str], ...]

    @property
    def heading(self) -> str:
        return f"{self.title} ({sum(quantity for quantity, _ in self.entries)})"


def unambiguous_name(card: Card, catalogue: Catalogue) -> str:
    """The shortest name that no other card shares: the name, with its title, or with its code."""
    index = name_index(catalogue)
    for name in (card.name, card.full_name):
        if index.exact(name) == (card,):
            return name
    return f"{card.name} [{card.code}]"


def leader_line(decklist: Decklist, catalogue: Catalogue) -> str | None:
    """The leader with title, or the code of an unknown card."""
    if decklist.leader is None:
        return None
    card = catalogue.get(decklist.leader)
    if card is None:
        return decklist.leader
    return card.full_name if name_index(catalogue).exact(card.full_name) == (card,) else f"{card.name} [{card.code}]"


def text_sections(decklist: Decklist, catalogue: Catalogue) -> Iterator[TextSection]:
    """The sections of a list; cards that belong in none of them, and unknown codes, come last."""
    listed: set[str] = set()
    for section in sections(decklist, catalogue):
        listed |= {line.card.code for line in section.lines}
        yield TextSection(
            section.title, tuple((line.quantity, unambiguous_name(line.card, catalogue)) for line in section.lines)
        )
    approach = [(1, code) for code in decklist.approach if code not in catalogue]
    faction = [(quantity, code) for code, quantity in decklist.faction if _canonical(code, catalogue) not in listed]
    for title, rest in (("Other approach cards", approach), ("Other faction cards", faction)):
        if rest:
            yield TextSection(title, tuple((quantity, _name_or_code(code, catalogue)) for quantity, code in rest))


def _canonical(code: str, catalogue: Catalogue) -> str:
    card = catalogue.get(code)
    return card.code if card else code


def _name_or_code(code: str, catalogue: Catalogue) -> str:
    card = catalogue.get(code)
    return unambiguous_name(card, catalogue) if card else code
