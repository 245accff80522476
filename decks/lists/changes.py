"""The changes between two lists, in one line of text."""

from __future__ import annotations

from typing import Final

from cards.catalogue import Catalogue
from cards.catalogue.folding import fold
from decks.decklist import Decklist
from decks.lists.comparison import Change, card_changes
from web.number_format import quantity

#: Cards named in a line; the others are counted.
MAX_NAMED: Final = 6


def _name(code: str, catalogue: Catalogue) -> str:
    card = catalogue.get(code)
    return card.name if card else code


def describe_changes(before: Decklist | None, after: Decklist, catalogue: Catalogue) -> str:
    """Such as ``leader Yevgeni; +2 Not Today; −1 Rapier``; ``before`` is ``None`` for a deck's first list."""
    if before is None:
        cards = len(after.approach) + after.faction_size
        return f"first version, with {quantity(cards, 'card')}" if cards else "first version, empty"
    changes = card_changes(before, after, catalogue)
    if before.leader == after.leader and not changes:
        return "no changes"
    parts = []
    if before.leader != after.leader:
        parts.append(f"leader {_name(after.leader, catalogue)}" if after.leader else "no leader")
    ordered = sorted(changes, key=lambda change: (change.difference < 0, fold(_name(change.code, catalogue))))
    parts += [_describe_change(change, catalogue) for change in ordered[:MAX_NAMED]]
    if len(ordered) > MAX_NAMED:
        parts.append(f"and {len(ordered) - MAX_NAMED} more")
    return "; ".join(parts)


def _describe_change(change: Change, catalogue: Catalogue) -> str:
    sign = "+" if change.difference > 0 else "−"
    return f"{sign}{abs(change.difference)} {_name(change.code, catalogue)}"
