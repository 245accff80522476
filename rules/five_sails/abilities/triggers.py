"""The events that Reactions and delayed effects wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import AbilityKind, CardType
from rules.five_sails.abilities.nouns.filters import Trait
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import BEARER, PARTICIPANT, Noun, side_of
from rules.five_sails.state.agenda import F
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import has_trait, known_place
from rules.five_sails.terms.basics import HOME, NONE, Zone
from rules.five_sails.terms.happenings import Happening, Moment, Timing
from rules.five_sails.terms.parts import Condition, Trigger
from rules.five_sails.terms.phrases import Speech


class Event(Condition):
    """A kind of happening: its moments, the timing, and a condition."""

    __slots__ = ()

    moments: ClassVar[tuple[Moment, ...]]
    timing: ClassVar[Timing] = Timing.AFTER

    def holds(self, play: Play) -> bool:
        return True


def on(event: Event) -> Trigger:
    """Wait for an event."""
    return Trigger(event.moments[0], event.timing, event, event.moments[1:])


_OPENINGS = {Timing.BEFORE: "when", Timing.WHEN: "when", Timing.AFTER: "after"}


def say_event(event: Condition, timing: Timing, speech: Speech) -> str:
    """An event after its "when" or "after"; phases have their own wording."""
    said = event.words(speech)
    if not said:
        return ""
    if said.startswith(("at the ", "the first time ", "before ")):
        return said
    return f"{_OPENINGS[timing]} {said}"


# Phases.


@dataclass(frozen=True, slots=True)
class EndOfPlanning(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.PLANNING_ENDS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the end of Planning"


@dataclass(frozen=True, slots=True)
class EndOfHighDrama(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.DRAMA_ENDS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the end of High Drama"


@dataclass(frozen=True, slots=True)
class BeginningOfDusk(Event):
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
        duel, side = play.state.duel, side_of(play)
        return duel is not None and duel.round_of == side and (not self.fought or duel.card == play.card)


@dataclass(frozen=True, slots=True)
class FirstRoundHere(Event):
    """The first round of a duel begins where this card is."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.ROUND_BEGINS,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "at the beginning of the first round of a duel at this location"

    def holds(self, play: Play) -> bool:
        duel, here = play.state.duel, HERE.one(play)
        return (
            duel is not None
            and duel.first_round
            and any(known_place(play.state, card) == here for card in duel.participants)
        )


@dataclass(frozen=True, slots=True)
class DuelEnds(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.DUEL_ENDS,)
    says: ClassVar[str] = "a duel ends"


@dataclass(frozen=True, slots=True)
class Announces(Event):
    """The adversary announces an ability of certain kinds."""

    kinds: tuple[AbilityKind, ...]
    moments: ClassVar[tuple[Moment, ...]] = (Moment.ANNOUNCED,)
    timing: ClassVar[Timing] = Timing.WHEN

    def holds(self, play: Play) -> bool:
        """Only by the other side of your duel, and only once the challenge is accepted (S3)."""
        happening, state = play.happening, play.state
        return (
            state.duel is not None
            and state.duel.accepted
            and side_of(play) != NONE
            and happening.by.player not in (play.player, NONE)
            and state.table.ability(happening.card, happening.number).kind in self.kinds
            and (self.by_bearer(play) or state.table.definitions[play.card].type is CardType.SCHEME)
        )

    def by_bearer(self, play: Play) -> bool:
        """An attachment only reacts for its bearer."""
        return BEARER.one(play) == PARTICIPANT.one(play)

    def words(self, speech: Speech) -> str:
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
        duel, happening = play.state.duel, play.happening
        return (
            duel is not None
            and duel.round_of == NONE
            and happening.card == play.card
            and any(each.moment is Moment.INTERVENED and each.card == play.card for each in _since_challenge(play))
        )


def _since_challenge(play: Play) -> list[Happening]:
    """What happened since the current challenge was issued."""
    log = play.state.log
    start = next(index for index in range(len(log) - 1, -1, -1) if log[index].moment is Moment.CHALLENGED)
    return list(log[start:])


@dataclass(frozen=True, slots=True)
class DuelOfThisEnds(Event):
    """The duel of this character is about to end."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DUEL_ENDS,)
    timing: ClassVar[Timing] = Timing.BEFORE

    def holds(self, play: Play) -> bool:
        duel = play.state.duel
        return duel is not None and play.card in duel.participants


@dataclass(frozen=True, slots=True)
class BearerFights(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.FOUGHT,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "the bearer plays a combat card"

    def holds(self, play: Play) -> bool:
        return play.happening.other == BEARER.one(play)


# What happens to characters.


@dataclass(frozen=True, slots=True)
class Destroyed(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.DESTROYED,)
    says: ClassVar[str] = "a character is destroyed"

    def holds(self, play: Play) -> bool:
        return play.state.table.is_character[play.happening.card]


@dataclass(frozen=True, slots=True)
class IsWounded(Event):
    who: Noun
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    says: ClassVar[str] = "{who} is wounded"

    def holds(self, play: Play) -> bool:
        return play.happening.card in self.who.find(play)


@dataclass(frozen=True, slots=True)
class SomebodyHereIsWounded(Event):
    """A character is wounded where this card is."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    says: ClassVar[str] = "a character at this location is wounded"

    def holds(self, play: Play) -> bool:
        return play.happening.place == HERE.one(play)


@dataclass(frozen=True, slots=True)
class FirstWoundOfDuel(Event):
    """The bearer would be wounded in a duel; the ability's limit makes it only the first time.

    A refused challenge does not become a duel.
    """

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "the first time in each duel the bearer would suffer 1 or more wounds"

    def holds(self, play: Play) -> bool:
        duel, bearer, happening = play.state.duel, BEARER.one(play), play.happening
        return (
            duel is not None
            and duel.accepted
            and bearer in duel.participants
            and happening.card == bearer
            and happening.number > 0
        )


@dataclass(frozen=True, slots=True)
class WouldBeWounded(Event):
    who: Noun
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "{who} would be wounded"

    def holds(self, play: Play) -> bool:
        return play.happening.card in self.who.find(play)


@dataclass(frozen=True, slots=True)
class YoursWouldBeWounded(Event):
    """An opponent's ability would wound one of your characters."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.WOUNDED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "an opponent's ability would wound one of your characters"

    def holds(self, play: Play) -> bool:
        happening = play.happening
        return (
            play.state.control[happening.card] == play.player
            and happening.by.player not in (NONE, play.player)
            and happening.by.card != NONE
        )


@dataclass(frozen=True, slots=True)
class Leaves(Event):
    """An opposing character moves from this location."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.MOVED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "before an opposing character moves from this location, even during Dusk"

    def holds(self, play: Play) -> bool:
        """From where this character is to somewhere else."""
        happening, state = play.happening, play.state
        here = HERE.one(play)
        return (
            state.control[happening.card] not in (play.player, NONE)
            and state.place[happening.card] == here < HOME
            and happening.place != here
        )


@dataclass(frozen=True, slots=True)
class EngagesToMove(Event):
    """This character would engage for its Move action."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.ENGAGED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "this character would engage to move"

    def holds(self, play: Play) -> bool:
        card = play.card
        if play.happening.card != card:
            return False
        proposed = [fields[0] for kind, *fields in play.state.agenda[-4:] if kind == F.PROPOSE]
        return any(deed.moment is Moment.MOVED and deed.card == card for deed in proposed)


@dataclass(frozen=True, slots=True)
class WouldBeLocked(Event):
    """One of your characters of the Approach Deck would be sent to The Locker."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.LOCKED,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "one of your non-Mercenary characters would be sent to The Locker"

    def holds(self, play: Play) -> bool:
        """Not a Mercenary; Leaders are never in an Approach Deck."""
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
    """An Action ability has resolved; built-in actions such as move or claim do not count."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.RESOLVED,)
    says: ClassVar[str] = "an Action resolves"

    def holds(self, play: Play) -> bool:
        happening = play.happening
        return play.state.table.ability(happening.card, happening.number).kind is AbilityKind.ACTION


@dataclass(frozen=True, slots=True)
class RiskAnnounced(Event):
    """A player plays a risk for an Action or a Reaction; a combat card is played before its Maneuver."""

    without: str
    moments: ClassVar[tuple[Moment, ...]] = (Moment.ANNOUNCED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "a non-{without} risk is announced"

    def holds(self, play: Play) -> bool:
        card, state = play.happening.card, play.state
        return (
            card != play.card
            and state.zone[card] == Zone.ANNOUNCED
            and state.table.definitions[card].type is CardType.RISK
            and not has_trait(state, card, self.without)
        )


@dataclass(frozen=True, slots=True)
class RiskTargets(Event):
    """A risk targets this character; the ability's limit makes it only the first time."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.TARGETED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "the first time each Day a risk targets {this}"

    def holds(self, play: Play) -> bool:
        happening, table = play.happening, play.state.table
        by = happening.by.card
        return happening.card == play.card and by != NONE and table.definitions[by].type is CardType.RISK

    def words(self, speech: Speech) -> str:
        return f"the first time each Day a risk targets {speech.itself}"


@dataclass(frozen=True, slots=True)
class Equips(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)
    says: ClassVar[str] = "this character equips an attachment"

    def holds(self, play: Play) -> bool:
        return play.happening.other == play.card


@dataclass(frozen=True, slots=True)
class YouEquip(Event):
    trait: Trait
    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)

    def holds(self, play: Play) -> bool:
        happening = play.happening
        return happening.number == play.player and self.trait.matches(play, happening.card)

    def words(self, speech: Speech) -> str:
        return f"you equip a {self.trait.noun(speech)}"


@dataclass(frozen=True, slots=True)
class YouEquipThis(Event):
    """You equip this attachment, after the fact."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.EQUIPPED,)
    says: ClassVar[str] = "you equip this attachment"

    def holds(self, play: Play) -> bool:
        return play.happening.card == play.card


@dataclass(frozen=True, slots=True)
class YouWouldEquipThis(YouEquipThis):
    """You equip this attachment, while its bearer can still be another one."""

    timing: ClassVar[Timing] = Timing.BEFORE

    def holds(self, play: Play) -> bool:
        """Not yet to the bearer that the ability chose."""
        happening = play.happening
        leader = play.state.table.leaders[happening.number]
        return happening.card == play.card and happening.other != leader


@dataclass(frozen=True, slots=True)
class AnOpponentClaims(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.CLAIMED,)
    says: ClassVar[str] = "an opponent claims a location"

    def holds(self, play: Play) -> bool:
        return play.happening.number != play.player


@dataclass(frozen=True, slots=True)
class Pressured(Event):
    moments: ClassVar[tuple[Moment, ...]] = (Moment.PRESSURED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "this location is pressured"

    def holds(self, play: Play) -> bool:
        return play.happening.place == HERE.one(play)


@dataclass(frozen=True, slots=True)
class PressureSucceedsBarely(Event):
    """A pressure would succeed by at most a number."""

    number: int
    moments: ClassVar[tuple[Moment, ...]] = (Moment.PRESSURE_ENDS,)
    timing: ClassVar[Timing] = Timing.BEFORE
    says: ClassVar[str] = "a pressure would succeed by {number} or less"

    def holds(self, play: Play) -> bool:
        return 1 <= play.happening.number <= self.number


@dataclass(frozen=True, slots=True)
class MakesDiscard(Event):
    """An effect of yours makes a player discard cards."""

    opponents: bool
    moments: ClassVar[tuple[Moment, ...]] = (Moment.DISCARDED,)

    def holds(self, play: Play) -> bool:
        """Only from a hand, and by an effect of one of your cards; a cost is not an effect."""
        happening, by = play.happening, play.happening.by
        return (
            by.player == play.player
            and by.card != NONE
            and happening.place == NONE
            and (not self.opponents or happening.number != play.player)
            and play.state.table.owner[happening.card] == happening.number
            and happening.other == NONE
        )

    def words(self, speech: Speech) -> str:
        return f"your effect makes {'an opponent' if self.opponents else 'a player'} discard 1 or more cards"


@dataclass(frozen=True, slots=True)
class SameNameAgain(Event):
    """An opponent plays or discards a card with the name of the one that was revealed.

    Paying with a card discards it. A card in play that is used or destroyed is neither played nor discarded, and a risk
    that is discarded after use has already been played.
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
        table, card = play.state.table, play.happening.card
        known = play.state.notes.get((play.card, "revealed"), NONE)
        return (
            known != NONE
            and table.person[card] == table.person[known]
            and self._player(play) not in (play.player, NONE)
        )

    def _player(self, play: Play) -> int:
        """The player who plays or discards it; -1 if something else happens."""
        happening, table = play.happening, play.state.table
        if happening.moment is Moment.FOUGHT:
            return table.owner[happening.card]
        if happening.moment is Moment.ANNOUNCED:
            ability = table.ability(happening.card, happening.number)
            played = table.definitions[happening.card].type is CardType.RISK and not ability.granted
            return happening.by.player if played and ability.kind is not AbilityKind.MANEUVER else NONE
        put_away = happening.by.card == NONE and happening.by.player != NONE
        if happening.moment is Moment.DISCARDED and (happening.place != NONE or put_away):
            return NONE
        return happening.number


@dataclass(frozen=True, slots=True)
class TheChosenIsPlayed(Event):
    """An opponent reveals the card that was chosen in their Approach Deck."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.REVEALED,)
    says: ClassVar[str] = "an opponent plays the chosen card on any Day"

    def holds(self, play: Play) -> bool:
        return play.state.notes.get((play.card, "chosen"), NONE) == play.happening.card


@dataclass(frozen=True, slots=True)
class ThisIsRevealed(Event):
    """This event comes to a location."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.PLACED,)
    timing: ClassVar[Timing] = Timing.WHEN
    says: ClassVar[str] = "this event is revealed"

    def holds(self, play: Play) -> bool:
        return play.happening.card == play.card


@dataclass(frozen=True, slots=True)
class ThisIsDiscarded(Event):
    """This attachment was put into a discard pile."""

    moments: ClassVar[tuple[Moment, ...]] = (Moment.DISCARDED,)
    says: ClassVar[str] = "this attachment is put into a discard pile"

    def holds(self, play: Play) -> bool:
        return play.happening.card == play.card
