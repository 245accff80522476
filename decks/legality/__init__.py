"""Deck-building rules: ``check`` reports everything that is wrong with a deck, as data."""

from decks.legality.check import AdditionCheck, add_card, check, is_legal, why_not
from decks.legality.violations import Code, Report, Severity, Violation

__all__ = [
    "AdditionCheck",
    "Code",
    "Report",
    "Severity",
    "Violation",
    "add_card",
    "check",
    "is_legal",
    "why_not",
]
