"""What Reactions and waiting effects wait for: each is true of some happenings, and says which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.abilities.filters import Trait
from rules.five_sails.abilities.nouns import BEARER, PARTICIPANT, Noun, side_of
from rules.five_sails.abilities.parts import Condition, Trigger
from rules.five_sails.abilities.places import HERE
from rules.five_sails.abilities.play import Play
from rules.five_sails.abilities.speech import Speech
from rules.five_sails.agenda import F
from rules.five_sails.happenings import Happening, Moment, Timing
from rules.five_sails.terms import HOME, NONE, Zone
from rules.five_sails.values import has_trait, known_place


class Event(Condition):
    """A kind of happening: the moments at which it can come, when with respect to them, and whether this is one."""

    __slots__ = ()

    moments: ClassVar[tuple[Moment, ...]]
    timing: ClassVar[Timing] = Timing.AFTER

    def holds(self, play: Play) -> bool:
        """Whenever the moment comes."""
        return True


def on(event: Event) -> Trigger:
    """Wait for an event."""
    return Trigger(event.moments[0], event.timing, event, event.moments[1:])


_OPENINGS = {Timing.BEFORE: "when", Timing.WHEN: "when", Timing.AFTER: "after"}


def say_event(event: Condition, timing: Timing, speech: Speech) -> str:
    """An event behind its When or After; a phase says its own."""
    said = event.words(speech)
    if not said:
        return ""
    if said.startswith(("at the ", "the first time ", "before ")):
        return said
    return f"{_OPENINGS[timing]} {said}"


# Phases.


@dataclass(frozen=True, slots=True)
class EndOfPlanning(Event):
    """Planning ends."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.PLANNING_ENDS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the end of Planning"


@dataclass(frozen=True, slots=True)
class EndOfHighDrama(Event):
    """High Drama ends."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DRAMA_ENDS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the end of High Drama"


@dataclass(frozen=True, slots=True)
class BeginningOfDusk(Event):
    """Dusk begins."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DUSK_BEGINS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the beginning of Dusk"


# Duels.


@dataclass(frozen=True, slots=True)
class EndOfYourRound(Event):
    """A round of your participant ends."""

    #: Whether the card itself must have been the combat card of the round.
    fought: bool = False
    moments: ClassVar[tuple[Moment, ...]] = (Moment.ROUND_ENDS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the end of your round"

    def holds(self, play: Play) -> bool:
        """The round that ends is yours."""
        duel, side = play.state.duel, side_of(play)
        return duel is not None and duel.round_of == side and (not self.fought or duel.card == play.card)


@dataclass(frozen=True, slots=True)
class FirstRoundHere(Event):
    """The first round of a duel begins where this card is."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.ROUND_BEGINS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the beginning of the first round of a duel at this location"

    def holds(self, play: Play) -> bool:
        """A participant is here."""
        duel, here = play.state.duel, HERE.one(play)
        return (
            duel is not None
            and duel.first_round
            and any(known_place(play.state, card) == here for card in duel.participants)
        )


@dataclass(frozen=True, slots=True)
class DuelEnds(Event):
    """A duel is over."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DUEL_ENDS,)
    says: ClassVar[str] = "a duel ends"


@dataclass(frozen=True, slots=True)
class Announces(Event):
    """The adversary announces an ability of certain kinds."""

    kinds: tuple[AbilityKind, ...]
    moments: ClassVar[tuple[Moment, ...]] = (Moment.ANNOUNCED,)
    timing: ClassVar[Timing] = Timing.WHEN

    def holds(self, play: Play) -> bool:
        """By the other side of your duel, which nobody is on before the challenge is accepted (S3)."""
        told, state = play.happening, play.state
        return (
            state.duel is not None
            and state.duel.accepted
            and side_of(play) != NONE
            and told.by.player not in (play.player, NONE)
            and state.table.ability(told.card, told.number).kind in self.kinds
            and (self.by_bearer(play) or state.table.definitions[play.card].type is CardType.SCHEME)
        )

    def by_bearer(self, play: Play) -> bool:
        """An attachment answers for its bearer alone."""
        return BEARER.one(play) == PARTICIPANT.one(play)

    def words(self, speech: Speech) -> str:
        """Which kinds."""
        return f"the adversary announces {_kinds(self.kinds, 'a ')}"


def _kinds(kinds: tuple[AbilityKind, ...], before: str) -> str:
    return " or ".join(f"{before}{kind.value.capitalize()}" for kind in kinds)


@dataclass(frozen=True, slots=True)
class Accepts(Event):
    """A character at this location accepts a challenge."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.ACCEPTED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "a character at this location accepts a challenge"

    def holds(self, play: Play) -> bool:
        """Where the bearer is, in a duel of yours."""
        state = play.state
        return side_of(play) != NONE and state.place[play.happening.card] == HERE.one(play)


@dataclass(frozen=True, slots=True)
class FacesThreatAfterIntervening(Event):
    """This character intervened, and now faces the first threat."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.THREATENED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "this character intervenes"

    def holds(self, play: Play) -> bool:
        """Before any round of the duel it intervened in."""
        duel, told = play.state.duel, play.happening
        return (
            duel is not None
            and duel.round_of == NONE
            and told.card == play.card
            and any(each.moment is Moment.INTERVENED and each.card == play.card for each in _since_challenge(play))
        )


def _since_challenge(play: Play) -> list[Happening]:
    """What happened since the challenge that is going on was issued."""
    log = play.state.log
    start = next(place for place in range(len(log) - 1, -1, -1) if log[place].moment is Moment.CHALLENGED)
    return list(log[start:])


@dataclass(frozen=True, slots=True)
class DuelOfThisEnds(Event):
    """The duel of this character is about to end."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DUEL_ENDS,)
    timing: ClassVar[Timing] = Timing.BEFORE

    def holds(self, play: Play) -> bool:
        """It took part, and is still there."""
        duel = play.state.duel
        return duel is not None and play.card in duel.participants


@dataclass(frozen=True, slots=True)
class BearerFights(Event):
    """The bearer plays a combat card."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.FOUGHT,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "the bearer plays a combat card"

    def holds(self, play: Play) -> bool:
        """In its own round."""
        return play.happening.other == BEARER.one(play)


# What happens to characters.


@dataclass(frozen=True, slots=True)
class Destroyed(Event):
    """A character is destroyed."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DESTROYED,)
    says: ClassVar[str] = "a character is destroyed"

    def holds(self, play: Play) -> bool:
        """A character."""
        return play.state.table.is_character[play.happening.card]


@dataclass(frozen=True, slots=True)
class IsWounded(Event):
    """Somebody is wounded."""

    who: Noun
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    says: ClassVar[str] = "{who} is wounded"

    def holds(self, play: Play) -> bool:
        """It is one of them."""
        return play.happening.card in self.who.find(play)


@dataclass(frozen=True, slots=True)
class SomebodyHereIsWounded(Event):
    """A character is wounded where this card is."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    says: ClassVar[str] = "a character at this location is wounded"

    def holds(self, play: Play) -> bool:
        """Where it was then, wherever it is now."""
        return play.happening.place == HERE.one(play)


@dataclass(frozen=True, slots=True)
class FirstWoundOfDuel(Event):
    """The bearer would be wounded in a duel; the limit of the ability sees to it that this is the first time.

    A challenge that is refused becomes no duel.
    """

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "the first time in each duel the bearer would suffer 1 or more wounds"

    def holds(self, play: Play) -> bool:
        """It takes part, and suffers something."""
        duel, bearer, told = play.state.duel, BEARER.one(play), play.happening
        return (
            duel is not None
            and duel.accepted
            and bearer in duel.participants
            and told.card == bearer
            and told.number > 0
        )


@dataclass(frozen=True, slots=True)
class WouldBeWounded(Event):
    """Somebody would be wounded."""

    who: Noun
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "{who} would be wounded"

    def holds(self, play: Play) -> bool:
        """That one."""
        return play.happening.card in self.who.find(play)


@dataclass(frozen=True, slots=True)
class YoursWouldBeWounded(Event):
    """An opponent's ability would wound one of your characters."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "an opponent's ability would wound one of your characters"

    def holds(self, play: Play) -> bool:
        """Yours, by another player's card."""
        told = play.happening
        return (
            play.state.control[told.card] == play.player
            and told.by.player not in (NONE, play.player)
            and told.by.card != NONE
        )


@dataclass(frozen=True, slots=True)
class Leaves(Event):
    """An opposing character moves from this location."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.MOVED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "before an opposing character moves from this location, even during Dusk"

    def holds(self, play: Play) -> bool:
        """From where this character is to somewhere else."""
        told, state = play.happening, play.state
        here = HERE.one(play)
        return (
            state.control[told.card] not in (play.player, NONE)
            and state.place[told.card] == here < HOME
            and told.place != here
        )


@dataclass(frozen=True, slots=True)
class EngagesToMove(Event):
    """This character would engage for its Move action."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.ENGAGED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "this character would engage to move"

    def holds(self, play: Play) -> bool:
        """A move of its own waits for it."""
        card = play.card
        return play.happening.card == card and any(
            frame[0] == F.PROPOSE and frame[1].moment is Moment.MOVED and frame[1].card == card
            for frame in play.state.agenda[-4:]
        )


@dataclass(frozen=True, slots=True)
class WouldBeLocked(Event):
    """One of your characters of the Approach Deck would be sent to The Locker."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.LOCKED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "one of your non-Mercenary characters would be sent to The Locker"

    def holds(self, play: Play) -> bool:
        """No Mercenary; a Leader is in no Approach Deck."""
        state, card = play.state, play.happening.card
        return (
            state.zone[card] == Zone.PLAY
            and state.control[card] == play.player
            and card in state.table.approach[play.player]
            and state.table.is_character[card]
            and not has_trait(state, card, "Mercenary")
        )


# Abilities, cards and places.


@dataclass(frozen=True, slots=True)
class AnActionResolves(Event):
    """Somebody's Action has resolved: an ability of that kind, and not a move, a claim or whatever else is built in."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.RESOLVED,)
    says: ClassVar[str] = "an Action resolves"

    def holds(self, play: Play) -> bool:
        """An Action, of whomever."""
        told = play.happening
        return play.state.table.ability(told.card, told.number).kind is AbilityKind.ACTION


@dataclass(frozen=True, slots=True)
class RiskAnnounced(Event):
    """Somebody plays a risk for an Action or a Reaction; as a combat card it is played before its Maneuver."""

    without: str
    moments: ClassVar[tuple[Moment, ...]] = (Moment.ANNOUNCED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "a non-{without} risk is announced"

    def holds(self, play: Play) -> bool:
        """From the hand, and not this one."""
        card, state = play.happening.card, play.state
        return (
            card != play.card
            and state.zone[card] == Zone.ANNOUNCED
            and state.table.definitions[card].type is CardType.RISK
            and not has_trait(state, card, self.without)
        )


@dataclass(frozen=True, slots=True)
class RiskTargets(Event):
    """A risk targets this character; the limit of the ability sees to it that this is the first time."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.TARGETED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "the first time each Day a risk targets {this}"

    def holds(self, play: Play) -> bool:
        """By a risk's ability."""
        told, table = play.happening, play.state.table
        by = told.by.card
        return told.card == play.card and by != NONE and table.definitions[by].type is CardType.RISK

    def words(self, speech: Speech) -> str:
        """Itself."""
        return f"the first time each Day a risk targets {speech.itself}"


@dataclass(frozen=True, slots=True)
class Equips(Event):
    """This character equips an attachment."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)
    says: ClassVar[str] = "this character equips an attachment"

    def holds(self, play: Play) -> bool:
        """It bears it now."""
        return play.happening.other == play.card


@dataclass(frozen=True, slots=True)
class YouEquip(Event):
    """You equip such an attachment."""

    trait: Trait
    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)

    def holds(self, play: Play) -> bool:
        """You did, to whomever."""
        told = play.happening
        return told.number == play.player and self.trait.fits(play, told.card)

    def words(self, speech: Speech) -> str:
        """Which."""
        return f"you equip a {self.trait.noun(speech)}"


@dataclass(frozen=True, slots=True)
class YouEquipThis(Event):
    """You equip this attachment, after the fact."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)
    says: ClassVar[str] = "you equip this attachment"

    def holds(self, play: Play) -> bool:
        """Itself."""
        return play.happening.card == play.card


@dataclass(frozen=True, slots=True)
class YouWouldEquipThis(YouEquipThis):
    """You equip this attachment, while its bearer can still be another one."""

    timing: ClassVar[Timing] = Timing.BEFORE

    def holds(self, play: Play) -> bool:
        """To somebody who is not the bearer it shall have."""
        told = play.happening
        leader = play.state.table.leaders[told.number]
        return told.card == play.card and told.other != leader


@dataclass(frozen=True, slots=True)
class AnOpponentClaims(Event):
    """Another player claims a location."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.CLAIMED,)
    says: ClassVar[str] = "an opponent claims a location"

    def holds(self, play: Play) -> bool:
        """Not you."""
        return play.happening.number != play.player


@dataclass(frozen=True, slots=True)
class Pressured(Event):
    """This location is pressured."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.PRESSURED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "this location is pressured"

    def holds(self, play: Play) -> bool:
        """By anybody."""
        return play.happening.place == HERE.one(play)


@dataclass(frozen=True, slots=True)
class PressureSucceedsBarely(Event):
    """A pressure would succeed, by no more than so much."""

    number: int
    moments: ClassVar[tuple[Moment, ...]] = (Moment.PRESSURE_ENDS,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "a pressure would succeed by {number} or less"

    def holds(self, play: Play) -> bool:
        """Whether it would."""
        return 1 <= play.happening.number <= self.number


@dataclass(frozen=True, slots=True)
class MakesDiscard(Event):
    """An effect of yours makes somebody discard cards."""

    opponents: bool
    moments: ClassVar[tuple[Moment, ...]] = (Moment.DISCARDED,)

    def holds(self, play: Play) -> bool:
        """From a hand, by an effect of one of your cards; a cost is no effect."""
        told, by = play.happening, play.happening.by
        return (
            by.player == play.player
            and by.card != NONE
            and told.place == NONE
            and (not self.opponents or told.number != play.player)
            and play.state.table.owner[told.card] == told.number
            and told.other == NONE
        )

    def words(self, speech: Speech) -> str:
        """Whom."""
        return f"your effect makes {'an opponent' if self.opponents else 'a player'} discard 1 or more cards"


@dataclass(frozen=True, slots=True)
class SameNameAgain(Event):
    """An opponent plays or discards a card with the name of the one that was revealed.

    To pay with it is to discard it. A card in play that is used or destroyed is neither played nor discarded, and a
    used risk that is put away was played.
    """

    moments: ClassVar[tuple[Moment, ...]] = (
        Moment.ANNOUNCED,
        Moment.FOUGHT,
        Moment.EQUIPPED,
        Moment.ENTERED,
        Moment.DISCARDED,
        Moment.PAID,
    )
    says: ClassVar[str] = "an opponent plays or discards a card with the revealed card's name"

    def holds(self, play: Play) -> bool:
        """By an opponent, and of that name."""
        table, card = play.state.table, play.happening.card
        known = play.state.notes.get((play.card, "revealed"), NONE)
        return (
            known != NONE
            and table.person[card] == table.person[known]
            and self._player(play) not in (play.player, NONE)
        )

    def _player(self, play: Play) -> int:
        """Whoever plays or discards it; nobody if that is not what happens."""
        told, table = play.happening, play.state.table
        if told.moment is Moment.FOUGHT:
            return table.owner[told.card]
        if told.moment is Moment.ANNOUNCED:
            ability = table.ability(told.card, told.number)
            played = table.definitions[told.card].type is CardType.RISK and not ability.granted
            return told.by.player if played and ability.kind is not AbilityKind.MANEUVER else NONE
        put_away = told.by.card == NONE and told.by.player != NONE
        if told.moment is Moment.DISCARDED and (told.place != NONE or put_away):
            return NONE
        return told.number


@dataclass(frozen=True, slots=True)
class TheChosenIsPlayed(Event):
    """An opponent reveals the card that was chosen in their Approach Deck."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.REVEALED,)
    says: ClassVar[str] = "an opponent plays the chosen card on any Day"

    def holds(self, play: Play) -> bool:
        """That card."""
        return play.state.notes.get((play.card, "chosen"), NONE) == play.happening.card


@dataclass(frozen=True, slots=True)
class ThisIsRevealed(Event):
    """This event comes to a location."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.PLACED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "this event is revealed"

    def holds(self, play: Play) -> bool:
        """Itself."""
        return play.happening.card == play.card


@dataclass(frozen=True, slots=True)
class ThisIsDiscarded(Event):
    """This attachment was put into a discard pile."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DISCARDED,)
    says: ClassVar[str] = "this attachment is put into a discard pile"

    def holds(self, play: Play) -> bool:
        """Itself."""
        return play.happening.card == play.card
