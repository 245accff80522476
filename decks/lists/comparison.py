"""Two deck lists compared: cards added, removed and changed in number, and the statistics of both."""

from __future__ import annotations

from dataclasses import dataclass

from cards.catalogue import Catalogue, Zone
from decks.decklist import Decklist
from decks.lists.statistics import Statistics, statistics


@dataclass(frozen=True, slots=True)
class Change:
    """A card of which two lists have different numbers."""

    zone: Zone
    code: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences between two lists, and their statistics side by side."""

    leader_before: str | None
    leader_after: str | None
    changes: tuple[Change, ...]
    before: Statistics
    after: Statistics

    @property
    def same(self) -> bool:
        return self.leader_before == self.leader_after and not self.changes

    @property
    def added(self) -> tuple[Change, ...]:
        """Cards that only the second list has."""
        return tuple(change for change in self.changes if not change.before)

    @property
    def removed(self) -> tuple[Change, ...]:
        """Cards that only the first list has."""
        return tuple(change for change in self.changes if not change.after)

    @property
    def changed(self) -> tuple[Change, ...]:
        """Cards that both lists have, in different numbers."""
        return tuple(change for change in self.changes if change.before and change.after)


def compare(before: Decklist, after: Decklist, catalogue: Catalogue) -> Comparison:
    """Compare two lists; printings count as the card itself."""
    return Comparison(
        leader_before=before.leader,
        leader_after=after.leader,
        changes=card_changes(before, after, catalogue),
        before=statistics(before, catalogue),
        after=statistics(after, catalogue),
    )


def card_changes(before: Decklist, after: Decklist, catalogue: Catalogue) -> tuple[Change, ...]:
    """The cards alone, without the leader and the statistics."""
    first, second = _counts(before, catalogue), _counts(after, catalogue)
    return tuple(
        Change(zone, code, first.get((zone, code), 0), second.get((zone, code), 0))
        for zone, code in sorted(first.keys() | second.keys())
        if first.get((zone, code), 0) != second.get((zone, code), 0)
    )


def _counts(decklist: Decklist, catalogue: Catalogue) -> dict[tuple[Zone, str], int]:
    counts: dict[tuple[Zone, str], int] = {}
    entries = [*((Zone.APPROACH, code, 1) for code in decklist.approach)]
    entries += [(Zone.FACTION, code, quantity) for code, quantity in decklist.faction]
    for zone, code, quantity in entries:
        card = catalogue.get(code)
        key = (zone, card.code if card else code)
        counts[key] = counts.get(key, 0) + quantity
    return counts
