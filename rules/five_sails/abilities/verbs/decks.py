"""Abilities that search, look at and reveal decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.five_sails.abilities.nouns.places import HERE, Place
from rules.five_sails.abilities.nouns.roles import AN_OPPONENT, AnOpponent
from rules.five_sails.abilities.verbs.deeds import choices_for
from rules.five_sails.deeds.deeds import (
    draw_city,
    look,
    put_on_top,
    reveal_top,
)
from rules.five_sails.deeds.payments import wealth
from rules.five_sails.flow.drama import may_parley, parleyed_cost
from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import cost_of, value
from rules.five_sails.state.zones import refill, to_city
from rules.five_sails.terms.basics import NONE, Stat
from rules.five_sails.terms.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.terms.happenings import Moment
from rules.five_sails.terms.parts import Step
from rules.five_sails.terms.phrases import Speech


@dataclass(frozen=True, slots=True)
class RevealEqual(Step):
    """Reveal cards from the top of your deck equal to a stat of this character."""

    stat: Stat
    says: ClassVar[str] = "reveal cards from the top of your deck equal to this character's {stat}"

    def run(self, play: Play) -> None:
        number = max(value(play.state, play.card, self.stat), 0)
        play.bind("seen", reveal_top(play.state, play.player, number, play.cause))


@dataclass(frozen=True, slots=True)
class RevealUntil(Step):
    """Reveal cards from the City Deck until one is of a kind."""

    noun: str

    def run(self, play: Play) -> None:
        """Reshuffles the discard pile if necessary; reveals everything if there is no such card."""
        state = play.state
        table = state.table
        seen: list[int] = []
        found: tuple[int, ...] = ()
        while not found:
            if not state.deck[NONE]:
                refill(state, NONE, searched=True)
            card = draw_city(state, play.cause)
            if card == NONE:
                break
            seen.append(card)
            fits = table.is_attachment[card] if self.noun == "attachment" else table.is_mercenary[card]
            found = (card,) if fits else ()
        play.bind("found", found)
        play.bind("seen", tuple(seen))

    def words(self, speech: Speech) -> str:
        speech.named = "found"
        what = f"an {self.noun}" if self.noun == "attachment" else f"a {self.noun}"
        return f"reveal cards from the City Deck until you reveal {what}"


@dataclass(frozen=True, slots=True)
class AddFoundTo(Step):
    """Place the found card at a location, controlled by nobody."""

    to: Place
    says: ClassVar[str] = "add it to {to}"

    def run(self, play: Play) -> None:
        for card in play.cards("found"):
            for place in self.to.find(play):
                to_city(play.state, card, place)
                tell(play.state, Moment.PLACED, card, place, by=play.cause)


@dataclass(frozen=True, slots=True)
class RecruitFound(Step):
    """This character may recruit the Mercenary that was found, and parley with it even while engaged."""

    says: ClassVar[str] = "this character may recruit it, and may parley even while engaged"

    def run(self, play: Play) -> None:
        """Offer it with and without parley, as far as it can be paid for."""
        state, player = play.state, play.player
        for card in play.cards("found"):
            funds = wealth(state, player, card)
            options = [choice(Kind.RECRUIT, card)] if cost_of(state, card, play.card) <= funds else []
            talks = may_parley(state, play.card, card, engaged=True)
            if talks and parleyed_cost(state, card, play.card) <= funds:
                options.append(choice(Kind.RECRUIT, card, play.card))
            if options:
                play.ask(player, [*options, DECLINE])

    def answer(self, play: Play, chosen: Choice) -> None:
        if chosen.kind is Kind.RECRUIT:
            state = play.state
            to_city(state, chosen.card, HERE.one(play))
            state.agenda.append((F.RECRUIT, chosen.card, play.player, chosen.target, False))


@dataclass(frozen=True, slots=True)
class LookAndPutBack(Step):
    """Look at the top cards of the City Deck and put them back in any order."""

    number: int
    says: ClassVar[str] = "you look at the top {number} cards of the City Deck and put them back on top in any order"

    def run(self, play: Play) -> None:
        """Look, then ask for one card after the other, from the bottom up."""
        play.bind("seen", look(play.state, play.player, NONE, self.number, play.cause))
        self._ask(play)

    def _ask(self, play: Play) -> None:
        cards = play.cards("seen")
        if len(cards) > 1:
            play.ask(play.player, [choice(Kind.CHOOSE, card) for card in cards])
        else:
            put_on_top(play.state, cards)

    def answer(self, play: Play, chosen: Choice) -> None:
        put_on_top(play.state, (chosen.card,))
        play.bind("seen", tuple(card for card in play.cards("seen") if card != chosen.card))
        self._ask(play)


@dataclass(frozen=True, slots=True)
class RevealRandom(Step):
    """Reveal a random card from an opponent's hand, and remember it."""

    who: AnOpponent = AN_OPPONENT
    says: ClassVar[str] = "reveal 1 random card from {who}'s hand"

    def prepares(self) -> tuple[Step, ...]:
        return choices_for(self)

    def run(self, play: Play) -> None:
        state = play.state
        for player in self.who.find(play):
            hand = sorted(state.hand[player])
            if hand:
                card = hand[state.below(len(hand))]
                state.notes[play.card, "revealed"] = card
                tell(state, Moment.REVEALED, card, number=player, by=play.cause)


@dataclass(frozen=True, slots=True)
class ChooseInApproachDeck(Step):
    """Look at an opponent's Approach Deck, choose one of its cards and remember it."""

    who: AnOpponent = AN_OPPONENT
    says: ClassVar[str] = "look at {who}'s Approach Deck and choose 1 of its cards"

    def prepares(self) -> tuple[Step, ...]:
        return choices_for(self)

    def run(self, play: Play) -> None:
        state = play.state
        for player in self.who.find(play):
            for card in state.approach[player]:
                tell(state, Moment.LOOKED, card, number=player, by=play.cause)
            play.ask(play.player, [choice(Kind.CHOOSE, card) for card in state.approach[player]])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Remembered while this attachment is in play."""
        play.state.notes[play.card, "chosen"] = chosen.card
