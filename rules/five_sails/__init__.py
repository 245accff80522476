"""City of Five Sails as a library: set up a game, list the legal choices, make one, look at the result.

docs/explanation/engine.md starts with an example session and explains how the parts fit together. The engine knows no
card by name: what a card does beyond its printed numbers is declared in ``rules.five_sails.abilities``.
"""

from rules.five_sails.game import Game, book_of
from rules.five_sails.records import Record, from_json, from_text, record, replay, to_json, to_text
from rules.five_sails.state.state import Outcome
from rules.five_sails.state.table import Book
from rules.five_sails.terms.basics import Phase, Stat, Victory, Zone
from rules.five_sails.terms.choices import Choice, IllegalChoice, Kind, Refusal
from rules.five_sails.terms.happenings import Happening, Moment
from rules.five_sails.terms.options import PLAYTEST, RULEBOOK, Options
from rules.five_sails.text.sentences import say_choice, say_happening, transcript
from rules.five_sails.text.views import View

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
