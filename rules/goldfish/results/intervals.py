"""Estimates with 95 % confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

#: Standard errors to either side that cover 95 % of a normal distribution.
Z: Final = 1.96


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % interval; no interval if there were too few games to tell."""

    value: float
    low: float | None
    high: float | None

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high}


def share(part: int, whole: int) -> Estimate | None:
    """A proportion with Wilson's interval, which is valid near 0 and 1 too; None for 0 of 0."""
    if not 0 <= part <= whole:
        raise ValueError(f"{part} of {whole} is not a share")
    if whole == 0:
        return None
    fraction, z2 = part / whole, Z * Z
    middle = (fraction + z2 / (2 * whole)) / (1 + z2 / whole)
    half = Z * sqrt(fraction * (1 - fraction) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    # At the ends the formula gives exactly 0 and 1, but floating point only nearly.
    low = 0.0 if part == 0 else max(0.0, middle - half)
    high = 1.0 if part == whole else min(1.0, middle + half)
    return Estimate(fraction, low, high)


def mean(games: int, total: int, squares: int) -> Estimate | None:
    """The mean of integers given their sum and sum of squares, plus or minus 1.96 standard errors."""
    if games == 0:
        return None
    value = total / games
    error = standard_error(games, total, squares)
    return Estimate(value, None, None) if error is None else Estimate(value, value - Z * error, value + Z * error)


def standard_error(games: int, total: int, squares: int) -> float | None:
    """The standard error of a mean; the variance is computed from integers, so no precision is lost."""
    if games < 2:
        return None
    return sqrt((games * squares - total * total) / (games * (games - 1)) / games)


def difference(first: tuple[int, int, int], second: tuple[int, int, int]) -> Estimate | None:
    """The first mean minus the second, of two separate groups given as games, sum and sum of squares."""
    errors = standard_error(*first), standard_error(*second)
    if errors[0] is None or errors[1] is None:
        return None
    value = first[1] / first[0] - second[1] / second[0]
    half = Z * sqrt(errors[0] ** 2 + errors[1] ** 2)
    return Estimate(value, value - half, value + half)


def ratio(games: int, top: tuple[int, int], bottom: tuple[int, int], products: int) -> Estimate | None:
    """The ratio of two measures, each given as sum and sum of squares, by the delta method."""
    if not bottom[0]:
        return None
    value = top[0] / bottom[0]
    if games < 2:
        return Estimate(value, None, None)
    spread = top[1] - 2 * value * products + value * value * bottom[1]
    half = Z * sqrt(max(0.0, spread) * games / (games - 1)) / bottom[0]
    return Estimate(value, value - half, value + half)
