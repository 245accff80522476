"""What an ability is made of: the interface between the rules and the cards.

The engine knows no cards, only five kinds of part that abilities are made of:

``Step``
    something that is done: a cost, the choice of a target, an effect. Steps form programs, which the agenda runs.
``Condition``
    something that is true or false, used in triggers, costs and branches.
``Modifier``
    something that changes a value the rules read: a stat, a cost, a permission.
``Trigger``
    what a Reaction waits for.
``Ability``
    one ability: its kind, qualifiers, trigger, cost, effect and modifiers.

Parts are frozen values without state: what a use of an ability has to remember (who performs it, what was targeted) is
in its ``Scene`` on the agenda, so the state can be copied in the middle of any ability. Parts see the game through a
``Play``. docs/explanation/engine.md has an overview.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.terms.basics import NONE, Stat, Zone
from rules.five_sails.terms.choices import Choice
from rules.five_sails.terms.happenings import Cause, Happening, Moment, Timing
from rules.five_sails.terms.phrases import Part

#: A ``state.play.Play``. Untyped here to avoid a cycle: a play has the state, the state has the table, the table has
#: these parts. Subclasses use the real type.
Play = Any

#: Where a step is in its ability: its index in the program, then block and index for each enclosing block.
Path = tuple[int, ...]


class Question(IntEnum):
    """What modifiers can change; the first four are the stats (``terms.Stat``).

    Comments name the subject and the ``other`` argument. Yes is 1 and no is 0.
    """

    #: A character's stats.
    RESOLVE = 0
    COMBAT = 1
    FINESSE = 2
    INFLUENCE = 3
    #: The combat values of a combat card; other: its participant (R4).
    RIPOSTE = 4
    PARRY = 5
    THRUST = 6
    #: A Leader's.
    PANACHE = 7
    CREW_CAP = 8
    #: What a card costs; other: its future bearer or performer, if known (6.9).
    COST = 9
    #: What a hand card pays; other: the card that is paid for (6.9).
    WORTH = 10
    #: How many cards a participant reveals when gambling (R2).
    REVEALS = 11
    #: What a character adds to a pressure; other: the place (8.1).
    PRESSURE = 12
    #: A player's total in a pressure; subject: the player; other: the place (8.1).
    TOTAL = 13
    #: Whether a character has a trait; other: the trait's number in the table.
    TRAIT = 14
    #: Whether a character is a Brute (9.2).
    BRUTE = 15
    #: Whether a character may move; other: the place it would go to (5.2).
    MAY_MOVE = 16
    #: Whether a character may issue a challenge; other: the target (5.5).
    MAY_CHALLENGE = 17
    #: Whether a character may use the Claim action; other: the place (5.6).
    MAY_CLAIM = 18
    #: Whether a challenged character may refuse; other: the challenger (S3).
    MAY_REFUSE = 19
    #: Whether a character may intervene; other: the challenged character (S3).
    MAY_INTERVENE = 20
    #: Whether a character may intervene while engaged; other: the challenged character (S3).
    INTERVENE_ENGAGED = 21
    #: Whether an attachment may be equipped; other: the character (5.3).
    MAY_EQUIP = 22
    #: Whether a participant may gamble (R2).
    MAY_GAMBLE = 23
    #: Whether a card in play has its abilities.
    HAS_ABILITIES = 24
    #: Whether a City card may be discarded at Dusk (4.5.2c).
    MAY_CLEAR = 25
    #: Whether a character moves Home at Dusk (4.5.2b).
    GOES_HOME = 26
    #: Whether a location can be controlled; subject: its card; other: the player (1.5).
    MAY_CONTROL = 27
    #: How many attachments of a kind a character may bear; other: the kind's bit (9.4).
    SLOTS = 28
    #: Whether a character gets the ability that the modifier ``grants``.
    GRANTS = 29
    #: Whether a card may be targeted; other: the card whose ability would target it.
    MAY_TARGET = 30
    #: Whether a participant may use Techniques, Maneuvers (R3).
    MAY_TECHNIQUE = 31
    MAY_MANEUVER = 32
    #: The Influence that counts when a character parleys; other: the Mercenary (5.4).
    PARLEY = 33
    #: Whether a Mercenary can be parleyed with (5.4).
    NEGOTIABLE = 34
    #: Whether a character may issue a challenge while engaged (5.5).
    CHALLENGE_ENGAGED = 35
    #: Whether a character may challenge an enemy that does not oppose it; other: the enemy (S2).
    CHALLENGE_AFAR = 36
    #: Whether a character may count as having a trait for its controller's abilities; other: the trait's number.
    COUNTS_AS = 37
    #: Whether an attachment may be moved to another bearer.
    MAY_TRANSFER = 38
    #: Whether a card may be destroyed.
    MAY_DESTROY = 39
    #: Whether a card may be discarded from where it lies.
    MAY_DISCARD = 40


class Layer(IntEnum):
    """The order in which modifiers apply: those that set a value come last (6.20)."""

    CHANGE = 0
    #: Limits on increases, after everything that increases.
    CAP = 1
    SET = 2


class Until(IntEnum):
    """How long a lasting effect lasts (6.16)."""

    #: The usual end: the duel for Techniques and Maneuvers, the Day for everything else.
    USUAL = 0
    ROUND_ENDS = 1
    NEXT_ROUND_ENDS = 2
    DUEL_ENDS = 3
    ACTION_ENDS = 4
    DAY_ENDS = 5
    GAME_ENDS = 6


class Limit(IntEnum):
    """How often one printed ability may be used (6.6)."""

    #: By its kind: an Action or Reaction once per Day, a Technique or Maneuver once per duel, the rest always.
    USUAL = 0
    DAY = 1
    DUEL = 2
    UNLIMITED = 3
    #: Once per Day for each player.
    PLAYER = 4


class Scene(NamedTuple):
    """One use of an ability, and what its steps need to remember."""

    #: Where the ability is printed, and its number there.
    card: int
    ability: int
    player: int
    #: The acting character (6.11), if there is one.
    performer: int = NONE
    #: What a Reaction reacts to.
    happening: Happening | None = None
    #: What the steps so far have chosen or found, by name.
    bound: tuple[tuple[str, int | tuple[int, ...]], ...] = ()

    @property
    def cause(self) -> Cause:
        """The cause, for the log and for triggers."""
        return Cause(self.player, self.card, self.ability)

    def get(self, name: str, default: int | tuple[int, ...] = NONE) -> int | tuple[int, ...]:
        """What was bound to a name."""
        for key, value in self.bound:
            if key == name:
                return value
        return default

    def bind(self, name: str, value: int | tuple[int, ...]) -> Scene:
        """The scene with a value bound to a name."""
        kept = tuple(pair for pair in self.bound if pair[0] != name)
        return self._replace(bound=(*kept, (name, value)))


class Step(Part):
    """Something an ability does. Subclasses are frozen dataclasses."""

    __slots__ = ()

    #: The fields that hold programs inside this step; ``play.enter(number)`` runs one.
    blocks: ClassVar[tuple[str, ...]] = ()

    def can_run(self, play: Play) -> bool:
        """Whether the step can be done now; asked of every cost before an ability is offered (6.8, Q15)."""
        return True

    def hand_cards(self, play: Play) -> int:
        """How many hand cards the step takes; those cannot pay the wealth cost."""
        return 0

    def run(self, play: Play) -> None:
        """Do it. A deed or a question to a player comes last; what follows belongs in the next step."""
        raise NotImplementedError

    def answer(self, play: Play, chosen: Choice) -> None:
        """Continue with what a player chose when ``run`` asked."""
        raise NotImplementedError

    def programs(self) -> tuple[Program, ...]:
        """The programs of the blocks."""
        return tuple(getattr(self, name) for name in self.blocks)

    def prepares(self) -> tuple[Step, ...]:
        """The steps to run just before it: the choices that its nouns need."""
        return ()

    def demands(self) -> Stat | None:
        """The stat that must not be a dash for its performer (6.19)."""
        return None

    def needs_opponent(self) -> bool:
        """Whether, as a cost, it needs an opposing character; a quick check before the full one."""
        return False


Program = tuple[Step, ...]


class Choosable(Protocol):
    """Something a player chooses."""

    @property
    def key(self) -> str:
        """The name it is bound to."""

    def has_options(self, play: Play) -> bool:
        """Whether there is anything to choose."""

    def options(self, play: Play) -> list[Choice]:
        """The choices."""

    def remember(self, play: Play, answer: Choice) -> None:
        """Remember what was chosen."""


class Condition(Part):
    """Something that is true or false. Subclasses are frozen dataclasses."""

    __slots__ = ()

    def holds(self, play: Play) -> bool:
        """Whether it is true now."""
        raise NotImplementedError


class Modifier(Part):
    """Something that changes a number or permission. Subclasses are frozen dataclasses."""

    __slots__ = ()

    question: ClassVar[Question]
    layer: ClassVar[Layer] = Layer.CHANGE
    #: For ``Question.GRANTS``: the number of the granted ability on the same card.
    grants: int = NONE

    def modifies(self) -> Question:
        """The question whose answer it changes; subclasses may take it from a field."""
        return self.question

    def is_self_only(self) -> bool:
        """Whether it is only ever about the card that prints it."""
        return False

    def concerns(self, card: CardType) -> bool:
        """Whether it can affect cards of that type at all; asked once per table, so that other cards cost no time."""
        return True

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """The changed answer, or ``value`` if the modifier does not apply."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Always(Condition):
    def holds(self, play: Play) -> bool:
        return True


ALWAYS: Final = Always()


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a Reaction waits for: a moment, the timing, and a condition (6.3)."""

    moment: Moment
    timing: Timing = Timing.AFTER
    condition: Condition = ALWAYS
    #: Further moments that trigger it as well.
    also: tuple[Moment, ...] = ()


#: The qualifier that stands before most Actions (6.12).
CITY: Final = "City"
_BY_KIND: Final = {
    AbilityKind.ACTION: Limit.DAY,
    AbilityKind.REACTION: Limit.DAY,
    AbilityKind.TECHNIQUE: Limit.DUEL,
    AbilityKind.MANEUVER: Limit.DUEL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """One ability, printed on a card or granted by one."""

    kind: AbilityKind
    #: City, Home, En Garde, Gambling, or traits that the performer must have (6.11, 6.12).
    qualifiers: tuple[str, ...] = ()
    trigger: Trigger | None = None
    #: Everything before the bullet, including targets (6.7).
    cost: Program = ()
    effect: Program = ()
    #: What it changes while it is in force.
    modifiers: tuple[Modifier, ...] = ()
    limit: Limit = Limit.USUAL
    #: The zones it works in; None for the usual ones of its kind.
    zones: frozenset[Zone] | None = None
    #: Whether a character must perform it even without a qualifier.
    performed: bool = False
    below_bar: bool = False
    #: Granted to other cards by one of the card's modifiers, rather than printed as its own ability.
    granted: bool = False
    #: What is chosen before paying, because the price depends on it.
    prepares: Choosable | None = None
    #: Every step of both programs by its path; the effect's paths begin with 1, the cost's with 0.
    steps: dict[Path, Step] = field(init=False, repr=False, compare=False)
    #: The modes to choose between: the path of the step, and which of its blocks.
    ways: tuple[tuple[Path, int], ...] = field(init=False, repr=False, compare=False)
    #: The stats that must not be a dash for its performer (6.19).
    demands: tuple[Stat, ...] = field(init=False, repr=False, compare=False)
    #: How often it may be used; the kind decides if the ability does not say (6.6).
    use_limit: Limit = field(init=False, repr=False, compare=False)
    #: Whether its performer must be opposed.
    needs_opponent: bool = field(init=False, repr=False, compare=False)
    #: Whether it is performed in the City, and whether its performer has other requirements to meet.
    in_city: bool = field(init=False, repr=False, compare=False)
    has_requirements: bool = field(init=False, repr=False, compare=False)
    #: Whether nothing but its price and being in the City limits its use.
    is_unconditional: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        steps = dict(_flat((0,), self.cost))
        steps.update(_flat((1,), self.effect))
        ways = [(path, block) for path, step in steps.items() for block in range(len(step.programs()))]
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "ways", tuple(ways))
        demands = tuple(stat for step in self.effect if (stat := step.demands()) is not None)
        object.__setattr__(self, "demands", demands)
        object.__setattr__(self, "use_limit", _use_limit(self.kind, self.limit))
        object.__setattr__(self, "needs_opponent", any(step.needs_opponent() for step in self.cost))
        object.__setattr__(self, "in_city", CITY in self.qualifiers)
        demanding = bool(set(self.qualifiers) - {CITY} or self.needs_opponent or demands)
        object.__setattr__(self, "has_requirements", demanding)
        object.__setattr__(self, "is_unconditional", not (demanding or self.cost or self.trigger or self.prepares))

    def way(self, path: Path, block: int) -> int:
        return self.ways.index((path, block))


def _use_limit(kind: AbilityKind, limit: Limit) -> Limit:
    if limit is Limit.PLAYER:
        return Limit.DAY
    return limit if limit is not Limit.USUAL else _BY_KIND.get(kind, Limit.UNLIMITED)


def _flat(start: Path, program: Program) -> Iterator[tuple[Path, Step]]:
    whole = [each for step in program for each in (*step.prepares(), step)]
    for number, step in enumerate(whole):
        path = (*start, number)
        yield path, step
        for block, inner in enumerate(step.programs()):
            yield from _flat((*path, block), inner)


class Waiting(NamedTuple):
    """A program waiting for something to happen: the path of its step, its end and its scene."""

    moment: Moment
    timing: Timing
    until: Until
    path: Path
    scene: Scene
    #: Unique, to tell two of them apart.
    serial: int


class Lasting(NamedTuple):
    """A modifier that outlives its ability: the path of its step, its end and its scene."""

    question: Question
    until: Until
    #: The step of the ability that holds the modifier.
    path: Path
    scene: Scene
