"""What was measured, what was wanted, and the tables that say both."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

#: Requests for a second of processor time, as a share of the bare view's.
WANTED_SHARES: Final = {"cards: search": 0.35, "deck: page, kept": 0.2, "builder: edit": 0.08}
#: What any page may cost.
MAX_BARE_VIEWS: Final = 20.0
#: How much more a page may cost with twenty-five times as many decks, and what is too little to be told from noise.
MAX_GROWTH: Final = 1.5
NOISE: Final = 1.0
#: How much more memory the web processes may hold at the end of the run than after its first third.
MAX_MEMORY_GROWTH: Final = 1.05


@dataclass
class Verdict:
    """The lines of a report, and every target that was missed."""

    lines: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def say(self, line: str = "") -> None:
        """Add a line and show it at once."""
        self.lines.append(line)
        print(line, flush=True)

    def judge(self, met: bool, words: str) -> str:
        """Keep what was missed; a word for the table."""
        if not met:
            self.missed.append(words)
        return "met" if met else "MISSED"


@dataclass(frozen=True, slots=True)
class Rate:
    """Requests of one kind that were answered in some time, and what they cost the web processes."""

    requests: int
    seconds: float
    cpu_seconds: float

    @property
    def per_second(self) -> float:
        """By the clock, with everything else that runs on the machine."""
        return self.requests / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """By what the site itself used: whatever else runs on the machine does not count."""
        return self.requests / max(self.cpu_seconds, 0.01)


def report_rates(verdict: Verdict, rounds: Mapping[str, Sequence[Rate]], bare: str) -> None:
    """Each kind beside the bare view of the same round."""
    verdict.say(
        f"{'one kind at a time':28}{'per second':>12}{'ratio':>8}{'per CPU-second':>16}{'ratio':>8}{'wanted':>8}"
    )
    for name, rates in rounds.items():
        by_clock = statistics.median(a.per_second / b.per_second for a, b in zip(rates, rounds[bare], strict=True))
        share = statistics.median(a.per_cpu_second / b.per_cpu_second for a, b in zip(rates, rounds[bare], strict=True))
        wanted = WANTED_SHARES.get(name)
        words = ""
        if wanted is not None:
            met = verdict.judge(share >= wanted, f"{name}: {share:.2f} of the bare view's rate, wanted {wanted}")
            words = f"{wanted:8.2f} {met}"
        speed = statistics.median(rate.per_second for rate in rates)
        cost = statistics.median(rate.per_cpu_second for rate in rates)
        verdict.say(f"{name:28}{speed:12.0f}{by_clock:8.2f}{cost:16.0f}{share:8.2f}{words}")
    verdict.say()


def report_growth(verdict: Verdict, costs: Mapping[int, Mapping[str, float]], may_grow: Collection[str] = ()) -> None:
    """What each page costs with few decks stored and with many, in bare views of the same moment."""
    stages = sorted(costs)
    head = "".join(f"{f'{stage:,}':>10}" for stage in stages)
    verdict.say(f"{'cost in bare views, decks:':28}{head}{'growth':>9}")
    for name in costs[stages[0]]:
        few, many = costs[stages[0]][name], costs[stages[-1]][name]
        growth = many / few
        flat = growth <= MAX_GROWTH or many - few <= NOISE or name in may_grow
        word = verdict.judge(flat, f"{name}: costs {growth:.1f} times as much with {stages[-1]:,} decks")
        if many > MAX_BARE_VIEWS:
            word = verdict.judge(False, f"{name}: costs {many:.0f} bare views, wanted {MAX_BARE_VIEWS:.0f} at most")
        numbers = "".join(f"{costs[stage][name]:10.1f}" for stage in stages)
        verdict.say(f"{name:28}{numbers}{growth:9.2f} {word}")
    verdict.say()


def report_memory(verdict: Verdict, samples: Sequence[float]) -> None:
    """Flat, from the end of the first third on; what went before is caches that fill."""
    third = max(1, len(samples) // 3)
    parts = [statistics.median(samples[place : place + third]) for place in (0, third, len(samples) - third)]
    growth = parts[2] / parts[1]
    met = verdict.judge(growth <= MAX_MEMORY_GROWTH, f"memory grew to {growth:.2f} times in the last two thirds")
    shown = ", ".join(f"{part:.0f}" for part in parts)
    verdict.say(f"memory of the web processes, MiB, by thirds of the run: {shown}; growth {growth:.3f}, flat: {met}")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of request in the mix."""

    name: str
    requests: int
    p50: float
    p95: float
    p99: float
    refused: int
    errors: int


def report_mix(verdict: Verdict, kinds: Sequence[Kind], bare: str) -> None:
    """Everybody at once: how long each kind took, beside the bare view in the same crowd."""
    plain = next(kind for kind in kinds if kind.name == bare)
    title = "everybody at once"
    verdict.say(f"{title:28}{'requests':>10}{'p50 ms':>9}{'p95':>9}{'p99':>9}{'p50 ratio':>11}{'429':>7}{'errors':>8}")
    for kind in sorted(kinds, key=lambda each: each.p50):
        times = f"{kind.p50:9.0f}{kind.p95:9.0f}{kind.p99:9.0f}{kind.p50 / max(plain.p50, 1):11.1f}"
        verdict.say(f"{kind.name:28}{kind.requests:10}{times}{kind.refused:7}{kind.errors:8}")
    requests, errors = sum(kind.requests for kind in kinds), sum(kind.errors for kind in kinds)
    met = verdict.judge(errors == 0, f"{errors} errors under load")
    verdict.say(f"{requests} requests, {sum(kind.refused for kind in kinds)} refused with 429, {errors} errors: {met}")
    verdict.say()


@dataclass
class Asked:
    """What became of one program's requests."""

    served: int = 0
    refused: int = 0
    others: Counter[int] = field(default_factory=Counter)
    #: Of the refusals, those that said when to come again.
    told: int = 0

    @property
    def total(self) -> int:
        """How many answers there were."""
        return self.served + self.refused + self.others.total()

    def count(self, status: int, retry_after: str) -> None:
        """One more answer."""
        if status == HTTPStatus.OK:
            self.served += 1
        elif status == HTTPStatus.TOO_MANY_REQUESTS:
            self.refused += 1
            self.told += retry_after.isdigit()
        else:
            self.others[status] += 1


def report_refusals(verdict: Verdict, greedy: Asked, modest: Asked) -> None:
    """Who asks for too much is told to wait; who does not is served all the same."""
    told = verdict.judge(
        0 < greedy.refused == greedy.told and not greedy.others,
        f"a program that asked too often: {greedy.refused} refusals, {greedy.told} with a time, {dict(greedy.others)}",
    )
    served = verdict.judge(
        modest.served > 0 and not modest.refused and not modest.others,
        f"a program beside it: {modest.refused} refusals, {dict(modest.others)}",
    )
    verdict.say(
        f"a program that asks too often: {greedy.served} served, {greedy.refused} refused with 429, "
        f"{greedy.told} of them told when to come again: {told}"
    )
    verdict.say(f"another beside it: {modest.served} served, {modest.refused} refused: {served}")
    verdict.say()
