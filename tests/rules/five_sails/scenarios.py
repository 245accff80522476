"""Situations for tests: cards made for one question, put where the question needs them, on Day 1 in High Drama."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cards.catalogue import Ability as Printed
from cards.catalogue import Card, CardType, Catalogue, CityDeck
from cards.catalogue import Zone as Deck
from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.stats import Mark
from decks.decklist import Decklist
from rules.five_sails import Book, Choice, Game, Kind, Moment, Options
from rules.five_sails.flow.day import DAY
from rules.five_sails.flow.handlers import advance
from rules.five_sails.flow.setup import set_up
from rules.five_sails.state.agenda import F
from rules.five_sails.state.table import Table
from rules.five_sails.state.zones import lift, to_city, to_hand, to_play, to_top
from rules.five_sails.terms.basics import HOME, NONE, PLACE_CODES, Phase, Zone
from rules.five_sails.terms.options import RULEBOOK
from rules.five_sails.terms.parts import Ability

DASH = Mark.DASH
A, B, C, D = range(4)


@dataclass(frozen=True)
class Spec:
    """A card to be made, and where it shall be."""

    facts: Mapping[str, Any]
    at: int | None = None
    engaged: bool = False
    wounds: int = 0
    gear: Mapping[str, Spec] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()


def _spec(kind: CardType, deck: Deck, traits: Iterable[str], keywords: Iterable[str], **facts: Any) -> Spec:
    place = {name: facts.pop(name) for name in ("at", "engaged", "wounds", "gear", "abilities") if name in facts}
    return Spec({"type": kind, "deck": deck, "traits": tuple(traits), "keywords": tuple(keywords), **facts}, **place)


def _stats(facts: dict[str, Any]) -> dict[str, Any]:
    return {"resolve": 5, "combat": 2, "finesse": 2, "influence": 2, **facts}


def leader(traits: Iterable[str] = ("Leader",), **facts: Any) -> Spec:
    return _spec(
        CardType.LEADER, Deck.LEADER, traits, (), **_stats({"resolve": 8, "panache": 6, "crew_cap": 6, **facts})
    )


def character(traits: Iterable[str] = (), **facts: Any) -> Spec:
    return _spec(CardType.CHARACTER, Deck.APPROACH, traits, (), **_stats(facts))


def brute(traits: Iterable[str] = (), **facts: Any) -> Spec:
    facts = {"cost": 1, "riposte": 0, "parry": 0, "thrust": 0, **_stats(facts)}
    return _spec(CardType.CHARACTER, Deck.FACTION, traits, ("Brute",), **facts)


def mercenary(traits: Iterable[str] = (), keywords: Iterable[str] = ("Negotiable",), **facts: Any) -> Spec:
    return _spec(CardType.CITY_CHARACTER, Deck.CITY, ("Mercenary", *traits), keywords, **{"cost": 4, **_stats(facts)})


def scheme(initiative: int = 50, panache_mod: int = 0, **facts: Any) -> Spec:
    return _spec(CardType.SCHEME, Deck.APPROACH, (), (), initiative=initiative, panache_mod=panache_mod, **facts)


def risk(riposte: Any = 0, parry: Any = 0, thrust: Any = 0, keywords: Iterable[str] = (), **facts: Any) -> Spec:
    values = {"riposte": riposte, "parry": parry, "thrust": thrust}
    return _spec(CardType.RISK, Deck.FACTION, facts.pop("traits", ()), keywords, **{"cost": 0, **values, **facts})


def wealth() -> Spec:
    return risk(keywords=("Wealth",))


def attachment(traits: Iterable[str] = (), keywords: Iterable[str] = (), **facts: Any) -> Spec:
    facts = {"cost": 0, "riposte": 0, "parry": 0, "thrust": 0, **facts}
    return _spec(CardType.ATTACHMENT, Deck.FACTION, traits, keywords, **facts)


def city_attachment(traits: Iterable[str] = (), **facts: Any) -> Spec:
    return _spec(CardType.CITY_ATTACHMENT, Deck.CITY, traits, (), **{"cost": 0, **facts})


def event(traits: Iterable[str] = (), **facts: Any) -> Spec:
    return _spec(CardType.EVENT, Deck.CITY, traits, (), **facts)


@dataclass(frozen=True)
class Side:
    """One player's cards. Every name is used once in a stage; ``deck`` is in its order from the top."""

    leader: Spec = field(default_factory=leader)
    crew: Mapping[str, Spec] = field(default_factory=dict)
    hand: Mapping[str, Spec] = field(default_factory=dict)
    deck: Mapping[str, Spec] = field(default_factory=dict)
    discard: Mapping[str, Spec] = field(default_factory=dict)
    approach: Mapping[str, Spec] = field(default_factory=dict)
    scheme: Mapping[str, Spec] = field(default_factory=dict)
    renown: int = 0


class Stage:
    """A game of made-up cards, with somebody's priority in High Drama.

    Leaders are called ``leader_a`` and so on; all other cards by the names they are given.
    """

    def __init__(
        self,
        *sides: Side,
        city: Mapping[str, Spec] | None = None,
        options: Options = RULEBOOK,
        seed: int = 1,
        first: int = A,
        day: int = 1,
        begin: bool = True,
    ) -> None:
        self.names: dict[str, int] = {}
        self._cards: list[Card] = []
        self._built: dict[str, tuple[Ability, ...]] = {}
        self._specs: dict[str, Spec] = {}
        sides = sides or (Side(), Side())
        decks = [self._deck(side, f"leader_{'abcd'[seat]}") for seat, side in enumerate(sides)]
        lying = [self._make(name, spec) for name, spec in (city or {}).items()]
        spare = [self._make(f"spare{i}", event()) for i in range(12)]
        real = load_catalogue()
        catalogue = Catalogue(
            "test",
            cards=(*(real.card(code) for code in PLACE_CODES), *self._cards),
            city_decks=(CityDeck("core", "Core", tuple(lying + spare)),),
        )
        self.table = Table(Book(catalogue, self._built), tuple(decks), "core", options)
        self._name_cards()
        self.state = set_up(self.table, seed, 0)
        self.game = Game(self.state)
        if begin:
            self._arrange(sides, city or {}, first, day)
        else:
            advance(self.state)

    # Making cards.

    def _make(self, name: str, spec: Spec) -> str:
        code = f"90{len(self._cards):03d}"
        facts = {"name": name.replace("_", " ").title(), **spec.facts}
        printed = tuple(
            Printed(ability.kind, f"Does {name}.", below_bar=ability.below_bar)
            for ability in spec.abilities
            if not ability.granted
        )
        self._cards.append(Card(code=code, set="test", number="1", abilities=printed, **facts))
        if spec.abilities:
            self._built[code] = spec.abilities
        self._specs[name] = spec
        for worn, inner in spec.gear.items():
            self._make(worn, inner)
        return code

    def _deck(self, side: Side, leader_name: str) -> Decklist:
        start = len(self._cards)
        head = self._make(leader_name, side.leader)
        for group in (side.crew, side.hand, side.deck, side.discard, side.approach, side.scheme):
            for name, spec in group.items():
                self._make(name, spec)
        made = self._cards[start + 1 :]
        return Decklist.of(
            head,
            [card.code for card in made if card.deck is Deck.APPROACH],
            {card.code: 1 for card in made if card.deck is Deck.FACTION},
        )

    def _name_cards(self) -> None:
        by_code = {card.code: name for card, name in zip(self._cards, self._specs, strict=True)}
        for number, definition in enumerate(self.table.definitions):
            if definition.code in by_code:
                self.names[by_code[definition.code]] = number

    # Arranging them.

    def _arrange(self, sides: tuple[Side, ...], city: Mapping[str, Spec], first: int, day: int) -> None:
        state = self.state
        state.log.clear()
        for name, spec in city.items():
            if spec.at is not None:
                card = self[name]
                lift(state, card)
                to_city(state, card, spec.at)
        for seat, side in enumerate(sides):
            self.settle(f"leader_{'abcd'[seat]}", replace(side.leader, at=side.leader.at or HOME + seat), seat)
            for name, spec in side.crew.items():
                self.settle(name, spec, seat)
            for name in side.hand:
                lift(state, self[name])
                to_hand(state, self[name])
            for name in side.discard:
                lift(state, self[name])
                state.zone[self[name]] = Zone.DISCARD
                state.discard[seat].append(self[name])
            for name in reversed(side.deck):
                lift(state, self[name])
                to_top(state, self[name])
            for name in side.scheme:
                lift(state, self[name])
                state.zone[self[name]] = Zone.PLAY
                state.control[self[name]] = seat
                state.scheme[seat] = self[name]
            state.renown[seat] = side.renown
        state.first, state.day, state.phase = first, day, Phase.HIGH_DRAMA
        rest = DAY[DAY.index((F.MOMENT, Moment.DRAMA_ENDS)) :]
        state.agenda[:] = [*reversed(rest), (F.DRAMA, first, 0)]
        advance(state)

    def settle(self, name: str, spec: Spec, seat: int) -> Stage:
        """Put a character into play as its spec says."""
        state, card = self.state, self[name]
        if state.zone[card] != Zone.PLAY:
            lift(state, card)
            to_play(state, card, seat, HOME + seat)
        state.place[card] = HOME + seat if spec.at is None else spec.at
        state.engaged[card] = int(spec.engaged)
        state.wounds[card] = spec.wounds
        for worn in spec.gear:
            lift(state, self[worn])
            state.zone[self[worn]] = Zone.PLAY
            state.control[self[worn]] = seat
            state.bearer[self[worn]] = card
            state.gear[card] = (*state.gear[card], self[worn])
        return self

    # Playing.

    def __getitem__(self, name: str) -> int:
        return self.names[name]

    def choice(self, kind: Kind, card: str | None = None, target: str | None = None, **rest: int) -> Choice:
        """A choice by the cards' names."""
        return Choice(kind, NONE if card is None else self[card], NONE if target is None else self[target], **rest)

    def can(self, kind: Kind, card: str | None = None, target: str | None = None, **rest: int) -> bool:
        return self.choice(kind, card, target, **rest) in self.game.legal()

    def rule(self, kind: Kind, card: str | None = None, target: str | None = None, **rest: int) -> str:
        """The rule that forbids a choice; empty if none does."""
        refusal = self.game.why_not(self.choice(kind, card, target, **rest))
        return "" if refusal is None else refusal.rule

    def do(self, kind: Kind, card: str | None = None, target: str | None = None, **rest: int) -> Stage:
        self.game.push(self.choice(kind, card, target, **rest))
        return self

    def passes(self, times: int = 1) -> Stage:
        for _ in range(times):
            self.do(Kind.PASS)
        return self

    def asked(self) -> set[Kind]:
        """The kinds of choice on offer."""
        return {choice.kind for choice in self.game.legal()}

    def offered(self, kind: Kind) -> set[str]:
        """The names of the cards that choices of a kind are about."""
        names = {number: name for name, number in self.names.items()}
        return {names[choice.card] for choice in self.game.legal() if choice.kind == kind}

    def again(self) -> Stage:
        """Ask once more, after a test has changed something by hand."""
        self.state.legal = ()
        advance(self.state)
        return self

    # Looking.

    def zone(self, name: str) -> Zone:
        return Zone(self.state.zone[self[name]])

    def wounds(self, name: str) -> int:
        return self.state.wounds[self[name]]

    def place(self, name: str) -> int:
        return self.state.place[self[name]]

    def engaged(self, name: str) -> bool:
        return bool(self.state.engaged[self[name]])

    def hand(self, seat: int) -> set[str]:
        names = {number: name for name, number in self.names.items()}
        return {names[card] for card in self.state.hand[seat]}

    def told(self, moment: Moment) -> list[Any]:
        """Everything of a kind that happened since the stage was set."""
        return [happening for happening in self.state.log if happening.moment is moment]
