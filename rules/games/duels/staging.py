"""A game in which nothing happens but one duel: two characters at The Forums, and a challenge issued (section 7)."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType, Catalogue, CityDeck
from decks.decklist import Decklist
from rules.five_sails import Book, Game, Kind, Moment, Phase, Stat, Zone
from rules.five_sails.agenda import F, advance
from rules.five_sails.calendar import DAY
from rules.five_sails.challenge import issue_challenge
from rules.five_sails.deeds import engage
from rules.five_sails.options import RULEBOOK
from rules.five_sails.setup import set_up
from rules.five_sails.state import State
from rules.five_sails.table import Table
from rules.five_sails.terms import DASH, FORUMS
from rules.five_sails.zones import lift, to_hand, to_play

CITY: Final = "duel"
_CITY_TYPES: Final = frozenset({CardType.CITY_CHARACTER, CardType.CITY_ATTACHMENT})


class Unstageable(ValueError):  # noqa: N818  (an answer to a visitor, not a failure)
    """A duel that the rules do not allow; the message cites the rule."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: who fights, what it bears, and the cards behind it."""

    card: Card
    gear: tuple[Card, ...]
    #: The cards held; if there are none, ``dealt`` cards of the deck are.
    hand: tuple[Card, ...]
    dealt: int
    deck: Decklist


@dataclass(frozen=True, slots=True)
class Bout:
    """A duel to be fought."""

    sides: tuple[Fighter, Fighter]
    stat: Stat
    #: The side that challenges.
    challenger: int
    seed: int


class Ring:
    """The table of a bout: as many duels as anybody wants, each with its own luck."""

    def __init__(self, bout: Bout, book: Book, catalogue: Catalogue) -> None:
        """Lay the cards out. :raises Unstageable: if the two cannot fight such a duel."""
        self.bout = bout
        people = {side.card.person for side in bout.sides}
        leaders: list[Card] = []
        for side in bout.sides:
            leaders.append(_leader(side, catalogue, people | {leader.person for leader in leaders}))
        city = [card.code for side in bout.sides for card in (side.card, *side.gear) if card.type in _CITY_TYPES]
        whole = copy(book)
        core = book.city_decks["core"]
        whole.city_decks = {**book.city_decks, CITY: CityDeck(CITY, "The duel table", (*city, *core.cards))}
        decks = tuple(_deck(side, leader) for side, leader in zip(bout.sides, leaders, strict=True))
        self.table = Table(whole, decks, CITY, RULEBOOK)
        for side in bout.sides:
            if book.definition(side.card.code).stats[bout.stat] == DASH:
                stat = bout.stat.name.capitalize()
                raise Unstageable(f"{side.card.full_name} has a dash for {stat}, and fights no duel of it (rule 6.19)")
        game = self.duel(0, issue=False)
        if any(choice.kind is Kind.DESTROY for choice in game.legal()):
            raise Unstageable("Somebody bears more attachments of one kind than a character may (rule 9.4)")

    def duel(self, number: int, *, issue: bool = True) -> Game:
        """The duel of a number, from the challenge on."""
        state = set_up(self.table, self.bout.seed, number)
        state.log.clear()
        taken: set[int] = set()
        fighters = [self._seat(state, seat, taken) for seat in (0, 1)]
        first = self.bout.challenger
        state.first, state.day, state.phase = first, 1, Phase.HIGH_DRAMA
        rest = DAY[DAY.index((F.MOMENT, Moment.DRAMA_ENDS)) :]
        state.agenda[:] = [*reversed(rest), (F.DRAMA, 1 - first, 0), (F.SETTLE,)]
        if issue:
            engage(state, fighters[first])
            issue_challenge(state, fighters[first], self.bout.stat, fighters[1 - first])
        else:
            state.agenda += [(F.GEAR, fighter) for fighter in fighters]
        advance(state)
        return Game(state)

    def _seat(self, state: State, seat: int, taken: set[int]) -> int:
        """Put one side's cards where they belong."""
        side = self.bout.sides[seat]
        fighter = self._number(side.card, seat, taken)
        if state.zone[fighter] == Zone.PLAY:
            state.place[fighter] = FORUMS
        else:
            lift(state, fighter)
            to_play(state, fighter, seat, FORUMS)
        for card in side.gear:
            worn = self._number(card, seat, taken)
            lift(state, worn)
            state.zone[worn] = Zone.PLAY
            state.control[worn] = seat
            state.bearer[worn] = fighter
            state.gear[fighter] = (*state.gear[fighter], worn)
        held = [self._number(card, seat, taken) for card in side.hand]
        for number in held or state.deck[seat][::-1][: side.dealt]:
            lift(state, number)
            to_hand(state, number)
        return fighter

    def _number(self, card: Card, seat: int, taken: set[int]) -> int:
        """A card of that name which nothing else was made of: the player's own, or the City's."""
        table = self.table
        own = (table.leaders[seat], *table.approach[seat], *table.faction[seat], *table.city)
        number = next(each for each in own if table.definitions[each].code == card.code and each not in taken)
        taken.add(number)
        return number

    @property
    def fighters(self) -> tuple[int, int]:
        """The two characters' numbers on the table."""
        taken: set[int] = set()
        return (
            self._number(self.bout.sides[0].card, 0, taken),
            self._number(self.bout.sides[1].card, 1, taken),
        )

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of those who wait at Home, besides the fighters."""
        return tuple(
            self.table.definitions[leader].name
            for leader, side in zip(self.table.leaders, self.bout.sides, strict=True)
            if self.table.definitions[leader].code != side.card.code
        )


def _leader(side: Fighter, catalogue: Catalogue, people: set[str]) -> Card:
    """Who leads the side from Home: the fighter itself, the deck's leader, or, as one of that name fights, another."""
    if side.card.type is CardType.LEADER:
        return side.card
    usual = catalogue.get(side.deck.leader) if side.deck.leader else None
    offered = ([usual] if usual else []) + list(catalogue.leaders)
    return next(leader for leader in offered if leader.person not in people)


def _deck(side: Fighter, leader: Card) -> Decklist:
    faction = dict(side.deck.faction)
    own = [side.card] if side.card.is_brute and side.card.type is CardType.CHARACTER else []
    for card in (*own, *side.hand, *side.gear):
        if card.type not in _CITY_TYPES:
            faction[card.code] = faction.get(card.code, 0) + 1
    approach = [side.card.code] if side.card.type is CardType.CHARACTER and not side.card.is_brute else []
    return Decklist.of(leader.code, approach, faction)
