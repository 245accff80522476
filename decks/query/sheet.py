"""A deck prepared for searching: what conditions look at, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cards.query.entries import searchable


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSheet:
    """A deck as searching sees it. The database answers queries; this is what its answers are measured by."""

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

    @property
    def names(self) -> tuple[str, ...]:
        """The name, folded; none if nothing is left of it."""
        folded = searchable(self.name)
        return (folded,) if folded else ()

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The description, folded; none if it is empty."""
        folded = searchable(self.description)
        return (folded,) if folded else ()

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose deck it is, if anybody's."""
        return (searchable(self.owner),) if self.owner else ()

    @property
    def anywhere(self) -> str:
        """All that a word without a field is looked for in, a line each."""
        return "\n".join((*self.names, *self.descriptions))

    def copies(self, codes: str) -> int:
        """How many copies of any of the cards there are."""
        return sum(self.cards.get(code, 0) for code in codes_of(codes))


#: Between the codes of cards that share a name, where the name stands for all of them.
JOINT = "+"


def codes_of(value: str) -> tuple[str, ...]:
    """The card codes that a value of ``card:`` or ``leader:`` stands for."""
    return tuple(value.split(JOINT))
