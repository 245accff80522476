"""The real cards and decks, read once for all tests of the engine."""

from cards.catalogue.datafiles import load_catalogue
from decks.lists.starters import read_starters
from rules.five_sails import Book, Game, book_of
from rules.five_sails.bots import RandomBot

BOOK = book_of(load_catalogue())
#: Every card with its printed numbers alone, so that counts stay the same when another ability is implemented.
BARE = Book(load_catalogue(), {})
STARTERS = {starter.code: starter.decklist for starter in read_starters()}
DECKS = tuple(STARTERS.values())


def random_game(*decks: int, seed: int = 0, choices: int = 100_000, book: Book = BOOK, **settings: object) -> Game:
    """A game of a random bot with some of the starter decks, played for so many choices or to its end."""
    game = Game.new(book, [DECKS[number] for number in decks], seed=seed, **settings)  # type: ignore[arg-type]
    bot = RandomBot(seed, 1)
    for _ in range(choices):
        if game.over:
            break
        game.push(bot.choose(game))
    return game
