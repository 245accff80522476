"""Abilities that issue challenges and make pressures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails.abilities.nouns.filters import Postscript
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import Noun, Pick
from rules.five_sails.abilities.verbs.deeds import choices_for
from rules.five_sails.contests.challenge import issue_challenge, may_be_challenged
from rules.five_sails.contests.pressure import begin_pressure
from rules.five_sails.state.effects import Waits
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import current_duel
from rules.five_sails.state.values import is_allowed, is_dash
from rules.five_sails.terms.basics import HOME, NONE, Stat
from rules.five_sails.terms.happenings import Moment, Timing
from rules.five_sails.terms.parts import Program, Question, Step, Trigger, Until
from rules.five_sails.terms.phrases import Speech, sentences


@dataclass(frozen=True, slots=True)
class MayBeChallengedBy(Postscript):
    """Characters that a character may challenge; this has no text."""

    who: Noun

    def matches(self, play: Play, card: int) -> bool:
        found = self.who.find(play) or (NONE,)
        return found[0] == NONE or is_allowed(play.state, Question.MAY_CHALLENGE, found[0], card)


@dataclass(frozen=True, slots=True)
class CanIssue(Postscript):
    """Characters that could issue a challenge; this has no text."""

    stat: Stat = Stat.COMBAT

    def matches(self, play: Play, card: int) -> bool:
        """No dash (6.19), and somebody to challenge."""
        return not is_dash(play.state, card, self.stat) and bool(may_be_challenged(play.state, card, self.stat))


@dataclass(frozen=True, slots=True)
class Issue(Waits):
    """A character issues a challenge; ``program`` runs before it is answered."""

    who: Noun
    target: Noun
    stat: Stat = Stat.COMBAT
    program: Program = ()

    def awaits(self) -> Trigger:
        return Trigger(Moment.CHALLENGED, Timing.WHEN)

    def ends(self) -> Until:
        return Until.ACTION_ENDS

    def prepares(self) -> tuple[Step, ...]:
        return choices_for(self)

    def demands(self) -> Stat | None:
        """Nobody challenges with a dash (6.19)."""
        return self.stat if not isinstance(self.who, Pick) else None

    def run(self, play: Play) -> None:
        challenger, target = self.who.one(play), self.target.one(play)
        if NONE in (challenger, target) or is_dash(play.state, challenger, self.stat):
            return
        if self.program:
            Waits.run(self, play)
        issue_challenge(play.state, challenger, self.stat, target, play.cause)

    def words(self, speech: Speech) -> str:
        said = f"{self.who.words(speech)} issues a {speech.say(self.stat)} challenge to {self.target.words(speech)}"
        speech.named = ""
        return sentences([said, *(step.words(speech) for step in self.program)])


@dataclass(frozen=True, slots=True)
class CancelChallenge(Step):
    """Cancel the challenge that was just issued."""

    says: ClassVar[str] = "cancel that challenge"

    def run(self, play: Play) -> None:
        duel = current_duel(play.state)
        duel.participants[1] = NONE


@dataclass(frozen=True, slots=True)
class Pressure(Step):
    """Pressure this location; the next part can ask whether it succeeded."""

    stat: Stat

    def demands(self) -> Stat | None:
        """Nobody pressures with a dash (6.19)."""
        return self.stat

    def run(self, play: Play) -> None:
        place = HERE.one(play)
        if 0 <= place < HOME:
            begin_pressure(play.state, play.performer, play.player, place, self.stat, by=play.cause)

    def words(self, speech: Speech) -> str:
        stat = speech.say(self.stat)
        said = f"pressure this location with {stat}"
        return f"{said}. Wounds do not lower {stat} in that pressure" if self.stat is Stat.RESOLVE else said
