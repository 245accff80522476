"""An encoded deck as the flat integer arrays that the kernel reads, addressed by row offset plus index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.goldfish.encoding import BLANK, STATS, Encoded, Gear, Kind, Stats, Triple
from rules.goldfish.layout import MAX_COMPILED_COST

Table = NDArray[np.int64]

SIZE: Final = 64

#: Stands for a blank in a deck; no card has this index, because the kernel's words have no bit for it.
NO_CARD: Final = SIZE - 1
#: The offset of late cards in ``stack``.
STACK_LATE: Final = SIZE

#: The offsets of the rows of ``cards``, each indexed by faction card.
(CARD_VALUES, CARD_OPEN_VALUES, CARD_COST, CARD_BEARERS, CARD_SLOT, CARD_ARMED, CARD_STATS, CARD_TECHNIQUE) = (
    SIZE * row for row in range(8)
)
CARD_ROWS: Final = 8

#: The offsets of the rows of ``people``.
PERSON_STATS, PERSON_OPEN_STATS, PERSON_BEARS, PERSON_TECHNIQUE = (SIZE * row for row in range(4))
PERSON_ROWS: Final = 4

#: The offsets of the rows of ``city``; an unwanted card counts as an event.
(
    CITY_KIND,
    CITY_COST,
    CITY_PERSON,
    CITY_NEGOTIABLE,
    CITY_BEARERS,
    CITY_SLOT,
    CITY_ARMED,
    CITY_STATS,
    CITY_FOR_LEADER,
) = (SIZE * row for row in range(9))
CITY_ROWS: Final = 9

#: Columns of ``days``, which has ``DAY_COLUMNS`` for each Day.
(DAY_DRAWS, DAY_MUSTERS, DAY_EMPTIES, DAY_BAR, DAY_FIXED, DAY_CHOSEN, DAY_AMONG, DAY_SCARES, DAY_BARE, DAY_DUSK) = (
    range(10)
)
DAY_COLUMNS: Final = 10

#: Indexes into ``facts``.
(
    SIZE_OF_DECK,
    SIZE_OF_STACK,
    SIZE_OF_LATE,
    BLANKS,
    SIZE_OF_CITY,
    LEADER,
    PANACHE,
    CREW_CAP,
    DAWN_DRAWS,
    RESERVE,
    RECRUIT_MOST,
    PARLEY,
    ENEMY_COMBAT,
    ENEMY_RESOLVE,
    ENEMY_RIPOSTE,
    ENEMY_PARRY,
    ENEMY_THRUST,
    ENEMY_CARDS,
    MAX_COPIES,
    ALL_ATTACHMENTS,
    ALL_BRUTES,
    ALL_RISKS,
    ALL_WEALTH,
    ALL_WANTED,
    ALL_FOR_LEADER,
    ALL_TECHNIQUES,
    ALL_BRUTE_CLAIMERS,
    EXTRA_COPIES,
    OPENING,
    ALL_CLAIMERS,
    ALL_MERCENARIES,
    COST_0,
    COST_1,
    COST_2,
) = range(34)
#: From here on: masks of the cards that cost at most 0, 1, 2, ...
COST_AT_MOST: Final = 34
FACTS: Final = COST_AT_MOST + MAX_COMPILED_COST + 1

#: Four stats share a word, so that one addition adds them all and one comparison finds the better fighter.
LANE: Final = 16
LANE_MASK: Final = (1 << LANE) - 1
INFLUENCE_LANE, FINESSE_LANE, RESOLVE_LANE, COMBAT_LANE = (LANE * index for index in range(4))
_LANE_OF: Final = {
    "combat": COMBAT_LANE,
    "finesse": FINESSE_LANE,
    "resolve": RESOLVE_LANE,
    "influence": INFLUENCE_LANE,
}

#: Riposte, Parry and Thrust share a word.
VALUE_LANE: Final = 8
VALUE_MASK: Final = (1 << VALUE_LANE) - 1


class Arrays(NamedTuple):
    """The input of the kernel."""

    facts: Table
    cards: Table
    people: Table
    city: Table
    days: Table
    stack: NDArray[np.uint8]


def arrays(deck: Encoded) -> Arrays:
    """Pack a deck. :raises ValueError: if it does not fit into machine words."""
    if not deck.compiled:
        raise ValueError(f"{len(deck.cards)} cards and {len(deck.people)} people do not fit into machine words")
    stack = np.zeros(2 * SIZE, np.uint8)
    stack[: len(deck.stack)] = [NO_CARD if index == BLANK else index for index in deck.stack]
    stack[STACK_LATE : STACK_LATE + len(deck.late)] = deck.late
    return Arrays(_facts(deck), _cards(deck), _people(deck), _city(deck), _days(deck), stack)


def mask(indexes: Iterable[int]) -> int:
    """A word with these bits set."""
    word = 0
    for index in indexes:
        word |= 1 << index
    return word


def _facts(deck: Encoded) -> Table:
    facts = np.zeros(FACTS, np.int64)
    enemy = deck.adversary
    facts[SIZE_OF_DECK] = len(deck.cards)
    facts[SIZE_OF_STACK] = len(deck.stack)
    facts[SIZE_OF_LATE] = len(deck.late)
    facts[BLANKS] = deck.stack.count(BLANK)
    facts[SIZE_OF_CITY] = len(deck.city)
    facts[LEADER] = deck.leader
    facts[PANACHE] = deck.panache
    facts[CREW_CAP] = deck.crew_cap
    facts[DAWN_DRAWS] = deck.dawn_draws
    facts[RESERVE] = deck.policy.reserve
    facts[RECRUIT_MOST] = deck.policy.recruit_most
    facts[PARLEY] = deck.policy.parley
    facts[ENEMY_COMBAT] = enemy.combat
    facts[ENEMY_RESOLVE] = enemy.resolve
    facts[ENEMY_RIPOSTE] = enemy.riposte
    facts[ENEMY_PARRY] = enemy.parry
    facts[ENEMY_THRUST] = enemy.thrust
    facts[ENEMY_CARDS] = enemy.cards
    facts[MAX_COPIES] = max(deck.first_copies.count(index) for index in deck.first_copies)
    numbered = list(enumerate(deck.cards))
    facts[ALL_ATTACHMENTS] = mask(index for index, card in numbered if card.kind is Kind.ATTACHMENT)
    facts[ALL_BRUTES] = mask(index for index, card in numbered if card.kind is Kind.BRUTE)
    facts[ALL_RISKS] = mask(index for index, card in numbered if card.kind is Kind.RISK)
    facts[ALL_WEALTH] = mask(index for index, card in numbered if card.wealth)
    facts[ALL_WANTED] = mask(index for index, card in numbered if card.wanted)
    facts[ALL_FOR_LEADER] = mask(index for index, card in numbered if card.gear and card.gear.for_leader)
    facts[ALL_TECHNIQUES] = mask(index for index, card in numbered if card.gear and card.gear.technique)
    facts[ALL_BRUTE_CLAIMERS] = mask(index for index, card in numbered if card.claims)
    facts[EXTRA_COPIES] = mask(index for index, first in enumerate(deck.first_copies) if index != first)
    facts[OPENING] = mask(deck.opening)
    facts[ALL_CLAIMERS] = mask(index for index, person in enumerate(deck.people) if person.claims)
    facts[ALL_MERCENARIES] = mask(index for index, person in enumerate(deck.people) if person.mercenary)
    for cost in range(3):
        facts[COST_0 + cost] = mask(index for index, card in numbered if card.cost == cost)
    for most in range(MAX_COMPILED_COST + 1):
        facts[COST_AT_MOST + most] = mask(index for index, card in numbered if card.cost <= most)
    return facts


def _cards(deck: Encoded) -> Table:
    table = np.zeros(CARD_ROWS * SIZE, np.int64)
    for index, card in enumerate(deck.cards):
        table[CARD_VALUES + index] = _packed_values(card.values)
        table[CARD_OPEN_VALUES + index] = _packed_values(
            tuple(0 if dashed else VALUE_MASK for dashed in card.dashes)  # type: ignore[arg-type]
        )
        table[CARD_COST + index] = card.cost
        table[CARD_STATS + index] = _packed_stats(card.gear.stats if card.gear else card.stats)
        if card.gear:
            table[CARD_BEARERS + index], table[CARD_SLOT + index], table[CARD_ARMED + index] = _gear(card.gear)
            table[CARD_TECHNIQUE + index] = _packed_values(card.gear.technique or (0, 0, 0))
    return table


def _people(deck: Encoded) -> Table:
    table = np.zeros(PERSON_ROWS * SIZE, np.int64)
    for index, person in enumerate(deck.people):
        table[PERSON_STATS + index] = _packed_stats(person.stats)
        table[PERSON_OPEN_STATS + index] = _packed_stats(
            Stats(**{name: 0 if name in person.dashes else LANE_MASK for name in STATS})
        )
        table[PERSON_BEARS + index] = mask(
            card for card, printed in enumerate(deck.cards) if printed.gear and index in printed.gear.bearers
        )
        table[PERSON_TECHNIQUE + index] = -1 if person.technique is None else _packed_values(person.technique)
    return table


def _city(deck: Encoded) -> Table:
    table = np.zeros(CITY_ROWS * SIZE, np.int64)
    for index, card in enumerate(deck.city):
        table[CITY_KIND + index] = card.kind if card.wanted else Kind.EVENT
        table[CITY_COST + index] = card.cost
        table[CITY_PERSON + index] = max(0, card.person)
        table[CITY_NEGOTIABLE + index] = card.negotiable
        if card.gear:
            table[CITY_BEARERS + index], table[CITY_SLOT + index], table[CITY_ARMED + index] = _gear(card.gear)
            table[CITY_STATS + index] = _packed_stats(card.gear.stats)
            table[CITY_FOR_LEADER + index] = card.gear.for_leader
    return table


def _days(deck: Encoded) -> Table:
    table = np.zeros(len(deck.days) * DAY_COLUMNS, np.int64)
    for day, plan in enumerate(deck.days):
        placement = plan.placement
        table[day * DAY_COLUMNS : (day + 1) * DAY_COLUMNS] = (
            plan.draws,
            plan.musters,
            placement.empties,
            placement.bar,
            placement.docks | placement.forums << LANE | placement.bazaar << 2 * LANE,
            placement.chosen,
            placement.among,
            placement.scares,
            placement.bare,
            placement.dusk,
        )
    return table


def _gear(gear: Gear) -> tuple[int, int, int]:
    return mask(gear.bearers), gear.slot, gear.needs_weapon


def _packed_stats(stats: Stats) -> int:
    packed: int = sum(getattr(stats, name) << lane for name, lane in _LANE_OF.items())
    # The highest lane may reach the sign bit.
    return packed - (1 << 64) if packed >= 1 << 63 else packed


def _packed_values(values: Triple) -> int:
    return sum(value << VALUE_LANE * lane for lane, value in enumerate(values))
