"""The charts and tables of the odds page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cards.catalogue.stats import STAT_LABELS
from rules.odds.answers import Answer, Combinations, Sides
from rules.odds.exact import mean
from rules.odds.wants import Wanted
from web.charts import Chart, Series, columns
from web.number_format import ROUNDED_SHARE, percent, short_fraction

#: Anything rarer gets no column in the chart, only a row in the table.
_RARE: Final = Fraction(1, 2000)
_MAX_SIDE: Final = 14
_HEATS: Final = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 20), Fraction(1, 8))


@dataclass(frozen=True, slots=True)
class Cell:
    """A combination: its chance, its shade, and whether both wants are met."""

    share: str
    heat: int
    met: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """Two wants at once: counts of the first as rows, of the second as columns."""

    first: str
    second: str
    labels: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def day_chart(answer: Answer, schemes: Sequence[str]) -> Chart:
    """The chance that all wants are met, Day by Day."""
    chances = [step.odds.probability for step in answer.steps]
    apart = [step for step in answer.steps if step.held not in (None, step.odds.probability)]
    head = ("Day", "Scheme", "Draws", "Seen", "Chance", *(("In hand",) if apart else ()))
    rows = []
    for day, (step, scheme) in enumerate(zip(answer.steps, schemes, strict=True), 1):
        held = (("depends on play" if step.held is None else percent(step.held)),) if apart else ()
        chance = step.odds.probability
        rows.append((str(day), scheme, str(step.draws), str(step.odds.draws), percent(chance), *held))
    return Chart(
        key="days",
        title="Day by Day",
        svg=_share_columns([str(day) for day in range(1, len(rows) + 1)], [("", chances)], "Day"),
        head=head,
        rows=tuple(rows),
        summary=f"From {percent(chances[0])} on Day 1 to {percent(chances[-1])} by Day {len(rows)}.",
    )


def want_chart(answer: Answer, place: int) -> Chart:
    """The whole distribution of one want."""
    wanted, chances = answer.wanted[place], answer.asked.odds.distributions[place]
    counts = _shown_counts(chances)
    met = [chances[count] if wanted.want.is_met(count) else Fraction(0) for count in counts]
    unmet = [Fraction(0) if wanted.want.is_met(count) else chances[count] for count in counts]
    expected = mean(dict(enumerate(chances)))
    several = len(answer.wanted) > 1
    return Chart(
        key=f"want-{place + 1}",
        title=f"Want {place + 1}: {wanted.words}" if several else f"How many {wanted.words}",
        svg=_share_columns(
            [str(count) for count in counts], [("Met", met), ("Not met", unmet)], "Cards drawn", side_by_side=False
        ),
        head=("Cards", "Chance", "This or more"),
        rows=tuple(
            (str(count), percent(chance), percent(sum(chances[count:], Fraction(0))))
            for count, chance in enumerate(chances)
        ),
        summary=f"{wanted.amount.capitalize()}: {percent(answer.alone(place))}. {_mean_words(expected)}",
    )


def side_charts(sides: Sides, hand: int, when: str) -> tuple[Chart, ...]:
    """What every hand and every gamble of the deck can do, as far as the cards' values are known."""
    charts = []
    if sides.payable:
        charts.append(_payable_chart(sides.payable, hand, when))
    known = {value: chances for value, chances in sides.gamble.items() if chances is not None}
    if known:
        charts.append(_gamble_chart(known))
    return tuple(charts)


def _payable_chart(payable: Mapping[int, Fraction], hand: int, when: str) -> Chart:
    return Chart(
        key="payable",
        title=f"A card to play {when}",
        svg=_share_columns([str(cost) for cost in payable], [("", payable.values())], "Cost"),
        head=("Cost", "Chance", "Exact"),
        rows=tuple((str(cost), percent(chance), short_fraction(chance)) for cost, chance in payable.items()),
        summary=f"The chance that {hand} cards hold one of this cost and others to pay for it.",
    )


def _gamble_chart(known: Mapping[str, Mapping[int, Fraction]]) -> Chart:
    best = max(value for chances in known.values() for value in chances)
    values = range(best + 1)
    series = [
        (STAT_LABELS[name], [chances.get(value, Fraction(0)) for value in values]) for name, chances in known.items()
    ]
    means = ", ".join(f"{STAT_LABELS[name]} {float(mean(chances)):.2f}" for name, chances in known.items())
    return Chart(
        key="gamble",
        title="The better of two when gambling",
        svg=_share_columns([str(value) for value in values], series, "Better value"),
        head=("Value", *(name for name, _ in series)),
        rows=tuple((str(value), *(percent(chances[value]) for _, chances in series)) for value in values),
        summary=f"Means: {means}. A dash counts as 0.",
    )


def joint_grid(first: Wanted, second: Wanted, together: Combinations) -> Grid | None:
    """Both wants at once; None if the table would be too large."""
    sides = [_group(_marginal(together, place)) for place in (0, 1)]
    if any(len({*side.values()}) > _MAX_SIDE for side in sides):
        return None
    chances: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    met: dict[tuple[str, str], bool] = {}
    for counts, chance in together.items():
        key = (sides[0][counts[0]], sides[1][counts[1]])
        chances[key] += chance
        met[key] = met.get(key, True) and first.want.is_met(counts[0]) and second.want.is_met(counts[1])
    rows = list(dict.fromkeys(sides[0].values()))
    labels = list(dict.fromkeys(sides[1].values()))
    return Grid(
        first.words,
        second.words,
        tuple(labels),
        tuple((row, tuple(_cell(chances[row, each], met.get((row, each), False)) for each in labels)) for row in rows),
    )


def _cell(chance: Fraction, met: bool) -> Cell:
    if not chance:
        return Cell("–", 0, False)
    heat = sum(chance >= step for step in _HEATS)
    return Cell(f"{float(100 * chance):.1f}" if chance >= _RARE else "<0.1", heat, met)


def _marginal(together: Combinations, place: int) -> Mapping[int, Fraction]:
    shares: defaultdict[int, Fraction] = defaultdict(Fraction)
    for counts, chance in together.items():
        shares[counts[place]] += chance
    return shares


def _group(shares: Mapping[int, Fraction]) -> dict[int, str]:
    """Labels by count; rare counts at either end share a label."""
    likely = [count for count, share in sorted(shares.items()) if share >= _RARE]
    low, high = likely[0], likely[-1]
    below, above = [count for count in shares if count < low], [count for count in shares if count > high]
    labels = {count: str(count) for count in sorted(shares)}
    if len(below) > 1:
        labels |= dict.fromkeys(below, f"up to {low - 1}")
    if len(above) > 1:
        labels |= dict.fromkeys(above, f"{high + 1} or more")
    return labels


def _shown_counts(chances: Sequence[Fraction]) -> range:
    """From the first to the last count that is common enough for a column."""
    likely = [count for count, chance in enumerate(chances) if chance >= _RARE]
    return range(likely[0], likely[-1] + 1)


def _share_columns(
    labels: Sequence[str],
    series: Iterable[tuple[str, Iterable[Fraction]]],
    axis: str,
    *,
    side_by_side: bool = True,
) -> str:
    drawn = [Series.of(name, map(float, chances)) for name, chances in series]
    return columns(labels, drawn, f"{axis} · % of games", ROUNDED_SHARE, side_by_side=side_by_side)


def _mean_words(expected: Fraction) -> str:
    return f"The mean is {float(expected):.2f}."
