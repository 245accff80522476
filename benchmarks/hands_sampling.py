"""Hands of seven from forty, against a textbook C loop: ``python -m benchmarks.hands_sampling``.

The C loop is the one a careful programmer writes first: xoshiro256++, a partial Fisher-Yates shuffle, one word for each
card, compiled with ``gcc -O3 -march=native`` where gcc is there. Both count the hands by how many of twelve cards they
hold, and both are held to the exact odds. Beside them stand the ways that Python offers, and the whole table of hands.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import comb
from pathlib import Path

from rules.goldfish.run import load_compiled

opening = load_compiled("opening")

SIZE, DRAWN, MEMBERS = 40, 7, 12
#: Cards of a second set in the whole table.
OTHERS = 10
TARGET = 4.0
#: Seconds that the whole table may take.
WHOLE = 0.5
HANDS = 40_000_000
#: The 99.9 % point of chi squared with seven degrees of freedom.
CHI_SQUARED = 24.3
ROUNDS = 5

C_SOURCE = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state[4] = {1, 2, 3, 4};

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_word(void) {
    uint64_t result = rotate(state[0] + state[3], 23) + state[0], shifted = state[1] << 17;
    state[2] ^= state[0]; state[3] ^= state[1]; state[1] ^= state[2]; state[0] ^= state[3];
    state[2] ^= shifted; state[3] = rotate(state[3], 45);
    return result;
}

int main(int count, char **words) {
    long hands = atol(words[1]), held[8] = {0};
    int deck[40];
    for (int i = 0; i < 40; i++) deck[i] = i;
    for (int i = 0; i < 100; i++) next_word();
    clock_t start = clock();
    for (long hand = 0; hand < hands; hand++) {
        int members = 0;
        for (int i = 0; i < 7; i++) {
            int j = i + (int)(((unsigned __int128)next_word() * (uint64_t)(40 - i)) >> 64);
            int card = deck[j];
            deck[j] = deck[i];
            deck[i] = card;
            members += card < 12;
        }
        held[members]++;
    }
    printf("%.6f", (double)(clock() - start) / CLOCKS_PER_SEC);
    for (int i = 0; i < 8; i++) printf(" %ld", held[i]);
    return 0;
}
"""


def chi_squared(counts: list[int]) -> float:
    """How far counts are from the exact odds; the rarest hands are counted together."""
    total = sum(counts)
    expected = [comb(MEMBERS, k) * comb(SIZE - MEMBERS, DRAWN - k) / comb(SIZE, DRAWN) * total for k in range(8)]
    return sum((found - hoped) ** 2 / hoped for found, hoped in zip(counts, expected, strict=True))


def c_loop(directory: Path) -> Callable[[], tuple[float, list[int]]] | None:
    """The compiled reference: seconds and counts of one run; nothing where there is no compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    source, program = directory / "hands.c", directory / "hands"
    source.write_text(C_SOURCE, encoding="utf-8")
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)

    def run() -> tuple[float, list[int]]:
        seconds, *counts = subprocess.run(
            [program, str(HANDS // 4)], check=True, capture_output=True, text=True
        ).stdout.split()
        return float(seconds) / (HANDS // 4), [int(count) for count in counts]

    return run


def ours() -> tuple[float, list[int]]:
    start = time.process_time()
    counts = opening.sample(2026, 0, HANDS, SIZE, DRAWN, (1 << MEMBERS) - 1)
    return (time.process_time() - start) / HANDS, list(counts)


def python_sample() -> tuple[float, list[int]]:
    dice, deck, hands = random.Random(1), range(SIZE), 60_000
    counts = [0] * 8
    start = time.process_time()
    for _ in range(hands):
        counts[sum(card < MEMBERS for card in dice.sample(deck, DRAWN))] += 1
    return (time.process_time() - start) / hands, counts


def python_shuffle() -> tuple[float, list[int]]:
    """The usual shape of a deck site's tester: shuffle the whole list, take from the top."""
    dice, hands = random.Random(1), 15_000
    counts = [0] * 8
    start = time.process_time()
    for _ in range(hands):
        deck = list(range(SIZE))
        dice.shuffle(deck)
        counts[sum(deck.pop() < MEMBERS for _ in range(DRAWN))] += 1
    return (time.process_time() - start) / hands, counts


def enumeration() -> float:
    """Seconds for the whole table; its cells must be the formula's."""
    start = time.process_time()
    table = opening.enumerate_hands(SIZE, DRAWN, (1 << MEMBERS) - 1, ((1 << OTHERS) - 1) << MEMBERS)
    took = time.process_time() - start
    for first in range(DRAWN + 1):
        for second in range(DRAWN + 1 - first):
            rest = comb(SIZE - MEMBERS - OTHERS, DRAWN - first - second)
            if table[first, second] != comb(MEMBERS, first) * comb(OTHERS, second) * rest:
                sys.exit(f"the table has {table[first, second]} hands with {first} and {second} cards of the two sets")
    return took


def main() -> int:
    opening.sample(1, 0, 1000, SIZE, DRAWN, 1)
    opening.enumerate_hands(SIZE, 1, 1, 2)
    with tempfile.TemporaryDirectory() as directory:
        reference = c_loop(Path(directory))
        runs = {"ours": ours, "random.sample": python_sample, "shuffle and pop": python_shuffle}
        if reference is not None:
            runs["C, partial Fisher-Yates"] = reference
        seconds = dict.fromkeys(runs, float("inf"))
        for _ in range(ROUNDS):
            for name, run in runs.items():
                took, counts = run()
                seconds[name] = min(seconds[name], took)
                if chi_squared(counts) > CHI_SQUARED:
                    print(f"{name}: the counts {counts} are not the odds' (chi squared {chi_squared(counts):.1f})")
                    return 1
    for name, took in sorted(seconds.items(), key=lambda item: item[1]):
        print(f"ours : {name} = {took / seconds['ours']:.2f} ({1 / took:,.0f} hands a CPU-second)")
    whole = enumeration()
    print(f"all {comb(SIZE, DRAWN):,} hands of the deck by two sets: {1000 * whole:.0f} ms (wanted {1000 * WHOLE:.0f})")
    if reference is None:
        print("no gcc here: the C loop was not measured")
        return 0 if whole <= WHOLE else 1
    ratio = seconds["C, partial Fisher-Yates"] / seconds["ours"]
    print(f"ours : C = {ratio:.2f} (wanted {TARGET:.0f})")
    return 0 if ratio >= TARGET and whole <= WHOLE else 1


if __name__ == "__main__":
    sys.exit(main())
