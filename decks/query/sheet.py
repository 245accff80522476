"""A deck as plain values, for testing queries in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cards.query.entries import searchable


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSheet:
    """A deck as search sees it; the database's results are tested against it."""

    name: str
    description: str = ""
    owner: str = ""
    leader: str | None = None
    #: The leader's faction.
    faction: str | None = None
    #: Copies by card code, the leader included.
    cards: Mapping[str, int] = field(default_factory=dict)
    legal_in: frozenset[str] = frozenset()
    updated: datetime
    likes: int = 0
    starter: bool = False
    #: The names of the leader's faction and of the cards.
    related_names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The folded name; empty if nothing is left of it."""
        folded = searchable(self.name)
        return (folded,) if folded else ()

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The folded description; empty if there is none."""
        folded = searchable(self.description)
        return (folded,) if folded else ()

    @property
    def owners(self) -> tuple[str, ...]:
        return (searchable(self.owner),) if self.owner else ()

    @property
    def anywhere(self) -> str:
        """The texts that a bare word is searched in, one per line."""
        related = map(searchable, self.related_names)
        return "\n".join((*self.names, *self.descriptions, *self.owners, *related))

    def copies(self, codes: str) -> int:
        """Copies of any of the cards, by the value of a ``card:`` term."""
        return sum(self.cards.get(code, 0) for code in split_codes(codes))


#: Joins the codes of cards that share a name, where the name means any of them.
CODE_SEPARATOR = "+"


def split_codes(value: str) -> tuple[str, ...]:
    """The card codes of a ``card:`` or ``leader:`` value."""
    return tuple(value.split(CODE_SEPARATOR))
