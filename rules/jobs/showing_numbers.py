"""Numbers in the words of a report: as many places as the error leaves meaningful."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10
from typing import Final

from rules.jobs.charts_shapes import Ranged

NONE: Final = "–"
_MINUS: Final = "−"
#: A number is not torn from its sign or its error at the end of a line.
_SPACE: Final = "\u00a0"


@dataclass(frozen=True, slots=True)
class Unit:
    """How numbers of one kind are written."""

    factor: float
    sign: str
    #: What a difference of two such numbers is counted in.
    apart: str
    #: The most decimal places in a table, and where a number stands large.
    most: int
    most_large: int

    def full(self, found: Ranged | None) -> str:
        """A number with its 95 % interval, for tables."""
        return NONE if found is None else _joined(self._parts(found, self.most))

    def large(self, found: Ranged, *, signed: bool = False) -> tuple[str, str]:
        """A number to be seen from afar, and its error."""
        value, error = self._parts(found, self.most_large)
        return f"+{value}" if signed and found.value > 0 else value, error

    def _parts(self, found: Ranged, most: int) -> tuple[str, str]:
        half = error(found)
        if half is None:
            return f"{minus(found.value * self.factor, most)}{self.sign}", ""
        shown = min(places(half * self.factor), most)
        value = f"{minus(found.value * self.factor, shown)}{self.sign}"
        written = f"{half * self.factor:.{shown}f}"
        tiny = half > 0 and not float(written)
        return value, f"±{_SPACE}<{_SPACE}{10**-shown:.{shown}f}" if tiny else f"±{_SPACE}{written}"

    def short(self, number: float) -> str:
        """A number beside its mark in a drawing, where the eye does the rest."""
        number *= self.factor
        return minus(number, 0 if number == 0 or abs(number) >= 99.5 else 1 if abs(number) >= 1 else 2)

    def tick(self, number: float, step: float) -> str:
        """A number on an axis, with the places that the steps need."""
        return minus(number * self.factor, places(step * self.factor, least=0)) + self.sign

    def signed(self, number: float) -> str:
        """A difference beside its mark, with its sign."""
        written = self.short(number)
        return f"+{written}" if number > 0 and written.strip("0.") else written

    def moved(self, found: Ranged | None) -> str:
        """A difference with its 95 % interval, for tables."""
        if found is None:
            return NONE
        value, error = self._parts(found, self.most)
        value = value.removesuffix(self.sign) + self.apart
        return _joined((f"+{value}" if found.value > 0 else value, error))


def _joined(parts: tuple[str, str]) -> str:
    return _SPACE.join(filter(None, parts))


COUNT: Final = Unit(1, "", "", 3, 2)
SHARE: Final = Unit(100, f"{_SPACE}%", f"{_SPACE}points", 2, 1)


def error(found: Ranged) -> float | None:
    """How far the interval reaches to its longer side; nothing where there is none."""
    if found.low is None or found.high is None:
        return None
    return max(found.high - found.value, found.value - found.low, 0.0)


def places(half: float, least: int = 1) -> int:
    """Decimal places that show the first digit of an error."""
    return min(max(-floor(log10(half) + 1e-9), least), 4) if half > 0 else least


def minus(number: float, shown: int) -> str:
    """A number with a true minus, and none before a zero."""
    written = f"{number:.{shown}f}"
    return written.replace("-", _MINUS) if float(written) else written.removeprefix("-")


def sure(found: Ranged | None) -> bool:
    """Whether the interval leaves zero out."""
    return found is not None and found.low is not None and found.high is not None and found.low * found.high > 0


def duration(seconds: float) -> str:
    """How long, in the unit that fits."""
    whole = max(1, round(seconds))
    if whole < 100:
        return "a second" if whole == 1 else f"{whole} seconds"
    minutes = round(whole / 60)
    return f"{minutes} minutes" if minutes < 100 else f"{round(minutes / 60)} hours"
