"""How well and how fast the bots play: ``python -m benchmarks.bots [GAMES]``.

The heuristic bot against the random one and against itself, in all pairings of the starter decks and from both seats,
with its score, Wilson's interval of the share of games it won, and games per CPU-second.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import product

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from rules.five_sails import Game, book_of
from rules.five_sails.bots import BOTS, play_out
from rules.goldfish.results.intervals import share

GAMES = 1000


def match(one: str, other: str, games: int) -> str:
    """Play and report a match; the seats change after every game."""
    book = book_of(load_catalogue())
    decks = [starter.decklist for starter in read_starters()]
    pairings = list(product(decks, repeat=2))
    won = drawn = choices = 0
    ways: Counter[str] = Counter()
    started = time.process_time()
    for number in range(games):
        seat = number % 2
        bots = [BOTS[one](number, 1), BOTS[other](number, 2)]
        game = Game.new(book, pairings[(number // 2) % len(pairings)], seed=number)
        outcome = play_out(game, bots[::-1] if seat else bots).outcome
        if outcome is None:
            raise RuntimeError(f"game {number} has no end")
        won += outcome.winner == seat
        drawn += outcome.winner is None
        choices += len(game.history)
        ways[outcome.victory.value] += 1
    seconds = time.process_time() - started
    estimate = share(won, games)
    interval = (
        "" if estimate is None else f" ({estimate.value:.1%}, 95 % from {estimate.low:.1%} to {estimate.high:.1%})"
    )
    return (
        f"{one} against {other}: won {won} of {games}{interval}, {drawn} drawn; "
        f"{games / seconds:.0f} games and {choices / seconds:,.0f} choices per CPU-second; "
        + ", ".join(f"{way} {count}" for way, count in ways.most_common())
    )


def main() -> None:
    """Play the matches."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(match("heuristic", "random", games))
    print(match("heuristic", "heuristic", games // 4))


if __name__ == "__main__":
    main()
