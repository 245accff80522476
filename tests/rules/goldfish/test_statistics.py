"""What is simulated is what the exact odds say, and an interval of 95 % holds the truth as often as it says."""

import itertools
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from cards.catalogue import CardType, Catalogue
from decks.decklist import Decklist
from rules.goldfish import LABELS, SHARES, Encoded, merge, report, simulate
from rules.goldfish.encoding import Kind
from rules.goldfish.layout import ATTACHMENTS, COST_0, WIDTH
from rules.goldfish.run import load_compiled
from rules.goldfish.shuffle import shuffle
from rules.odds.exact import faction_cards, joint
from rules.random_streams import Stream
from tests.rules.goldfish.conftest import Encoder

STARTERS = ["castille", "eisen", "montaigne", "ussura", "vodacce"]


def bound(freedom: int) -> float:
    """What chi squared passes for one honest seed in a thousand (Wilson and Hilferty)."""
    third = 2 / (9 * freedom)
    return freedom * (1 - third + 3.09 * sqrt(third)) ** 3


def far(found: Mapping[object, int], expected: Mapping[object, float]) -> tuple[float, int]:
    """Chi squared and its degrees of freedom; what is expected less than eight times is counted together."""
    assert set(found) <= set(expected)
    rare = {key for key, hoped in expected.items() if hoped < 8}
    cells = [(found.get(key, 0), hoped) for key, hoped in expected.items() if key not in rare]
    if rare:
        cells.append((sum(found.get(key, 0) for key in rare), sum(expected[key] for key in rare)))
    return sum((count - hoped) ** 2 / hoped for count, hoped in cells if hoped), len(cells) - 1


def test_the_bound_is_that_of_the_tables() -> None:
    assert bound(7) == pytest.approx(24.32, rel=0.01)
    assert bound(30) == pytest.approx(59.70, rel=0.01)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    games = 12_000
    found = Counter()
    for game in range(games):
        deck = list("abcde")
        shuffle(deck, Stream(17, game))
        found["".join(deck)] += 1
    expected = {"".join(order): games / 120 for order in itertools.permutations("abcde")}
    distance, freedom = far(found, expected)
    assert freedom == 119
    assert distance < bound(freedom)


def test_the_enumerated_table_is_the_multivariate_hypergeometric() -> None:
    """All 18,643,560 hands of seven from forty, every cell as a whole number."""
    table = load_compiled("opening").enumerate_hands(40, 7, (1 << 12) - 1, ((1 << 10) - 1) << 12)
    for first, second in itertools.product(range(8), range(8)):
        rest = 7 - first - second
        hands = comb(12, first) * comb(10, second) * comb(18, rest) if rest >= 0 else 0
        assert table[first, second] == hands
    assert table.sum() == comb(40, 7) == 18_643_560


@pytest.mark.parametrize("faction", STARTERS)
def test_the_enumerated_table_of_a_deck_is_the_one_that_the_odds_count(
    catalogue: Catalogue, starters: Mapping[str, Decklist], faction: str
) -> None:
    """Two sets that overlap, as the odds page asks about them: attachments, and cards that cost nothing."""
    deck = faction_cards(starters[faction], catalogue)
    gear = {code for code in deck if catalogue.card(code).type is CardType.ATTACHMENT}
    free = {code for code in deck if catalogue.card(code).cost == 0}
    copies = [code for code, count in deck.items() for _ in range(count)]
    masks = [sum(1 << place for place, code in enumerate(copies) if code in some) for some in (gear, free)]
    table = load_compiled("opening").enumerate_hands(len(copies), 5, *masks)
    found = {
        (int(i), int(j)): Fraction(int(table[i, j]), comb(len(copies), 5))
        for i, j in zip(*np.nonzero(table), strict=True)
    }
    assert found == {key: chance for key, chance in joint(deck, [gear, free], 5).items() if chance}


def first_hands(deck: Encoded, seed: int, games: int) -> Counter[tuple[int, int]]:
    """Attachments and free cards in the hand of Day 1, as the kernel dealt it."""
    measures = np.zeros((games, len(deck.days) * WIDTH), np.int32)
    load_compiled("kernel")._Sheet(deck).play(seed, 0, games, measures)
    return Counter(zip(measures[:, ATTACHMENTS].tolist(), measures[:, COST_0].tolist(), strict=True))


@pytest.mark.parametrize("faction", STARTERS)
def test_the_first_hand_of_the_simulation_is_the_one_of_the_odds(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder, faction: str
) -> None:
    deck = encoded(faction)
    games = 40_000
    cards = Counter(deck.cards[place].code for place in deck.stack)
    gear = {card.code for card in deck.cards if card.kind is Kind.ATTACHMENT}
    free = {card.code for card in deck.cards if card.cost == 0}
    held = [deck.cards[place] for place in deck.opening]
    more = sum(card.code in gear for card in held), sum(card.code in free for card in held)
    chances = joint(cards, [gear, free], deck.days[0].draws)
    expected = {(i + more[0], j + more[1]): float(chance * games) for (i, j), chance in chances.items()}
    distance, freedom = far(first_hands(deck, 7, games), expected)
    assert freedom > 5
    assert distance < bound(freedom)


def test_an_interval_holds_the_truth_nineteen_times_of_twenty(catalogue: Catalogue, encoded: Encoder) -> None:
    """Every measure of Day 3 that varies, in 150 small runs, against a run a thousand times as long."""
    deck = encoded("vodacce", "spender")
    runs, games = 150, 400
    truth = report(deck, catalogue, simulate(deck, 1, 0, 400_000), 1).days[2].measures
    small = [simulate(deck, 2, run * games, games) for run in range(runs)]
    told = [report(deck, catalogue, tallies, 2).days[2].measures for tallies in small]
    assert merge(small).games == runs * games
    checked = 0
    for name in LABELS:
        exact = truth[name].value
        if truth[name].high - truth[name].low < 1e-9 or (name in SHARES and not 0.02 < exact < 0.98):
            continue
        held = sum(one[name].low <= exact <= one[name].high for one in told)
        assert 130 <= held <= 150, f"{name}: {held} of {runs}"
        checked += 1
    assert checked > 15
