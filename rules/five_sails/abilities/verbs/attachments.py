"""Abilities that equip or move attachments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails.abilities.nouns.groups import Pool
from rules.five_sails.abilities.nouns.places import Place, there
from rules.five_sails.abilities.nouns.roles import ADVERSARY, BEARER, PERFORMER, Noun, side_of
from rules.five_sails.abilities.verbs.deeds import Verb
from rules.five_sails.deeds.deeds import (
    equip,
    hand_over,
)
from rules.five_sails.deeds.payments import pay, wealth
from rules.five_sails.state.agenda import F
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import cost_of, has_trait, is_allowed
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.terms.parts import Question, Step
from rules.five_sails.terms.phrases import Speech


@dataclass(frozen=True, slots=True)
class Equip(Verb):
    """Equip an attachment to a character, at its cost or for free."""

    what: Noun
    to: Noun
    says: ClassVar[str] = "equip {what} to {to}"
    #: How it is paid for: "", ", paying all costs" or ", ignoring all costs".
    terms: str = ""
    #: Whether the text says that the character equips it.
    by_bearer: bool = False
    #: Whether you take control of somebody else's card first.
    taking: bool = False
    less: int = 0
    cheaper_at: Place | None = None

    def run(self, play: Play) -> None:
        state, player = play.state, play.player
        card, bearer = self.what.one(play), self.to.one(play)
        if NONE in (card, bearer) or state.zone[bearer] != Zone.PLAY:
            return
        if not is_allowed(state, Question.MAY_EQUIP, card, bearer):
            return
        if self.terms == ", ignoring all costs":
            equip(state, card, other=bearer, number=player, by=play.cause)
            return
        due = self._due(play, card, bearer)
        if due <= wealth(state, player, card):
            state.agenda.append((F.EQUIP, card, bearer, player))
            pay(state, player, due, card)

    def _due(self, play: Play, card: int, bearer: int) -> int:
        at = self.cheaper_at
        less = self.less if at is None or play.state.place[bearer] in at.find(play) else 0
        return max(cost_of(play.state, card, bearer) - less, 0)

    def words(self, speech: Speech) -> str:
        if self.by_bearer:
            said = f"{self.to.words(speech)} equips {self.what.words(speech)}{self.terms}"
        elif self.taking:
            said = f"take control of {self.what.words(speech)} and equip it to {self.to.words(speech)}{self.terms}"
        else:
            said = f"equip {self.what.words(speech)} to {self.to.words(speech)}{self.terms}"
        if self.cheaper_at is not None:
            where = self.cheaper_at.words(speech)
            said += f". If {PERFORMER.called} is at {where}, that attachment costs {self.less} less"
        return said


@dataclass(frozen=True, slots=True)
class EquipThis(Step):
    """Equip this card from your dueling line to a participant, for free."""

    to: Noun
    terms: str = ""

    def run(self, play: Play) -> None:
        for bearer in self.to.find(play):
            equip(play.state, play.card, other=bearer, number=play.player, by=play.cause)

    def words(self, speech: Speech) -> str:
        return f"equip {speech.itself} from your dueling line to {self.to.words(speech)}{self.terms}"


@dataclass(frozen=True, slots=True)
class EquipRevealed(Step):
    """You may equip a revealed attachment to one of your characters at this location."""

    trait: str
    says: ClassVar[str] = "you may equip an {trait} revealed this way to one of your characters at this location"

    def run(self, play: Play) -> None:
        """Every pair that can be paid for, or none."""
        state, player = play.state, play.player
        options = [
            choice(Kind.EQUIP, card, bearer)
            for card in play.cards("seen")
            if has_trait(state, card, self.trait) and state.table.is_attachment[card]
            for bearer in there(play, player)
            if cost_of(state, card, bearer) <= wealth(state, player, card)
        ]
        if options:
            play.ask(player, [*options, DECLINE])

    def answer(self, play: Play, chosen: Choice) -> None:
        if chosen.kind is Kind.EQUIP:
            state = play.state
            state.agenda.append((F.EQUIP, chosen.card, chosen.target, play.player))
            pay(state, play.player, cost_of(state, chosen.card, chosen.target), chosen.card)


@dataclass(frozen=True, slots=True)
class EquipAnything(Step):
    """The bearer equips an attachment from your hand or from the City, for free."""

    says: ClassVar[str] = (
        "the bearer equips an attachment from your hand or an available attachment at a City location, "
        "ignoring all costs"
    )

    def run(self, play: Play) -> None:
        """Copies in hand are one choice."""
        state, bearer = play.state, BEARER.one(play)
        table = state.table
        if bearer == NONE or state.zone[bearer] != Zone.PLAY:
            return
        held = {table.kin[card]: card for card in reversed(state.hand[play.player]) if table.is_attachment[card]}
        lying = [card for place in table.line for card in state.city_cards[place] if table.is_attachment[card]]
        options = [
            choice(Kind.EQUIP, card, bearer)
            for card in (*sorted(held.values()), *lying)
            if is_allowed(state, Question.MAY_EQUIP, card, bearer)
        ]
        play.ask(play.player, options)

    def answer(self, play: Play, chosen: Choice) -> None:
        equip(play.state, chosen.card, other=chosen.target, number=play.player, by=play.cause)


@dataclass(frozen=True, slots=True)
class MoveAttachment(Step):
    """Move an attachment from one of your characters at this location to another."""

    says: ClassVar[str] = "move an attachment from one of your characters at this location to another"

    def run(self, play: Play) -> None:
        """Every pair; some attachments cannot be moved."""
        state = play.state
        here = there(play, play.player)
        play.ask(
            play.player,
            [
                choice(Kind.EQUIP, card, bearer)
                for giver in here
                for card in state.gear[giver]
                if is_allowed(state, Question.MAY_TRANSFER, card)
                for bearer in here
                if bearer != giver and is_allowed(state, Question.MAY_EQUIP, card, bearer)
            ],
        )

    def answer(self, play: Play, chosen: Choice) -> None:
        hand_over(play.state, chosen.card, other=chosen.target, by=play.cause)


@dataclass(frozen=True, slots=True)
class OnAdversaryOrInItsPile(Pool):
    """Attachments that the adversary bears, and those in the discard pile of its player."""

    noun: ClassVar[str] = "attachment"
    says: ClassVar[str] = "on the adversary or in the adversary's discard pile"

    def cards(self, play: Play) -> Iterable[int]:
        """Those that may be moved, then the pile, where copies are one choice."""
        state, adversary = play.state, ADVERSARY.one(play)
        if adversary == NONE or state.duel is None:
            return []
        pile = state.discard[state.duel.players[1 - side_of(play)]]
        worn = [card for card in state.gear[adversary] if is_allowed(state, Question.MAY_TRANSFER, card)]
        lying = {state.table.kin[card]: card for card in reversed(pile) if state.table.is_attachment[card]}
        return [*worn, *reversed(lying.values())]
