"""Counted fixtures, as perft in chess: ``python -m tests.rules.five_sails.perft`` counts them anew.

All cards count as their printed numbers here, so that the numbers change only when the rules of the engine do. Whoever
changes them says why.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.five_sails import PLAYTEST, RULEBOOK, Game, record, to_text
from rules.five_sails.bots import RandomBot
from tests.rules.five_sails.known import BARE, DECKS, random_game

FOLDER = Path(__file__).parent
FILE = FOLDER / "perft.json"
RULES = {"2023": RULEBOOK, "playtest": PLAYTEST}

#: Seats, seed and edition of each line that is followed.
LINES = [
    ((0, 1), 1, "2023"),
    ((1, 2), 2, "2023"),
    ((2, 3), 3, "2023"),
    ((3, 4), 4, "2023"),
    ((4, 0), 5, "playtest"),
    ((0, 1, 2), 6, "2023"),
    ((4, 3, 2, 1), 7, "2023"),
]
#: Where in a game all choices are followed: seats, seed, after how many choices, how deep.
TREES = [((0, 1), 1, 0, 4), ((0, 1), 1, 30, 2), ((2, 3), 8, 61, 2), ((4, 1), 9, 95, 2), ((0, 2, 4), 3, 40, 2)]
EVERY = 20


def line(seats: tuple[int, ...], seed: int, rules: str) -> Iterator[tuple[int, int, str]]:
    """The number of choices and the digest after every few choices of a random game, and at its end."""
    game = Game.new(BARE, [DECKS[seat] for seat in seats], seed=seed, options=RULES[rules])
    bot = RandomBot(seed, 1)
    while not game.over:
        if len(game.state.history) % EVERY == 0:
            yield len(game.state.history), len(game.legal()), game.digest()
        game.push(bot.choose(game))
    yield len(game.state.history), 0, game.digest()


def count(game: Game, depth: int) -> int:
    """How many sequences of so many choices there are."""
    if depth == 0 or game.over:
        return 1
    if depth == 1:
        return len(game.legal())
    return sum(count(game.apply(choice), depth - 1) for choice in game.legal())


def tree(seats: tuple[int, ...], seed: int, choices: int, depth: int) -> list[int]:
    """The counts of all depths up to the given one."""
    game = random_game(*seats, seed=seed, choices=choices, book=BARE)
    return [count(game, each) for each in range(1, depth + 1)]


def counted() -> dict[str, Any]:
    return {
        "lines": [
            [list(seats), seed, rules, [list(at) for at in line(seats, seed, rules)]] for seats, seed, rules in LINES
        ],
        "trees": [[list(seats), *rest, tree(seats, *rest)] for seats, *rest in TREES],
    }


def written(document: dict[str, Any]) -> str:
    """One line for each point and each tree, so that a change shows where it begins."""
    lines = [
        f"  [{json.dumps(seats)}, {seed}, {json.dumps(rules)}, [\n"
        + ",\n".join(f"    {json.dumps(point)}" for point in points)
        + "\n  ]]"
        for seats, seed, rules, points in document["lines"]
    ]
    trees = [f"  {json.dumps(each)}" for each in document["trees"]]
    return '{"lines": [\n' + ",\n".join(lines) + '\n], "trees": [\n' + ",\n".join(trees) + "\n]}\n"


def main() -> None:
    FILE.write_text(written(counted()), encoding="utf-8")
    games = FOLDER / "games"
    games.mkdir(exist_ok=True)
    for seats, seed, rules in LINES:
        game = random_game(*seats, seed=seed, book=BARE, options=RULES[rules])
        name = "-".join(map(str, seats))
        (games / f"{rules}-{name}-{seed}.txt").write_text(to_text(record(game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
