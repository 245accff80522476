"""Whole games between random players, compared with other games' engines: ``python -m benchmarks.five_sails``.

Ours plays all pairings of the starter decks, once with every implemented ability and once with printed numbers only. If
installed, random two-player games of catanatron (Catan) and dgisim (Genshin Impact TCG), of similar complexity,
and of rlcard (gin rummy, Uno), which are simpler, run beside it. The project needs none of them. All rates are
per CPU-second, the best of a few alternating rounds.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from itertools import product

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from rules.five_sails import Book, Game, book_of
from rules.five_sails.bots import RandomBot, play_out

TARGET_GAMES = 100
TARGET_RATIO = 2
TARGET_COPY = 50e-6
ROUNDS = 5
#: How long one engine plays in one round.
SECONDS = 0.8

PAIRINGS = list(product(range(5), repeat=2))

#: Plays the game with that number.
PlayGame = Callable[[int], object]


def ours(book: Book) -> PlayGame:
    decks = [starter.decklist for starter in read_starters()]

    def play(number: int) -> Game:
        one, two = PAIRINGS[number % len(PAIRINGS)]
        game = Game.new(book, [decks[one], decks[two]], seed=number)
        return play_out(game, [RandomBot(number, 1), RandomBot(number, 2)])

    return play


def catan() -> PlayGame:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    return lambda number: Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=number).play()


def genshin() -> PlayGame:
    from dgisim import GameState, GameStateMachine
    from dgisim.agents import RandomAgent

    return lambda _: GameStateMachine(GameState.from_default(), RandomAgent(), RandomAgent()).run()


def rlcard(name: str) -> Callable[[], PlayGame]:
    def make() -> PlayGame:
        import rlcard
        from rlcard.agents import RandomAgent

        env = rlcard.make(name)
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        return lambda _: env.run(is_training=False)

    return make


PEERS: dict[str, Callable[[], PlayGame]] = {
    "catanatron": catan,
    "dgisim": genshin,
    "rlcard, gin rummy": rlcard("gin-rummy"),
    "rlcard, Uno": rlcard("uno"),
}


def rate(play: PlayGame, start: int) -> tuple[float, int]:
    """Games per CPU-second, and how many were played."""
    number = start
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        play(number)
        number += 1
    return (number - start) / took, number


def seconds(task: Callable[[], object], times: int) -> float:
    """CPU-seconds for one call, the best of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(times):
            task()
        best = min(best, (time.process_time() - began) / times)
    return best


def main() -> int:
    catalogue = load_catalogue()
    book, bare = book_of(catalogue), Book(catalogue, {})
    runs = {"ours": ours(book), "ours, printed numbers only": ours(bare)}
    for name, make in PEERS.items():
        try:
            runs[name] = make()
        except ImportError:
            print(f"{name.split(',', maxsplit=1)[0]} is not installed and not measured")
    gc.freeze()
    rates = dict.fromkeys(runs, 0.0)
    numbers = dict.fromkeys(runs, 0)
    for play in (runs["ours"], runs["ours, printed numbers only"]):
        for number in range(len(PAIRINGS)):
            play(number)
    for _ in range(ROUNDS):
        for name, play in runs.items():
            games_per_second, numbers[name] = rate(play, numbers[name])
            rates[name] = max(rates[name], games_per_second)
    for name, best in sorted(rates.items(), key=lambda item: -item[1]):
        print(f"ours : {name} = {rates['ours'] / best:.2f} ({best:,.1f} games per CPU-second)")

    games = [runs["ours"](number) for number in range(len(PAIRINGS))]
    choices = sum(len(game.history) for game in games if isinstance(game, Game)) / len(games)
    decks = [starter.decklist for starter in read_starters()]
    middle = Game.new(book, decks[:2], seed=3)
    bot = RandomBot(3)
    for _ in range(90):
        middle.push(bot.choose(middle))
    copy = seconds(middle.copy, 2000)
    step = seconds(lambda: middle.apply(middle.legal()[0]), 1000)
    print(f"choices per game: {choices:.0f}; choices per CPU-second: {choices * rates['ours']:,.0f}")
    print(f"a copy in the middle of a game: {1e6 * copy:.1f} us, {1 / copy:,.0f} per CPU-second")
    print(f"a copy and a choice: {1e6 * step:.1f} us; a digest: {1e6 * seconds(middle.digest, 100):.0f} us")
    print(f"a view: {1e6 * seconds(lambda: middle.view(0), 100):.0f} us")
    good = rates["ours"] >= TARGET_GAMES and copy <= TARGET_COPY
    if "catanatron" in rates:
        good = good and rates["ours"] >= TARGET_RATIO * rates["catanatron"]
    print(f"target: {TARGET_GAMES} games, {TARGET_RATIO} times catanatron, a copy in {1e6 * TARGET_COPY:.0f} us")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
