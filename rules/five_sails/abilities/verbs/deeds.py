"""Costs and effects of one deed each, worded as an imperative or, when somebody else acts, as a statement.

A verb refers to things by nouns. Choices among them are separate steps, which the ability inserts before the verb, so
that Reactions to being targeted can come in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.five_sails.abilities.nouns.filters import OPPOSING
from rules.five_sails.abilities.nouns.groups import Target
from rules.five_sails.abilities.nouns.places import HERE, APlace, Place, Where, WithRenown
from rules.five_sails.abilities.nouns.roles import YOU, Noun, Pick, You
from rules.five_sails.contests.duel import combat_value, gain
from rules.five_sails.deeds.deeds import (
    claim,
    destroy,
    discard,
    draw,
    gain_renown,
    heal,
    in_order,
    lock,
    lose_control,
    move_renown,
    place_city_card,
    put_on_top,
    reveal_top,
    sink,
    spend_renown,
    take_back,
)
from rules.five_sails.deeds.payments import choose_discards
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import current_duel
from rules.five_sails.terms.basics import HOME, NONE, CombatValue, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import Happening, Moment
from rules.five_sails.terms.parts import Step
from rules.five_sails.terms.phrases import Speech, signed
from web.number_format import quantity


@dataclass(frozen=True, slots=True)
class Choosing(Step):
    """Choose something that the next step needs; with nothing to choose, that step does what it can."""

    pick: Pick
    #: Whom it is chosen for; if nobody is left, nothing is chosen.
    whom: Noun | None = None

    def can_run(self, play: Play) -> bool:
        return bool(self.pick.options(play))

    def run(self, play: Play) -> None:
        """Ask, unless it was chosen before the ability was paid for."""
        if play.ability.prepares == self.pick:
            return
        options = self.pick.options(play) if self._is_of_use(play) else []
        if options:
            play.ask(play.player, options)
        else:
            play.bind(self.pick.key, ())

    def answer(self, play: Play, chosen: Choice) -> None:
        self.pick.remember(play, chosen)

    def _is_of_use(self, play: Play) -> bool:
        zone = play.state.zone
        return self.whom is None or any(zone[card] == Zone.PLAY for card in self.whom.find(play))


#: A cache of ``_picks`` by identity, because comparing two verbs takes longer than asking again.
_PICKS: Final[dict[int, tuple[Step, tuple[Pick, ...]]]] = {}


def _picks(verb: Step) -> tuple[Pick, ...]:
    """What has to be chosen for a verb, in the order of its fields."""
    known = _PICKS.get(id(verb))
    if known is not None and known[0] is verb:
        return known[1]
    found: list[Pick] = []
    for name in getattr(verb, "__dataclass_fields__", ()):
        value = getattr(verb, name)
        parts = [getattr(value, part) for part in ("first", "second", "of") if hasattr(value, part)]
        found += [each for each in (value, *parts) if isinstance(each, Pick)]
    _PICKS[id(verb)] = (verb, tuple(found))
    return tuple(found)


def choices_for(step: Step) -> tuple[Step, ...]:
    """A step for each noun of a step that has to be chosen."""
    return tuple(Choosing(pick) for pick in _picks(step))


class Verb(Step):
    """Something done to what its nouns refer to."""

    __slots__ = ()

    def prepares(self) -> tuple[Step, ...]:
        return choices_for(self)

    def can_run(self, play: Play) -> bool:
        return all(pick.has_options(play) for pick in _picks(self))


def propose(play: Play, moment: Moment, cards: Iterable[int], *, place: int = NONE, number: int = 0) -> None:
    """Propose the same deed for several cards, one after the other."""
    cause = play.cause
    in_order(play.state, [Happening(moment, card, place, NONE, number, cause) for card in cards])


# Targets and conditions before the bullet.


@dataclass(frozen=True, slots=True)
class Aim(Verb):
    """Target something, as a part of the cost (6.7)."""

    target: Target

    def needs_opponent(self) -> bool:
        return OPPOSING in self.target.those.filters

    def run(self, play: Play) -> None:
        """Nothing to do: the target is already chosen."""

    def words(self, speech: Speech) -> str:
        return self.target.order(speech)


@dataclass(frozen=True, slots=True)
class ChooseTarget(Verb):
    """Choose a target in the middle of an effect, for what follows."""

    target: Target
    says: ClassVar[str] = "choose {target}"

    def run(self, play: Play) -> None:
        """Nothing to do: the target is already chosen."""


@dataclass(frozen=True, slots=True)
class ChooseOf(Verb):
    """Choose one of your own, for what follows."""

    what: Noun
    says: ClassVar[str] = "choose {what}"

    def run(self, play: Play) -> None:
        """Nothing to do: the target is already chosen."""


# Characters and attachments.


@dataclass(frozen=True, slots=True)
class Engage(Verb):
    """Engage something; as a cost, it must not be engaged yet (6.13)."""

    who: Noun
    says: ClassVar[str] = "engage {who}"

    def can_run(self, play: Play) -> bool:
        if isinstance(self.who, Pick):
            return any(not play.state.engaged[each.card] for each in self.who.options(play))
        return all(not play.state.engaged[card] for card in self.who.find(play))

    def run(self, play: Play) -> None:
        propose(play, Moment.ENGAGED, self.who.find(play))


@dataclass(frozen=True, slots=True)
class Stand(Verb):
    """Something becomes en garde."""

    who: Noun
    says: ClassVar[str] = "{who} becomes en garde"

    def run(self, play: Play) -> None:
        propose(play, Moment.EN_GARDE, self.who.find(play))


@dataclass(frozen=True, slots=True)
class Wound(Verb):
    who: Noun
    again: bool = False

    def can_run(self, play: Play) -> bool:
        if isinstance(self.who, Pick):
            return Verb.can_run(self, play)
        return any(play.state.zone[card] == Zone.PLAY for card in self.who.find(play))

    def run(self, play: Play) -> None:
        propose(play, Moment.WOUNDED, self.who.find(play), number=1)

    def template(self) -> str:
        return "wound {who} again" if self.again else "wound {who}"


@dataclass(frozen=True, slots=True)
class Heal(Verb):
    who: Noun
    number: int = 1
    says: ClassVar[str] = "heal {number:wound} from {who}"

    def run(self, play: Play) -> None:
        for card in self.who.find(play):
            heal(play.state, card, number=self.number, by=play.cause)


@dataclass(frozen=True, slots=True)
class Destroy(Verb):
    what: Noun
    says: ClassVar[str] = "destroy {what}"

    def run(self, play: Play) -> None:
        for card in self.what.find(play):
            destroy(play.state, card, by=play.cause)


@dataclass(frozen=True, slots=True)
class Move(Verb):
    who: Noun
    to: Where
    together: bool = False
    says: ClassVar[str] = "move {who} to {to}"

    def prepares(self) -> tuple[Step, ...]:
        """Who, then where to, if somebody is still there to go."""
        return tuple(Choosing(pick, self.who if isinstance(pick, Where) else None) for pick in _picks(self))

    def run(self, play: Play) -> None:
        place = self.to.one(play)
        if place != NONE:
            propose(play, Moment.MOVED, self.who.find(play), place=place)

    def words(self, speech: Speech) -> str:
        said = Verb.words(self, speech)
        return said.replace("to an adjacent", "to the same adjacent") if self.together else said


@dataclass(frozen=True, slots=True)
class MoveHome(Verb):
    """Move characters to their controllers' Homes, engaged if ``engaged``."""

    who: Noun
    engaged: bool = False
    #: Whether the text says "both of them".
    both: bool = False

    def run(self, play: Play) -> None:
        state, cause = play.state, play.cause
        cards = [card for card in self.who.find(play) if state.zone[card] == Zone.PLAY]
        moves = [Happening(Moment.MOVED, card, HOME + state.control[card], by=cause) for card in cards]
        engages = [Happening(Moment.ENGAGED, card, by=cause) for card in cards] if self.engaged else []
        in_order(state, [*moves, *engages])

    def template(self) -> str:
        who = "both of them" if self.both else "{who}"
        return f"move {who} Home engaged" if self.engaged else f"move {who} Home"


@dataclass(frozen=True, slots=True)
class SendToLocker(Verb):
    what: Noun
    says: ClassVar[str] = "send {what} to The Locker"

    def run(self, play: Play) -> None:
        for card in self.what.find(play):
            lock(play.state, card, by=play.cause)


# Hands and decks.


@dataclass(frozen=True, slots=True)
class DiscardCards(Verb):
    """Somebody discards cards of their choice."""

    number: int = 1
    who: Noun = YOU

    def hand_cards(self, play: Play) -> int:
        return self.number if isinstance(self.who, You) else 0

    def can_run(self, play: Play) -> bool:
        """There must be enough cards in hand, not counting this card."""
        if not isinstance(self.who, You):
            return True
        hand = play.state.hand[play.player]
        return len(hand) - (play.card in hand) >= self.number

    def run(self, play: Play) -> None:
        """Players discard in turn; a discard as a cost has no cause."""
        cause = play.cause if play.in_effect else None
        for player in reversed(self.who.find(play)):
            choose_discards(play.state, player, self.number, cause)

    def template(self) -> str:
        return "discard {number:card}" if isinstance(self.who, You) else "{who} discards {number:card}"


@dataclass(frozen=True, slots=True)
class DiscardAttachment(Verb):
    """Discard an attachment from the hand, as a cost."""

    says: ClassVar[str] = "discard 1 attachment"

    def _held(self, play: Play) -> list[int]:
        table = play.state.table
        return [card for card in play.state.hand[play.player] if table.is_attachment[card]]

    def can_run(self, play: Play) -> bool:
        return bool(self._held(play))

    def run(self, play: Play) -> None:
        kin = play.state.table.kin
        held = {kin[card]: card for card in reversed(self._held(play))}
        play.ask(play.player, [choice(Kind.DISCARD, card) for card in sorted(held.values())])

    def answer(self, play: Play, chosen: Choice) -> None:
        discard(play.state, chosen.card)


@dataclass(frozen=True, slots=True)
class Draw(Verb):
    number: int = 1
    who: Noun = YOU

    def run(self, play: Play) -> None:
        for player in self.who.find(play):
            draw(play.state, player, self.number, play.cause)

    def template(self) -> str:
        return "draw {number:card}" if isinstance(self.who, You) else "{who} draws {number:card}"


# Renown and locations.


@dataclass(frozen=True, slots=True)
class AddRenown(Verb):
    """Add 1 Renown to a place, or to each of several."""

    to: tuple[Where, ...]

    def prepares(self) -> tuple[Step, ...]:
        return tuple(Choosing(place) for place in self.to if isinstance(place, Pick))

    def run(self, play: Play) -> None:
        places = [place for each in self.to for place in each.find(play) if 0 <= place < HOME]
        cause = play.cause
        in_order(play.state, [Happening(Moment.RENOWN_ADDED, place=place, number=1, by=cause) for place in places])

    def words(self, speech: Speech) -> str:
        return f"add {' and '.join(f'1 Renown to {place.words(speech)}' for place in self.to)}"


def add_renown_to(*places: int | Where) -> AddRenown:
    return AddRenown(tuple(Place(place) if isinstance(place, int) else place for place in places))


@dataclass(frozen=True, slots=True)
class AddRenownToDifferent(Step):
    """Add 1 Renown to each of several different locations of the player's choice."""

    number: int
    says: ClassVar[str] = "add 1 Renown to each of {number} different locations"

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
            cause = play.cause
            in_order(play.state, [Happening(Moment.RENOWN_ADDED, place=each, number=1, by=cause) for each in places])


def _where_renown_is(pick: Pick) -> Pick:
    return APlace(WithRenown(pick.among)) if isinstance(pick, APlace) else pick


@dataclass(frozen=True, slots=True)
class MoveRenown(Verb):
    """Move 1 Renown from one place to another."""

    start: Where
    to: Where
    says: ClassVar[str] = "move 1 Renown from {start} to {to}"

    def prepares(self) -> tuple[Step, ...]:
        starts = [_where_renown_is(self.start)] if isinstance(self.start, Pick) else []
        goals = [self.to] if isinstance(self.to, Pick) else []
        return tuple(Choosing(pick) for pick in (*starts, *goals))

    def can_run(self, play: Play) -> bool:
        """There must be some Renown where it is moved from."""
        return any(play.state.renown_at[place] for place in self._starts(play))

    def _starts(self, play: Play) -> tuple[int, ...]:
        if isinstance(self.start, Pick):
            return tuple(each.place for each in self.start.options(play))
        return tuple(place for place in self.start.find(play) if 0 <= place < HOME)

    def run(self, play: Play) -> None:
        start, to = self.start.one(play), self.to.one(play)
        if 0 <= start < HOME and 0 <= to < HOME:
            move_renown(play.state, place=to, other=start, number=1, by=play.cause)


@dataclass(frozen=True, slots=True)
class GainRenown(Verb):
    """Gain new Renown."""

    number: int = 1
    says: ClassVar[str] = "gain {number} Renown"

    def run(self, play: Play) -> None:
        gain_renown(play.state, number=self.number, by=play.cause)


@dataclass(frozen=True, slots=True)
class SpendRenown(Verb):
    """Give up collected Renown (6.10)."""

    number: int = 1
    says: ClassVar[str] = "spend {number} Renown"

    def can_run(self, play: Play) -> bool:
        return play.state.renown[play.player] >= self.number

    def run(self, play: Play) -> None:
        spend_renown(play.state, number=self.number, by=play.cause)


@dataclass(frozen=True, slots=True)
class Claim(Verb):
    """Take control of this location."""

    says: ClassVar[str] = "claim this location"

    def run(self, play: Play) -> None:
        place = HERE.one(play)
        if 0 <= place < HOME:
            claim(play.state, play.performer, place=place, number=play.player, by=play.cause)


@dataclass(frozen=True, slots=True)
class LoseControl(Verb):
    says: ClassVar[str] = "this location becomes uncontrolled"

    def run(self, play: Play) -> None:
        place = HERE.one(play)
        if 0 <= place < HOME:
            lose_control(play.state, place=place, by=play.cause)


@dataclass(frozen=True, slots=True)
class DiscardThis(Verb):
    """The card itself goes to its discard pile."""

    says: ClassVar[str] = "discard {itself}"

    def run(self, play: Play) -> None:
        discard(play.state, play.card, by=play.cause)

    def words(self, speech: Speech) -> str:
        return f"discard {speech.itself}"


@dataclass(frozen=True, slots=True)
class DiscardFrom(Verb):
    """Discard a card that lies somewhere."""

    what: Noun
    says: ClassVar[str] = "discard {what}"

    def run(self, play: Play) -> None:
        for card in self.what.find(play):
            discard(play.state, card, by=play.cause)


# Duels.


@dataclass(frozen=True, slots=True)
class Gain(Step):
    """Change a combat value of this round."""

    which: CombatValue
    number: int = 1

    def run(self, play: Play) -> None:
        gain(play.state, self.which, self.number)

    def words(self, speech: Speech) -> str:
        return f"gain {signed(self.number)} {speech.say(self.which)}"


@dataclass(frozen=True, slots=True)
class Lose(Step):
    """Lose some of a combat value of this round, as a cost."""

    which: CombatValue
    number: int = 1
    says: ClassVar[str] = "lose {number} {which}"

    def can_run(self, play: Play) -> bool:
        """There must be enough of it; with a challenge there is no combat card."""
        duel = play.state.duel
        return duel is not None and duel.card != NONE and combat_value(play.state, self.which) >= self.number

    def run(self, play: Play) -> None:
        gain(play.state, self.which, -self.number)


@dataclass(frozen=True, slots=True)
class GainLethal(Step):
    """A participant gains Lethal until its next round (7.2)."""

    who: Noun
    says: ClassVar[str] = "{who} gains Lethal"

    def run(self, play: Play) -> None:
        duel = current_duel(play.state)
        for card in self.who.find(play):
            side = duel.side_of(card)
            if side != NONE:
                duel.lethal[side] = True


# Cards that are turned up.


@dataclass(frozen=True, slots=True)
class RevealTop(Step):
    """Reveal the top cards of your deck or the City's, for later parts to refer to."""

    number: int
    city: bool = False

    def run(self, play: Play) -> None:
        """They leave the deck until they are put somewhere."""
        owner = NONE if self.city else play.player
        play.bind("seen", reveal_top(play.state, owner, self.number, play.cause))

    def words(self, speech: Speech) -> str:
        return f"reveal the top {quantity(self.number, 'card')} of {'the City Deck' if self.city else 'your deck'}"


@dataclass(frozen=True, slots=True)
class PutInHand(Verb):
    """Put a card into the hand of its owner, you."""

    what: Noun
    says: ClassVar[str] = "put {what} into your hand"

    def run(self, play: Play) -> None:
        for card in self.what.find(play):
            take_back(play.state, card, play.cause)


@dataclass(frozen=True, slots=True)
class SinkRest(Step):
    """Sink the revealed cards that did not go anywhere."""

    called: str = "the rest"
    says: ClassVar[str] = "sink {called}"

    def run(self, play: Play) -> None:
        """In random order (1.11)."""
        state = play.state
        sink(state, [card for card in play.cards("seen") if state.zone[card] == Zone.REVEALED], play.cause)


@dataclass(frozen=True, slots=True)
class PutOnCityDeck(Verb):
    """Put a City card on top of the City Deck."""

    what: Noun
    says: ClassVar[str] = "put {what} on top of the City Deck"

    def run(self, play: Play) -> None:
        put_on_top(play.state, self.what.find(play))


@dataclass(frozen=True, slots=True)
class AddCityCard(Step):
    """The top card of the City Deck comes to a location."""

    to: Place
    says: ClassVar[str] = "add the top card of the City Deck to {to}"

    def run(self, play: Play) -> None:
        for place in self.to.find(play):
            place_city_card(play.state, place, play.cause)
