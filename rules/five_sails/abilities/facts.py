"""Conditions in costs and effects, worded after "if" or "while"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from cards.catalogue import CardType
from rules.five_sails.abilities.nouns.filters import Filter, strength
from rules.five_sails.abilities.nouns.groups import Those
from rules.five_sails.abilities.nouns.places import HERE, Place, Where, YourFighter
from rules.five_sails.abilities.nouns.roles import PARTICIPANT, Controller, Noun
from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import HOME, NONE, Stat, Zone
from rules.five_sails.terms.happenings import Moment
from rules.five_sails.terms.parts import Condition
from rules.five_sails.terms.phrases import Speech, article


@dataclass(frozen=True, slots=True)
class Is(Condition):
    """A character matches a filter: engaged, en garde, a Scoundrel."""

    who: Noun
    filters: tuple[Filter, ...]
    already: bool = False

    def holds(self, play: Play) -> bool:
        card = self.who.one(play)
        return card != NONE and any(each.matches(play, card) for each in self.filters)

    def words(self, speech: Speech) -> str:
        said = " or ".join(
            article(noun) if (noun := each.noun(speech)) else each.words(speech) for each in self.filters
        )
        return f"{self.who.words(speech)} is {'already ' if self.already else ''}{said}"


@dataclass(frozen=True, slots=True)
class Bears(Condition):
    """A character bears a matching attachment."""

    who: Noun
    what: Those

    def holds(self, play: Play) -> bool:
        card = self.who.one(play)
        return card != NONE and any(play.state.bearer[worn] == card for worn in self.what.members(play))

    def words(self, speech: Speech) -> str:
        return f"{self.who.words(speech)} has {article(self.what.words(speech))}"


@dataclass(frozen=True, slots=True)
class AsMuch(Condition):
    """A character has at least as much of a stat as another."""

    who: Noun
    stat: Stat
    other: Noun
    says: ClassVar[str] = "{who} has at least as much {stat} as {other}"

    def holds(self, play: Play) -> bool:
        """A dash never has as much, and counts as 0 on the other side (6.19)."""
        own = strength(play, self.who.one(play), self.stat)
        return own is not None and own >= (strength(play, self.other.one(play), self.stat) or 0)


@dataclass(frozen=True, slots=True)
class AsMuchOfBoth(Condition):
    """A character has at least as much of two stats as another."""

    who: Noun
    first: Stat
    second: Stat
    other: Noun
    says: ClassVar[str] = "{who} has at least as much {first} and at least as much {second} as {other}"

    def holds(self, play: Play) -> bool:
        return all(AsMuch(self.who, stat, self.other).holds(play) for stat in (self.first, self.second))


@dataclass(frozen=True, slots=True)
class More(Condition):
    """A character has more of a stat than another."""

    who: Noun
    stat: Stat
    other: Noun
    says: ClassVar[str] = "{who} has more {stat} than {other}"

    def holds(self, play: Play) -> bool:
        own = strength(play, self.who.one(play), self.stat)
        return own is not None and own > (strength(play, self.other.one(play), self.stat) or 0)


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """A character has at least a number of a stat."""

    who: Noun
    number: int
    stat: Stat
    says: ClassVar[str] = "{who} has {number} or more {stat}"

    def holds(self, play: Play) -> bool:
        own = strength(play, self.who.one(play), self.stat)
        return own is not None and own >= self.number


@dataclass(frozen=True, slots=True)
class EitherOf(Condition):
    """One of two facts about the same character, whom the text names once."""

    first: Condition
    second: Condition

    def holds(self, play: Play) -> bool:
        return self.first.holds(play) or self.second.holds(play)

    def words(self, speech: Speech) -> str:
        first = self.first.words(speech)
        subject = first.partition(" has ")[0]
        speech.named = ""
        return f"{first} or {self.second.words(speech).removeprefix(subject).strip()}"


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    """Several facts at once."""

    facts: tuple[Condition, ...]

    def holds(self, play: Play) -> bool:
        return all(fact.holds(play) for fact in self.facts)

    def words(self, speech: Speech) -> str:
        return " and ".join(fact.words(speech) for fact in self.facts)


@dataclass(frozen=True, slots=True)
class FirstPlayer(Condition):
    """You have the First Player token, or not."""

    yes: bool = True

    def holds(self, play: Play) -> bool:
        return (play.state.first == play.player) is self.yes

    def words(self, speech: Speech) -> str:
        return "you are the First Player" if self.yes else "you are not the First Player"


@dataclass(frozen=True, slots=True)
class YouHave(Condition):
    """You control a matching character."""

    those: Those

    def holds(self, play: Play) -> bool:
        return any(play.state.control[card] == play.player for card in self.those.members(play))

    def words(self, speech: Speech) -> str:
        return f"you control {article(self.those.words(speech))}"


@dataclass(frozen=True, slots=True)
class YouControlHere(Condition):
    says: ClassVar[str] = "you control this location"

    def holds(self, play: Play) -> bool:
        place = HERE.one(play)
        return 0 <= place < HOME and play.state.holder[place] == play.player


@dataclass(frozen=True, slots=True)
class AtYourLocation(Condition):
    """A character is at a location that you control."""

    who: Noun
    says: ClassVar[str] = "{who} is at a location you control"

    def holds(self, play: Play) -> bool:
        card = self.who.one(play)
        place = play.state.place[card] if card != NONE else NONE
        return 0 <= place < HOME and play.state.holder[place] == play.player


@dataclass(frozen=True, slots=True)
class LittleRenown(Condition):
    """This location has at most a number of Renown."""

    number: int

    def holds(self, play: Play) -> bool:
        place = HERE.one(play)
        return 0 <= place < HOME and play.state.renown_at[place] <= self.number

    def words(self, speech: Speech) -> str:
        return f"this location has {f'{self.number} or less' if self.number else 'no'} Renown"


@dataclass(frozen=True, slots=True)
class IsAt(Condition):
    who: Noun
    where: Where
    says: ClassVar[str] = "{who} is at {where}"

    def holds(self, play: Play) -> bool:
        card = self.who.one(play)
        return card != NONE and play.state.place[card] in self.where.find(play)


@dataclass(frozen=True, slots=True)
class OnlyEventsThere(Condition):
    """No City cards other than events are at a location; a Mercenary in play belongs to a crew instead."""

    place: Place
    says: ClassVar[str] = "there are no City cards there other than events"

    def holds(self, play: Play) -> bool:
        state = play.state
        lying = [card for place in self.place.find(play) for card in state.city_cards[place]]
        return all(state.table.definitions[card].type is CardType.EVENT for card in lying)


@dataclass(frozen=True, slots=True)
class NothingAvailable(Condition):
    """Nothing in the City can be recruited or equipped."""

    says: ClassVar[str] = "no Mercenary and no attachment is available"

    def holds(self, play: Play) -> bool:
        return all(OnlyEventsThere(Place(place)).holds(play) for place in play.state.table.line)


@dataclass(frozen=True, slots=True)
class WasWounded(Condition):
    """A character took a wound in this duel."""

    who: Noun = PARTICIPANT
    says: ClassVar[str] = "{who} was wounded in this duel"

    def holds(self, play: Play) -> bool:
        card = self.who.one(play)
        for happening in reversed(play.state.log):
            if happening.moment is Moment.CHALLENGED:
                return False
            if happening.moment is Moment.WOUNDED and happening.card == card:
                return True
        return False


@dataclass(frozen=True, slots=True)
class ItWasDestroyed(Condition):
    """The wound just dealt destroyed its victim."""

    who: Noun
    says: ClassVar[str] = "that wound destroys it"

    def holds(self, play: Play) -> bool:
        """Only if this use of the ability did it; a character that had already left is not destroyed again."""
        card, cause = self.who.one(play), play.cause
        for happening in reversed(play.state.log):
            if happening.moment is Moment.DESTROYED and (happening.card, happening.by) == (card, cause):
                return True
            if happening.moment is Moment.ANNOUNCED and happening.by == cause:
                return False
        return False


@dataclass(frozen=True, slots=True)
class FewerCards(Condition):
    """A character's controller has fewer cards in hand than you."""

    who: Controller
    says: ClassVar[str] = "{who} has fewer cards in hand than you"

    def holds(self, play: Play) -> bool:
        player = self.who.one(play)
        hands = play.state.hand
        return player != NONE and len(hands[player]) < len(hands[play.player])


@dataclass(frozen=True, slots=True)
class InYourLine(Condition):
    says: ClassVar[str] = "this attachment is in your dueling line"

    def holds(self, play: Play) -> bool:
        return play.state.zone[play.card] == Zone.LINE


@dataclass(frozen=True, slots=True)
class YouFoughtHere(Condition):
    """Your participant of the duel that just ended is where the bearer is."""

    says: ClassVar[str] = "your participant in that duel is at this location"

    def holds(self, play: Play) -> bool:
        return bool(YourFighter().find(play))


@dataclass(frozen=True, slots=True)
class Succeeded(Condition):
    """The pressure just made succeeded, or the challenge just issued was accepted."""

    says: ClassVar[str] = "successful"

    def holds(self, play: Play) -> bool:
        return play.number("result") > 0


SUCCESSFUL: Final = Succeeded()
