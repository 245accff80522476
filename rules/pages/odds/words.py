"""Chances as something that happens: in so many games of so many."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from web.number_format import quantity

#: Games that people can imagine playing.
_MANY: Final = 10


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
    return f"That is about {quantity(near.numerator, 'game')} in {near.denominator}."
