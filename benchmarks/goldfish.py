"""Five Days alone in the City, compiled against plain Python: ``python -m benchmarks.goldfish``.

Every starter deck is played under every policy, by the kernel and by the reference, which gives the same games. Beside
them stands the loop that deck sites publish, written anew: card objects in a list, shuffled, popped, sorted by worth;
it draws and pays for five Days and knows no City, no crew and no duel. Then two decks in the same games, and how many
games that saves. Per CPU-second, best of a few rounds.
"""

from __future__ import annotations

import itertools
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.goldfish import (
    POLICIES,
    Encoded,
    Tallies,
    adversary,
    city_deck,
    compare,
    encode,
    merge,
    policy,
    simulate,
    simulate_pair,
)
from rules.goldfish.reference import play

TARGET_RATE = 1_000_000
TARGET_RATIO = 60
GAMES = 60_000
REFERENCE_GAMES = 60
PEER_GAMES = 400
PAIRS = 20_000
MANY_GAMES = 4_000_000
#: KiB: less than a byte for each of them.
MOST_GROWTH = 2_000
#: A card that any deck may hold, for comparisons.
FILLER = "01170"
ROUNDS = 5


@dataclass(eq=False)
class PeerCard:
    name: str
    cost: int
    worth: int
    permanent: bool


def peer(deck: list[PeerCard], dice: random.Random) -> int:
    """One game as a deck site's script plays it."""
    library, hand, in_play, discarded = list(deck), [], [], []
    dice.shuffle(library)
    for _ in range(5):
        for _ in range(6):
            if not library:
                library, discarded = discarded, []
                dice.shuffle(library)
            if library:
                hand.append(library.pop(0))
        hand.sort(key=lambda card: card.worth)
        for card in [card for card in hand if card.permanent]:
            others = [other for other in hand if other is not card]
            if card in hand and len(others) >= card.cost:
                for other in others[: card.cost]:
                    hand.remove(other)
                    discarded.append(other)
                hand.remove(card)
                in_play.append(card)
        while len(hand) > 6:
            discarded.append(hand.pop(0))
    return len(in_play)


def seconds(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


def by_reference(deck: Encoded, games: int) -> Tallies:
    return merge(Tallies.of(play(deck, 1, game), deck) for game in range(games))


def pairs(catalogue: Catalogue) -> None:
    """Every starter against itself with one card exchanged, and with one card more, under every policy."""
    best, gains = 0.0, {"exchanged": [], "more": []}
    for starter, name in itertools.product(read_starters(), POLICIES):
        deck = starter.decklist
        cards = dict(deck.faction)
        out = next(code for code, copies in cards.items() if copies == 1 and code != FILLER)
        more = cards | {FILLER: cards.get(FILLER, 0) + 1}
        others = {"exchanged": {code: copies for code, copies in more.items() if code != out}, "more": more}
        for change, faction in others.items():
            a, b = (
                encode(made, catalogue, policy(name), adversary(), city_deck(catalogue))
                for made in (deck, Decklist.of(deck.leader, deck.approach, faction))
            )
            start = time.process_time()
            tallies = simulate_pair(a, b, 1, 0, PAIRS)
            best = max(best, 2 * PAIRS / (time.process_time() - start))
            gain = compare(a, b, catalogue, tallies, 1).days[-1]["margins"].gain
            gains[change].append(gain)
    print(f"pairs: up to {best:,.0f} games a CPU-second, both decks counted")
    for change, found in gains.items():
        low, middle, high = min(found), statistics.median(found), max(found)
        print(
            f"games saved by common luck, one card {change}: {middle:.1f} times in the median, {low:.1f} to {high:.1f}"
        )


def peak_memory(games: int) -> int:
    """KiB that a process of its own takes at most."""
    code = f"from benchmarks.goldfish import *; play_alone({games})"
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def play_alone(games: int) -> None:
    catalogue = load_catalogue()
    deck = read_starters()[0].decklist
    simulate(encode(deck, catalogue, policy(), adversary(), city_deck(catalogue)), 1, 0, games)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def main() -> int:
    catalogue = load_catalogue()
    decks = {
        name: [
            encode(starter.decklist, catalogue, policy(name), adversary(), city_deck(catalogue))
            for starter in read_starters()
        ]
        for name in POLICIES
    }
    start = time.perf_counter()
    simulate(decks["thrifty"][0], 1, 0, 1)
    print(f"first call, with Numba's import and its cache: {time.perf_counter() - start:.1f} s")
    for group in decks.values():
        for deck in group:
            if by_reference(deck, 20) != simulate(deck, 1, 0, 20):
                print("the kernel and the reference disagree")
                return 1

    dice = random.Random(1)
    objects = [PeerCard(c.code, c.cost, sum(c.values), c.gear is not None) for c in decks["thrifty"][0].cards]
    rates = {}
    for name, group in decks.items():
        best = [float("inf")] * len(group)
        for _ in range(ROUNDS):
            for place, deck in enumerate(group):
                best[place] = min(best[place], seconds(lambda deck=deck: simulate(deck, 1, 0, GAMES)))
        rates[name] = GAMES * len(group) / sum(best)
    slow = min(
        sum(
            seconds(lambda deck=deck: by_reference(deck, REFERENCE_GAMES)) for group in decks.values() for deck in group
        )
        for _ in range(2)
    )
    reference = REFERENCE_GAMES * sum(map(len, decks.values())) / slow
    took = min(seconds(lambda: [peer(objects, dice) for _ in range(PEER_GAMES)]) for _ in range(ROUNDS))

    kernel = len(rates) / sum(1 / rate for rate in rates.values())
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} games a CPU-second")
    print(f"kernel : wanted = {kernel / TARGET_RATE:.2f} ({kernel:,.0f} games a CPU-second)")
    print(f"kernel : reference = {kernel / reference:,.0f} ({reference:,.0f} games; wanted {TARGET_RATIO})")
    small = PEER_GAMES / took
    print(f"kernel : a published loop's shape = {kernel / small:,.0f} ({small:,.0f} of its smaller games)")

    pairs(catalogue)
    few, many = (peak_memory(games) for games in (1_000, MANY_GAMES))
    print(f"memory for {MANY_GAMES:,} games in one call: {many - few:,} KiB more than for 1,000 ({few:,} KiB in all)")
    flat = many - few < MOST_GROWTH
    return 0 if kernel >= TARGET_RATE and kernel >= TARGET_RATIO * reference and flat else 1


if __name__ == "__main__":
    sys.exit(main())
