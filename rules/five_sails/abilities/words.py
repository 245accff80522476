"""The words that built abilities are made of: steps, conditions, groups and modifiers.

Each word is a frozen value without state. Words that concern a character or card name it by a ``role``: ``this`` is the
card that prints the ability, ``performer`` its acting character, ``adversary`` the other participant, ``happened`` the
card of what a Reaction reacts to; any other role is a name that an earlier step bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rules.five_sails.abilities.parts import ALWAYS, Condition, Modifier, Program, Question, Step
from rules.five_sails.choices import Choice, Kind, choice
from rules.five_sails.deeds import (
    add_renown,
    cancel,
    claim,
    destroy,
    discard,
    draw,
    in_order,
    spend_renown,
    wound,
)
from rules.five_sails.duel import gain, running
from rules.five_sails.happenings import Happening, Moment
from rules.five_sails.log import tell
from rules.five_sails.payments import choose_discards
from rules.five_sails.terms import HOME, NONE, CombatValue, Stat
from rules.five_sails.values import crew_at, is_dash, known_place, opposing, value

if TYPE_CHECKING:
    from rules.five_sails.abilities.play import Play


def who(play: Play, role: str) -> int:
    """The card that plays a role in the scene, or -1."""
    if role == "this":
        return play.card
    if role == "performer":
        return play.performer
    if role == "happened":
        return play.happening.card
    if role == "adversary":
        duel = play.state.duel
        return duel.participants[1 - duel.players.index(play.player)] if duel is not None else NONE
    return play.number(role)


# Groups: the cards among which something is chosen.


class Group:
    """Some cards in play."""

    __slots__ = ()

    def members(self, play: Play) -> list[int]:
        """Who belongs to it now."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OpposingCharacters(Group):
    """Other players' characters at this location."""

    def members(self, play: Play) -> list[int]:
        """Those where the performer is."""
        return opposing(play.state, play.player, play.place)


@dataclass(frozen=True, slots=True)
class CharactersHere(Group):
    """All characters at this location."""

    def members(self, play: Play) -> list[int]:
        """Everybody where the performer is, or was."""
        place = known_place(play.state, play.performer) if play.performer != NONE else play.place
        return [card for player in play.state.turn_order() for card in crew_at(play.state, player, place)]


# Costs and targets.


@dataclass(frozen=True, slots=True)
class Target(Step):
    """Choose one of a group, by name of a target; without one the ability cannot be used (6.7)."""

    group: Group
    role: str = "target"

    def able(self, play: Play) -> bool:
        """Somebody must be there."""
        return bool(self.group.members(play))

    def run(self, play: Play) -> None:
        """Ask whoever uses the ability."""
        play.ask(play.player, [choice(Kind.TARGET, card) for card in self.group.members(play)])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Remember the target, and let it be known."""
        play.bind(self.role, chosen.card)
        tell(play.state, Moment.TARGETED, chosen.card, by=play.cause)


@dataclass(frozen=True, slots=True)
class DiscardCards(Step):
    """Discard cards of the own hand."""

    number: int

    def hand_cards(self, play: Play) -> int:
        """So many."""
        return self.number

    def able(self, play: Play) -> bool:
        """They must be there, the card itself not counted."""
        hand = play.state.hand[play.player]
        return len(hand) - (play.card in hand) >= self.number

    def run(self, play: Play) -> None:
        """Ask which."""
        choose_discards(play.state, play.player, self.number)


@dataclass(frozen=True, slots=True)
class SpendRenown(Step):
    """Give up collected Renown (6.10)."""

    number: int

    def able(self, play: Play) -> bool:
        """There must be enough."""
        return play.state.renown[play.player] >= self.number

    def run(self, play: Play) -> None:
        """Give it up."""
        spend_renown(play.state, number=self.number, by=play.cause)


@dataclass(frozen=True, slots=True)
class Require(Step):
    """Something that must hold for the ability to be used."""

    condition: Condition

    def able(self, play: Play) -> bool:
        """It holds."""
        return self.condition.holds(play)

    def run(self, play: Play) -> None:
        """Nothing is done."""


# Effects.


@dataclass(frozen=True, slots=True)
class Wound(Step):
    """A character takes a wound."""

    role: str = "target"

    def run(self, play: Play) -> None:
        """One wound."""
        wound(play.state, who(play, self.role), number=1, by=play.cause)


@dataclass(frozen=True, slots=True)
class Destroy(Step):
    """A card is destroyed."""

    role: str = "performer"

    def run(self, play: Play) -> None:
        """At once."""
        destroy(play.state, who(play, self.role), by=play.cause)


@dataclass(frozen=True, slots=True)
class DiscardThis(Step):
    """The card itself goes to its discard pile."""

    def run(self, play: Play) -> None:
        """From wherever it is."""
        discard(play.state, play.card, by=play.cause)


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """Draw cards."""

    number: int = 1

    def run(self, play: Play) -> None:
        """The ability's player draws."""
        draw(play.state, play.player, self.number, play.cause)


@dataclass(frozen=True, slots=True)
class OpponentsDraw(Step):
    """Every other player draws cards."""

    number: int = 1

    def run(self, play: Play) -> None:
        """In turn order."""
        for player in play.state.turn_order():
            if player != play.player:
                draw(play.state, player, self.number, play.cause)


@dataclass(frozen=True, slots=True)
class AddRenown(Step):
    """Add Renown to a place: a fixed one, or this location."""

    place: int = NONE
    number: int = 1

    def run(self, play: Play) -> None:
        """Add it."""
        place = self.place if self.place != NONE else play.place
        add_renown(play.state, place=place, number=self.number, by=play.cause)


@dataclass(frozen=True, slots=True)
class AddRenownToDifferent(Step):
    """Add 1 Renown to each of several different locations, which the player chooses."""

    number: int

    def run(self, play: Play) -> None:
        """Ask for the next place; in the order of the line, so that every set is offered once."""
        chosen = play.cards("places")
        left = self.number - len(chosen)
        line = play.state.table.line
        open_places = [place for place in line if not chosen or place > chosen[-1]]
        if left > 0:
            play.ask(
                play.player,
                [choice(Kind.PLACE, place=place) for place in open_places[: len(open_places) - left + 1]],
            )

    def answer(self, play: Play, chosen: Choice) -> None:
        """Go on asking, or add the Renown to all of them."""
        places = (*play.cards("places"), chosen.place)
        play.bind("places", places)
        if len(places) < self.number:
            self.run(play)
        else:
            in_order(
                play.state,
                [Happening(Moment.RENOWN_ADDED, place=place, number=1, by=play.cause) for place in places],
            )


@dataclass(frozen=True, slots=True)
class ClaimHere(Step):
    """Take control of this location."""

    def run(self, play: Play) -> None:
        """Without pressure."""
        if 0 <= play.place < HOME:
            claim(play.state, play.performer, place=play.place, number=play.player, by=play.cause)


@dataclass(frozen=True, slots=True)
class Gain(Step):
    """Change a combat value of this round."""

    which: CombatValue
    number: int = 1

    def run(self, play: Play) -> None:
        """More or, below 0, less of it."""
        gain(play.state, self.which, self.number)


@dataclass(frozen=True, slots=True)
class GainLethal(Step):
    """The own participant gains Lethal until its next round (7.2)."""

    def run(self, play: Play) -> None:
        """From now on."""
        duel = running(play.state)
        duel.lethal[duel.players.index(play.player)] = True


@dataclass(frozen=True, slots=True)
class If(Step):
    """Do something if a condition holds, and something else if not."""

    blocks: ClassVar[tuple[str, ...]] = ("then", "otherwise")

    condition: Condition
    then: Program
    otherwise: Program = ()

    def run(self, play: Play) -> None:
        """One of the two."""
        play.enter(0 if self.condition.holds(play) else 1)


@dataclass(frozen=True, slots=True)
class CancelIt(Step):
    """What would happen does not, or not in full (6.15)."""

    #: What the number becomes instead, if the thing still happens.
    number: int | None = None

    def run(self, play: Play) -> None:
        """Take it back."""
        would = play.happening
        cancel(play.state, would, None if self.number is None else would._replace(number=self.number))


# Conditions.


@dataclass(frozen=True, slots=True)
class YouControlThisLocation(Condition):
    """The ability's player controls the location."""

    def holds(self, play: Play) -> bool:
        """Whether they do."""
        place = play.place
        return 0 <= place < HOME and play.state.holder[place] == play.player


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """A character has so much of a stat, or more."""

    stat: Stat
    number: int
    role: str = "performer"

    def holds(self, play: Play) -> bool:
        """Whether it has; a dash never has."""
        card = who(play, self.role)
        return not is_dash(play.state, card, self.stat) and value(play.state, card, self.stat) >= self.number


@dataclass(frozen=True, slots=True)
class ByAnOpponent(Condition):
    """Somebody else's ability or action does it."""

    #: Whether only an ability counts.
    ability: bool = False

    def holds(self, play: Play) -> bool:
        """Whether the cause is another player's."""
        by = play.happening.by
        return by.player not in (NONE, play.player) and (by.card != NONE or not self.ability)


@dataclass(frozen=True, slots=True)
class AnOpponentClaims(Condition):
    """It is another player who claims."""

    def holds(self, play: Play) -> bool:
        """Whether it is."""
        return play.happening.number != play.player


@dataclass(frozen=True, slots=True)
class ItIsYours(Condition):
    """It happens to a card that the ability's player controls."""

    def holds(self, play: Play) -> bool:
        """Whether it does."""
        return play.state.control[play.happening.card] == play.player


@dataclass(frozen=True, slots=True)
class ACharacter(Condition):
    """It happens to a character."""

    def holds(self, play: Play) -> bool:
        """Whether it does."""
        return play.state.table.is_character[play.happening.card]


@dataclass(frozen=True, slots=True)
class SucceedsByAtMost(Condition):
    """A pressure would succeed, by no more than so much."""

    number: int

    def holds(self, play: Play) -> bool:
        """Whether it would."""
        return 1 <= play.happening.number <= self.number


@dataclass(frozen=True, slots=True)
class All(Condition):
    """Several conditions at once."""

    conditions: tuple[Condition, ...]

    def holds(self, play: Play) -> bool:
        """Whether every one of them holds."""
        return all(condition.holds(play) for condition in self.conditions)


# Modifiers.


@dataclass(frozen=True, slots=True)
class ThisHas(Modifier):
    """The character itself has more or less of a stat, while a condition holds."""

    stat: Stat
    number: int
    condition: Condition = ALWAYS

    def asked(self) -> Question:
        """The stat."""
        return Question(self.stat)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """For the card itself only."""
        return value + self.number if subject == play.card and self.condition.holds(play) else value


@dataclass(frozen=True, slots=True)
class CombatCardsHere(Modifier):
    """Combat cards of participants at this location have more or less of a combat value."""

    which: CombatValue
    number: int

    def asked(self) -> Question:
        """The combat value."""
        return Question(Question.RIPOSTE + self.which)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """For participants where the card is."""
        return value + self.number if known_place(play.state, other) == play.place else value


@dataclass(frozen=True, slots=True)
class CombatCardsOf(Modifier):
    """Combat cards of one participant have more or less of a combat value."""

    which: CombatValue
    number: int
    role: str

    def asked(self) -> Question:
        """The combat value."""
        return Question(Question.RIPOSTE + self.which)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """For that participant's cards."""
        return value + self.number if other == who(play, self.role) else value


@dataclass(frozen=True, slots=True)
class PressuresAlsoCount(Modifier):
    """In pressures at this location characters also count another stat."""

    stat: Stat
    question: ClassVar[Question] = Question.PRESSURE

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        """Once only, also if the pressure is with that stat."""
        if other != play.place or _pressed_stat(play) == self.stat:
            return value
        return value + _value(play, subject, self.stat)


def _value(play: Play, card: int, stat: Stat) -> int:
    return value(play.state, card, stat)


def _pressed_stat(play: Play) -> int:
    """The stat of the pressure that is going on: the last one that was begun."""
    for happening in reversed(play.state.log):
        if happening.moment is Moment.PRESSURED:
            return happening.number
    return NONE
