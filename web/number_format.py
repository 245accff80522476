"""Formats numbers: counted nouns, signs, percentages, fractions, and estimates with their error.

A number with an error has as many decimal places as the error leaves meaningful. A no-break space stands between a
number and its unit or error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import Final, Protocol

NONE: Final = "–"
_MINUS: Final = "−"
_SPACE: Final = "\u00a0"
_PERCENT: Final = f"{_SPACE}%"
#: Longer numbers keep only ``_END_DIGITS`` at either end.
_MAX_DIGITS: Final = 12
_END_DIGITS: Final = 4


class Ranged(Protocol):
    """A number with its interval, if there is one: an estimate, or a difference of two."""

    @property
    def value(self) -> float:
        """The number."""

    @property
    def low(self) -> float | None:
        """Lower bound of the interval."""

    @property
    def high(self) -> float | None:
        """Upper bound of the interval."""


def plural(number: float, singular: str, plural: str = "") -> str:
    """The form of a noun, or of any word, that agrees with a number."""
    return singular if number == 1 else plural or f"{singular}s"


def quantity(number: int, singular: str, plural_form: str = "") -> str:
    """A number and its noun: "1 card", "1,200 cards"."""
    return f"{number:,} {plural(number, singular, plural_form)}"


def conjunction(parts: Sequence[str]) -> str:
    """A list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def signed(number: int) -> str:
    """A whole number with its sign."""
    return f"+{number}" if number > 0 else str(number).replace("-", _MINUS)


def percent(share: Fraction) -> str:
    """An exact share to one decimal place; only 0 and 1 become 0 % and 100 %."""
    if share in (0, 1):
        return f"{100 * share}{_PERCENT}"
    if share < Fraction(1, 2000):
        return f"under 0.1{_PERCENT}"
    if share >= Fraction(1999, 2000):
        return f"over 99.9{_PERCENT}"
    return f"{float(100 * share):.1f}{_PERCENT}"


def whole_percent(share: float) -> str:
    """A share to the nearest percent."""
    return f"{100 * share:.0f}{_PERCENT}"


def plus_minus(amount: str, half_width: str = "") -> str:
    """An amount with its error, if any: "0.99 ± 0.02"."""
    return f"{amount}{_SPACE}±{_SPACE}{half_width}" if half_width else amount


def fraction(share: Fraction) -> str:
    """A fraction with all its digits."""
    return f"{share.numerator:,}/{share.denominator:,}"


def short_fraction(share: Fraction) -> str:
    """A fraction with long numbers abbreviated in the middle."""
    return f"{_shorten(share.numerator)}/{_shorten(share.denominator)}"


def _shorten(number: int) -> str:
    digits = str(number)
    return f"{number:,}" if len(digits) <= _MAX_DIGITS else f"{digits[:_END_DIGITS]}…{digits[-_END_DIGITS:]}"


@dataclass(frozen=True, slots=True)
class Unit:
    """How numbers of one kind are written."""

    factor: float
    sign: str
    #: The unit of a difference of two such numbers.
    difference_sign: str
    #: The most decimal places in a table, and in a headline number.
    max_places: int
    max_places_large: int
    #: The smallest step of an axis.
    step: float = 0.0

    def full(self, estimate: Ranged | None) -> str:
        """A number with its error, for tables."""
        return NONE if estimate is None else _join(self._parts(estimate, self.max_places))

    def large(self, estimate: Ranged, *, signed: bool = False) -> tuple[str, str]:
        """A headline number and its error."""
        value, error = self._parts(estimate, self.max_places_large)
        return f"+{value}" if signed and estimate.value > 0 else value, error

    def _parts(self, estimate: Ranged, max_places: int) -> tuple[str, str]:
        half = error(estimate)
        if half is None:
            return f"{minus(estimate.value * self.factor, max_places)}{self.sign}", ""
        shown = min(places(half * self.factor), max_places)
        value = f"{minus(estimate.value * self.factor, shown)}{self.sign}"
        written = f"{half * self.factor:.{shown}f}"
        tiny = half > 0 and not float(written)
        return value, f"±{_SPACE}<{_SPACE}{10**-shown:.{shown}f}" if tiny else f"±{_SPACE}{written}"

    def short(self, number: float) -> str:
        """A number beside its mark in a chart."""
        number *= self.factor
        return minus(number, 0 if number == 0 or abs(number) >= 99.5 else 1 if abs(number) >= 1 else 2)

    def brief(self, number: float) -> str:
        """A number in a sentence, without its error."""
        return self.short(number) + self.sign

    def tick(self, number: float, step: float) -> str:
        """A number on an axis, with the decimal places that the steps need."""
        return minus(number * self.factor, places(step * self.factor, least=0)) + self.sign

    def signed(self, number: float) -> str:
        """A difference beside its mark, with its sign."""
        written = self.short(number)
        return f"+{written}" if number > 0 and written.strip("0.") else written

    def difference(self, estimate: Ranged | None) -> str:
        """A difference with its error, for tables."""
        if estimate is None:
            return NONE
        value, error = self._parts(estimate, self.max_places)
        value = value.removesuffix(self.sign) + self.difference_sign
        return _join((f"+{value}" if estimate.value > 0 else value, error))


def _join(parts: tuple[str, str]) -> str:
    return _SPACE.join(filter(None, parts))


class _Whole(Unit):
    """Numbers without decimal places."""

    def short(self, number: float) -> str:
        return minus(number, 0)


class _RoundedShare(Unit):
    """Exact shares, to whole percent where they are drawn."""

    def short(self, number: float) -> str:
        """Rounded, but only 0 and 1 become 0 and 100."""
        number *= self.factor
        if 0 < number < 0.5:
            return "<1"
        return ">99" if 99.5 <= number < 100 else f"{number:.0f}"


COUNT: Final = Unit(1, "", "", 3, 2)
SHARE: Final = Unit(100, _PERCENT, f"{_SPACE}points", 2, 1)
WHOLE: Final = _Whole(1, "", "", 0, 0, step=1)
#: Without its sign: the chart's axis says "%".
ROUNDED_SHARE: Final = _RoundedShare(100, "", "", 0, 0)


def error(estimate: Ranged) -> float | None:
    """The longer side of the interval; None without one."""
    if estimate.low is None or estimate.high is None:
        return None
    return max(estimate.high - estimate.value, estimate.value - estimate.low, 0.0)


def places(half: float, least: int = 1) -> int:
    """Decimal places that show the first digit of an error."""
    return min(max(-floor(log10(half) + 1e-9), least), 4) if half > 0 else least


def minus(number: float, shown: int) -> str:
    """A number with a true minus sign, but never before a zero."""
    written = f"{number:.{shown}f}"
    return written.replace("-", _MINUS) if float(written) else written.removeprefix("-")


def is_significant(estimate: Ranged | None) -> bool:
    """Whether the interval excludes zero."""
    return (
        estimate is not None
        and estimate.low is not None
        and estimate.high is not None
        and estimate.low * estimate.high > 0
    )


def duration(seconds: float) -> str:
    """A time in seconds, minutes or hours, whichever fits."""
    whole = max(1, round(seconds))
    minutes = round(whole / 60)
    number, unit = (
        (whole, "second") if whole < 100 else (minutes, "minute") if minutes < 100 else (round(minutes / 60), "hour")
    )
    return f"{number:,}{_SPACE}{plural(number, unit)}"
