"""Cards, places and players that abilities refer to, known or chosen.

A noun finds cards, places or players by number and has a key: nouns with the same key mean the same thing and may be
called "it" (6.18). What a player chooses is bound to the key, so that later parts can refer to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.phrases import Part, Speech, possessive


class Noun(Part):
    """Cards, places or players, by their numbers."""

    __slots__ = ()

    if TYPE_CHECKING:
        # A field in some subclasses, a constant in others; a dataclass would take a real property for the default.
        @property
        def key(self) -> str:
            """Identifies what it refers to; equal for nouns that mean the same thing."""

    def find(self, play: Play) -> tuple[int, ...]:
        """What it refers to now; empty if there is nothing."""
        raise NotImplementedError

    def one(self, play: Play) -> int:
        """The first of them, or -1."""
        found = self.find(play)
        return found[0] if found else NONE


class Pick(Noun):
    """Something a player chooses; the step that uses it asks first."""

    __slots__ = ()

    def options(self, play: Play) -> list[Choice]:
        """The choices."""
        raise NotImplementedError

    def remember(self, play: Play, answer: Choice) -> None:
        """Remember what was chosen."""
        raise NotImplementedError

    def has_options(self, play: Play) -> bool:
        return bool(self.options(play))

    def find(self, play: Play) -> tuple[int, ...]:
        return play.cards(self.key)


def side_of(play: Play) -> int:
    """The duel side of the ability's player, or -1."""
    duel = play.state.duel
    return duel.players.index(play.player) if duel is not None and play.player in duel.players else NONE


def _participant(play: Play) -> int:
    duel, side = play.state.duel, side_of(play)
    return play.performer if duel is None or side == NONE else duel.participants[side]


def _adversary(play: Play) -> int:
    duel, side = play.state.duel, side_of(play)
    return NONE if duel is None or side == NONE else duel.participants[1 - side]


def _this(play: Play) -> int:
    """The card itself; in a copied effect the copier: its character, or the card that copies (6.18)."""
    copier = play.number("copier")
    if copier == NONE:
        return play.card
    return play.performer if play.state.table.is_character[play.card] else copier


def _bearer(play: Play) -> int:
    """The card's bearer, now or when its ability was announced; in a copied effect the copier's (6.18)."""
    bearer = play.bearer
    return play.performer if bearer == NONE or play.number("copier") != NONE else bearer


_ROLES: Final[dict[str, Callable[[Play], int]]] = {
    "this": _this,
    "bearer": _bearer,
    "performer": lambda play: play.performer,
    "participant": _participant,
    "adversary": _adversary,
    "leader": lambda play: play.state.table.leaders[play.player],
    "happened": lambda play: play.happening.card,
}


@dataclass(frozen=True, slots=True)
class Role(Noun):
    """A card that plays a part in the ability: itself, its performer, the adversary."""

    key: str
    called: str

    def find(self, play: Play) -> tuple[int, ...]:
        card = _ROLES[self.key](play)
        return () if card == NONE else (card,)

    def words(self, speech: Speech) -> str:
        return speech.name(self.key, self.called or speech.itself)


THIS: Final = Role("this", "")
BEARER: Final = Role("bearer", "the bearer")
PERFORMER: Final = Role("performer", "the performer")
PARTICIPANT: Final = Role("participant", "your participant")
ADVERSARY: Final = Role("adversary", "the adversary")
LEADER: Final = Role("leader", "your Leader")


@dataclass(frozen=True, slots=True)
class That(Noun):
    """What was chosen before, or what the trigger is about."""

    noun: str = "character"
    key: str = ""
    #: Whether the trigger named it, and not an earlier part.
    triggering: bool = False

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.noun)

    def find(self, play: Play) -> tuple[int, ...]:
        return (play.happening.card,) if self.triggering else play.cards(self.key)

    def words(self, speech: Speech) -> str:
        return speech.name(self.key, f"that {self.noun}")


@dataclass(frozen=True, slots=True)
class Both(Noun):
    first: Noun
    second: Noun
    key: ClassVar[str] = "both"
    says: ClassVar[str] = "{first} and {second}"

    def find(self, play: Play) -> tuple[int, ...]:
        return (*self.first.find(play), *self.second.find(play))


@dataclass(frozen=True, slots=True)
class Controller(Noun):
    """A card's controller, now or last."""

    of: Noun
    key: ClassVar[str] = "controller"

    def find(self, play: Play) -> tuple[int, ...]:
        state, card = play.state, self.of.one(play)
        if card == NONE:
            return ()
        if state.control[card] == NONE and card in state.last_known:
            return (state.last_known[card].control,)
        return (state.control[card],)

    def words(self, speech: Speech) -> str:
        """The card, not the controller, remains what "it" refers to."""
        return f"{possessive(self.of.words(speech))} controller"


@dataclass(frozen=True, slots=True)
class You(Noun):
    """The controller of the card."""

    key: ClassVar[str] = "you"
    says: ClassVar[str] = "you"

    def find(self, play: Play) -> tuple[int, ...]:
        return (play.player,)


@dataclass(frozen=True, slots=True)
class EachOpponent(Noun):
    """Every other player, from the First Player on."""

    key: ClassVar[str] = "opponents"
    says: ClassVar[str] = "each opponent"

    def find(self, play: Play) -> tuple[int, ...]:
        return tuple(player for player in play.state.turn_order() if player != play.player)


YOU: Final = You()
EACH_OPPONENT: Final = EachOpponent()


@dataclass(frozen=True, slots=True)
class AnOpponent(Pick):
    """Another player, by choice; the Leader stands for the player."""

    key: ClassVar[str] = "opponent"
    called: str = "an opponent"

    def options(self, play: Play) -> list[Choice]:
        leaders = play.state.table.leaders
        return [choice(Kind.CHOOSE, leaders[player]) for player in EACH_OPPONENT.find(play)]

    def remember(self, play: Play, answer: Choice) -> None:
        play.bind(self.key, play.state.table.owner[answer.card])

    def words(self, speech: Speech) -> str:
        return self.called


AN_OPPONENT: Final = AnOpponent()
A_CHOSEN_OPPONENT: Final = AnOpponent("a chosen opponent")
