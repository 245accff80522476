"""Lasting effects: modifiers and waiting programs that outlive their ability (6.16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import AbilityKind
from rules.five_sails.state.play import Play
from rules.five_sails.state.table import Table
from rules.five_sails.terms.parts import Lasting, Modifier, Program, Step, Trigger, Until, Waiting


@dataclass(frozen=True, slots=True)
class Lasts(Step):
    """Leave a modifier in force, with everything bound in the scene so far (6.16)."""

    modifier: Modifier
    until: Until = Until.USUAL
    says: ClassVar[str] = "{modifier}"

    def run(self, play: Play) -> None:
        until = _resolve_until(play, self.until)
        play.state.lasting.append(Lasting(self.modifier.modifies(), until, play.path, play.scene))


class Waits(Step):
    """Runs its ``program`` when something happens later, with everything bound in the scene so far."""

    __slots__ = ()

    blocks: ClassVar[tuple[str, ...]] = ("program",)

    def awaits(self) -> Trigger:
        raise NotImplementedError

    def ends(self) -> Until:
        return Until.USUAL

    def is_over(self) -> bool:
        return True

    def run(self, play: Play) -> None:
        state, trigger = play.state, self.awaits()
        state.serial += 1
        until = _resolve_until(play, self.ends())
        state.waiting.append(Waiting(trigger.moment, trigger.timing, until, play.path, play.scene, state.serial))


@dataclass(frozen=True, slots=True)
class Later(Waits):
    """Run a program when something happens, only the first time if ``once``."""

    trigger: Trigger
    program: Program
    until: Until = Until.USUAL
    once: bool = True

    def awaits(self) -> Trigger:
        return self.trigger

    def ends(self) -> Until:
        return self.until

    def is_over(self) -> bool:
        return self.once


def modifier_of(table: Table, lasting: Lasting) -> Modifier:
    """The modifier that a ``Lasts`` left behind."""
    step = table.ability(lasting.scene.card, lasting.scene.ability).steps[lasting.path]
    if not isinstance(step, Lasts):
        raise TypeError(f"the step at {lasting.path} leaves no modifier")
    return step.modifier


def _resolve_until(play: Play, until: Until) -> Until:
    """Resolve ``Until.USUAL`` by the kind of the ability (6.16)."""
    if until is not Until.USUAL:
        return until
    kind = play.state.table.ability(play.card, play.scene.ability).kind
    return Until.DUEL_ENDS if kind in (AbilityKind.TECHNIQUE, AbilityKind.MANEUVER) else Until.DAY_ENDS
