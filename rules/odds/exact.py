"""Exact odds: integers and fractions, never samples.

A deck is a mapping from card codes to copies. Every answer counts hands: wants that overlap are cut into disjoint
classes of cards (the classes of equal membership), hands are counted class by class, and one division at the end gives
a fraction. The work is bounded; what would take too long is refused with a ``ValueError`` that says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import comb
from typing import Final, Generic, TypeVar

from cards.catalogue import Card, Catalogue
from cards.catalogue.stats import Mark
from decks.decklist import MAX_DECK_SIZE, Decklist
from rules.facts import worth

MAX_WANTS: Final = 6
#: How much counting one question may take: under a second of one processor.
MAX_STEPS: Final = 200_000
#: Fractions cost more than whole numbers.
MAX_FRACTIONS: Final = 20_000
TOO_MUCH: Final = "this has too many combinations; ask for fewer sets, fewer cards or smaller numbers"
COMBAT_VALUES: Final = ("riposte", "parry", "thrust")

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Want:
    """At least, and perhaps at most, some number of cards of a set; cards that are not in the deck are ignored."""

    cards: frozenset[str]
    at_least: int = 1
    at_most: int | None = None

    def __post_init__(self) -> None:
        if self.at_least < 0:
            raise ValueError(f"cannot want at least {self.at_least} cards")
        if self.at_most is not None and self.at_most < self.at_least:
            raise ValueError(f"cannot want at least {self.at_least} and at most {self.at_most} cards")

    def is_met(self, count: int) -> bool:
        """Whether ``count`` of the wanted cards are enough and not too many."""
        return count >= self.at_least and (self.at_most is None or count <= self.at_most)

    @property
    def enough(self) -> int:
        """The count above which more cards make no difference."""
        return self.at_least if self.at_most is None else self.at_most + 1


@dataclass(frozen=True, slots=True)
class Odds:
    """The answer for one number of draws."""

    draws: int
    #: The chance that every want is met.
    probability: Fraction
    #: The chance that exactly 0, 1, 2, ... of the wants are met.
    met: tuple[Fraction, ...]
    #: For each want the chance of exactly 0, 1, 2, ... of its cards.
    distributions: tuple[tuple[Fraction, ...], ...]


def at_least_one(deck: int, copies: int, draws: int) -> Fraction:
    """The chance that ``draws`` cards off a shuffled deck hold at least one of ``copies`` equal cards."""
    _check_sizes(deck, copies, draws)
    return 1 - Fraction(comb(deck - copies, draws), comb(deck, draws))


def exactly(deck: int, copies: int, draws: int) -> tuple[Fraction, ...]:
    """The chances of 0, 1, 2, ... of ``copies`` equal cards among ``draws``: the hypergeometric distribution."""
    _check_sizes(deck, copies, draws)
    hands = comb(deck, draws)
    most = min(copies, draws)
    return tuple(Fraction(comb(copies, n) * _choose(deck - copies, draws - n), hands) for n in range(most + 1))


def faction_cards(decklist: Decklist, catalogue: Catalogue) -> dict[str, int]:
    """The copies of each card in a list's faction deck, whichever printings it names."""
    deck: Counter[str] = Counter()
    for code, copies in decklist.faction:
        deck[_card(catalogue, code).code] += copies
    return dict(deck)


def seen_by_day(deck: int, draws: Iterable[int]) -> tuple[int, ...]:
    """How many different cards have been drawn by the end of each Day's draw.

    After the whole deck, a reshuffle brings back only cards that were seen before (1.9).
    """
    return tuple(min(deck, drawn) for drawn in accumulate(draws))


def odds(deck: Mapping[str, int], wants: Sequence[Want], draws: int) -> Odds:
    """The chance that all wants are met at once by ``draws`` cards off the shuffled deck, with the distributions."""
    return odds_by_day(deck, wants, [draws])[0]


def odds_by_day(deck: Mapping[str, int], wants: Sequence[Want], draws: Sequence[int]) -> tuple[Odds, ...]:
    """The same for several numbers of draws (see ``seen_by_day``), counted in one go."""
    size = _deck_size(deck)
    _check_wants(wants)
    for drawn in draws:
        _check_sizes(size, 0, drawn)
    caps = tuple(want.enough for want in wants)
    atoms, rest = _atoms(deck, [want.cards for want in wants])
    hands = _Hands((0,) * len(wants), size, max(draws, default=0))
    for places, copies in atoms:
        hands.add(copies, partial(_add_cards, places, caps))
    hands.add_rest(rest)
    return tuple(_answer(deck, wants, drawn, hands.of(drawn)) for drawn in draws)


def joint(deck: Mapping[str, int], sets: Sequence[Collection[str]], draws: int) -> dict[tuple[int, ...], Fraction]:
    """The whole joint distribution: the chance of every combination of counts from several sets of cards."""
    size = _deck_size(deck)
    _check_wants(sets)
    _check_sizes(size, 0, draws)
    atoms, rest = _atoms(deck, sets)
    hands = _Hands((0,) * len(sets), size, draws)
    for places, copies in atoms:
        hands.add(copies, partial(_add_cards, places, (size,) * len(sets)))
    hands.add_rest(rest)
    return {counts: Fraction(found, comb(size, draws)) for counts, found in sorted(hands.of(draws).items())}


def held_by_day(deck: int, copies: int, panache: int, draws: Sequence[int]) -> tuple[tuple[Fraction, ...], ...]:
    """For each Day the chances of exactly 0, 1, 2, ... wanted cards in hand, if nothing else is kept and none spent.

    At Dusk at most the printed Panache is kept (4.5.2e). Up to that number holding is the same as having seen; above
    it, cards seen early are lost.
    """
    _check_sizes(deck, copies, 0)
    if panache < 0:
        raise ValueError(f"cannot keep {panache} cards")
    if sum(draws) > deck:
        raise ValueError(f"{sum(draws)} draws go through the deck of {deck}: what is held then depends on play")
    #: Chances by (cards held, cards seen).
    states: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    drawn = steps = 0
    days: list[tuple[Fraction, ...]] = []
    for count in draws:
        steps += len(states) * (min(copies, count) + 1)
        if steps > MAX_FRACTIONS:
            raise ValueError(TOO_MUCH)
        after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (held, seen), chance in states.items():
            for new, step in enumerate(exactly(deck - drawn, copies - seen, count)):
                if step:
                    after[min(held, panache) + new, seen + new] += chance * step
        states, drawn = after, drawn + count
        most = max(held for held, _ in states)
        days.append(tuple(_total(c for (held, _), c in states.items() if held == n) for n in range(most + 1)))
    return tuple(days)


def payable(deck: Mapping[str, int], catalogue: Catalogue, cards: Collection[str], draws: int) -> Fraction:
    """The chance that a hand of ``draws`` cards holds one of ``cards`` and enough others to pay its cost.

    Every other card pays 1, with the Wealth keyword 2; a card cannot pay for itself (6.9, Q16). On Day 1, when nothing
    was kept, the hand is the Day's draw.
    """
    size = _deck_size(deck)
    _check_sizes(size, 0, draws)
    kinds: Counter[tuple[int | None, int]] = Counter()
    for code, copies in deck.items():
        card = _card(catalogue, code)
        kinds[_cost(card) if code in cards else None, worth(card)] += copies
    rest = kinds.pop((None, 1), 0)

    hands: _Hands[tuple[frozenset[tuple[int, int]], int]] = _Hands((frozenset(), 0), size, draws)
    for (cost, value), copies in kinds.items():
        hands.add(copies, partial(_add_wealth, cost, value))
    hands.add_rest(rest)
    good = sum(
        count
        for (wanted, extra), count in hands.of(draws).items()
        if any(draws + extra - value >= cost for cost, value in wanted)
    )
    return Fraction(good, comb(size, draws))


def payable_of_cost(deck: Mapping[str, int], catalogue: Catalogue, cost: int, draws: int) -> Fraction:
    """The chance that a hand of ``draws`` cards holds a card of this cost and can pay for it."""
    return payable(deck, catalogue, {code for code in deck if _card(catalogue, code).cost == cost}, draws)


def payable_by_cost(deck: Mapping[str, int], catalogue: Catalogue, draws: int) -> dict[int, Fraction]:
    """The same for every cost that is in the deck, the lowest first."""
    costs = sorted({cost for code in deck if isinstance(cost := _card(catalogue, code).cost, int)})
    return {cost: payable_of_cost(deck, catalogue, cost, draws) for cost in costs}


def gamble(deck: Mapping[str, int], catalogue: Catalogue, value: str) -> dict[int, Fraction]:
    """The distribution of the better ``value`` (riposte, parry or thrust) of the two cards a gamble reveals (R2).

    ``deck`` is every card not known to be elsewhere; a card in an unknown hand is as likely on top. A dash is read as 0
    (6.19), and no combat value counts below 0 (6.21).
    """
    if value not in COMBAT_VALUES:
        raise ValueError(f"{value!r} is no combat value: choose one of {', '.join(COMBAT_VALUES)}")
    scores: Counter[int] = Counter()
    for code, copies in deck.items():
        scores[_combat_value(_card(catalogue, code), value)] += copies
    return best_of_two(scores)


def best_of_two(scores: Mapping[int, int]) -> dict[int, Fraction]:
    """The distribution of the higher of two scores drawn from a pile; a lone card is the one played (Q1)."""
    size = sum(scores.values())
    if size < 1:
        raise ValueError("there is no card to reveal")
    shown = min(2, size)
    below, chances = 0, {}
    for score in sorted(score for score, copies in scores.items() if copies):
        upto = below + scores[score]
        chances[score] = Fraction(comb(upto, shown) - comb(below, shown), comb(size, shown))
        below = upto
    return {score: chance for score, chance in chances.items() if chance}


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """The expected value of a distribution."""
    return _total(value * chance for value, chance in distribution.items())


def without(deck: Mapping[str, int], known: Iterable[str]) -> dict[str, int]:
    """The deck minus cards whose place is known, such as those in hand."""
    gone = Counter(known)
    for code, copies in gone.items():
        if copies > deck.get(code, 0):
            raise ValueError(f"{copies} copies of {code} cannot be elsewhere: the deck holds {deck.get(code, 0)}")
    return {code: left for code, copies in deck.items() if (left := copies - gone[code])}


# Counting hands


def _atoms(deck: Mapping[str, int], sets: Sequence[Collection[str]]) -> tuple[list[tuple[tuple[int, ...], int]], int]:
    """Cut the deck into classes of cards that are in the same sets, and what is in none of them."""
    sizes: Counter[tuple[int, ...]] = Counter()
    for code, copies in deck.items():
        sizes[tuple(place for place, cards in enumerate(sets) if code in cards)] += copies
    rest = sizes.pop((), 0)
    return sorted(sizes.items()), rest


def _add_cards(places: tuple[int, ...], caps: tuple[int, ...], counts: tuple[int, ...], more: int) -> tuple[int, ...]:
    """The counts with ``more`` cards of a class that is in the sets at ``places``."""
    if not more:
        return counts
    after = list(counts)
    for place in places:
        after[place] = min(after[place] + more, caps[place])
    return tuple(after)


def _add_wealth(
    cost: int | None, value: int, hand: tuple[frozenset[tuple[int, int]], int], more: int
) -> tuple[frozenset[tuple[int, int]], int]:
    """Which (cost, worth) of wanted cards are in the hand, and what Wealth adds to the number of cards."""
    wanted, extra = hand
    return wanted | {(cost, value)} if cost is not None and more else wanted, extra + more * (value - 1)


class _Hands(Generic[State]):
    """How many hands of each size end in each state, the classes of cards being added one by one.

    The counts of a state are a polynomial whose n-th coefficient belongs to hands of n cards. It is packed into one
    whole number, ``width`` bits a coefficient, which no coefficient outgrows: there are fewer than 2**deck hands. So
    adding a class is one multiplication and one addition of long numbers, whatever the number of hand sizes.
    """

    def __init__(self, start: State, deck: int, most: int) -> None:
        self.width = deck + 1
        self._places = (1 << self.width * (most + 1)) - 1
        self._most = most
        self._counts: dict[State, int] = {start: 1}
        self._effort = 0

    def add(self, size: int, becomes: Callable[[State, int], State]) -> None:
        """Take 0, 1, 2, ... cards from a class; ``becomes`` says which state that leads to."""
        taken = range(min(size, self._most) + 1)
        self._count_steps(len(self._counts) * len(taken))
        ways = [(comb(size, n), self.width * n) for n in taken]
        after: defaultdict[State, int] = defaultdict(int)
        for state, counts in self._counts.items():
            for n, (count, shift) in enumerate(ways):
                after[becomes(state, n)] += counts * count << shift
        self._counts = {state: kept for state, counts in after.items() if (kept := counts & self._places)}

    def add_rest(self, size: int) -> None:
        """Take cards that do not change the state."""
        self._count_steps(len(self._counts))
        ways = sum(comb(size, n) << self.width * n for n in range(min(size, self._most) + 1))
        self._counts = {state: counts * ways & self._places for state, counts in self._counts.items()}

    def of(self, draws: int) -> dict[State, int]:
        """How many hands of exactly ``draws`` cards end in each reachable state."""
        self._count_steps(len(self._counts))
        one = (1 << self.width) - 1
        shift = self.width * draws
        return {state: hands for state, counts in self._counts.items() if (hands := counts >> shift & one)}

    def _count_steps(self, steps: int) -> None:
        """Long polynomials cost more: a step is counted once for every 4096 bits."""
        self._effort += steps * (1 + self._places.bit_length() // 4096)
        if self._effort > MAX_STEPS:
            raise ValueError(TOO_MUCH)


def _answer(deck: Mapping[str, int], wants: Sequence[Want], draws: int, found: Mapping[tuple[int, ...], int]) -> Odds:
    size = sum(deck.values())
    met = [0] * (len(wants) + 1)
    for counts, hands in found.items():
        met[sum(want.is_met(count) for want, count in zip(wants, counts, strict=True))] += hands
    shares = tuple(Fraction(hands, comb(size, draws)) for hands in met)
    copies = (sum(n for code, n in deck.items() if code in want.cards) for want in wants)
    return Odds(draws, shares[-1], shares, tuple(exactly(size, wanted, draws) for wanted in copies))


def _choose(cards: int, taken: int) -> int:
    return comb(cards, taken) if taken >= 0 else 0


def _total(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))


# Checks of the arguments


def _deck_size(deck: Mapping[str, int]) -> int:
    for code, copies in deck.items():
        if copies < 0:
            raise ValueError(f"a deck cannot hold {copies} copies of {code}")
    size = sum(deck.values())
    if not 1 <= size <= MAX_DECK_SIZE:
        raise ValueError(f"odds are counted for decks of 1 to {MAX_DECK_SIZE} cards, not {size}")
    return size


def _check_sizes(deck: int, copies: int, draws: int) -> None:
    if not 0 <= copies <= deck:
        raise ValueError(f"{copies} copies do not fit a deck of {deck} cards")
    if not 0 <= draws <= deck:
        raise ValueError(f"{draws} cards cannot be drawn from a deck of {deck}")


def _check_wants(wants: Sequence[object]) -> None:
    if not 1 <= len(wants) <= MAX_WANTS:
        raise ValueError(f"ask for 1 to {MAX_WANTS} sets of cards at once, not {len(wants)}")


def _card(catalogue: Catalogue, code: str) -> Card:
    card = catalogue.get(code)
    if card is None:
        raise ValueError(f"no card has the code {code}")
    return card


def _cost(card: Card) -> int:
    if not isinstance(card.cost, int):
        raise ValueError(f"the cost of {card.full_name} ({card.code}) is not known")
    return card.cost


def _combat_value(card: Card, name: str) -> int:
    value = card.stat(name)
    if isinstance(value, int):
        return max(0, value)
    if value is Mark.DASH:
        return 0
    raise ValueError(f"the {name} of {card.full_name} ({card.code}) is not known")
