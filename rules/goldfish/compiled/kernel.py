"""The compiled goldfish: the same games as the reference, with hands and crews as bits of single words.

Cards and people are in the policy's order, so the least useful card of a hand is its lowest bit, and the most valued
person of a crew its highest. Importing this module loads Numba; only ``rules.goldfish.run`` does so, when games are
played.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from rules.facts import Slot
from rules.goldfish import layout as measure
from rules.goldfish.compiled import arrays as rows
from rules.goldfish.compiled import counters
from rules.goldfish.compiled.bits import entry, highest, lowest, popcount
from rules.goldfish.compiled.steps import (
    NONE,
    ONE,
    STEP,
    bit,
    duel,
    lane,
    level,
    mix,
    payment,
    place_renown,
    prowess,
    richest,
    scheme,
    settle,
    worth,
)
from rules.goldfish.encoding import Encoded, Kind
from rules.goldfish.results.pairs import PairTallies
from rules.goldfish.results.tallies import Tallies
from rules.goldfish.shuffle import GROUP

_CITY = np.uint64(measure.CITY)
_LATE = np.uint64(measure.LATE)
_SHUFFLE = np.uint64(measure.SHUFFLE)
_WIDTH = measure.WIDTH
#: Games per batch of a comparison, whose measures are kept side by side: few enough for a core's cache.
_BATCH_SIZE = 512
_ALL_LOCATIONS = np.int64(7)
_ATTACHMENT, _MERCENARY = int(Kind.ATTACHMENT), int(Kind.MERCENARY)
_FREE_SLOT, _WEAPON_SLOT = int(Slot.FREE), int(Slot.WEAPON)


def tally(deck: Encoded, seed: int, first: int, count: int) -> Tallies:
    """The tallies of games ``first`` to ``first + count - 1``."""
    sheet = _Sheet(deck)
    sheet.play(seed, first, count, np.zeros((0, 0), np.int32))
    return sheet.tallies(count)


def tally_pair(a: Encoded, b: Encoded, seed: int, first: int, count: int) -> PairTallies:
    """The tallies of the same games of two decks, with the sums of their products."""
    sheets = _Sheet(a), _Sheet(b)
    games = tuple(np.zeros((min(count, _BATCH_SIZE), len(a.days) * _WIDTH), np.int32) for _ in sheets)
    products = np.zeros(len(a.days) * _WIDTH, np.int64)
    crosses = np.zeros(len(a.days) * len(measure.CROSSES), np.int64)
    for start in range(0, count, _BATCH_SIZE):
        batch = min(_BATCH_SIZE, count - start)
        for sheet, measures in zip(sheets, games, strict=True):
            sheet.play(seed, first + start, batch, measures)
        multiply(batch, *games, products, crosses)
    left, right = (sheet.tallies(count) for sheet in sheets)
    return PairTallies(left, right, _numbers(products), _numbers(crosses))


class Scratch(NamedTuple):
    """Working memory, made by the caller because compiled code allocates nothing."""

    order: Any
    city_order: Any
    #: The number of ways to settle a group of positions, by the number of cards left.
    ways: Any
    offers: Any
    posts: Any
    slots: Any
    stats: Any
    bears: Any
    values: Any
    small_sums: Any
    small_squares: Any
    planes: Any
    filled: Any
    table: Any


def _scratch(measures: int) -> Scratch:
    ways = [prod(range(max(left - GROUP, 0) + 1, left + 1)) for left in range(rows.SIZE)]
    return Scratch(
        order=np.zeros(rows.SIZE, np.uint8),
        city_order=np.zeros(rows.SIZE, np.uint8),
        ways=np.array(ways, np.uint64),
        offers=np.zeros(measure.LOCATIONS, np.uint64),
        posts=np.zeros(measure.LOCATIONS, np.int64),
        slots=np.zeros(_FREE_SLOT + 1, np.int64),
        stats=np.zeros(rows.SIZE, np.int64),
        bears=np.zeros(rows.SIZE, np.int64),
        values=np.zeros(measures, np.int32),
        small_sums=np.zeros(measures, np.int32),
        small_squares=np.zeros(measures, np.int32),
        planes=np.zeros((counters.GROUPS, counters.PLANES), np.int64),
        filled=np.zeros(counters.GROUPS, np.int64),
        table=np.zeros((counters.GROUPS, rows.SIZE), np.int64),
    )


class _Sheet:
    """The kernel's input and output for one deck."""

    def __init__(self, deck: Encoded) -> None:
        measures = len(deck.days) * _WIDTH
        self.deck = rows.arrays(deck)
        self.scratch = _scratch(measures)
        self.sums, self.squares = np.zeros(measures, np.int64), np.zeros(measures, np.int64)
        self.finals = np.zeros(measure.MAX_RENOWN + 1, np.int64)
        self.counts = np.zeros((len(measure.CARD_COUNTS), len(deck.cards)), np.int64)

    def play(self, seed: int, first: int, count: int, games: Any) -> None:
        written = self.sums, self.squares, self.finals, games
        play(np.uint64(seed), np.uint64(first), count, self.deck, self.scratch, *written)

    def tallies(self, count: int) -> Tallies:
        counters.add_up(self.scratch.planes, self.scratch.filled, self.scratch.table, self.counts)
        return Tallies(count, *map(_numbers, (self.sums, self.squares, self.finals, self.counts)))


def _numbers(array: Any) -> tuple[int, ...]:
    return tuple(array.ravel().tolist())


@entry
def multiply(count: Any, a: Any, b: Any, products: Any, crosses: Any) -> None:
    """Add the products of the measures of two decks in the same games."""
    size, width = len(products), len(measure.CROSSES)
    for game in range(count):
        for index in range(size):
            products[index] += np.int64(a[game, index]) * np.int64(b[game, index])
        for day in range(size // _WIDTH):
            today, crossed = day * _WIDTH, day * width
            for index, (left, right) in enumerate(measure.CROSSES):
                crosses[crossed + index] += np.int64(a[game, today + left]) * np.int64(b[game, today + right])


@entry
def play(  # noqa: PLR0915  one function, so that a game lives in registers
    seed: Any,
    first: Any,
    count: Any,
    deck: Any,
    scratch: Any,
    sums: Any,
    squares: Any,
    finals: Any,
    games: Any,
) -> None:
    """Play games ``first`` to ``first + count - 1`` and add them to the tallies.

    ``games`` may have a row for each game, which receives its measures.
    """
    facts, cards, people, city, days, stack = deck
    order, city_order, ways, offers, posts, slots, stats, bears = scratch[:8]
    values, small_sums, small_squares, planes, filled, table = scratch[8:]
    last_day = len(days) // rows.DAY_COLUMNS
    measures = last_day * _WIDTH
    deck_size, city_size = facts[rows.SIZE_OF_DECK], facts[rows.SIZE_OF_CITY]
    leader, panache, crew_cap = facts[rows.LEADER], facts[rows.PANACHE], facts[rows.CREW_CAP]
    dawn_draws, reserve = facts[rows.DAWN_DRAWS], facts[rows.RESERVE]
    recruit_most, parleys_at_all = facts[rows.RECRUIT_MOST], facts[rows.PARLEY]
    attachments, brutes, risks = facts[rows.ALL_ATTACHMENTS], facts[rows.ALL_BRUTES], facts[rows.ALL_RISKS]
    wealth, wants = facts[rows.ALL_WEALTH], facts[rows.ALL_WANTED]
    for_leader, with_technique = facts[rows.ALL_FOR_LEADER], facts[rows.ALL_TECHNIQUES]
    brute_claimers, extra = facts[rows.ALL_BRUTE_CLAIMERS], facts[rows.EXTRA_COPIES]
    claimers, mercenaries = facts[rows.ALL_CLAIMERS], facts[rows.ALL_MERCENARIES]
    cost_0, cost_1, cost_2 = facts[rows.COST_0], facts[rows.COST_1], facts[rows.COST_2]
    opening, max_copies = facts[rows.OPENING], facts[rows.MAX_COPIES]

    in_batch = 0
    leader_bit = bit(leader)
    uneven = facts[rows.BLANKS] + facts[rows.SIZE_OF_LATE]
    base = mix(np.uint64(seed) + STEP)

    for number in range(count):
        key = mix(base + (np.uint64(first) + np.uint64(number)) * STEP)
        counter, city_counter = key, key + _CITY * STEP
        for index in range(rows.SIZE):
            order[index] = stack[index]
            city_order[index] = index
        size, top, settled, shuffles = facts[rows.SIZE_OF_STACK], 0, 0, 0
        if uneven != 0:
            size = level(order, ways, stack, counter, key + _LATE * STEP, size, facts[rows.SIZE_OF_LATE])
            settled = size
        city_top, city_settled = 0, 0
        hand, discard = opening, np.int64(0)
        drawn, played, paid = opening, np.int64(0), np.int64(0)
        crew, bearable = leader_bit, people[rows.PERSON_BEARS + leader]
        stats[leader], bears[leader] = people[rows.PERSON_STATS + leader], 0
        together = people[rows.PERSON_STATS + leader]
        best = prowess(together, leader)
        for kind in range(_FREE_SLOT):
            slots[kind] = 0
        renown_at, renown = np.int64(0), np.int64(0)
        dominated, margins = np.int64(0), np.int64(0)

        for day in range(last_day):
            plan, today = np.uint64(day * rows.DAY_COLUMNS), np.uint64(day * _WIDTH)

            # Dawn: a City card on each location.
            hiring, selling = np.int64(0), np.int64(0)
            if city_settled < min(city_size, city_top + measure.LOCATIONS):
                city_counter = settle(city_order, ways, city_counter, city_settled, city_size)
                city_settled = min(city_size, city_settled + GROUP)
            for location in range(min(measure.LOCATIONS, city_size - city_top)):
                offer = np.uint64(city_order[city_top])
                city_top += 1
                offers[location] = offer
                hiring |= np.int64(city[rows.CITY_KIND + offer] == _MERCENARY) << location
                selling |= np.int64(city[rows.CITY_KIND + offer] == _ATTACHMENT) << location

            # Muster within the crew cap.
            left_behind = np.int64(0)
            person = days[plan + rows.DAY_MUSTERS]
            if person >= 0:
                crew |= bit(person)
                stats[person], bears[person] = people[rows.PERSON_STATS + person], 0
                together += people[rows.PERSON_STATS + person]
                if popcount(crew) > crew_cap and crew != leader_bit:
                    while popcount(crew) > crew_cap and crew != leader_bit:
                        leaving = lowest(crew & ~leader_bit)
                        crew &= ~bit(leaving)
                        together -= stats[leaving]
                        left_behind |= bears[leaving]
                    bearable, best = np.int64(0), np.int64(0)
                    members = crew
                    while members != 0:
                        member = lowest(members)
                        bearable |= people[rows.PERSON_BEARS + member]
                        best = max(best, prowess(stats[member], member))
                        members &= members - 1
                else:
                    bearable |= people[rows.PERSON_BEARS + person]
                    best = max(best, prowess(stats[person], person))

            # The scheme's Renown.
            renown_at, barred, cleared = scheme(renown_at, days, plan)
            hiring &= ~cleared
            selling &= ~cleared

            # Draw: the leader's cards of Dawn, before anybody left gear behind, then those of the Day.
            count_drawn, reshuffles = 0, 0
            for dawn in (True, False):
                wanted_draws = count_drawn + (dawn_draws if dawn else days[plan + rows.DAY_DRAWS])
                discard |= 0 if dawn else left_behind
                while count_drawn < wanted_draws:
                    if top == size:
                        if discard == 0:
                            break
                        size = 0
                        while discard != 0:
                            order[size] = lowest(discard)
                            discard &= discard - 1
                            size += 1
                        top, settled = 0, 0
                        shuffles += 1
                        reshuffles += 1
                        counter = key + np.uint64(shuffles) * _SHUFFLE * STEP
                    stop = min(size, top + wanted_draws - count_drawn)
                    while settled < stop:
                        counter = settle(order, ways, counter, settled, size)
                        settled = min(size, settled + GROUP)
                    while top < stop:
                        hand |= bit(order[top])
                        top += 1
                        count_drawn += 1
            drawn |= hand

            # What the hand looks like.
            in_hand = popcount(hand)
            values[today + measure.DRAWN] = count_drawn
            values[today + measure.RESHUFFLES] = reshuffles
            values[today + measure.SEEN] = popcount(drawn)
            values[today + measure.HAND] = in_hand
            values[today + measure.ATTACHMENTS] = popcount(hand & attachments)
            values[today + measure.BRUTES] = popcount(hand & brutes)
            values[today + measure.RISKS] = popcount(hand & risks)
            free_of_cost, cheap, dear = popcount(hand & cost_0), popcount(hand & cost_1), popcount(hand & cost_2)
            values[today + measure.COST_0] = free_of_cost
            values[today + measure.COST_1] = cheap
            values[today + measure.COST_2] = dear
            values[today + measure.COST_3] = in_hand - free_of_cost - cheap - dear
            stuck = hand & attachments & ~bearable
            values[today + measure.STUCK] = popcount(stuck)
            rest = worth(hand, wealth)
            plain_rest = min(max(rest - 1, 0), measure.MAX_COMPILED_COST)
            rich_rest = min(max(rest - 2, 0), measure.MAX_COMPILED_COST)
            payable = hand & facts[rows.COST_AT_MOST + plain_rest] & ~wealth
            payable |= hand & facts[rows.COST_AT_MOST + rich_rest] & wealth
            payable_count = popcount(payable & ~stuck)
            values[today + measure.PAYABLE] = payable_count
            values[today + measure.PAYABLE_BY_HAND] = payable_count * in_hand

            # What is kept back, and what the policy wants to play.
            kept = np.int64(0)
            keepable = hand & risks & ~wealth
            for _ in range(reserve):
                if keepable == 0:
                    break
                finest = bit(highest(keepable))
                keepable ^= finest
                kept |= finest
            wanted = hand & wants & ~stuck
            posted, engaged, manned = np.int64(0), np.int64(0), np.int64(0)
            posts[0], posts[1], posts[2] = 0, 0, 0
            paid_today = np.int64(0)
            spent = np.int64(0)
            recruited, parleys, city_gear = 0, 0, 0
            open_count = 3 - popcount(barred)

            # Recruit.
            while hiring != 0 and popcount(crew) < crew_cap:
                spot = np.int64(lowest(hiring))
                hiring &= hiring - 1
                offer = offers[spot]
                free = crew & ~posted & ~mercenaries
                if free == 0:
                    break
                envoy, influence = np.uint64(0), NONE
                while free != 0:
                    candidate = lowest(free)
                    free &= free - 1
                    amount = lane(stats[candidate], rows.INFLUENCE_LANE)
                    envoy = candidate if amount > influence else envoy
                    influence = max(amount, influence)
                joined = np.uint64(city[rows.CITY_PERSON + offer])
                parley = (
                    parleys_at_all != 0
                    and city[rows.CITY_NEGOTIABLE + offer] != 0
                    and influence > 0
                    and ((bit(joined) & claimers) != 0 or popcount(crew & claimers & ~engaged) > open_count)
                )
                price = max(city[rows.CITY_COST + offer] - influence, 0) if parley else city[rows.CITY_COST + offer]
                purse = hand & ~kept
                if price > recruit_most or worth(purse, wealth) < price:
                    continue
                used = payment(purse, wanted, wealth, price)
                hand ^= used
                wanted &= ~used
                paid_today |= used
                spent += price
                crew |= bit(joined)
                stats[joined], bears[joined] = people[rows.PERSON_STATS + joined], 0
                together += people[rows.PERSON_STATS + joined]
                bearable |= people[rows.PERSON_BEARS + joined]
                best = max(best, prowess(stats[joined], joined))
                party = bit(envoy) | bit(joined)
                posted |= party
                posts[spot] |= party
                engaged |= bit(envoy) if parley else 0
                manned |= np.int64((party & claimers & ~engaged) != 0) << spot
                recruited += 1
                parleys += int(parley)

            # Brutes, then attachments from the hand.
            brutes_in_play, played_today = np.int64(0), np.int64(0)
            pending = wanted
            while pending != 0:
                card = pending & brutes
                index = highest(card if card != 0 else pending)
                card = bit(index)
                pending ^= card
                bearers, slot = ONE, np.uint64(_FREE_SLOT)
                if not card & brutes:
                    slot = np.uint64(cards[rows.CARD_SLOT + index])
                    bearers = crew & cards[rows.CARD_BEARERS + index] & ~slots[slot]
                    if cards[rows.CARD_ARMED + index]:
                        bearers &= slots[_WEAPON_SLOT]
                cost = cards[rows.CARD_COST + index]
                purse = hand & ~kept & ~card
                if bearers == 0 or worth(purse, wealth) < cost:
                    # A Brute that is unaffordable is still not used as payment while anything else is in hand.
                    wanted &= ~card | brutes
                    continue
                used = payment(purse, wanted & ~card, wealth, cost)
                hand ^= used | card
                wanted &= ~(used | card)
                pending &= ~used
                paid_today |= used
                spent += cost
                played_today |= card
                if card & brutes:
                    brutes_in_play |= card
                    continue
                favourite = leader_bit if card & for_leader else bit(best & rows.LANE_MASK)
                bearer = highest(favourite if bearers & favourite else bearers)
                gained = cards[rows.CARD_STATS + index] & people[rows.PERSON_OPEN_STATS + bearer]
                stats[bearer] += gained
                best = max(best, prowess(stats[bearer], bearer))
                together += gained
                bears[bearer] |= card
                if slot != _FREE_SLOT:
                    slots[slot] |= bit(bearer)

            # Attachments from the City.
            while selling != 0:
                spot = np.int64(lowest(selling))
                selling &= selling - 1
                offer = offers[spot]
                slot = np.uint64(city[rows.CITY_SLOT + offer])
                bearers = crew & city[rows.CITY_BEARERS + offer] & ~slots[slot] & (~posted | posts[spot])
                if city[rows.CITY_ARMED + offer]:
                    bearers &= slots[_WEAPON_SLOT]
                cost = city[rows.CITY_COST + offer]
                purse = hand & ~kept
                if bearers == 0 or worth(purse, wealth) < cost:
                    continue
                used = payment(purse, wanted, wealth, cost)
                hand ^= used
                wanted &= ~used
                paid_today |= used
                spent += cost
                favourite = leader_bit if city[rows.CITY_FOR_LEADER + offer] else bit(best & rows.LANE_MASK)
                bearer = highest(favourite if bearers & favourite else bearers)
                gained = city[rows.CITY_STATS + offer] & people[rows.PERSON_OPEN_STATS + bearer]
                stats[bearer] += gained
                best = max(best, prowess(stats[bearer], bearer))
                together += gained
                if slot != _FREE_SLOT:
                    slots[slot] |= bit(bearer)
                posted |= bit(bearer)
                posts[spot] |= bit(bearer)
                manned |= np.int64((bit(bearer) & claimers & ~engaged) != 0) << spot
                city_gear += 1
            played |= played_today
            paid |= paid_today
            discard |= paid_today & ~wealth

            # What the crew looks like.
            with_brutes = together
            members = brutes_in_play
            while members != 0:
                with_brutes += cards[rows.CARD_STATS + lowest(members)]
                members &= members - 1
            values[today + measure.PLAYED] = popcount(played_today)
            values[today + measure.RECRUITED] = recruited
            values[today + measure.PARLEYS] = parleys
            values[today + measure.CITY_GEAR] = city_gear
            values[today + measure.PAID_CARDS] = popcount(paid_today)
            values[today + measure.SPENT] = spent
            values[today + measure.OVERPAID] = worth(paid_today, wealth) - spent
            values[today + measure.HELD] = popcount(hand)
            values[today + measure.CREW] = popcount(crew)
            values[today + measure.RESOLVE] = lane(with_brutes, rows.RESOLVE_LANE)
            values[today + measure.COMBAT] = lane(with_brutes, rows.COMBAT_LANE)
            values[today + measure.FINESSE] = lane(with_brutes, rows.FINESSE_LANE)
            values[today + measure.INFLUENCE] = lane(with_brutes, rows.INFLUENCE_LANE)

            # The adversary's challenge, which changes nothing.
            champion = np.uint64(best & rows.LANE_MASK)
            technique = people[rows.PERSON_TECHNIQUE + champion]
            techniques = bears[champion] & with_technique
            counter, settled, dealt, taken = duel(
                facts,
                cards,
                order,
                ways,
                counter,
                settled,
                top,
                size,
                hand,
                stats[champion],
                technique,
                techniques,
            )
            margins += dealt - taken
            values[today + measure.DEALT] = dealt
            values[today + measure.TAKEN] = taken
            values[today + measure.MARGIN] = dealt - taken
            values[today + measure.MARGINS] = margins
            values[today + measure.WON] = dealt >= facts[rows.ENEMY_RESOLVE]
            values[today + measure.LOST] = taken >= lane(stats[champion], rows.RESOLVE_LANE)

            # Claim and plunder.
            free_claimers = popcount(crew & claimers & ~posted) + popcount(brutes_in_play & brute_claimers)
            claimed = _ALL_LOCATIONS & ~barred
            if free_claimers < popcount(claimed & ~manned):
                left = claimed & ~manned
                claimed &= manned
                for _ in range(free_claimers):
                    location = richest(renown_at, left)
                    left &= ~bit(location)
                    claimed |= bit(location)
            collected = np.int64(0)
            for location in range(measure.LOCATIONS):
                if (claimed >> location) & 1:
                    collected += lane(renown_at, rows.LANE * location)
                    renown_at &= ~(np.int64(rows.LANE_MASK) << (rows.LANE * location))
            renown += collected
            dominance = np.int64(claimed == _ALL_LOCATIONS)
            dominated |= dominance
            values[today + measure.CLAIMED] = popcount(claimed)
            values[today + measure.DOMINANCE] = dominance
            values[today + measure.DOMINATED] = dominated
            values[today + measure.COLLECTED] = collected
            values[today + measure.RENOWN] = renown
            values[today + measure.SEVEN_REACHED] = renown >= measure.RENOWN_TO_WIN

            # Dusk.
            if days[plan + rows.DAY_DUSK]:
                renown_at, _ = place_renown(renown_at, days[plan + rows.DAY_DUSK], _ALL_LOCATIONS)
            excess = max(popcount(hand) - panache, 0)
            values[today + measure.DEAD] = excess
            before = hand
            for _ in range(excess):
                hand &= hand - 1
            discard |= (before ^ hand) | brutes_in_play

        for index in range(measures):
            value = values[index]
            small_sums[index] += value
            small_squares[index] += value * value
        if len(games) != 0:
            for index in range(measures):
                games[number, index] = values[index]
        in_batch += 1
        if in_batch == counters.BATCH or number == count - 1:
            for index in range(measures):
                sums[index] += small_sums[index]
                squares[index] += small_squares[index]
                small_sums[index] = 0
                small_squares[index] = 0
            in_batch = 0
        finals[renown] += 1
        drawn = counters.first_copies(drawn, extra, max_copies)
        played = counters.first_copies(played, extra, max_copies)
        paid = counters.first_copies(paid, extra, max_copies)
        counters.count(planes, filled, table, counters.PLAYED, played, deck_size)
        counters.count(planes, filled, table, counters.PAID, paid, deck_size)
        counters.count(planes, filled, table, counters.IDLE, drawn & ~played & ~paid, deck_size)
        counters.count(planes, filled, table, counters.BY_RENOWN + renown, drawn, deck_size)
        counters.count(planes, filled, table, counters.BY_MARGIN + margins + measure.MAX_MARGIN, drawn, deck_size)
