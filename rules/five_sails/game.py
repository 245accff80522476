"""A game as a value: its legal choices, what they lead to, and how it looks from each seat."""

from __future__ import annotations

from collections.abc import Sequence

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.flow.handlers import advance, take
from rules.five_sails.flow.setup import set_up
from rules.five_sails.state.digests import digest
from rules.five_sails.state.imagination import imagine
from rules.five_sails.state.state import Outcome, State
from rules.five_sails.state.table import Book, Table, table_of
from rules.five_sails.terms.choices import Choice, IllegalChoice, Refusal
from rules.five_sails.terms.happenings import Happening
from rules.five_sails.terms.options import RULEBOOK, Options
from rules.five_sails.text.board import board
from rules.five_sails.text.notation import parse_choice, write_choice
from rules.five_sails.text.refusals import why_not
from rules.five_sails.text.sentences import say_choice
from rules.five_sails.text.views import View, view
from rules.random_streams import Stream


class Game:
    """One game of City of Five Sails. ``apply`` returns a new game; ``push`` changes this one."""

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
        """Start game number ``game`` of a seed, with the decks in seat order.

        :raises ValueError: if a deck cannot be played at all. Whether a format allows it is up to ``decks.legality``.
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
        """The player who must choose now; None when the game is over."""
        return self.state.chooser if self.state.legal else None

    def legal(self) -> tuple[Choice, ...]:
        """What that player may choose: at least two choices, or none when the game is over."""
        return self.state.legal

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def history(self) -> tuple[Choice, ...]:
        return tuple(self.state.history)

    @property
    def log(self) -> tuple[Happening, ...]:
        """Everything that happened, hidden cards included; ``view`` has the log as a player may read it."""
        return tuple(self.state.log)

    def why_not(self, choice: Choice) -> Refusal | None:
        """Why a choice is illegal now, with the rule that forbids it; None if it is legal."""
        return None if choice in self.state.legal else why_not(self.state, choice)

    def say(self, choice: Choice) -> str:
        """A choice in words, including the text of the ability it uses."""
        return say_choice(self.table, choice)

    def write(self, choice: Choice) -> str:
        """A choice in a few characters; ``parse`` reads them."""
        return write_choice(self.table, choice)

    def parse(self, text: str) -> Choice:
        """Read what ``write`` wrote. :raises ValueError: if it is not a choice or names an unknown card."""
        return parse_choice(self.table, text)

    def apply(self, choice: Choice) -> Game:
        """The game after a choice. :raises IllegalChoice: with the rule that forbids it."""
        if choice not in self.state.legal:
            raise IllegalChoice(why_not(self.state, choice))
        other = Game(self.state.copy())
        other.push(choice)
        return other

    def push(self, choice: Choice) -> None:
        """Make a choice in place. :raises IllegalChoice: with the rule that forbids it; the game is then unchanged."""
        state = self.state
        if choice not in state.legal:
            raise IllegalChoice(why_not(state, choice))
        state.history.append(choice)
        take(state, choice)
        advance(state)

    def copy(self) -> Game:
        """An equal game that shares nothing mutable with this one."""
        return Game(self.state.copy())

    def view(self, viewer: int | None) -> View:
        """The game as one player may see it, or for None as a spectator may."""
        return view(self.state, viewer)

    def imagine(self, stream: Stream) -> Game:
        """A game that the player to choose cannot tell from this one, with new hidden cards and future dice.

        :raises ValueError: if the game is over.
        """
        return Game(imagine(self.state, self.state.chooser, stream))

    def digest(self) -> str:
        """A fingerprint of the game at this moment, the same on every machine."""
        return digest(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._setting() == other._setting() and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def _setting(self) -> tuple[object, ...]:
        table = self.table
        return table.book, table.decks, table.city_code, table.options

    def __str__(self) -> str:
        """The board as the player to choose sees it, or as a spectator does once the game is over."""
        return "\n".join(board(self.table, self.view(self.to_choose)))

    def __repr__(self) -> str:
        state = self.state
        moment = f"Day {state.day}, {state.phase.name.lower().replace('_', ' ')}"
        return f"<Game {state.seed}/{state.game}: {moment}, {len(state.history)} choices, {self.digest()}>"


def book_of(catalogue: Catalogue) -> Book:
    """A catalogue's cards with every implemented ability."""
    return Book(catalogue, IMPLEMENTED)
