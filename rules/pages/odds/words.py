"""Chances in words, as a number of games."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from web.number_format import quantity

#: A number of games that people can imagine.
_MANY: Final = 10


def in_games(chance: Fraction) -> str:
    """A chance as a sentence, such as "That is about 3 games in 10."."""
    if chance == 0:
        return "This can’t happen."
    if chance == 1:
        return "This always happens."
    if chance * _MANY < 1:
        return f"That is about 1 game in {round(1 / chance):,}."
    if (1 - chance) * _MANY < 1:
        return f"That is all but 1 game in {round(1 / (1 - chance)):,}."
    near = chance.limit_denominator(_MANY)
    return f"That is about {quantity(near.numerator, 'game')} in {near.denominator}."
