"""The steps of a compiled Day, each as small as the rule it implements."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.goldfish.compiled import arrays as rows
from rules.goldfish.compiled.bits import high_product, highest, inlined, lowest, popcount, step
from rules.goldfish.layout import LOCATIONS
from rules.goldfish.placements import Bar
from rules.goldfish.shuffle import GROUP
from rules.random_streams import GOLDEN

STEP = np.uint64(GOLDEN)
ONE = np.int64(1)
NONE = np.int64(-1)

_FIRST_FACTOR = np.uint64(0xBF58_476D_1CE4_E5B9)
_SECOND_FACTOR = np.uint64(0x94D0_49BB_1331_11EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_ZERO, _UNIT = np.uint64(0), np.uint64(1)
_GROUP = np.uint64(GROUP)
_EMPTIED_END, _POOREST = int(Bar.EMPTIED_END), int(Bar.POOREST)


@step
def mix(z: Any) -> Any:
    """As ``rules.random_streams.mix``."""
    z = (z ^ (z >> _30)) * _FIRST_FACTOR
    z = (z ^ (z >> _27)) * _SECOND_FACTOR
    return z ^ (z >> _31)


@step
def settle(order: Any, ways: Any, counter: Any, index: Any, size: Any) -> Any:
    """Settle the next group of positions of a deck that is shuffled only as far as needed; returns the new counter.

    ``ways`` has the number of ways to settle a group, by the number of cards left.
    """
    left = np.uint64(size - index)
    counter += STEP
    word = mix(counter)
    # Words below 2**64 mod n are rejected. This is rare, so the exact check is made only when it may apply.
    if word * ways[left] < ways[left]:
        while word * ways[left] < (_ZERO - ways[left]) % ways[left]:
            counter += STEP
            word = mix(counter)
    here = np.uint64(index)
    if left >= _GROUP:
        for _ in range(GROUP):
            word = _exchange(order, word, here, left)
            here += _UNIT
            left -= _UNIT
    else:
        while left != _ZERO:
            word = _exchange(order, word, here, left)
            here += _UNIT
            left -= _UNIT
    return counter


@step
def level(order: Any, ways: Any, stack: Any, counter: Any, late_counter: Any, size: Any, late: Any) -> Any:
    """Shuffle a whole deck, remove its blanks and insert the late cards; returns the new size."""
    settled = 0
    while settled < size:
        counter = settle(order, ways, counter, settled, size)
        settled += GROUP
    cards = 0
    for index in range(size):
        if order[index] != rows.NO_CARD:
            order[cards] = order[index]
            cards += 1
    for number in range(late):
        choices = np.uint64(cards + 1)
        late_counter += STEP
        while mix(late_counter) * choices < (_ZERO - choices) % choices:
            late_counter += STEP
        spot = np.int64(high_product(mix(late_counter), choices))
        for index in range(cards, spot, -1):
            order[index] = order[index - 1]
        order[spot] = stack[rows.STACK_LATE + number]
        cards += 1
    return cards


@step
def _exchange(order: Any, word: Any, here: Any, left: Any) -> Any:
    other = here + high_product(word, left)
    card = order[other]
    order[other] = order[here]
    order[here] = card
    return word * left


@step
def bit(index: Any) -> Any:
    """The word with this one bit set."""
    return ONE << np.int64(index)


@step
def worth(cards: Any, wealth: Any) -> Any:
    """What cards are worth as payment."""
    return popcount(cards) + popcount(cards & wealth)


@step
def payment(purse: Any, wanted: Any, wealth: Any, cost: Any) -> Any:
    """The cards that pay a cost; the purse must be worth it."""
    used = np.int64(0)
    owed = cost
    while owed > 0:
        spare = purse & ~wanted
        if spare == 0:
            spare = purse
        rich = spare & wealth
        plain = spare & ~wealth
        if rich != 0 and (owed >= 2 or plain == 0):
            card = rich & -rich
            owed -= 2
        else:
            card = plain & -plain
            owed -= 1
        purse ^= card
        used |= card
    return used


@step
def lane(packed: Any, index: Any) -> Any:
    """One of the numbers packed into a word."""
    return (packed >> index) & rows.LANE_MASK


@step
def prowess(stats: Any, person: Any) -> Any:
    """A word that is greater for the better fighter: by Combat, Resolve and Finesse, then the policy's order."""
    return (stats & ~np.int64(rows.LANE_MASK)) | np.int64(person)


@step
def richest(renown: Any, among: Any) -> Any:
    """The location with the most Renown, the first if tied; -1 if there is none to choose."""
    best, most = NONE, NONE
    for location in range(LOCATIONS):
        amount = lane(renown, rows.LANE * location)
        if (among >> location) & 1 and amount > most:
            best, most = np.int64(location), amount
    return best


@step
def place_renown(renown: Any, count: Any, among: Any) -> Any:
    """Place 1 Renown on each of ``count`` locations, the richest first; returns the Renown and the first choice."""
    first = NONE
    for number in range(count):
        location = richest(renown, among)
        if location < 0:
            break
        first = location if number == 0 else first
        among &= ~bit(location)
        renown += ONE << (rows.LANE * location)
    return renown, first


@inlined
def scheme(renown: Any, days: Any, plan: Any) -> Any:
    """Resolve a scheme; returns the Renown, the barred location, and those whose City card is gone."""
    if days[plan + rows.DAY_EMPTIES]:
        renown = np.int64(0)
    barred, cleared = np.int64(0), np.int64(0)
    if days[plan + rows.DAY_BAR] == _EMPTIED_END:
        location = 0 if lane(renown, 0) < lane(renown, 2 * rows.LANE) else 2
        renown &= ~(np.int64(rows.LANE_MASK) << (rows.LANE * location))
        barred = bit(location)
        cleared = barred
    elif days[plan + rows.DAY_BAR] == _POOREST:
        poorest = 2
        for location in range(1, -1, -1):
            if lane(renown, rows.LANE * location) < lane(renown, rows.LANE * poorest):
                poorest = location
        if lane(renown, rows.LANE * poorest) <= 1:
            barred = bit(poorest)
    renown += days[plan + rows.DAY_FIXED]
    if days[plan + rows.DAY_CHOSEN]:
        renown, chosen = place_renown(renown, days[plan + rows.DAY_CHOSEN], days[plan + rows.DAY_AMONG] & ~barred)
        if days[plan + rows.DAY_SCARES] and chosen >= 0:
            cleared |= bit(chosen)
    bare = days[plan + rows.DAY_BARE]
    for location in range(LOCATIONS if bare > 0 else 0):
        if bare > 0 and not (barred >> location) & 1 and lane(renown, rows.LANE * location) == 0:
            renown += ONE << (rows.LANE * location)
            bare -= 1
    return renown, barred, cleared


@inlined
def duel(
    facts: Any,
    cards: Any,
    order: Any,
    ways: Any,
    counter: Any,
    settled: Any,
    top: Any,
    size: Any,
    hand: Any,
    stats: Any,
    technique: Any,
    techniques: Any,
) -> Any:
    """The adversary's challenge; returns the state of the shuffle, wounds dealt and wounds taken."""
    enemy_combat, enemy_resolve = facts[rows.ENEMY_COMBAT], facts[rows.ENEMY_RESOLVE]
    enemy_riposte, enemy_parry = facts[rows.ENEMY_RIPOSTE], facts[rows.ENEMY_PARRY]
    enemy_thrust, enemy_cards = facts[rows.ENEMY_THRUST], facts[rows.ENEMY_CARDS]
    combat = lane(stats, rows.COMBAT_LANE)
    resolve = lane(stats, rows.RESOLVE_LANE)
    gambles = lane(stats, rows.FINESSE_LANE)
    held, looked, enemy_left = hand, top, enemy_cards
    facing, taken, dealt = enemy_combat, np.int64(0), np.int64(0)
    while facing > 0:
        if held != 0:
            index = highest(held)
            held ^= bit(index)
        elif gambles > 0 and looked < size:
            stop = min(size, looked + 2)
            while settled < stop:
                counter = settle(order, ways, counter, settled, size)
                settled = min(size, settled + GROUP)
            index = np.uint64(0)
            while looked < stop:
                index = max(index, np.uint64(order[looked]))
                looked += 1
            gambles -= 1
        else:
            taken += min(facing, enemy_combat)
            break
        if technique < 0 and techniques != 0:
            technique = cards[rows.CARD_TECHNIQUE + lowest(techniques)]
            techniques &= techniques - 1
        values_now = cards[rows.CARD_VALUES + index]
        if technique >= 0:
            values_now += technique & cards[rows.CARD_OPEN_VALUES + index]
            technique = NONE
        returned = min(values_now & rows.VALUE_MASK, facing)
        sent = returned + (values_now >> (2 * rows.VALUE_LANE))
        facing -= returned
        facing -= min((values_now >> rows.VALUE_LANE) & rows.VALUE_MASK, facing)
        taken += min(facing, enemy_combat)
        facing = np.int64(0)
        if dealt >= enemy_resolve or sent == 0:
            break
        if enemy_left > 0:
            enemy_left -= 1
            returned = min(enemy_riposte, sent)
            sent -= returned
            sent -= min(enemy_parry, sent)
            facing = returned + enemy_thrust
        dealt += min(sent, combat)
        if taken >= resolve:
            break
    return counter, settled, min(dealt, enemy_resolve), min(taken, resolve)
