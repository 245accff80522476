"""A game as a value: what may be chosen, what comes of it, and how it looks from each seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from rules.five_sails import calendar, crew, drama, dusk, elimination, planning, pressure  # noqa: F401  (handlers)
from rules.five_sails.abilities.declared import BUILT
from rules.five_sails.agenda import advance, take
from rules.five_sails.choices import Choice, IllegalChoice, Refusal
from rules.five_sails.digests import digest
from rules.five_sails.happenings import Happening
from rules.five_sails.imagining import imagine
from rules.five_sails.options import RULEBOOK, Options
from rules.five_sails.refusals import why_not
from rules.five_sails.setup import set_up
from rules.five_sails.state import Outcome, State
from rules.five_sails.table import Book, Table, table_of
from rules.five_sails.views import View, view
from rules.streams import Stream


class Game:
    """One game of City of Five Sails. ``apply`` gives another game; ``push`` and ``do`` change this one."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def new(
        cls,
        book: Book,
        decks: Sequence[Decklist],
        *,
        seed: int = 0,
        game: int = 0,
        city: str = "core",
        options: Options = RULEBOOK,
    ) -> Game:
        """Begin game number ``game`` of a seed; the decks are in the order of the seats.

        :raises ValueError: if a deck cannot be played at all; whether a format allows it ``decks.legality`` says.
        """
        state = set_up(table_of(book, tuple(decks), city, options), seed, game)
        advance(state)
        return cls(state)

    @property
    def table(self) -> Table:
        """The cards of the game and everything else that no choice can change."""
        return self.state.table

    @property
    def to_choose(self) -> int | None:
        """The player who must choose now; nobody when the game is over."""
        return self.state.chooser if self.state.legal else None

    def legal(self) -> tuple[Choice, ...]:
        """Everything that player may choose: always two things or more, or nothing when the game is over."""
        return self.state.legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self.state.outcome

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def history(self) -> tuple[Choice, ...]:
        """Every choice that was made, in order."""
        return tuple(self.state.history)

    @property
    def log(self) -> tuple[Happening, ...]:
        """Everything that happened, hidden cards included; ``view`` gives what a player may read."""
        return tuple(self.state.log)

    def verify(self, choice: Choice) -> Refusal | None:
        """Why a choice is not allowed now, with the rule that forbids it; nothing if it is allowed."""
        return None if choice in self.state.legal else why_not(self.state, choice)

    def can(self, choice: Choice) -> bool:
        """Whether a choice is allowed now."""
        return choice in self.state.legal

    def apply(self, choice: Choice) -> Game:
        """The game after a choice. :raises IllegalChoice: with the rule that forbids it."""
        if choice not in self.state.legal:
            raise IllegalChoice(why_not(self.state, choice))
        other = Game(self.state.copy())
        other.push(choice)
        return other

    def push(self, choice: Choice) -> None:
        """Make a choice in this very game, as fast as possible. :raises IllegalChoice: and nothing has changed."""
        state = self.state
        if choice not in state.legal:
            raise IllegalChoice(why_not(state, choice))
        state.history.append(choice)
        take(state, choice)
        advance(state)

    def do(self, choice: Choice) -> tuple[Happening, ...]:
        """Make a choice in this very game, and tell everything that came of it. :raises IllegalChoice: as ``push``."""
        before = len(self.state.log)
        self.push(choice)
        return tuple(self.state.log[before:])

    def play(self, choices: Iterable[Choice]) -> Game:
        """The game after several choices. :raises IllegalChoice: for the first that is forbidden."""
        other = self.copy()
        for choice in choices:
            other.push(choice)
        return other

    def copy(self) -> Game:
        """Another game that is equal and shares nothing that changes."""
        return Game(self.state.copy())

    def view(self, viewer: int | None) -> View:
        """The game as one player may see it, or as everybody may: without a hidden card."""
        return view(self.state, viewer)

    def imagine(self, stream: Stream) -> Game:
        """A game that whoever must choose cannot tell from this one: hidden cards and future dice are new.

        :raises ValueError: if the game is over.
        """
        return Game(imagine(self.state, self.state.chooser, stream))

    def digest(self) -> str:
        """A fingerprint of everything about the game at this moment, the same on every machine."""
        return digest(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._setting() == other._setting() and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def _setting(self) -> tuple[object, ...]:
        table = self.table
        return table.book, table.decks, table.city_code, table.options

    def __repr__(self) -> str:
        state = self.state
        moment = f"Day {state.day}, {state.phase.name.lower().replace('_', ' ')}"
        return f"<Game {state.seed}/{state.game}: {moment}, {len(state.history)} choices, {self.digest()}>"


def book_of(catalogue: Catalogue) -> Book:
    """The cards of a catalogue with every ability that is built."""
    return Book(catalogue, BUILT)
