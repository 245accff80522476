"""The context in which a part of an ability runs: the state and the scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import WAYS, Choice, Kind, choice
from rules.five_sails.terms.happenings import Cause, Happening
from rules.five_sails.terms.parts import Ability, Path, Scene

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_PLAY: Final = Zone.PLAY


class Play:
    """The game as one step sees it. Read it through ``state``; change it through ``rules.five_sails.deeds``."""

    __slots__ = ("asked", "entered", "follows", "path", "repeats", "scene", "state")

    def __init__(self, state: State, scene: Scene, path: Path = ()) -> None:
        self.state = state
        self.scene = scene
        self.path = path
        #: What the step requests: a choice, a block to run, or itself again.
        self.asked: tuple[int, tuple[Choice, ...]] | None = None
        self.entered = NONE
        self.follows = NONE
        self.repeats = False

    @property
    def player(self) -> int:
        """The player whose ability it is: "you"."""
        return self.scene.player

    @property
    def card(self) -> int:
        """The card that prints the ability: "this card"."""
        return self.scene.card

    @property
    def performer(self) -> int:
        """The acting character (6.11), or -1."""
        return self.scene.performer

    @property
    def cause(self) -> Cause:
        """The cause to pass to ``deeds``."""
        return self.scene.cause

    @property
    def happening(self) -> Happening:
        """What a Reaction reacts to. :raises LookupError: if this is not a Reaction."""
        if self.scene.happening is None:
            raise LookupError("this ability does not react to anything")
        return self.scene.happening

    @property
    def bearer(self) -> int:
        """The character that bears the card, or -1."""
        return self.state.bearer[self.scene.card]

    @property
    def place(self) -> int:
        """Where the performer is, or failing that the card: "this location"."""
        state, scene = self.state, self.scene
        if scene.performer != NONE and state.zone[scene.performer] == _PLAY:
            return state.place[scene.performer]
        bearer = state.bearer[scene.card]
        if bearer != NONE:
            return state.place[bearer]
        if state.place[scene.card] != NONE:
            return state.place[scene.card]
        known = state.last_known.get(scene.performer if scene.performer != NONE else scene.card)
        return known.place if known is not None else NONE

    def number(self, name: str) -> int:
        """The number, card or place bound to a name; -1 if there is none."""
        bound = self.scene.get(name)
        return bound if isinstance(bound, int) else NONE

    def cards(self, name: str) -> tuple[int, ...]:
        """The cards bound to a name, one or several."""
        bound = self.scene.get(name, ())
        return (bound,) if isinstance(bound, int) else bound

    def bind(self, name: str, value: int | tuple[int, ...]) -> None:
        """Remember something for later steps."""
        self.scene = self.scene.bind(name, value)

    def ask(self, player: int, options: Iterable[Choice]) -> None:
        """Ask a player, and continue in the step's ``answer``; does nothing without options."""
        choices = tuple(options)
        if choices:
            self.asked = (player, choices)

    def enter(self, block: int, *, again: bool = False, and_then: int = NONE) -> None:
        """Run one of the step's blocks next, then the block ``and_then`` or, if ``again``, the step itself."""
        self.entered = block
        self.repeats = again
        self.follows = and_then

    def repeat(self) -> None:
        """Run the step again, after everything it put on the agenda."""
        self.repeats = True

    def way(self, block: int) -> Choice:
        """The choice that stands for one of the step's blocks."""
        way = self.ability.way(self.path, block)
        return choice(Kind.NUMBER, self.scene.card, number=self.scene.ability * WAYS + way)

    def chosen_way(self, chosen: Choice) -> int:
        return self.ability.ways[chosen.number % WAYS][1]

    @property
    def ability(self) -> Ability:
        return self.state.table.ability(self.scene.card, self.scene.ability)

    @property
    def in_effect(self) -> bool:
        """Whether the step is part of the effect rather than the cost."""
        return self.path[:1] == (1,)
