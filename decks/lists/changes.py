"""What became different between two lists, in one line of words."""

from __future__ import annotations

from typing import Final

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.lists.comparison import Change, compare
from web.number_format import quantity

#: Beyond these a line only counts.
MAX_NAMED: Final = 6


def name_of(code: str | None, catalogue: Catalogue) -> str:
    """A card's name, or its bare code where no card has it."""
    card = catalogue.get(code) if code else None
    return card.name if card else code or "nobody"


def change_words(before: Decklist | None, after: Decklist, catalogue: Catalogue) -> str:
    """Such as ``leader Yevgeni; +2 Not Today; −1 Rapier``. Without a list before it the list is the first."""
    if before is None:
        cards = len(after.approach) + after.faction_size
        return f"the first list, with {quantity(cards, 'card')}" if cards else "the first list, empty"
    found = compare(before, after, catalogue)
    if found.same:
        return "the same list"
    words = []
    if found.leader_before != found.leader_after:
        words.append(f"leader {name_of(found.leader_after, catalogue)}")
    ordered = sorted(found.changes, key=lambda change: (change.difference < 0, name_of(change.code, catalogue)))
    words += [_change(change, catalogue) for change in ordered[:MAX_NAMED]]
    if len(ordered) > MAX_NAMED:
        words.append(f"and {len(ordered) - MAX_NAMED} more")
    return "; ".join(words)


def _change(change: Change, catalogue: Catalogue) -> str:
    sign = "+" if change.difference > 0 else "−"
    return f"{sign}{abs(change.difference)} {name_of(change.code, catalogue)}"
