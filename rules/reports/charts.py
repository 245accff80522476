"""The charts of a simulation's report, each with its table and a one-sentence summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.goldfish.layout import RENOWN_TO_WIN
from rules.goldfish.results.intervals import Estimate
from rules.reports.sheets import ReportSheet
from web.charts import HEIGHT, Chart, Series, columns, lines, stacks
from web.number_format import COUNT, SHARE, Unit


@dataclass(frozen=True, slots=True)
class Chapter:
    """Charts that belong together."""

    key: str
    title: str
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class _Daily:
    """A chart of measures by Day: what is drawn, and what only the table shows."""

    key: str
    title: str
    drawn: dict[str, str]
    says: Callable[[ReportSheet], str]
    form: str = "lines"
    unit: Unit = COUNT
    #: The measure that the parts of a stack add up to.
    whole: str = ""
    told: dict[str, str] | None = None
    rule: tuple[float, str] | None = None
    height: int = HEIGHT


def chapters(report: ReportSheet) -> tuple[Chapter, ...]:
    """Every chart of a report: the goal, the City, the hand, the cards, the duel."""
    daily = {spec.key: _by_day(report, spec) for spec in _DAILY}
    return (
        Chapter("renown", "Renown", (daily["renown"], _seven(report), _finals(report))),
        Chapter("city", "The City", (daily["dominance"], daily["crew"], daily["stats"])),
        Chapter("hand", "The hand", (daily["types"], daily["costs"], daily["payable"])),
        Chapter("use", "How cards are used", (daily["use"], daily["seen"], daily["wealth"])),
        Chapter("duel", "The duel", (daily["wounds"], daily["duels"], daily["margin"])),
    )


def _by_day(report: ReportSheet, spec: _Daily) -> Chart:
    days = [str(day.day) for day in report.days]
    series = [Series(name, report.by_day(measure)) for measure, name in spec.drawn.items()]
    if spec.form == "stacks":
        drawing = stacks(days, series, report.by_day(spec.whole), "Day", spec.unit)
    elif spec.form == "columns":
        drawing = columns(days, series, "Day", spec.unit)
    else:
        drawing = lines(days, series, "Day", spec.unit, spec.rule, spec.height)
    told = [*series, *(Series(name, report.by_day(measure)) for measure, name in (spec.told or {}).items())]
    return Chart(
        key=spec.key,
        title=spec.title,
        svg=drawing,
        head=("Day", *(each.name for each in told)),
        rows=tuple((day, *(spec.unit.full(each.values[i]) for each in told)) for i, day in enumerate(days)),
        summary=spec.says(report),
    )


def _seven(report: ReportSheet) -> Chart:
    labels = [*(str(day.day) for day in report.days), "never"]
    values = (*report.seven_on, report.seven_never)
    index, highest = _highest(values)
    where = "Most games never get there" if index == len(values) - 1 else f"Most often on Day {labels[index]}"
    return Chart(
        key="seven",
        title="The Day seven is reached",
        svg=columns(labels, [Series("Games", values)], "Day", SHARE),
        head=("Day", "Games"),
        rows=tuple((label, SHARE.full(value)) for label, value in zip(labels, values, strict=True)),
        summary=f"{where}: in {SHARE.full(highest)} of them." if highest else "",
    )


def _finals(report: ReportSheet) -> Chart:
    """The amounts that occurred, with a little room to either side."""
    some = [amount for amount, found in enumerate(report.finals) if found and found.value]
    first, last = (some[0], some[-1]) if some else (0, 0)
    shown = range(max(0, first - 2), last + 3)
    values = [report.finals[amount] if amount < len(report.finals) else None for amount in shown]
    return Chart(
        key="finals",
        title="Renown at the end",
        svg=columns([str(amount) for amount in shown], [Series("Games", values)], "Renown", SHARE),
        head=("Renown", "Games"),
        rows=tuple((str(amount), SHARE.full(value)) for amount, value in zip(shown, values, strict=True) if value),
        summary=f"{first} in every game." if first == last else f"From {first} to {last}.",
    )


def _highest(values: Sequence[Estimate | None]) -> tuple[int, Estimate | None]:
    index = max(range(len(values)), key=lambda day: value.value if (value := values[day]) else 0.0)
    return index, values[index]


def _gained(report: ReportSheet) -> str:
    index, highest = _highest(report.by_day("collected"))
    return f"Day {index + 1} brings the most: {COUNT.full(highest)}." if highest else ""


def _dominated(report: ReportSheet) -> str:
    found = report.last("dominated")
    return f"In {SHARE.full(found)} of games all three are held at least once." if found else ""


def _joined(report: ReportSheet) -> str:
    found = report.last("crew")
    return f"On the last Day {COUNT.full(found)} characters, not counting Brutes." if found else ""


def _grown(report: ReportSheet) -> str:
    first, last = report.first("resolve"), report.last("resolve")
    if not (first and last):
        return ""
    return f"Resolve goes from {COUNT.full(first)} to {COUNT.full(last)}."


def _first_hand(report: ReportSheet) -> str:
    found = report.first("hand")
    return f"The first Day's hand holds {COUNT.full(found)} cards." if found else ""


def _free(report: ReportSheet) -> str:
    free, hand = report.first("cost_0"), report.first("hand")
    if not (free and hand and hand.value):
        return ""
    return f"On Day 1 {COUNT.full(free)} of {COUNT.full(hand)} cards cost nothing."


def _affordable(report: ReportSheet) -> str:
    found = [(each.value, day.day, each) for day in report.days if (each := day.measures.get("payable_share"))]
    if not found:
        return ""
    _, day, least = min(found, key=lambda each: each[:2])
    return f"The lowest is {SHARE.full(least)} of the hand, on Day {day}."


def _dropped(report: ReportSheet) -> str:
    index, highest = _highest(report.by_day("dead"))
    if highest is None or not highest.value:
        return "No card is dropped at Dusk."
    return f"Day {index + 1} ends with the most dead cards: {COUNT.full(highest)} dropped at Dusk, unused."


def _shuffled(report: ReportSheet) -> str:
    if not any(found and found.value for found in report.by_day("reshuffles")):
        return "The deck never runs out, so it is never reshuffled."
    index, highest = _highest(report.by_day("reshuffles"))
    return f"The discard pile is reshuffled most often on Day {index + 1}: {COUNT.full(highest)} times."


def _wasted(report: ReportSheet) -> str:
    index, highest = _highest(report.by_day("overpaid"))
    if highest is None or not highest.value:
        return "No wealth is ever wasted."
    return f"Day {index + 1} wastes the most: {COUNT.full(highest)}."


def _stood(report: ReportSheet) -> str:
    found = report.first("margin")
    if found is None:
        return ""
    gives = "gives more than it takes" if found.value >= 0 else "takes more than it gives"
    return f"On Day 1 the best fighter {gives}."


def _felled(report: ReportSheet) -> str:
    won, lost = report.first("won"), report.first("lost")
    if not (won and lost):
        return ""
    return f"On Day 1 the adversary falls in {SHARE.full(won)} of duels, the champion in {SHARE.full(lost)}."


def _summed(report: ReportSheet) -> str:
    found = report.last("margins")
    return f"All duels of a game together: {COUNT.difference(found)}." if found else ""


_DAILY: Final = (
    _Daily("renown", "Renown by Day", {"renown": "Renown"}, _gained, told={"collected": "On the Day"},
           rule=(RENOWN_TO_WIN, "seven win the game"), height=250),
    _Daily("dominance", "All three locations", {"dominance": "On the Day", "dominated": "So far"}, _dominated,
           form="columns", unit=SHARE),
    _Daily("crew", "The crew", {"crew": "In the crew", "recruited": "Recruited", "parleys": "With parley"}, _joined,
           told={"claimed": "Locations claimed"}),
    _Daily("stats", "What the crew can do", {"resolve": "Resolve", "combat": "Combat", "finesse": "Finesse",
                                           "influence": "Influence"}, _grown),
    _Daily("types", "Types in hand", {"risks": "Risks", "attachments": "Attachments", "brutes": "Brutes"},
           _first_hand, form="stacks", whole="hand", told={"hand": "All"}),
    _Daily("costs", "Costs in hand", {"cost_0": "Cost 0", "cost_1": "Cost 1", "cost_2": "Cost 2",
                                      "cost_3": "3 or more"}, _free, form="stacks", whole="hand", told={"hand": "All"}),
    _Daily("payable", "Share of the hand that could be paid for", {"payable_share": "Payable"}, _affordable,
           unit=SHARE),
    _Daily("use", "Drawn, played, paid, dropped", {"drawn": "Drawn", "played": "Played", "paid_cards": "Paid with",
                                                   "dead": "Dropped"}, _dropped,
           told={"stuck": "Nobody may bear", "held": "Held before Dusk"}),
    _Daily("seen", "Different cards seen so far", {"seen": "Seen"}, _shuffled, told={"reshuffles": "Reshuffles"}),
    _Daily("wealth", "Wealth", {"spent": "Spent", "overpaid": "Wasted"}, _wasted, form="columns"),
    _Daily("wounds", "Wounds in the duel", {"dealt": "Dealt", "taken": "Taken"}, _stood, form="columns"),
    _Daily("duels", "How duels end", {"won": "Adversary falls", "lost": "Champion falls"}, _felled, form="columns",
           unit=SHARE),
    _Daily("margin", "Wounds dealt minus taken", {"margin": "On the Day"}, _summed,
           told={"margins": "So far"}),
)  # fmt: skip
