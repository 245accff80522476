"""What abilities do that takes more than one deed: challenges, pressures, equipping, cards that are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import CardType
from rules.five_sails.abilities.doings import Verb, choices_for
from rules.five_sails.abilities.parts import Program, Question, Scene, Step, Trigger, Until, Waits
from rules.five_sails.abilities.performing import begin, cancel_effects, copy_effects, scenes
from rules.five_sails.abilities.play import Play
from rules.five_sails.abilities.speech import Speech, sentences
from rules.five_sails.abilities.things import (
    A_CHOSEN_OPPONENT,
    ADVERSARY,
    AN_OPPONENT,
    BEARER,
    HERE,
    PARTICIPANT,
    PERFORMER,
    AnOpponent,
    Noun,
    Pick,
    Place,
    Pool,
    Postscript,
    side_of,
    there,
)
from rules.five_sails.abilities.triggers import Event, on
from rules.five_sails.agenda import F
from rules.five_sails.challenge import issue_challenge, may_be_challenged
from rules.five_sails.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.deeds import (
    cancel,
    collect_from_card,
    draw_city,
    equip,
    hand_over,
    heal,
    in_order,
    look,
    put_on_top,
    reveal_top,
    sink,
    stake_renown,
    take_back,
    wound,
)
from rules.five_sails.drama import may_parley, parleyed_cost
from rules.five_sails.duel import add_threat, gain, inflicted, reveals, running
from rules.five_sails.happenings import BY, Happening, Moment, Timing
from rules.five_sails.log import tell
from rules.five_sails.payments import pay, wealth
from rules.five_sails.pressure import begin_pressure
from rules.five_sails.terms import HOME, LINES, NONE, CombatValue, Stat, Zone
from rules.five_sails.values import allowed, cost_of, has_trait, is_dash, value
from rules.five_sails.zones import lift, refill, to_approach, to_city

# Challenges and pressures.


@dataclass(frozen=True, slots=True)
class MayBeChallengedBy(Postscript):
    """Whoever a character may challenge; that goes without saying."""

    who: Noun

    def fits(self, play: Play, card: int) -> bool:
        """By whoever may issue it."""
        found = self.who.find(play) or (NONE,)
        return found[0] == NONE or allowed(play.state, Question.MAY_CHALLENGE, found[0], card)


@dataclass(frozen=True, slots=True)
class CanIssue(Postscript):
    """Whoever could issue a challenge; that goes without saying."""

    stat: Stat = Stat.COMBAT

    def fits(self, play: Play, card: int) -> bool:
        """Without a dash (6.19), and with somebody to challenge."""
        return not is_dash(play.state, card, self.stat) and bool(may_be_challenged(play.state, card, self.stat))


@dataclass(frozen=True, slots=True)
class Issue(Waits):
    """A character issues a challenge; what else is said of that challenge happens before it is answered."""

    who: Noun
    target: Noun
    stat: Stat = Stat.COMBAT
    program: Program = ()

    def awaits(self) -> Trigger:
        """The challenge."""
        return Trigger(Moment.CHALLENGED, Timing.WHEN)

    def ends(self) -> Until:
        """It comes at once."""
        return Until.ACTION_ENDS

    def prepares(self) -> tuple[Step, ...]:
        """Who, then whom."""
        return choices_for(self)

    def demands(self) -> Stat | None:
        """Nobody challenges with a dash (6.19)."""
        return self.stat if not isinstance(self.who, Pick) else None

    def run(self, play: Play) -> None:
        """If both are there."""
        challenger, target = self.who.one(play), self.target.one(play)
        if NONE in (challenger, target) or is_dash(play.state, challenger, self.stat):
            return
        if self.program:
            Waits.run(self, play)
        issue_challenge(play.state, challenger, self.stat, target, play.cause)

    def words(self, speech: Speech) -> str:
        """Who challenges whom, and what is special about it."""
        said = f"{self.who.words(speech)} issues a {speech.say(self.stat)} challenge to {self.target.words(speech)}"
        speech.named = ""
        return sentences([said, *(step.words(speech) for step in self.program)])


@dataclass(frozen=True, slots=True)
class CancelChallenge(Step):
    """The challenge that was just issued comes to nothing."""

    says: ClassVar[str] = "cancel that challenge"

    def run(self, play: Play) -> None:
        """Nobody is challenged any more."""
        duel = running(play.state)
        duel.participants[1] = NONE


@dataclass(frozen=True, slots=True)
class Pressure(Step):
    """Pressure this location; whether it succeeds, the next part asks."""

    stat: Stat

    def demands(self) -> Stat | None:
        """Nobody pressures with a dash (6.19)."""
        return self.stat

    def run(self, play: Play) -> None:
        """Where the performer is."""
        place = HERE.one(play)
        if 0 <= place < HOME:
            begin_pressure(play.state, play.performer, play.player, place, self.stat, by=play.cause)

    def words(self, speech: Speech) -> str:
        """With Resolve, a reminder."""
        stat = speech.say(self.stat)
        said = f"pressure this location with {stat}"
        return f"{said}. Wounds do not lower {stat} in that pressure" if self.stat is Stat.RESOLVE else said


# Canceling and replacing (6.15).


@dataclass(frozen=True, slots=True)
class CancelEffects(Step):
    """The effects of the ability that was announced, or that targets this card, do not happen."""

    what: str
    says: ClassVar[str] = "cancel the effects of that {what}"

    def run(self, play: Play) -> None:
        """Its costs stay paid."""
        told = play.happening
        if told.moment is Moment.TARGETED:
            cancel_effects(play.state, told.by.card, told.by.ability)
        else:
            cancel_effects(play.state, told.card, told.number)


@dataclass(frozen=True, slots=True)
class CancelIt(Step):
    """What would happen does not, or not in full."""

    #: As the card says it; nothing where "instead" says it.
    called: str = ""
    #: What the number becomes instead, if the thing still happens.
    number: int | None = None
    says: ClassVar[str] = "{called}"

    def run(self, play: Play) -> None:
        """Take it back."""
        would = play.happening
        cancel(play.state, would, None if self.number is None else would._replace(number=self.number))


@dataclass(frozen=True, slots=True)
class IgnoreOne(Step):
    """One of the wounds that would be suffered is not."""

    says: ClassVar[str] = "ignore 1 of those wounds"

    def run(self, play: Play) -> None:
        """One less."""
        would = play.happening
        cancel(play.state, would, would._replace(number=would.number - 1))


@dataclass(frozen=True, slots=True)
class TakeTheWound(Step):
    """Somebody else is wounded instead."""

    who: Noun
    says: ClassVar[str] = "wound {who} instead"

    def run(self, play: Play) -> None:
        """As often, if it is still in play; nobody takes a wound for itself."""
        card = self.who.one(play)
        if card not in (NONE, play.happening.card) and play.state.zone[card] == Zone.PLAY:
            cancel(play.state, play.happening, play.happening._replace(card=card))


@dataclass(frozen=True, slots=True)
class UntilYourNextRound(Waits):
    """Something that waits until your next round."""

    event: Event
    program: Program

    def awaits(self) -> Trigger:
        """The event."""
        return on(self.event)

    def ends(self) -> Until:
        """The adversary's round is the next."""
        return Until.NEXT_ROUND_ENDS

    def is_over(self) -> bool:
        """As often as it happens."""
        return False

    def words(self, speech: Speech) -> str:
        """Until when, when, and what."""
        speech.named = ""
        event = self.event.words(speech)
        speech.named = ""
        return f"until your next round, when {event}, {self.program[0].words(speech)}"


@dataclass(frozen=True, slots=True)
class LeaderBears(Step):
    """Your Leader becomes the bearer."""

    says: ClassVar[str] = "your Leader becomes the bearer, whichever character equips it"

    def run(self, play: Play) -> None:
        """Instead of whoever would."""
        would = play.happening
        leader = play.state.table.leaders[would.number]
        cancel(play.state, would, would._replace(other=leader))


@dataclass(frozen=True, slots=True)
class BackToApproachDeck(Step):
    """The character goes to its owner's Approach Deck, and this attachment to The Locker instead."""

    says: ClassVar[str] = "put that character into your Approach Deck and send this attachment to The Locker instead"

    def run(self, play: Play) -> None:
        """What it bore is discarded, as always (9.4)."""
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
        """Just before the rest is discarded."""
        state = play.state
        duel, side = running(state), side_of(play)
        for card in duel.line[side][:]:
            if state.table.is_attachment[card]:
                take_back(state, card, play.cause)


@dataclass(frozen=True, slots=True)
class SufferAllAtOnce(Step):
    """An intervention that is over at once: all the threat wounds, and there is no round."""

    says: ClassVar[str] = (
        "you play no combat card. Wound this character once for each threat on it, then the duel ends. "
        "Restricted Hostilities still apply"
    )

    def run(self, play: Play) -> None:
        """At most as often as the challenger's stat, unless it is Lethal (7.1)."""
        state = play.state
        duel, side = running(state), side_of(play)
        wounds = inflicted(state, side, duel.threat[side])
        duel.threat = [0, 0]
        wound(state, play.card, other=duel.participants[1 - side], number=wounds, by=play.cause)


# Equipping.


@dataclass(frozen=True, slots=True)
class Equip(Verb):
    """An attachment goes to a character: paid for, paying all costs, or free."""

    what: Noun
    to: Noun
    says: ClassVar[str] = "equip {what} to {to}"
    #: How it is paid for: "", ", paying all costs" or ", ignoring all costs".
    terms: str = ""
    #: Whether the character is said to equip it.
    by_bearer: bool = False
    #: Whether you take control of somebody else's card first.
    taking: bool = False
    less: int = 0
    cheaper_at: Place | None = None

    def run(self, play: Play) -> None:
        """If it can be paid for and borne."""
        state, player = play.state, play.player
        card, bearer = self.what.one(play), self.to.one(play)
        if NONE in (card, bearer) or state.zone[bearer] != Zone.PLAY:
            return
        if not allowed(state, Question.MAY_EQUIP, card, bearer):
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
        """Who equips what to whom, and how it is paid."""
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
    """Equip this card from your dueling line, free, to a participant."""

    to: Noun
    terms: str = ""

    def run(self, play: Play) -> None:
        """To whoever is still there."""
        for bearer in self.to.find(play):
            equip(play.state, play.card, other=bearer, number=play.player, by=play.cause)

    def words(self, speech: Speech) -> str:
        """From where to where."""
        return f"equip {speech.itself} from your dueling line to {self.to.words(speech)}{self.terms}"


@dataclass(frozen=True, slots=True)
class EquipRevealed(Step):
    """You may equip something that was revealed to one of your characters at this location."""

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
        """Pay for it and put it on."""
        if chosen.kind is Kind.EQUIP:
            state = play.state
            state.agenda.append((F.EQUIP, chosen.card, chosen.target, play.player))
            pay(state, play.player, cost_of(state, chosen.card, chosen.target), chosen.card)


@dataclass(frozen=True, slots=True)
class EquipAnything(Step):
    """The bearer equips an attachment from your hand or one that lies in the City, free."""

    says: ClassVar[str] = (
        "the bearer equips an attachment from your hand or an available attachment at a City location, "
        "ignoring all costs"
    )

    def run(self, play: Play) -> None:
        """Any of them; equal ones of the hand are one choice."""
        state, bearer = play.state, BEARER.one(play)
        table = state.table
        if bearer == NONE or state.zone[bearer] != Zone.PLAY:
            return
        held = {table.kin[card]: card for card in reversed(state.hand[play.player]) if table.is_attachment[card]}
        lying = [card for place in table.line for card in state.lying[place] if table.is_attachment[card]]
        options = [
            choice(Kind.EQUIP, card, bearer)
            for card in (*sorted(held.values()), *lying)
            if allowed(state, Question.MAY_EQUIP, card, bearer)
        ]
        play.ask(play.player, options)

    def answer(self, play: Play, chosen: Choice) -> None:
        """Put it on."""
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
                if allowed(state, Question.MAY_TRANSFER, card)
                for bearer in here
                if bearer != giver and allowed(state, Question.MAY_EQUIP, card, bearer)
            ],
        )

    def answer(self, play: Play, chosen: Choice) -> None:
        """It stays as it is, engaged or not."""
        hand_over(play.state, chosen.card, other=chosen.target, by=play.cause)


@dataclass(frozen=True, slots=True)
class OnAdversaryOrInItsPile(Pool):
    """Attachments that the adversary bears, and those in the discard pile of its player."""

    noun: ClassVar[str] = "attachment"
    says: ClassVar[str] = "on the adversary or in the adversary's discard pile"

    def cards(self, play: Play) -> Iterable[int]:
        """Those that may be moved, then the pile, where equal ones are one choice."""
        state, adversary = play.state, ADVERSARY.one(play)
        if adversary == NONE or state.duel is None:
            return []
        pile = state.discard[state.duel.players[1 - side_of(play)]]
        worn = [card for card in state.gear[adversary] if allowed(state, Question.MAY_TRANSFER, card)]
        lying = {state.table.kin[card]: card for card in reversed(pile) if state.table.is_attachment[card]}
        return [*worn, *reversed(lying.values())]


# Decks that are searched and shown.


@dataclass(frozen=True, slots=True)
class RevealEqual(Step):
    """Reveal cards from the top of your deck equal to a stat of this character."""

    stat: Stat
    says: ClassVar[str] = "reveal cards from the top of your deck equal to this character's {stat}"

    def run(self, play: Play) -> None:
        """As many as it has now."""
        number = max(value(play.state, play.card, self.stat), 0)
        play.bind("seen", reveal_top(play.state, play.player, number, play.cause))


@dataclass(frozen=True, slots=True)
class RevealUntil(Step):
    """Reveal cards from the City Deck until one is of a kind."""

    noun: str

    def run(self, play: Play) -> None:
        """The discard pile is shuffled in if need be; without any such card all of it is revealed."""
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
        """A Mercenary, an attachment."""
        speech.named = "found"
        what = f"an {self.noun}" if self.noun == "attachment" else f"a {self.noun}"
        return f"reveal cards from the City Deck until you reveal {what}"


@dataclass(frozen=True, slots=True)
class AddFoundTo(Step):
    """What was found comes to a location, for whoever takes it."""

    to: Place
    says: ClassVar[str] = "add it to {to}"

    def run(self, play: Play) -> None:
        """As if it had been placed there."""
        for card in play.cards("found"):
            for place in self.to.find(play):
                to_city(play.state, card, place)
                tell(play.state, Moment.PLACED, card, place, by=play.cause)


@dataclass(frozen=True, slots=True)
class RecruitFound(Step):
    """This character may recruit the Mercenary that was found, and parley with it even while engaged."""

    says: ClassVar[str] = "this character may recruit it, and may parley even while engaged"

    def run(self, play: Play) -> None:
        """With or without a parley, if it can be paid for."""
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
        """It joins where this character is."""
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
        """First look, then ask for the deepest, one after the other."""
        play.bind("seen", look(play.state, play.player, NONE, self.number, play.cause))
        self._ask(play)

    def _ask(self, play: Play) -> None:
        cards = play.cards("seen")
        if len(cards) > 1:
            play.ask(play.player, [choice(Kind.CHOOSE, card) for card in cards])
        else:
            put_on_top(play.state, cards)

    def answer(self, play: Play, chosen: Choice) -> None:
        """What is put back first lies deepest."""
        put_on_top(play.state, (chosen.card,))
        play.bind("seen", tuple(card for card in play.cards("seen") if card != chosen.card))
        self._ask(play)


@dataclass(frozen=True, slots=True)
class RevealRandom(Step):
    """A random card of an opponent's hand is shown to everybody, and remembered."""

    who: AnOpponent = AN_OPPONENT
    says: ClassVar[str] = "reveal 1 random card from {who}'s hand"

    def prepares(self) -> tuple[Step, ...]:
        """Whose hand."""
        return choices_for(self)

    def run(self, play: Play) -> None:
        """By lot; it stays in the hand."""
        state = play.state
        for player in self.who.find(play):
            hand = sorted(state.hand[player])
            if hand:
                card = hand[state.below(len(hand))]
                state.notes[play.card, "revealed"] = card
                tell(state, Moment.REVEALED, card, number=player, by=play.cause)


@dataclass(frozen=True, slots=True)
class ChooseInApproachDeck(Step):
    """Look at an opponent's Approach Deck and choose one of its cards, which is remembered."""

    who: AnOpponent = AN_OPPONENT
    says: ClassVar[str] = "look at {who}'s Approach Deck and choose 1 of its cards"

    def prepares(self) -> tuple[Step, ...]:
        """Whose."""
        return choices_for(self)

    def run(self, play: Play) -> None:
        """You alone see it."""
        state = play.state
        for player in self.who.find(play):
            for card in state.approach[player]:
                tell(state, Moment.LOOKED, card, number=player, by=play.cause)
            play.ask(play.player, [choice(Kind.CHOOSE, card) for card in state.approach[player]])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Remember it as long as this attachment is in play."""
        play.state.notes[play.card, "chosen"] = chosen.card


# Cards of single abilities.


@dataclass(frozen=True, slots=True)
class JoinsLine(Step):
    """A location of larger games joins the line at setup: the table sees to it (3.2)."""

    players: int
    beside: Place

    def run(self, play: Play) -> None:
        """It lies there already."""

    def template(self) -> str:
        """Four players are the most there can be."""
        most = "{players} players" if self.players == max(LINES) else "{players} or more players"
        return f"during setup, if there are {most}, place this location on the outer side of {{beside}}"


@dataclass(frozen=True, slots=True)
class TargetOneOrTwo(Step):
    """Target a character at this location, or discard a card and target two."""

    says: ClassVar[str] = (
        "target a character at this location, or discard 1 card and target 2 characters at this location"
    )

    def _here(self, play: Play) -> list[int]:
        state = play.state
        found = [card for player in state.turn_order() for card in there(play, player)]
        return [card for card in found if allowed(state, Question.MAY_TARGET, card, play.card)]

    def able(self, play: Play) -> bool:
        """Somebody is there: the performer, at the least."""
        return bool(self._here(play))

    def run(self, play: Play) -> None:
        """Ask for the first, then for a second or none, then for the card."""
        targets = play.cards("targets")
        here = self._here(play)
        if not targets:
            play.ask(play.player, [choice(Kind.TARGET, card) for card in here])
        elif play.state.hand[play.player]:
            more = [choice(Kind.TARGET, card) for card in here if here.index(card) > here.index(targets[0])]
            play.ask(play.player, [*more, DECLINE])

    def answer(self, play: Play, chosen: Choice) -> None:
        """One target is free, two cost a card."""
        state = play.state
        if chosen.kind is Kind.DISCARD:
            state.agenda.append((F.PROPOSE, Happening(Moment.DISCARDED, chosen.card, number=play.player)))
            return
        if chosen.kind is Kind.DECLINE:
            return
        targets = (*play.cards("targets"), chosen.card)
        play.bind("targets", targets)
        if len(targets) == 1:
            self.run(play)
        else:
            kin = state.table.kin
            held = {kin[card]: card for card in reversed(state.hand[play.player])}
            play.ask(play.player, [choice(Kind.DISCARD, card) for card in sorted(held.values())])


@dataclass(frozen=True, slots=True)
class HealTargets(Step):
    """Heal a wound from each target."""

    says: ClassVar[str] = "heal 1 wound from each target"

    def run(self, play: Play) -> None:
        """One or two."""
        for card in play.cards("targets"):
            heal(play.state, card, number=1, by=play.cause)


@dataclass(frozen=True, slots=True)
class MoveTogether(Step):
    """Choose one or two of your characters at one location, and move them to the same adjacent City location."""

    says: ClassVar[str] = (
        "choose 1 or 2 of your characters at one location to be the performers. "
        "Move them to the same adjacent City location"
    )

    def run(self, play: Play) -> None:
        """Ask for the first, for a second or none, then for the place."""
        state = play.state
        movers = play.cards("movers")
        if not movers:
            play.ask(play.player, [choice(Kind.PERFORM, card) for card in state.crew[play.player]])
            return
        crew = state.crew[play.player]
        place = state.place[movers[0]]
        others = [card for card in crew if state.place[card] == place and crew.index(card) > crew.index(movers[0])]
        if others and len(movers) == 1 and not play.number("settled") > 0:
            play.ask(play.player, [*(choice(Kind.PERFORM, card) for card in others), DECLINE])
        else:
            play.ask(play.player, [choice(Kind.PLACE, place=to) for to in state.table.neighbours[place]])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Until there is a place to go."""
        if chosen.kind is Kind.PLACE:
            moves = [Happening(Moment.MOVED, card, chosen.place, by=play.cause) for card in play.cards("movers")]
            in_order(play.state, moves)
            return
        if chosen.kind is Kind.DECLINE:
            play.bind("settled", 1)
        else:
            play.bind("movers", (*play.cards("movers"), chosen.card))
        self.run(play)


@dataclass(frozen=True, slots=True)
class PlayFromPile(Step):
    """Play a risk of an opponent's discard pile; after it resolves it is sunk."""

    says: ClassVar[str] = (
        "play a target risk from an opponent's discard pile, paying all costs. After it resolves, sink it"
    )

    def run(self, play: Play) -> None:
        """Every Action of every such risk that could be used now."""
        state, player = play.state, play.player
        options: list[Choice] = []
        seen: set[int] = set()
        for owner, pile in enumerate(state.discard[:-1]):
            for card in pile:
                kin = state.table.kin[card]
                if owner == player or kin in seen or state.table.definitions[card].type is not CardType.RISK:
                    continue
                seen.add(kin)
                state.zone[card] = Zone.ANNOUNCED
                options += [
                    choice(Kind.USE, card, number=index)
                    for index in state.table.actions[card]
                    if next(scenes(state, player, card, index), None) is not None
                ]
                state.zone[card] = Zone.DISCARD
        play.ask(player, options)

    def answer(self, play: Play, chosen: Choice) -> None:
        """It is played as if it were yours, and sunk in its owner's deck when that is over."""
        state, card = play.state, chosen.card
        play.bind("played", card)
        lift(state, card)
        state.zone[card] = Zone.ANNOUNCED
        begin(state, play.player, card, chosen.number)


@dataclass(frozen=True, slots=True)
class SinkPlayed(Step):
    """The risk that was played out of a discard pile is sunk; the sentence before has said it."""

    def run(self, play: Play) -> None:
        """If it went back to a discard pile."""
        played = [card for card in play.cards("played") if play.state.zone[card] == Zone.DISCARD]
        sink(play.state, played, play.cause)


@dataclass(frozen=True, slots=True)
class ChooseThreeInPile(Step):
    """Choose three cards with different names in your discard pile, as a cost."""

    says: ClassVar[str] = "choose 3 cards with different names in your discard pile"

    def _names(self, play: Play) -> dict[int, int]:
        person = play.state.table.person
        return {person[card]: card for card in play.state.discard[play.player]}

    def able(self, play: Play) -> bool:
        """Three names at least."""
        return len(self._names(play)) >= 3

    def run(self, play: Play) -> None:
        """One after the other in the order of their numbers, so that every set is offered once."""
        chosen = play.cards("three")
        cards = sorted(self._names(play).values())
        left = [card for card in cards if not chosen or card > chosen[-1]]
        spare = 3 - len(chosen)
        play.ask(play.player, [choice(Kind.CHOOSE, card) for card in left[: len(left) - spare + 1]])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Until there are three."""
        three = (*play.cards("three"), chosen.card)
        play.bind("three", three)
        if len(three) < 3:
            self.run(play)


@dataclass(frozen=True, slots=True)
class OpponentGivesBack(Step):
    """A chosen opponent puts one of the chosen cards into your hand."""

    who: AnOpponent = A_CHOSEN_OPPONENT
    says: ClassVar[str] = "{who} puts 1 of them into your hand"

    def prepares(self) -> tuple[Step, ...]:
        """Who."""
        return choices_for(self)

    def run(self, play: Play) -> None:
        """That player chooses."""
        cards = [card for card in play.cards("three") if play.state.zone[card] == Zone.DISCARD]
        for player in self.who.find(play):
            play.ask(player, [choice(Kind.CHOOSE, card) for card in cards])

    def answer(self, play: Play, chosen: Choice) -> None:
        """To your hand."""
        take_back(play.state, chosen.card, play.cause)


@dataclass(frozen=True, slots=True)
class GambleForValues(Step):
    """Gamble beside the round's card: the chosen card lends its values, and all that was revealed is sunk."""

    trait: str
    says: ClassVar[str] = (
        "gamble. This does not count toward your gambles in this duel. If your participant is a {trait}, reveal 1 more "
        "card. Choose a revealed card. Do not play it. Add its combat values to those of this card. "
        "Sink all cards revealed this way"
    )

    def run(self, play: Play) -> None:
        """Reveal, and ask which."""
        state, participant = play.state, PARTICIPANT.one(play)
        number = reveals(state, participant) + int(has_trait(state, participant, self.trait))
        cards = reveal_top(state, play.player, max(number, 0), play.cause)
        play.bind("seen", cards)
        kin = {state.table.kin[card]: card for card in reversed(cards)}
        play.ask(play.player, [choice(Kind.CHOOSE, card) for card in sorted(kin.values())])

    def answer(self, play: Play, chosen: Choice) -> None:
        """A dash lends nothing."""
        state = play.state
        for which in CombatValue:
            gain(state, which, state.table.values[chosen.card][which])
        sink(state, [card for card in play.cards("seen") if state.zone[card] == Zone.REVEALED], play.cause)


@dataclass(frozen=True, slots=True)
class CopyTechnique(Step):
    """Copy the effects of a Technique on the adversary or its attachments; they speak of the copier (6.18)."""

    says: ClassVar[str] = "copy the effects of a Technique on the adversary or its attachments"

    def run(self, play: Play) -> None:
        """Every Technique of theirs."""
        state, adversary = play.state, ADVERSARY.one(play)
        if adversary == NONE or state.zone[adversary] != Zone.PLAY:
            return
        play.ask(
            play.player,
            [
                choice(Kind.USE, card, number=index)
                for card in (adversary, *state.gear[adversary])
                for index in state.table.techniques[card]
            ],
        )

    def answer(self, play: Play, chosen: Choice) -> None:
        """In a scene of one's own."""
        scene = Scene(chosen.card, chosen.number, play.player, play.performer, None, (("copier", play.card),))
        copy_effects(play.state, scene)


@dataclass(frozen=True, slots=True)
class DiscardAny(Step):
    """You may discard any number of cards; how many is remembered."""

    says: ClassVar[str] = "you may discard any number of cards"

    def run(self, play: Play) -> None:
        """One after the other in the order of their numbers, until you stop."""
        last = play.number("last")
        kin = play.state.table.kin
        held = {kin[card]: card for card in sorted(play.state.hand[play.player], reverse=True) if card > last}
        if held:
            play.ask(play.player, [*(choice(Kind.DISCARD, card) for card in sorted(held.values())), DECLINE])

    def answer(self, play: Play, chosen: Choice) -> None:
        """Count it, and ask again."""
        if chosen.kind is Kind.DISCARD:
            play.bind("last", chosen.card)
            play.bind("tally", max(play.number("tally"), 0) + 1)
            happening = Happening(Moment.DISCARDED, chosen.card, number=play.player, by=play.cause)
            play.state.agenda.append((F.PROPOSE, happening))
            play.repeat()


@dataclass(frozen=True, slots=True)
class ForEachDiscarded(Step):
    """For each card that was discarded, do something."""

    blocks: ClassVar[tuple[str, ...]] = ("do",)

    do: Program

    def run(self, play: Play) -> None:
        """As often as was counted."""
        left = play.number("tally")
        if left > 0:
            play.bind("tally", left - 1)
            play.enter(0, again=True)

    def words(self, speech: Speech) -> str:
        """What for each."""
        return f"for each card discarded this way, {self.do[0].words(speech)}"


@dataclass(frozen=True, slots=True)
class OpponentsMayBringRenown(Step):
    """Each opponent may move 1 Renown from another location to one."""

    to: Place
    says: ClassVar[str] = "each opponent may move 1 Renown from another location to {to}"

    def run(self, play: Play) -> None:
        """From the First Player on, each once."""
        state = play.state
        done = play.cards("asked")
        for player in state.turn_order():
            if player == play.player or player in done:
                continue
            done = (*done, player)
            play.bind("asked", done)
            starts = [place for place in state.table.line if place != self.to.number and state.fame[place]]
            if starts:
                play.ask(player, [*(choice(Kind.PLACE, place=place) for place in starts), DECLINE])
                return

    def answer(self, play: Play, chosen: Choice) -> None:
        """Move it in that player's name, and ask the next."""
        if chosen.kind is Kind.PLACE:
            player = play.cards("asked")[-1]
            moved = Happening(Moment.RENOWN_MOVED, NONE, self.to.number, chosen.place, 1, BY[player])
            play.state.agenda.append((F.PROPOSE, moved))
        play.repeat()


@dataclass(frozen=True, slots=True)
class StakeRenown(Step):
    """Each player moves one of their Renown to this event."""

    says: ClassVar[str] = "each player moves 1 of their Renown to this event"

    def run(self, play: Play) -> None:
        """Whoever has any."""
        for player in play.state.turn_order():
            stake_renown(play.state, player, play.card, play.cause)


@dataclass(frozen=True, slots=True)
class CollectFromThis(Step):
    """Collect one Renown from this event."""

    says: ClassVar[str] = "collect 1 Renown from this event"

    def run(self, play: Play) -> None:
        """If there is any."""
        collect_from_card(play.state, play.card, play.cause)


@dataclass(frozen=True, slots=True)
class ThreatEitherWay(Step):
    """Add a threat to a participant, or remove one from it."""

    says: ClassVar[str] = "add 1 threat to either participant, or remove 1 threat from either participant"

    def run(self, play: Play) -> None:
        """Whom, and which of the two."""
        duel = running(play.state)
        play.ask(
            play.player,
            [
                choice(Kind.CHOOSE, duel.participants[side], number=more)
                for side in (0, 1)
                for more in (1, 0)
                if more or duel.threat[side]
            ],
        )

    def answer(self, play: Play, chosen: Choice) -> None:
        """More, or less."""
        side = running(play.state).side_of(chosen.card)
        add_threat(play.state, side, 1 if chosen.number else -1)


@dataclass(frozen=True, slots=True)
class AddThisTo(Step):
    """This attachment comes to a location, for whoever takes it."""

    to: Place
    says: ClassVar[str] = "add this attachment to {to}"

    def run(self, play: Play) -> None:
        """From its discard pile."""
        state, card = play.state, play.card
        for place in self.to.find(play):
            if state.zone[card] == Zone.DISCARD:
                lift(state, card)
                to_city(state, card, place)
                tell(state, Moment.PLACED, card, place, by=play.cause)
