"""Abilities made up for tests, of real words."""

from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails import Moment
from rules.five_sails.abilities.nouns.filters import OPPOSING
from rules.five_sails.abilities.nouns.groups import Target, characters
from rules.five_sails.abilities.verbs.deeds import Aim, add_renown_to
from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.parts import (
    Ability,
    AbilityKind,
    Condition,
    Modifier,
    Question,
    Step,
    Trigger,
)
from tests.rules.five_sails.scenarios import Spec, attachment, character, risk


def action(*effect: Step, **more: object) -> Ability:
    return Ability(kind=AbilityKind.ACTION, effect=effect, **more)  # type: ignore[arg-type]


def reaction(moment: Moment, *effect: Step, timing: Timing = Timing.AFTER, **more: object) -> Ability:
    condition = more.pop("condition", None)
    trigger = Trigger(moment, timing, condition) if condition else Trigger(moment, timing)
    return Ability(kind=AbilityKind.REACTION, trigger=trigger, effect=effect, **more)  # type: ignore[arg-type]


def forced(moment: Moment, *effect: Step, timing: Timing = Timing.AFTER) -> Ability:
    return Ability(kind=AbilityKind.FORCED, trigger=Trigger(moment, timing), effect=effect)


def technique(*effect: Step, **more: object) -> Ability:
    return Ability(kind=AbilityKind.TECHNIQUE, effect=effect, **more)  # type: ignore[arg-type]


def passive(*modifiers: Modifier, **more: object) -> Ability:
    return Ability(kind=AbilityKind.PASSIVE, modifiers=modifiers, **more)  # type: ignore[arg-type]


@dataclass(frozen=True)
class ItIsYours(Condition):
    """It happens to a card that the ability's player controls."""

    def holds(self, play: Play) -> bool:
        return play.state.control[play.happening.card] == play.player


AIM = Aim(Target(characters(OPPOSING)))
DECK = {f"d{i}": risk() for i in range(8)}


def other_deck(prefix: str) -> dict[str, Spec]:
    return {f"{prefix}{i}": risk() for i in range(8)}


@dataclass(frozen=True, slots=True)
class Answers(Modifier):
    """Answers one question about one character or card: the one that performs or is this card."""

    about: Question
    value: int

    def modifies(self) -> Question:
        return self.about

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        concerned = (subject, other) if self.about is Question.MAY_CHALLENGE else (subject,)
        return self.value if play.performer in concerned or play.card in concerned else value


def ruled(question: Question, number: int, **facts: object) -> Spec:
    return character(abilities=(passive(Answers(question, number)),), **facts)


@dataclass(frozen=True, slots=True)
class Silent(Modifier):
    """The bearer has no abilities."""

    question: ClassVar[Question] = Question.HAS_ABILITIES

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.bearer else value


SILENCE = attachment(abilities=(passive(Silent()),))


@dataclass(frozen=True, slots=True)
class ForEachPlace(Step):
    """Do something for each location of the line, by repeating itself."""

    blocks: ClassVar[tuple[str, ...]] = ("do",)
    do: tuple[Step, ...]

    def run(self, play: Play) -> None:
        done = play.number("done") if play.number("done") != NONE else 0
        if done < len(play.state.table.line):
            play.bind("at", play.state.table.line[done])
            play.bind("done", done + 1)
            play.enter(0, again=True)


@dataclass(frozen=True, slots=True)
class AddThere(Step):
    def run(self, play: Play) -> None:
        add_renown_to(play.number("at")).run(play)
