"""Cancelling and replacing what would happen (6.15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails.abilities.nouns.roles import Noun, side_of
from rules.five_sails.abilities.triggers import Event, on
from rules.five_sails.contests.duel import wounds_from_threat
from rules.five_sails.deeds.deeds import (
    cancel,
    in_order,
    take_back,
    wound,
)
from rules.five_sails.deeds.uses import cancel_effects
from rules.five_sails.state.effects import Waits
from rules.five_sails.state.log import tell
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import current_duel
from rules.five_sails.state.zones import lift, to_approach
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.happenings import Happening, Moment
from rules.five_sails.terms.parts import Program, Step, Trigger, Until
from rules.five_sails.terms.phrases import Speech


@dataclass(frozen=True, slots=True)
class CancelEffects(Step):
    """Cancel the effects of the ability that was announced or that targets this card."""

    what: str
    says: ClassVar[str] = "cancel the effects of that {what}"

    def run(self, play: Play) -> None:
        happening = play.happening
        if happening.moment is Moment.TARGETED:
            cancel_effects(play.state, happening.by.card, happening.by.ability)
        else:
            cancel_effects(play.state, happening.card, happening.number)


@dataclass(frozen=True, slots=True)
class CancelIt(Step):
    """Cancel or change what would happen."""

    #: The card's wording; empty where "instead" already says it.
    called: str = ""
    #: What the number becomes instead, if the thing still happens.
    number: int | None = None
    says: ClassVar[str] = "{called}"

    def run(self, play: Play) -> None:
        would = play.happening
        cancel(play.state, would, None if self.number is None else would._replace(number=self.number))


@dataclass(frozen=True, slots=True)
class IgnoreOne(Step):
    """Prevent one of the wounds."""

    says: ClassVar[str] = "ignore 1 of those wounds"

    def run(self, play: Play) -> None:
        would = play.happening
        cancel(play.state, would, would._replace(number=would.number - 1))


@dataclass(frozen=True, slots=True)
class TakeTheWound(Step):
    """Somebody else is wounded instead."""

    who: Noun
    says: ClassVar[str] = "wound {who} instead"

    def run(self, play: Play) -> None:
        """All of the wounds, if it is still in play and not the victim itself."""
        card = self.who.one(play)
        if card not in (NONE, play.happening.card) and play.state.zone[card] == Zone.PLAY:
            cancel(play.state, play.happening, play.happening._replace(card=card))


@dataclass(frozen=True, slots=True)
class UntilYourNextRound(Waits):
    """Something that waits until your next round."""

    event: Event
    program: Program

    def awaits(self) -> Trigger:
        return on(self.event)

    def ends(self) -> Until:
        return Until.NEXT_ROUND_ENDS

    def is_over(self) -> bool:
        return False

    def words(self, speech: Speech) -> str:
        speech.named = ""
        event = self.event.words(speech)
        speech.named = ""
        return f"until your next round, when {event}, {self.program[0].words(speech)}"


@dataclass(frozen=True, slots=True)
class LeaderBears(Step):
    """Your Leader becomes the bearer."""

    says: ClassVar[str] = "your Leader becomes the bearer, whichever character equips it"

    def run(self, play: Play) -> None:
        would = play.happening
        leader = play.state.table.leaders[would.number]
        cancel(play.state, would, would._replace(other=leader))


@dataclass(frozen=True, slots=True)
class BackToApproachDeck(Step):
    """The character goes to its owner's Approach Deck, and this attachment to The Locker instead."""

    says: ClassVar[str] = "put that character into your Approach Deck and send this attachment to The Locker instead"

    def run(self, play: Play) -> None:
        """Its other attachments are discarded, as usual (9.4)."""
        state, card = play.state, play.happening.card
        cancel(state, play.happening, Happening(Moment.LOCKED, play.card, by=play.cause))
        worn = [each for each in state.gear[card] if each != play.card]
        left, player = state.place[card], state.control[card]
        lift(state, card)
        to_approach(state, card)
        tell(state, Moment.WITHDRAWN, card, left, number=player, by=play.cause)
        in_order(state, [Happening(Moment.DISCARDED, each) for each in worn])


@dataclass(frozen=True, slots=True)
class AttachmentsComeBack(Step):
    """Attachments of your dueling line go to your hand when the duel ends."""

    says: ClassVar[str] = (
        "when attachments in your dueling line would be discarded at the end of this character's duel, "
        "put them into your hand instead. This does not apply if this character was destroyed"
    )

    def run(self, play: Play) -> None:
        state = play.state
        duel, side = current_duel(state), side_of(play)
        for card in duel.line[side][:]:
            if state.table.is_attachment[card]:
                take_back(state, card, play.cause)


@dataclass(frozen=True, slots=True)
class SufferAllAtOnce(Step):
    """The duel ends at once: all the threat wounds, and there is no round."""

    says: ClassVar[str] = (
        "you play no combat card. Wound this character once for each threat on it, then the duel ends. "
        "Restricted Hostilities still apply"
    )

    def run(self, play: Play) -> None:
        """At most as often as the challenger's stat, unless it is Lethal (7.1)."""
        state = play.state
        duel, side = current_duel(state), side_of(play)
        wounds = wounds_from_threat(state, side, duel.threat[side])
        duel.threat = [0, 0]
        wound(state, play.card, other=duel.participants[1 - side], number=wounds, by=play.cause)
