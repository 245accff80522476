"""Encoding a deck list for the goldfish: cards and people in the policy's order, and a plan for each Day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Final

from cards.catalogue import Card, CardType, Catalogue, CityDeck
from cards.catalogue.stats import STAT_NAMES, Mark
from decks.decklist import Decklist
from rules.facts import DAYS, SETUP_SEARCHES, Slot, as_number, dawn_draw, panache_draw, slots, worth
from rules.goldfish.gear import ANYONE, BEARERS, technique
from rules.goldfish.layout import MAX_COMPILED_CARDS, MAX_COMPILED_COST, MAX_MARGIN
from rules.goldfish.placements import NO_PLACEMENT, PLACEMENTS, Placement
from rules.goldfish.policies import Adversary, Policy

#: A gap in the stack where the other deck of a comparison has a card.
BLANK: Final = -1

#: Larger decks are refused.
MAX_SIMULATED_CARDS: Final = 250


class EncodeError(ValueError):
    """A deck that cannot be simulated; the message says why."""


class Kind(IntEnum):
    """The kinds of faction and City cards the goldfish distinguishes."""

    RISK = 0
    ATTACHMENT = 1
    BRUTE = 2
    MERCENARY = 3
    EVENT = 4


@dataclass(frozen=True, slots=True)
class Stats:
    """A character's four stats, or what gear adds to them."""

    resolve: int = 0
    combat: int = 0
    finesse: int = 0
    influence: int = 0

    @property
    def any(self) -> bool:
        return bool(self.resolve or self.combat or self.finesse or self.influence)


STATS: Final = ("resolve", "combat", "finesse", "influence")
VALUES: Final = ("riposte", "parry", "thrust")

Triple = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear:
    """An attachment in play; ``bearers`` are indexes into ``Encoded.people``."""

    slot: Slot
    stats: Stats
    bearers: frozenset[int]
    needs_weapon: bool
    for_leader: bool
    technique: Triple | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionCard:
    """One card of the faction deck; each copy is a separate one."""

    code: str
    kind: Kind
    cost: int
    wealth: bool
    values: Triple
    #: Which of the values are dashes, so that nothing can be added to them.
    dashes: tuple[bool, bool, bool]
    #: Whether the policy plays it when it can pay for it.
    wanted: bool
    gear: Gear | None = None
    #: A Brute's stats, and whether it can claim.
    stats: Stats = Stats()
    claims: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A character that may join the crew."""

    code: str
    stats: Stats
    #: Stats that are dashes, so that nothing can be added to them (rule 6.19).
    dashes: frozenset[str]
    mercenary: bool
    technique: Triple | None

    @property
    def claims(self) -> bool:
        """Whether this person may claim (rule 5.6)."""
        return "influence" not in self.dashes


@dataclass(frozen=True, slots=True, kw_only=True)
class CityCard:
    """One card of the City Deck."""

    code: str
    kind: Kind
    cost: int = 0
    #: A mercenary's index into ``Encoded.people``, and whether parley lowers its price.
    person: int = -1
    negotiable: bool = False
    gear: Gear | None = None
    wanted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """What the approach deck provides on one Day."""

    scheme: str | None
    placement: Placement
    #: Cards drawn in Planning, in all.
    draws: int
    #: The index into ``Encoded.people`` of the mustered character, -1 for nobody.
    musters: int


@dataclass(frozen=True, kw_only=True)
class Encoded:
    """A deck as the goldfish plays it. Cards and people are in the policy's order, the least useful first.

    ``days`` has a plan for each Day that is played, from 1 to 5.
    """

    fingerprint: str
    catalogue: str
    city_deck: str
    policy: Policy
    adversary: Adversary
    cards: tuple[FactionCard, ...]
    people: tuple[Person, ...]
    city: tuple[CityCard, ...]
    days: tuple[DayPlan, ...]
    leader: int
    panache: int
    crew_cap: int
    dawn_draws: int
    #: Cards in hand before Day 1, as indexes into ``cards``.
    opening: tuple[int, ...]
    #: The other cards before the first shuffle, from the top. In a comparison of decks of different sizes, the smaller
    #: may have blanks, which are removed after the shuffle, and the larger late cards, inserted at random positions.
    stack: tuple[int, ...]
    late: tuple[int, ...] = ()
    #: Assumptions made about this deck, as sentences.
    notes: tuple[str, ...]

    @cached_property
    def first_copies(self) -> tuple[int, ...]:
        """For each index into ``cards``, the index of the card's first copy."""
        first: dict[str, int] = {}
        return tuple(first.setdefault(card.code, index) for index, card in enumerate(self.cards))

    @cached_property
    def compiled(self) -> bool:
        """Whether the compiled kernel can play the deck; the reference plays the others."""
        gear = [gear.stats for gear in (*(c.gear for c in self.cards), *(c.gear for c in self.city)) if gear]
        stats = [*gear, *(person.stats for person in self.people), *(card.stats for card in self.cards)]
        toughest = max(person.stats.resolve for person in self.people) + sum(item.resolve for item in gear)
        return (
            max(len(self.cards), len(self.stack), len(self.people), len(self.city)) <= MAX_COMPILED_CARDS
            and max(card.cost for card in self.cards) <= MAX_COMPILED_COST
            and min(getattr(numbers, name) for numbers in stats for name in STATS) >= 0
            and DAYS * max(toughest, self.adversary.resolve) < MAX_MARGIN
        )


def city_deck(catalogue: Catalogue, code: str | None = None) -> CityDeck:
    """A City Deck by its code, or the newest whose list is certain. :raises EncodeError: if there is none."""
    known = [deck for deck in catalogue.city_decks if not deck.inferred]
    if code is None:
        if not known:
            raise EncodeError("There is no City Deck to play with.")
        return known[-1]
    for deck in catalogue.city_decks:
        if deck.code == code:
            return deck
    raise EncodeError(
        f"There is no City Deck {code!r}; choose one of {', '.join(d.code for d in catalogue.city_decks)}."
    )


def encode(
    decklist: Decklist, catalogue: Catalogue, policy: Policy, adversary: Adversary, city: CityDeck, days: int = DAYS
) -> Encoded:
    """Prepare a deck to be played for a number of Days.

    :raises EncodeError: if something every game needs is missing, or the number of Days is not from 1 to 5.
    """
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= DAYS:
        raise EncodeError(f"The number of Days must be a whole number from 1 to {DAYS}, not {days!r}.")
    return _Encoder(decklist, catalogue, policy, adversary, city, days).encode()


class _Encoder:
    def __init__(
        self, decklist: Decklist, catalogue: Catalogue, policy: Policy, adversary: Adversary, city: CityDeck, days: int
    ) -> None:
        self.days = days
        self.decklist = decklist
        self.catalogue = catalogue
        self.policy = policy
        self.adversary = adversary
        self.city = city
        self.notes: list[str] = []
        self.best_combat = 0

    def encode(self) -> Encoded:
        if self.decklist.leader is None:
            raise EncodeError("The deck has no leader.")
        leader = self._card(self.decklist.leader)
        if leader.type is not CardType.LEADER:
            raise EncodeError(f"{leader.name} ({leader.code}) is not a leader.")
        if (size := len(self.decklist.approach)) > MAX_SIMULATED_CARDS:
            raise EncodeError(f"The approach deck has {size} cards; at most {MAX_SIMULATED_CARDS} can be simulated.")
        approach = [self._card(code) for code in self.decklist.approach]
        citizens = [self._card(code) for code in self.city.cards]
        crew = [leader, *(card for card in approach if card.type is CardType.CHARACTER)]
        mercenaries = [card for card in citizens if card.type is CardType.CITY_CHARACTER]
        people = sorted((*crew, *mercenaries), key=self._person_order)
        # An illegal list may have a character twice; then they are two people.
        indexes: dict[str, list[int]] = {}
        for index, card in enumerate(people):
            indexes.setdefault(card.code, []).append(index)
        for card in (leader, *approach, *citizens):
            self._note_unknown_stats(card)
        self.best_combat = max(as_number(card.combat) for card in crew)
        chief = indexes[leader.code][0]
        cards = self._faction_cards(people, chief)
        days = self._days(leader, approach, indexes)
        opening = self._opening(leader, cards)
        self._note_missing_approach_cards(approach)
        return Encoded(
            fingerprint=self.decklist.fingerprint,
            catalogue=self.catalogue.version,
            city_deck=self.city.code,
            policy=self.policy,
            adversary=self.adversary,
            cards=cards,
            people=tuple(self._person(card) for card in people),
            city=tuple(self._city_card(card, indexes, people, chief) for card in citizens),
            days=days,
            leader=chief,
            panache=as_number(leader.panache),
            crew_cap=as_number(leader.crew_cap),
            dawn_draws=dawn_draw(leader),
            opening=opening,
            stack=tuple(index for index in range(len(cards)) if index not in opening),
            notes=tuple(dict.fromkeys(self.notes)),
        )

    def _card(self, code: str) -> Card:
        card = self.catalogue.get(code)
        if card is None:
            raise EncodeError(f"There is no card {code}.")
        return card

    def _note_unknown_stats(self, card: Card) -> None:
        for name in STAT_NAMES:
            if card.stat(name) is Mark.UNKNOWN:
                words = name.replace("_", " ")
                self.notes.append(f"The {words} of {card.full_name} ({card.code}) is unknown and counts as 0.")

    def _person_order(self, card: Card) -> tuple[int, str]:
        return sum(int(getattr(self.policy, name)) * as_number(card.stat(name)) for name in STATS), card.code

    def _card_order(self, card: Card) -> tuple[int, int, str]:
        """By its effect as the first answer to the adversary's challenge, allowing for the reply (rule R4)."""
        enemy = self.adversary
        riposte, parry, thrust = (max(0, as_number(card.stat(name))) for name in VALUES)
        returned = min(riposte, enemy.combat)
        stopped = min(returned + parry, enemy.combat)
        wounds = min(max(0, returned + thrust - enemy.riposte - enemy.parry), self.best_combat)
        return self.policy.strike * wounds + self.policy.guard * stopped, riposte + parry + thrust, card.code

    def _faction_cards(self, people: list[Card], leader: int) -> tuple[FactionCard, ...]:
        copies = [(self._card(code), quantity) for code, quantity in self.decklist.faction]
        size = sum(quantity for _, quantity in copies)
        if not size:
            raise EncodeError("The faction deck is empty.")
        if size > MAX_SIMULATED_CARDS:
            raise EncodeError(f"The faction deck has {size} cards; at most {MAX_SIMULATED_CARDS} can be simulated.")
        copies.sort(key=lambda pair: self._card_order(pair[0]))
        return tuple(
            faction_card
            for card, quantity in copies
            for faction_card in (self._faction_card(card, people, leader),) * quantity
        )

    def _faction_card(self, card: Card, people: list[Card], leader: int) -> FactionCard:
        self._note_unknown_stats(card)
        riposte, parry, thrust = (max(0, as_number(card.stat(name))) for name in VALUES)
        plain = FactionCard(
            code=card.code,
            kind=Kind.RISK,
            cost=max(0, as_number(card.cost)),
            wealth=worth(card) > 1,
            values=(riposte, parry, thrust),
            dashes=(card.riposte is Mark.DASH, card.parry is Mark.DASH, card.thrust is Mark.DASH),
            wanted=False,
        )
        if card.type is CardType.RISK:
            return plain
        if card.type is CardType.ATTACHMENT:
            gear = self._gear(card, people, leader)
            return replace(plain, kind=Kind.ATTACHMENT, gear=gear, wanted=self._wants(gear, plain.cost))
        if card.type is CardType.CHARACTER and card.is_brute:
            return replace(
                plain,
                kind=Kind.BRUTE,
                wanted=plain.cost <= self.policy.brute_most,
                stats=_stats(card),
                claims=card.influence is not Mark.DASH,
            )
        raise EncodeError(f"{card.full_name} ({card.code}) does not belong in a faction deck.")

    def _gear(self, card: Card, people: list[Card], leader: int) -> Gear:
        requirement = BEARERS.get(card.code, ANYONE)
        stats = _stats(card)
        bearers = frozenset(index for index, person in enumerate(people) if requirement.matches(person))
        only_influence = bool(stats.influence) and not (stats.resolve or stats.combat or stats.finesse)
        return Gear(
            slot=slots(card)[0],
            stats=stats,
            bearers=bearers,
            needs_weapon=requirement.armed,
            for_leader=only_influence and leader in bearers,
            technique=technique(card),
        )

    def _wants(self, gear: Gear, cost: int) -> bool:
        useful = gear.stats.any or gear.technique is not None or self.policy.idle_gear
        return useful and cost <= self.policy.equip_most

    def _person(self, card: Card) -> Person:
        return Person(
            code=card.code,
            stats=_stats(card),
            dashes=frozenset(name for name in STATS if card.stat(name) is Mark.DASH),
            mercenary=card.is_mercenary,
            technique=technique(card),
        )

    def _city_card(self, card: Card, indexes: dict[str, list[int]], people: list[Card], leader: int) -> CityCard:
        cost = max(0, as_number(card.cost))
        if card.type is CardType.CITY_CHARACTER:
            return CityCard(
                code=card.code,
                kind=Kind.MERCENARY,
                cost=cost,
                person=indexes[card.code][0],
                negotiable="Negotiable" in card.keywords,
                wanted=self.policy.recruit_most >= 0,
            )
        if card.type is CardType.CITY_ATTACHMENT:
            gear = self._gear(card, people, leader)
            return CityCard(code=card.code, kind=Kind.ATTACHMENT, cost=cost, gear=gear, wanted=self._wants(gear, cost))
        return CityCard(code=card.code, kind=Kind.EVENT)

    def _days(self, leader: Card, approach: list[Card], indexes: dict[str, list[int]]) -> tuple[DayPlan, ...]:
        schemes = sorted(
            (card for card in approach if card.type is CardType.SCHEME), key=self._scheme_order, reverse=True
        )
        people = sorted(
            (card for card in approach if card.type is CardType.CHARACTER), key=self._person_order, reverse=True
        )
        copies = {card.code: iter(indexes[card.code]) for card in people}
        arrivals = [next(copies[card.code]) for card in people]
        days = []
        for day in range(self.days):
            scheme = schemes[day] if day < len(schemes) else None
            placement = PLACEMENTS.get(scheme.code, NO_PLACEMENT) if scheme else NO_PLACEMENT
            modifier = as_number(scheme.panache_mod) if scheme else 0
            days.append(
                DayPlan(
                    scheme=scheme.code if scheme else None,
                    placement=placement,
                    draws=panache_draw(as_number(leader.panache), modifier) + placement.draws,
                    musters=arrivals[day] if day < len(arrivals) else -1,
                )
            )
        return tuple(days)

    def _scheme_order(self, card: Card) -> tuple[int, str]:
        placement = PLACEMENTS.get(card.code, NO_PLACEMENT)
        draws = as_number(card.panache_mod) + placement.draws
        value = 10 * (self.policy.scheme_renown * placement.amount + self.policy.scheme_draw * draws)
        return value + self.policy.scheme_initiative * as_number(card.initiative), card.code

    def _opening(self, leader: Card, cards: tuple[FactionCard, ...]) -> tuple[int, ...]:
        traits = SETUP_SEARCHES.get(leader.code)
        if traits is None:
            return ()
        matching = [index for index, card in enumerate(cards) if traits <= set(self._card(card.code).traits)]
        return tuple(matching[-1:])

    def _note_missing_approach_cards(self, approach: list[Card]) -> None:
        for kind, word in ((CardType.SCHEME, "schemes"), (CardType.CHARACTER, "characters")):
            count = sum(card.type is kind for card in approach)
            if count < self.days:
                self.notes.append(
                    f"The approach deck has {count} {word} for {self.days} Days: the last Days go without."
                )


def _stats(card: Card) -> Stats:
    return Stats(*(as_number(card.stat(name)) for name in STATS))
