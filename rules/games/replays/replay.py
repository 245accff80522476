"""A recorded game that can be shown after any of its choices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cards.catalogue import Catalogue
from rules.five_sails import Book, Choice, Game, Happening, Phase, Record, Zone, book_of, from_text, replay
from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import NONE

#: Several times what the longest games of bots need; a game of that length replays in a tenth of a second.
MAX_CHOICES: Final = 2_000
MAX_LENGTH: Final = 24_000

#: How many choices lie between two stored states.
_STRIDE: Final = 24
_KEPT: Final = 12

#: Where every player sees a card.
_OPEN: Final = frozenset(
    {
        Zone.ANNOUNCED,
        Zone.DISCARD,
        Zone.LOCKER,
        Zone.PLAY,
        Zone.LINE,
        Zone.REVEALED,
        Zone.CITY,
        Zone.LOCATION,
    }
)


class UnplayableRecord(ValueError):  # noqa: N818  (an answer to a visitor, not a failure)
    """A notation cannot be replayed with today's rules and cards."""


@dataclass(frozen=True, slots=True)
class Made:
    """A choice that was made: whose, and whether everybody saw the cards it names."""

    player: int
    choice: Choice
    card_open: bool
    target_open: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """What is remembered of a step."""

    day: int
    phase: Phase
    dueling: bool
    #: How long the log was by then.
    told: int


class Replay:
    """A game step by step; step 0 is before the first choice, the last step after the last one."""

    def __init__(self, kept: Record, book: Book) -> None:
        """Play it through. :raises UnplayableRecord: naming the choice that is refused, and the rule."""
        try:
            self.last: Final = replay(kept, book)
        # A choice may name what a changed card no longer has.
        except (ValueError, LookupError) as fault:
            raise UnplayableRecord(str(fault)) from None
        self.record: Final = kept
        self.log: Final[tuple[Happening, ...]] = self.last.log
        game = Game.new(book, kept.decks, seed=kept.seed, game=kept.game, city=kept.city, options=kept.options)
        self._kept = [game.copy()]
        self.marks = [_mark(game.state)]
        self.made: list[Made] = []
        for number, choice in enumerate(self.last.history, 1):
            self.made.append(make(game, choice))
            self.marks.append(_mark(game.state))
            if number % _STRIDE == 0:
                self._kept.append(game.copy())

    @property
    def steps(self) -> int:
        """The number of the last step."""
        return len(self.made)

    @property
    def players(self) -> int:
        return self.last.table.players

    def at(self, step: int) -> Game:
        """A copy of the game at a step."""
        kept = step // _STRIDE
        game = self._kept[kept].copy()
        for made in self.made[kept * _STRIDE : step]:
            game.push(made.choice)
        return game

    def told(self, step: int) -> tuple[Happening, ...]:
        """What happened after the choice that led to a step; at step 0, the setup."""
        start = self.marks[step - 1].told if step else 0
        return self.log[start : self.marks[step].told]

    @property
    def days(self) -> tuple[tuple[int, int], ...]:
        """Each Day that was played, and the step at which it begins."""
        first: dict[int, int] = {}
        for step, mark in enumerate(self.marks):
            first.setdefault(mark.day, step)
        return tuple(sorted(first.items()))

    @property
    def duels(self) -> tuple[int, ...]:
        """The steps at which a challenge is issued."""
        return tuple(
            step
            for step, mark in enumerate(self.marks)
            if mark.dueling and (step == 0 or not self.marks[step - 1].dueling)
        )

    def dawn(self, step: int) -> int:
        """The step at which the Day of a step begins."""
        day = self.marks[step].day
        return next(each for each, mark in enumerate(self.marks) if mark.day == day)


def read_record(text: str) -> Record:
    """Parse a pasted notation. :raises UnplayableRecord: if it is too long or malformed."""
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise UnplayableRecord(f"the text has {len(text):,} characters; at most {MAX_LENGTH:,} are read")
    try:
        kept = from_text(text)
    except ValueError as fault:
        raise UnplayableRecord(str(fault)) from None
    if len(kept.choices) > MAX_CHOICES:
        raise UnplayableRecord(f"the game has {len(kept.choices):,} choices; at most {MAX_CHOICES:,} are shown")
    return kept


@lru_cache(maxsize=2)
def current_book(catalogue: Catalogue) -> Book:
    """The book of a catalogue, made once."""
    return book_of(catalogue)


@lru_cache(maxsize=_KEPT)
def replay_of(notation: str, book: Book) -> Replay:
    """The replay of a stored game, cached for its next step. :raises UnplayableRecord: as ``Replay``."""
    return Replay(read_record(notation), book)


def _mark(state: State) -> Mark:
    return Mark(state.day, state.phase, state.duel is not None, len(state.log))


def make(game: Game, choice: Choice) -> Made:
    """Make a choice in a game, and remember who saw what of it."""
    state = game.state
    player, before = state.chooser, _open(state, choice)
    game.push(choice)
    after = _open(state, choice)
    return Made(player, choice, before[0] or after[0], before[1] or after[1])


def _open(state: State, choice: Choice) -> tuple[bool, bool]:
    zone = state.zone
    return (
        choice.card == NONE or zone[choice.card] in _OPEN,
        choice.target == NONE or zone[choice.target] in _OPEN,
    )
