"""Reading a pasted list, against looking up lines that are already exact.

The reference splits the same lines at the first ``x`` and finds their names in a dictionary: it forgives nothing. The
ratio says what forgiveness costs, and does not depend on the machine.

    python benchmarks/bench_import.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cards.catalogue.datafiles import load_catalogue
from decks.exchange import NamedDeck, parse, render
from decks.lists.starters import read_starters

ROUNDS = 7
REPEATS = 20


def seconds(task: Callable[[], object]) -> float:
    """The best of some rounds, for one call."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(REPEATS):
            task()
        best = min(best, (time.perf_counter() - started) / REPEATS)
    return best


def main() -> None:
    catalogue = load_catalogue()
    starter = read_starters()[0]
    text = render(NamedDeck(starter.name, starter.decklist), "text", catalogue).text
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    exact = "\n".join(lines)
    slips = "\n".join(f"{line[:-2]}{line[-1]}{line[-2]}" for line in lines)
    codes = {name: card.code for card in catalogue for name in (card.name, card.full_name)}

    def look_up() -> dict[str, int]:
        found: dict[str, int] = {}
        for line in exact.splitlines():
            quantity, _, name = line.partition("x ")
            code = codes[name]
            found[code] = found.get(code, 0) + int(quantity)
        return found

    reference = seconds(look_up)
    forgiving = seconds(lambda: parse(exact, catalogue, kind="text"))
    guessing = seconds(lambda: parse(slips, catalogue, kind="text"))
    print(f"lines read                        {len(lines)}")
    print(f"exact lookup, the reference       1 ({reference * 1e6:.0f} µs)")
    print(f"parse, every line exact           {forgiving / reference:.0f} ({forgiving * 1e3:.2f} ms)")
    print(f"parse, a slip in every line       {guessing / reference:.0f} ({guessing * 1e3:.2f} ms)")
    print(f"slips to exact                    {guessing / forgiving:.1f}")


if __name__ == "__main__":
    main()
