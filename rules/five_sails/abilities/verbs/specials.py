"""Words for single cards. What could vary is a field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.catalogue import CardType
from rules.five_sails.abilities.nouns.places import Place, there
from rules.five_sails.abilities.nouns.roles import A_CHOSEN_OPPONENT, ADVERSARY, PARTICIPANT, AnOpponent
from rules.five_sails.abilities.verbs.deeds import choices_for
from rules.five_sails.contests.duel import add_threat, gain, reveals
from rules.five_sails.deeds.deeds import (
    collect_from_card,
    heal,
    in_order,
    reveal_top,
    sink,
    stake_renown,
    take_back,
)
from rules.five_sails.deeds.uses import begin, copy_effects, is_usable
from rules.five_sails.state.agenda import F
from rules.five_sails.state.log import tell
from rules.five_sails.state.play import Play
from rules.five_sails.state.state import current_duel
from rules.five_sails.state.values import has_trait, is_allowed
from rules.five_sails.state.zones import lift, to_city
from rules.five_sails.terms.basics import LINES, NONE, CombatValue, Zone
from rules.five_sails.terms.choices import DECLINE, Choice, Kind, choice
from rules.five_sails.terms.happenings import BY, Happening, Moment
from rules.five_sails.terms.parts import Program, Question, Scene, Step
from rules.five_sails.terms.phrases import Speech


@dataclass(frozen=True, slots=True)
class JoinsLine(Step):
    """A location of larger games joins the line at setup: the table sees to it (3.2)."""

    players: int
    beside: Place

    def run(self, play: Play) -> None:
        """Nothing to do: it is already there."""

    def template(self) -> str:
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
        return [card for card in found if is_allowed(state, Question.MAY_TARGET, card, play.card)]

    def can_run(self, play: Play) -> bool:
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
    says: ClassVar[str] = "heal 1 wound from each target"

    def run(self, play: Play) -> None:
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
                    if is_usable(state, player, card, index)
                ]
                state.zone[card] = Zone.DISCARD
        play.ask(player, options)

    def answer(self, play: Play, chosen: Choice) -> None:
        """Play it as if it were yours; ``SinkPlayed`` sinks it into its owner's deck afterwards."""
        state, card = play.state, chosen.card
        play.bind("played", card)
        lift(state, card)
        state.zone[card] = Zone.ANNOUNCED
        begin(state, play.player, card, chosen.number)


@dataclass(frozen=True, slots=True)
class SinkPlayed(Step):
    """Sink the risk that was played from a discard pile; the text is part of ``PlayFromPile``."""

    def run(self, play: Play) -> None:
        played = [card for card in play.cards("played") if play.state.zone[card] == Zone.DISCARD]
        sink(play.state, played, play.cause)


@dataclass(frozen=True, slots=True)
class ChooseThreeInPile(Step):
    """Choose three cards with different names in your discard pile, as a cost."""

    says: ClassVar[str] = "choose 3 cards with different names in your discard pile"

    def _names(self, play: Play) -> dict[int, int]:
        person = play.state.table.person
        return {person[card]: card for card in play.state.discard[play.player]}

    def can_run(self, play: Play) -> bool:
        return len(self._names(play)) >= 3

    def run(self, play: Play) -> None:
        """One after the other in the order of their numbers, so that every set is offered once."""
        chosen = play.cards("three")
        cards = sorted(self._names(play).values())
        left = [card for card in cards if not chosen or card > chosen[-1]]
        spare = 3 - len(chosen)
        play.ask(play.player, [choice(Kind.CHOOSE, card) for card in left[: len(left) - spare + 1]])

    def answer(self, play: Play, chosen: Choice) -> None:
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
        return choices_for(self)

    def run(self, play: Play) -> None:
        cards = [card for card in play.cards("three") if play.state.zone[card] == Zone.DISCARD]
        for player in self.who.find(play):
            play.ask(player, [choice(Kind.CHOOSE, card) for card in cards])

    def answer(self, play: Play, chosen: Choice) -> None:
        take_back(play.state, chosen.card, play.cause)


@dataclass(frozen=True, slots=True)
class GambleForValues(Step):
    """Gamble in addition to the round's card: add the values of the chosen card, and sink all revealed cards."""

    trait: str
    says: ClassVar[str] = (
        "gamble. This does not count toward your gambles in this duel. If your participant is a {trait}, reveal 1 more "
        "card. Choose a revealed card. Do not play it. Add its combat values to those of this card. "
        "Sink all cards revealed this way"
    )

    def run(self, play: Play) -> None:
        state, participant = play.state, PARTICIPANT.one(play)
        number = reveals(state, participant) + int(has_trait(state, participant, self.trait))
        cards = reveal_top(state, play.player, max(number, 0), play.cause)
        play.bind("seen", cards)
        kin = {state.table.kin[card]: card for card in reversed(cards)}
        play.ask(play.player, [choice(Kind.CHOOSE, card) for card in sorted(kin.values())])

    def answer(self, play: Play, chosen: Choice) -> None:
        state = play.state
        for which in CombatValue:
            gain(state, which, state.table.values[chosen.card][which])
        sink(state, [card for card in play.cards("seen") if state.zone[card] == Zone.REVEALED], play.cause)


@dataclass(frozen=True, slots=True)
class CopyTechnique(Step):
    """Copy the effects of a Technique on the adversary or its attachments; they refer to the copier (6.18)."""

    says: ClassVar[str] = "copy the effects of a Technique on the adversary or its attachments"

    def run(self, play: Play) -> None:
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
        left = play.number("tally")
        if left > 0:
            play.bind("tally", left - 1)
            play.enter(0, again=True)

    def words(self, speech: Speech) -> str:
        return f"for each card discarded this way, {self.do[0].words(speech)}"


@dataclass(frozen=True, slots=True)
class OpponentsMayBringRenown(Step):
    """Each opponent may move 1 Renown from another location to one."""

    to: Place
    says: ClassVar[str] = "each opponent may move 1 Renown from another location to {to}"

    def run(self, play: Play) -> None:
        state = play.state
        done = play.cards("asked")
        for player in state.turn_order():
            if player == play.player or player in done:
                continue
            done = (*done, player)
            play.bind("asked", done)
            starts = [place for place in state.table.line if place != self.to.number and state.renown_at[place]]
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
        for player in play.state.turn_order():
            stake_renown(play.state, player, play.card, play.cause)


@dataclass(frozen=True, slots=True)
class CollectFromThis(Step):
    """Collect one Renown from this event."""

    says: ClassVar[str] = "collect 1 Renown from this event"

    def run(self, play: Play) -> None:
        collect_from_card(play.state, play.card, play.cause)


@dataclass(frozen=True, slots=True)
class ThreatEitherWay(Step):
    """Add a threat to a participant, or remove one from it."""

    says: ClassVar[str] = "add 1 threat to either participant, or remove 1 threat from either participant"

    def run(self, play: Play) -> None:
        duel = current_duel(play.state)
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
        side = current_duel(play.state).side_of(chosen.card)
        add_threat(play.state, side, 1 if chosen.number else -1)


@dataclass(frozen=True, slots=True)
class AddThisTo(Step):
    """Place this attachment at a location, controlled by nobody."""

    to: Place
    says: ClassVar[str] = "add this attachment to {to}"

    def run(self, play: Play) -> None:
        state, card = play.state, play.card
        for place in self.to.find(play):
            if state.zone[card] == Zone.DISCARD:
                lift(state, card)
                to_city(state, card, place)
                tell(state, Moment.PLACED, card, place, by=play.cause)
