"""A stored report as a value, readable whichever engine wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.goldfish.results.intervals import Estimate

Measures = Mapping[str, Estimate | None]

_SHARES: Final = ("drawn", "played", "paid", "idle")


@dataclass(frozen=True, slots=True)
class DaySheet:
    """One Day: the scheme chosen, and every measure by name."""

    day: int
    scheme: str | None
    measures: Measures


@dataclass(frozen=True, slots=True)
class CardSheet:
    """One faction card."""

    code: str
    name: str
    copies: int
    #: How it was used, and how the result moved with it, by name.
    numbers: Measures


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """The results of one deck."""

    engine: str
    games: int
    seed: str
    deck: str
    catalogue: str
    city_deck: str
    policy: Mapping[str, Any]
    adversary: Mapping[str, Any]
    notes: tuple[str, ...]
    sentence: str
    days: tuple[DaySheet, ...]
    finals: tuple[Estimate | None, ...]
    seven_on: tuple[Estimate | None, ...]
    seven_never: Estimate | None
    cards: tuple[CardSheet, ...]

    def by_day(self, measure: str) -> list[Estimate | None]:
        """One measure on every Day; None from an engine that did not have it."""
        return [day.measures.get(measure) for day in self.days]

    def first(self, measure: str) -> Estimate | None:
        """A measure on the first Day."""
        return self.by_day(measure)[0]

    def last(self, measure: str) -> Estimate | None:
        """A measure on the last Day: for a running total, that of the whole game."""
        return self.by_day(measure)[-1]


@dataclass(frozen=True, slots=True)
class ComparisonSheet:
    """What changed from deck A to deck B, in the same games."""

    engine: str
    games: int
    seed: str
    sentence: str
    a: ReportSheet
    b: ReportSheet
    #: For every Day, B minus A.
    differences: tuple[Measures, ...]


def report_sheet(stored: Mapping[str, Any]) -> ReportSheet:
    """From the JSON of ``Report.as_dict``."""
    return ReportSheet(
        engine=stored["engine"],
        games=stored["games"],
        seed=stored["seed"],
        deck=stored["deck"],
        catalogue=stored["catalogue"],
        city_deck=stored["city_deck"],
        policy=stored["policy"],
        adversary=stored["adversary"],
        notes=tuple(stored["notes"]),
        sentence=stored["sentence"],
        days=tuple(DaySheet(day["day"], day["scheme"], _measures(day["measures"])) for day in stored["days"]),
        finals=tuple(map(_estimate, stored["finals"])),
        seven_on=tuple(map(_estimate, stored["seven_on"])),
        seven_never=_estimate(stored["seven_never"]),
        cards=tuple(
            CardSheet(
                card["code"],
                card["name"],
                card["copies"],
                _measures({**{name: card[name] for name in _SHARES}, **card["moves"]}),
            )
            for card in stored["cards"]
        ),
    )


def comparison_sheet(stored: Mapping[str, Any]) -> ComparisonSheet:
    """From the JSON of ``Comparison.as_dict``."""
    return ComparisonSheet(
        engine=stored["engine"],
        games=stored["games"],
        seed=stored["seed"],
        sentence=stored["sentence"],
        a=report_sheet(stored["a"]),
        b=report_sheet(stored["b"]),
        differences=tuple(_measures(day["differences"]) for day in stored["days"]),
    )


def _measures(stored: Mapping[str, Any]) -> Measures:
    return {name: _estimate(found) for name, found in stored.items()}


def _estimate(stored: Mapping[str, Any] | None) -> Estimate | None:
    return None if stored is None else Estimate(stored["value"], stored["low"], stored["high"])
