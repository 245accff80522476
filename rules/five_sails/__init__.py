"""City of Five Sails as a library: set a game up, ask what may be chosen, choose, and look at what came of it.

    >>> from cards.datafiles import load_catalogue
    >>> from decks.starters import read_starters
    >>> from rules.five_sails import Game, book_of
    >>> castille, eisen, *_ = [starter.decklist for starter in read_starters()]
    >>> game = Game.new(book_of(load_catalogue()), [castille, eisen], seed=7)
    >>> game.to_choose, len(game.legal())
    (0, 5)
    >>> game = game.apply(game.legal()[0])

The game knows no card by name: what cards do beyond their numbers is declared in ``rules.five_sails.abilities``.
docs/explanation/engine.md tells how the parts fit together.
"""

from rules.five_sails.choices import Choice, IllegalChoice, Kind, Refusal
from rules.five_sails.game import Game, book_of
from rules.five_sails.happenings import Happening, Moment
from rules.five_sails.notation import Record, from_json, from_text, record, replay, to_json, to_text
from rules.five_sails.options import PLAYTEST, RULEBOOK, Options
from rules.five_sails.sentences import say_choice, say_happening, transcript
from rules.five_sails.state import Outcome
from rules.five_sails.table import Book
from rules.five_sails.terms import Phase, Stat, Victory, Zone
from rules.five_sails.views import View

__all__ = [
    "PLAYTEST",
    "RULEBOOK",
    "Book",
    "Choice",
    "Game",
    "Happening",
    "IllegalChoice",
    "Kind",
    "Moment",
    "Options",
    "Outcome",
    "Phase",
    "Record",
    "Refusal",
    "Stat",
    "Victory",
    "View",
    "Zone",
    "book_of",
    "from_json",
    "from_text",
    "record",
    "replay",
    "say_choice",
    "say_happening",
    "to_json",
    "to_text",
    "transcript",
]
