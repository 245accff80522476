"""Chances in words and figures: rounded for reading, never to a certainty that is none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

_LONG: Final = 12
_END: Final = 4
#: Games that people can imagine playing.
_MANY: Final = 10


def percent(chance: Fraction) -> str:
    """To one place; only what is certain is called so."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    if chance < Fraction(1, 2000):
        return "under 0.1 %"
    if chance >= Fraction(1999, 2000):
        return "over 99.9 %"
    return f"{float(100 * chance):.1f} %"


def in_games(chance: Fraction) -> str:
    """The same as something that happens: in so many games of so many."""
    if chance == 0:
        return "It cannot happen."
    if chance == 1:
        return "It always happens."
    if chance * _MANY < 1:
        return f"That is about 1 game in {round(1 / chance):,}."
    if (1 - chance) * _MANY < 1:
        return f"That is all but 1 game in {round(1 / (1 - chance)):,}."
    near = chance.limit_denominator(_MANY)
    return f"That is about {near.numerator} {'game' if near.numerator == 1 else 'games'} in {near.denominator}."


def exact(chance: Fraction) -> str:
    """The whole fraction."""
    return f"{chance.numerator:,}/{chance.denominator:,}"


def short(chance: Fraction) -> str:
    """The fraction with the middle of long numbers left out."""
    return f"{_shortened(chance.numerator)}/{_shortened(chance.denominator)}"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence that are all true."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _shortened(number: int) -> str:
    figures = str(number)
    return f"{number:,}" if len(figures) <= _LONG else f"{figures[:_END]}…{figures[-_END:]}"
