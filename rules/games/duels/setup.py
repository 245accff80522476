"""The cards of a duel between any two characters: their leaders, decks and the table they are played on."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType, Catalogue, CityDeck
from decks.decklist import Decklist
from rules.five_sails import Book, Game, Stat
from rules.five_sails.flow.duel_setup import Duelist, ImpossibleDuel, set_up_duel
from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import DASH
from rules.five_sails.terms.options import RULEBOOK

CITY: Final = "duel"
_CITY_TYPES: Final = frozenset({CardType.CITY_CHARACTER, CardType.CITY_ATTACHMENT})


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: the character, its attachments, and the cards behind it."""

    card: Card
    gear: tuple[Card, ...]
    hand: tuple[Card, ...]
    #: How many cards are dealt from the deck instead when ``hand`` is empty.
    dealt: int
    deck: Decklist


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """What a duel is fought with and for."""

    sides: tuple[Fighter, Fighter]
    stat: Stat
    #: The side that challenges.
    challenger: int
    seed: int


class DuelTable:
    """The table of a duel, on which it can be fought any number of times, each with its own luck."""

    def __init__(self, setup: DuelSetup, book: Book, catalogue: Catalogue) -> None:
        """:raises ImpossibleDuel: if the two cannot fight such a duel."""
        self.setup = setup
        people = {side.card.person for side in setup.sides}
        leaders: list[Card] = []
        for side in setup.sides:
            leaders.append(_leader(side, catalogue, people | {leader.person for leader in leaders}))
        city = [card.code for side in setup.sides for card in (side.card, *side.gear) if card.type in _CITY_TYPES]
        whole = copy(book)
        core = book.city_decks["core"]
        whole.city_decks = {**book.city_decks, CITY: CityDeck(CITY, "The duel table", (*city, *core.cards))}
        decks = tuple(_deck(side, leader) for side, leader in zip(setup.sides, leaders, strict=True))
        self.table = Table(whole, decks, CITY, RULEBOOK)
        for side in setup.sides:
            if book.definition(side.card.code).stats[setup.stat] == DASH:
                stat = setup.stat.name.capitalize()
                raise ImpossibleDuel(
                    f"{side.card.full_name} has a dash for {stat}, and fights no duel of it (rule 6.19)"
                )
        taken: set[int] = set()
        self._duelists = self._duelist(0, taken), self._duelist(1, taken)
        self.duel(0)

    def duel(self, number: int) -> Game:
        """The duel of a number, from the challenge on."""
        setup = self.setup
        return Game(
            set_up_duel(
                self.table,
                self._duelists,
                stat=setup.stat,
                challenger=setup.challenger,
                seed=setup.seed,
                game=number,
            )
        )

    def _duelist(self, seat: int, taken: set[int]) -> Duelist:
        side = self.setup.sides[seat]
        return Duelist(
            self._number(side.card, seat, taken),
            tuple(self._number(card, seat, taken) for card in side.gear),
            tuple(self._number(card, seat, taken) for card in side.hand),
            side.dealt,
        )

    def _number(self, card: Card, seat: int, taken: set[int]) -> int:
        """The number of a copy of the card that is not yet taken: the player's own, or the City's."""
        table = self.table
        own = (table.leaders[seat], *table.approach[seat], *table.faction[seat], *table.city)
        number = next(each for each in own if table.definitions[each].code == card.code and each not in taken)
        taken.add(number)
        return number

    @property
    def fighters(self) -> tuple[int, int]:
        """The two characters' numbers on the table."""
        return self._duelists[0].character, self._duelists[1].character

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the leaders who wait at Home and do not fight themselves."""
        return tuple(
            self.table.definitions[leader].name
            for leader, side in zip(self.table.leaders, self.setup.sides, strict=True)
            if self.table.definitions[leader].code != side.card.code
        )


def _leader(side: Fighter, catalogue: Catalogue, people: set[str]) -> Card:
    """The fighter if it is a leader; otherwise the deck's leader, or another where that person already takes part."""
    if side.card.type is CardType.LEADER:
        return side.card
    usual = catalogue.get(side.deck.leader) if side.deck.leader else None
    candidates = ([usual] if usual else []) + list(catalogue.leaders)
    return next(leader for leader in candidates if leader.person not in people)


def _deck(side: Fighter, leader: Card) -> Decklist:
    faction = dict(side.deck.faction)
    own = [side.card] if side.card.is_brute and side.card.type is CardType.CHARACTER else []
    for card in (*own, *side.hand, *side.gear):
        if card.type not in _CITY_TYPES:
            faction[card.code] = faction.get(card.code, 0) + 1
    approach = [side.card.code] if side.card.type is CardType.CHARACTER and not side.card.is_brute else []
    return Decklist.of(leader.code, approach, faction)
