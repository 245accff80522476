"""How the deeds of an ability combine: conditions, modes, sequences, and delayed effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails.abilities.nouns.roles import Noun, You
from rules.five_sails.abilities.triggers import EndOfYourRound, on
from rules.five_sails.state.effects import Waits
from rules.five_sails.state.play import Play
from rules.five_sails.terms.choices import DECLINE, Choice, Kind
from rules.five_sails.terms.parts import Condition, Program, Step, Trigger
from rules.five_sails.terms.phrases import Speech, joined


def clause(program: Program, speech: Speech) -> str:
    """The text of a program inside a sentence, joined by "and"."""
    return joined(step.words(speech) for step in program)


@dataclass(frozen=True, slots=True)
class Require(Step):
    """A condition for using the ability: what the cost says after "If"."""

    condition: Condition
    says: ClassVar[str] = "if {condition}"

    def can_run(self, play: Play) -> bool:
        return self.condition.holds(play)

    def run(self, play: Play) -> None:
        """Nothing to do: the condition is checked before the ability is offered."""


@dataclass(frozen=True, slots=True)
class If(Step):
    """Do something if a condition holds."""

    blocks: ClassVar[tuple[str, ...]] = ("then", "otherwise")

    condition: Condition
    then: Program
    otherwise: Program = ()

    def run(self, play: Play) -> None:
        play.enter(0 if self.condition.holds(play) else 1)

    def words(self, speech: Speech) -> str:
        return f"if {self.condition.words(speech)}, {clause(self.then, speech)}"


@dataclass(frozen=True, slots=True)
class Instead(Step):
    """Do something or, if a condition holds, something else instead."""

    blocks: ClassVar[tuple[str, ...]] = ("usually", "then")

    usually: Program
    condition: Condition
    then: Program
    #: Whether the alternative is optional.
    may: bool = False

    def run(self, play: Play) -> None:
        other = self.condition.holds(play)
        if other and self.may:
            play.ask(play.player, [play.way(0), play.way(1)])
        else:
            play.enter(1 if other else 0)

    def answer(self, play: Play, chosen: Choice) -> None:
        play.enter(play.chosen_way(chosen))

    def words(self, speech: Speech) -> str:
        usually = clause(self.usually, speech)
        condition = self.condition.words(speech)
        may = "you may " if self.may else ""
        return f"{usually}. If {condition}, {may}{clause(self.then, speech)} instead"


@dataclass(frozen=True, slots=True)
class May(Step):
    """A player may do something; if they do, or if they do not, something else may follow."""

    blocks: ClassVar[tuple[str, ...]] = ("do", "if_not", "if_so")

    who: Noun
    do: Program
    if_not: Program = ()
    if_so: Program = ()
    #: A condition without which it cannot be done; the text has it at the end.
    only_if: Condition | None = None
    #: Whether it replaces what would happen; the text then omits what follows.
    instead: bool = False

    def run(self, play: Play) -> None:
        player = self.who.one(play)
        open_ = self.only_if is None or self.only_if.holds(play)
        if player >= 0 and open_ and all(step.can_run(play) for step in self.do):
            play.ask(player, [play.way(0), DECLINE])
        else:
            play.enter(1)

    def answer(self, play: Play, chosen: Choice) -> None:
        play.enter(1 if chosen.kind is Kind.DECLINE else 0, and_then=2 if chosen.kind is not Kind.DECLINE else -1)

    def words(self, speech: Speech) -> str:
        if isinstance(self.who, You):
            said, they = f"you may {clause(self.do, speech)}", "you"
        else:
            said, they = f"{self.who.words(speech)} may {clause(self.do, speech)}", "they"
        if self.only_if is not None:
            said += f" if {self.only_if.words(speech)}"
        if self.if_not:
            said += f". If {they} do not, {clause(self.if_not, speech)}"
        if self.instead:
            said += " instead"
        elif self.if_so:
            said += f". If {they} do, {clause(self.if_so, speech)}"
        return said


@dataclass(frozen=True, slots=True)
class ChooseOne(Step):
    """One of several modes, by choice."""

    ways: tuple[Program, ...]
    #: Whether the modes are joined by a plain "or".
    short: bool = False
    between: str = " or "
    #: Whether it comes after something else.
    after: bool = False

    def programs(self) -> tuple[Program, ...]:
        return self.ways

    def run(self, play: Play) -> None:
        """Offer the modes that can be done, or the first if none can."""
        able = [number for number, way in enumerate(self.ways) if all(step.can_run(play) for step in way)]
        play.ask(play.player, [play.way(number) for number in able or [0]])

    def answer(self, play: Play, chosen: Choice) -> None:
        play.enter(play.chosen_way(chosen))

    def words(self, speech: Speech) -> str:
        said = [clause(way, speech) for way in self.ways]
        if self.short:
            return self.between.join(said)
        return f"{'then ' if self.after else ''}choose one: {', or '.join(said)}"


@dataclass(frozen=True, slots=True)
class And(Step):
    """Several deeds in one sentence."""

    blocks: ClassVar[tuple[str, ...]] = ("steps",)

    steps: Program
    #: The text between them, and before them.
    between: str = " and "
    before: str = ""

    def can_run(self, play: Play) -> bool:
        return all(step.can_run(play) for step in self.steps)

    def run(self, play: Play) -> None:
        play.enter(0)

    def words(self, speech: Speech) -> str:
        return self.before + self.between.join(step.words(speech) for step in self.steps)


def then(*steps: Step) -> And:
    """Deeds worded as a sequence: this, then that."""
    return And(steps, ", then ")


@dataclass(frozen=True, slots=True)
class AtEndOfRound(Waits):
    """Do something at the end of your round."""

    program: Program

    def awaits(self) -> Trigger:
        return on(EndOfYourRound())

    def words(self, speech: Speech) -> str:
        return f"at the end of your round, {clause(self.program, speech)}"
