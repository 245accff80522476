"""What changes from deck A to deck B, with error bars, in numbers and in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from cards.catalogue import Catalogue
from rules.goldfish import layout
from rules.goldfish.encoding import Encoded
from rules.goldfish.layout import ENGINE_VERSION, MEASURES, WIDTH
from rules.goldfish.results.intervals import Z, standard_error
from rules.goldfish.results.pairs import PairTallies
from rules.goldfish.results.report import INTERNAL_MEASURES, SHARES, Report, report
from web.number_format import conjunction, plus_minus, quantity

#: The share of runs in which the sentence may name something that did not change.
FALSE_ALARMS: Final = 0.05

MAX_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A in the same games, with its 95 % interval; None where there were too few games to tell.

    ``gain`` is how many times as many games it would take without common random numbers; None where nothing varies.
    """

    value: float
    low: float | None
    high: float | None
    gain: float | None
    #: The standard error.
    error: float | None

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high, "gain": self.gain}


@dataclass(frozen=True, slots=True)
class _Headline:
    """A measure of the last Day that the sentence may name, and its wording."""

    name: str
    verb: str
    #: A template for the amount and the direction.
    words: str
    unit: str
    up: str = "more"
    down: str = "less"

    @property
    def scale(self) -> float:
        """Shares are given in percentage points."""
        return 100.0 if self.name in SHARES else 1.0


_HEADLINES: Final = (
    _Headline("renown", "ends with", "{} {} Renown", "Renown"),
    _Headline("seven", "reaches seven Renown", "{} percentage points {} often", "percentage points"),
    _Headline("dominated", "holds all three locations", "{} percentage points {} often", "percentage points"),
    _Headline("margins", "comes out of a duel", "{} wounds {}", "wounds per duel", "better", "worse"),
    _Headline("combat", "gathers", "{} {} Combat", "Combat"),
    _Headline("influence", "gathers", "{} {} Influence", "Influence"),
    _Headline("crew", "gathers", "{} {} characters", "characters", down="fewer"),
    _Headline("seen", "sees", "{} {} cards", "cards", down="fewer"),
)

#: Standard errors at which one of the headlines counts as changed (Bonferroni).
SIGNIFICANT_Z: Final = NormalDist().inv_cdf(1 - FALSE_ALARMS / (2 * len(_HEADLINES)))
#: A true difference this many standard errors beyond that is detected in four runs out of five.
POWER_Z: Final = NormalDist().inv_cdf(4 / 5)

#: Adds up over the Days, but is reported per Day.
_BY_DAY: Final = "margins"

#: The headlines for which the sentence says how small a difference would have been detected.
_WITH_SENSITIVITY: Final = frozenset({"renown", "margins"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    a: Report
    b: Report
    #: For every Day, every measure's difference by name.
    days: tuple[Mapping[str, Difference | None], ...]

    @property
    def games(self) -> int:
        return self.a.games

    @property
    def sentence(self) -> str:
        return self.describe()

    def describe(self, a: str = "A", b: str = "B") -> str:
        """A sentence on what changed, with names for the two decks."""
        last_day = [(line, self.days[-1][line.name]) for line in _HEADLINES]
        known = [(line, difference) for line, difference in last_day if difference and difference.error is not None]
        if not self.games:
            return "No game was played."
        if not known:
            return "One game is not enough to compare two decks: play more."
        if _play_key(self.a.deck) == _play_key(self.b.deck):
            return f"{a} and {b} are the same list, played the same way: nothing changes."
        luck = f"over {quantity(self.games, 'game')} with the same luck"
        changed = [
            (line, self._change_phrase(line, difference)) for line, difference in known if _is_significant(difference)
        ]
        if changed:
            return f"{b} {_join_phrases(changed)} than {a}, {luck}."
        detectable = [
            self._detectable(line, difference)
            for line, difference in known
            if line.name in _WITH_SENSITIVITY and difference.error
        ]
        if not detectable:
            return f"{a} and {b} show no difference {luck}: every game came out the same."
        return (
            f"{a} and {b} show no difference beyond chance {luck}. "
            f"A difference of {' or '.join(detectable)} would show in four runs out of five."
        )

    def _change_phrase(self, line: _Headline, difference: Difference) -> str:
        half = Z * (difference.error or 0.0) * self._scale(line)
        digits = _digits(half)
        amount = plus_minus(
            f"{abs(difference.value) * self._scale(line):.{digits}f}", f"{half:.{digits}f}" if half else ""
        )
        return line.words.format(amount, line.up if difference.value > 0 else line.down)

    def _detectable(self, line: _Headline, difference: Difference) -> str:
        return f"{(SIGNIFICANT_Z + POWER_Z) * (difference.error or 0.0) * self._scale(line):.2g}\u00a0{line.unit}"

    def _scale(self, line: _Headline) -> float:
        return line.scale / (len(self.days) if line.name == _BY_DAY else 1)

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": ENGINE_VERSION,
            "games": self.games,
            "seed": str(self.a.seed),
            "sentence": self.sentence,
            "days": [
                {
                    "day": number,
                    "differences": {
                        name: difference.as_dict() if difference else None for name, difference in measures.items()
                    },
                }
                for number, measures in enumerate(self.days, 1)
            ],
            "a": self.a.as_dict(),
            "b": self.b.as_dict(),
        }


def compare(a: Encoded, b: Encoded, catalogue: Catalogue, tallies: PairTallies, seed: int) -> Comparison:
    """Evaluate the tallies of games that two decks played with the same luck."""
    return Comparison(
        report(a, catalogue, tallies.a, seed),
        report(b, catalogue, tallies.b, seed),
        tuple(_day(tallies, day) for day in range(tallies.days)),
    )


def _day(tallies: PairTallies, day: int) -> dict[str, Difference | None]:
    differences = {
        name: (_share_difference if name in SHARES else _mean_difference)(tallies, day * WIDTH + index)
        for index, name in enumerate(MEASURES)
        if name not in INTERNAL_MEASURES
    }
    differences["payable_share"] = _payable_difference(tallies, day)
    return differences


def _mean_difference(tallies: PairTallies, index: int) -> Difference | None:
    """The mean of B minus A, game by game; all sums are integers, so no precision is lost."""
    a, b, games = tallies.a, tallies.b, tallies.games
    if not games:
        return None
    total = b.sums[index] - a.sums[index]
    error = standard_error(games, total, a.squares[index] + b.squares[index] - 2 * tallies.products[index])
    value = total / games
    if error is None:
        return Difference(value, None, None, None, None)
    return Difference(value, value - Z * error, value + Z * error, _gain(tallies, index, error), error)


def _share_difference(tallies: PairTallies, index: int) -> Difference | None:
    """The difference of two shares of the same games, with half a game added to each of the four possible outcomes.

    This keeps the interval valid near 0, where no game or every game may differ (Agresti and Min).
    """
    plain = _mean_difference(tallies, index)
    if plain is None or plain.error is None:
        return plain
    both, games = tallies.products[index], tallies.games + 2
    only_a, only_b = (side.sums[index] - both + 0.5 for side in (tallies.a, tallies.b))
    middle = (only_b - only_a) / games
    error = sqrt(max(0.0, (only_a + only_b) / games - middle * middle) / games)
    return Difference(plain.value, max(-1.0, middle - Z * error), min(1.0, middle + Z * error), plain.gain, error)


def _payable_difference(tallies: PairTallies, day: int) -> Difference | None:
    """The difference of two ratios, by the delta method, less the covariance of the two decks."""
    a, b, games, start = tallies.a, tallies.b, tallies.games, day * WIDTH
    hand, payable, both = start + layout.HAND, start + layout.PAYABLE, start + layout.PAYABLE_BY_HAND
    if not a.sums[hand] or not b.sums[hand]:
        return None
    ratios = [side.sums[payable] / side.sums[hand] for side in (a, b)]
    value = ratios[1] - ratios[0]
    if games < 2:
        return Difference(value, None, None, None, None)
    own = [
        (side.squares[payable] - 2 * ratio * side.sums[both] + ratio * ratio * side.squares[hand])
        / side.sums[hand] ** 2
        for side, ratio in zip((a, b), ratios, strict=True)
    ]
    by_hand, hand_by = tallies.crosses[day * len(layout.CROSSES) : (day + 1) * len(layout.CROSSES)]
    common = (
        tallies.products[payable]
        - ratios[1] * by_hand
        - ratios[0] * hand_by
        + ratios[0] * ratios[1] * tallies.products[hand]
    ) / (a.sums[hand] * b.sums[hand])
    rest = games / (games - 1)
    apart, error = sqrt(max(0.0, sum(own)) * rest), sqrt(max(0.0, sum(own) - 2 * common) * rest)
    return Difference(value, value - Z * error, value + Z * error, (apart / error) ** 2 if error else None, error)


def _gain(tallies: PairTallies, index: int, error: float) -> float | None:
    """The variance of the difference of two separate runs over that of paired games."""
    if not error:
        return None
    errors = (standard_error(side.games, side.sums[index], side.squares[index]) for side in (tallies.a, tallies.b))
    return sum((one or 0.0) ** 2 for one in errors) / error**2


def _is_significant(difference: Difference) -> bool:
    return abs(difference.value) > SIGNIFICANT_Z * (difference.error or 0.0)


def _play_key(deck: Encoded) -> tuple[object, ...]:
    return deck.fingerprint, deck.policy


def _digits(half: float) -> int:
    """How many decimals the error justifies."""
    digits = 1
    while 0 < half * 10**digits < 1 and digits < MAX_DIGITS:
        digits += 1
    return digits


def _join_phrases(changed: list[tuple[_Headline, str]]) -> str:
    """The phrases in a row, repeating the verb only where it changes."""
    verbs = [line.verb for line, _ in changed]
    words = [
        phrase if verb == before else f"{verb} {phrase}"
        for (_, phrase), verb, before in zip(changed, verbs, ["", *verbs], strict=False)
    ]
    return conjunction(words)
