"""A deck list in the words of players, as the text and Markdown kinds share them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.catalogue import Card, Catalogue
from decks.decklist import Decklist
from decks.exchange.names import name_index
from decks.lists.sections import sections


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """A heading and what stands under it, each with its quantity."""

    title: str
    entries: tuple[tuple[int, str], ...]

    @property
    def heading(self) -> str:
        """The title with its number of cards."""
        return f"{self.title} ({sum(quantity for quantity, _ in self.entries)})"


def written_name(card: Card, catalogue: Catalogue) -> str:
    """The shortest writing that no other card shares: the name, the name and title, or the name and code."""
    index = name_index(catalogue)
    for name in (card.name, card.full_name):
        if index.exact(name) == (card,):
            return name
    return f"{card.name} [{card.code}]"


def written_leader(decklist: Decklist, catalogue: Catalogue) -> str | None:
    """The leader with title, or the bare code of a card that nobody knows."""
    if decklist.leader is None:
        return None
    card = catalogue.get(decklist.leader)
    if card is None:
        return decklist.leader
    return card.full_name if name_index(catalogue).exact(card.full_name) == (card,) else f"{card.name} [{card.code}]"


def written_sections(decklist: Decklist, catalogue: Catalogue) -> Iterator[WrittenSection]:
    """The sections of a list; cards that fit in none of them, and unknown codes, come last and are not left out."""
    listed: set[str] = set()
    for section in sections(decklist, catalogue):
        listed |= {line.card.code for line in section.lines}
        yield WrittenSection(
            section.title, tuple((line.quantity, written_name(line.card, catalogue)) for line in section.lines)
        )
    approach = [(1, code) for code in decklist.approach if code not in catalogue]
    faction = [(quantity, code) for code, quantity in decklist.faction if _canonical(code, catalogue) not in listed]
    for title, rest in (("Other approach cards", approach), ("Other faction cards", faction)):
        if rest:
            yield WrittenSection(title, tuple((quantity, _written(code, catalogue)) for quantity, code in rest))


def _canonical(code: str, catalogue: Catalogue) -> str:
    card = catalogue.get(code)
    return card.code if card else code


def _written(code: str, catalogue: Catalogue) -> str:
    card = catalogue.get(code)
    return written_name(card, catalogue) if card else code
