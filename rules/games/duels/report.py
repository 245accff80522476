"""The words, figures and charts for many duels."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from rules.games.duels.simulation import ENDS, Tally
from rules.goldfish.results.intervals import Z
from web.charts import Chart, Series, columns
from web.number_format import COUNT, SHARE

#: Higher numbers of wounds are grouped.
MAX_SHOWN: Final = 9


@dataclass(frozen=True, slots=True)
class Figure:
    """A headline number and its error."""

    value: str
    error: str
    label: str


def end_words(names: tuple[str, str]) -> tuple[str, ...]:
    """Each end in words, in the order of ``ENDS``."""
    a, b = names
    return (f"{b} is destroyed", f"{a} is destroyed", "both are destroyed", "both live")


def figures(tally: Tally, names: tuple[str, str]) -> list[Figure]:
    """The ends and the mean wounds."""
    shown = [(tally.end(end), SHARE, words) for end, words in zip(ENDS, end_words(names), strict=True)]
    shown += [(tally.mean_wounds(side), COUNT, f"wounds of {names[side]} on average") for side in (0, 1)]
    return [Figure(*unit.large(found), words) for found, unit, words in shown if found]


def sentence(tally: Tally, names: tuple[str, str]) -> str:
    """The result in one line; it says who is ahead only if that is significant."""
    falls = [sum(times for end, times in tally.ends.items() if end[side]) / tally.played for side in (0, 1)]
    shares = f"{names[0]} falls in {SHARE.brief(falls[0])} of the duels, {names[1]} in {SHARE.brief(falls[1])}."
    # Among the duels in which exactly one of them falls: a fair coin stays this close to one half.
    alone = tally.ends[True, False], tally.ends[False, True]
    if abs(alone[0] - alone[1]) <= Z * sqrt(sum(alone)):
        return f"Neither is clearly ahead: {shares}"
    return f"{names[0] if alone[1] > alone[0] else names[1]} has the better of it: {shares}"


def charts(tally: Tally, names: tuple[str, str]) -> tuple[Chart, Chart]:
    """How the duels ended, and how many wounds each side took."""
    ends = [tally.end(end) for end in ENDS]
    short = ("B falls", "A falls", "both fall", "both live")
    ended = Chart(
        "ends",
        "How it ends",
        columns(short, [Series("share", ends)], "share of duels", SHARE),
        ("End", "Duels", "Share"),
        tuple(
            (words, str(tally.ends[end]), SHARE.full(found))
            for end, words, found in zip(ENDS, end_words(names), ends, strict=True)
        ),
    )
    most = min(tally.most_wounds, MAX_SHOWN)
    labels = [f"{number}+" if number == MAX_SHOWN else str(number) for number in range(most + 1)]
    took = [[tally.took(side, number, or_more=number == MAX_SHOWN) for number in range(most + 1)] for side in (0, 1)]
    wounds = Chart(
        "wounds",
        "Wounds taken",
        columns(labels, [Series("by A", took[0]), Series("by B", took[1])], "wounds", SHARE),
        ("Wounds", *names),
        tuple((label, SHARE.full(by_a), SHARE.full(by_b)) for label, by_a, by_b in zip(labels, *took, strict=True)),
    )
    return ended, wounds
