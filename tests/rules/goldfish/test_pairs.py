"""Two decks with the same luck: shared cards lie alike, errors are those of the differences, words say what moved."""

import itertools
import json
import math
import random
import statistics
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import CardType, Catalogue
from decks.decklist import Decklist
from rules.goldfish import (
    LABELS,
    POLICIES,
    Encoded,
    EncodeError,
    PairTallies,
    Tallies,
    compare,
    merge,
    reference,
    report,
    simulate,
    simulate_pair,
)
from rules.goldfish.encoding import BLANK
from rules.goldfish.layout import CROSSES, HAND, MEASURES, PAYABLE, WIDTH
from rules.goldfish.results.comparison import (
    POWER_Z,
    SIGNIFICANT_Z,
    _mean_difference,
    _payable_difference,
    _share_difference,
)
from rules.goldfish.results.pairs import align
from rules.reports.words import with_names
from tests.rules.goldfish.conftest import Encoder

STARTERS = ["castille", "eisen", "montaigne", "ussura", "vodacce"]


def by_reference(a: Encoded, b: Encoded, seed: int, games: range) -> list[PairTallies]:
    b = align(a, b)
    return [PairTallies.of(reference.play(a, seed, game), reference.play(b, seed, game), a, b) for game in games]


def swapped(deck: Decklist, out: str, into: str) -> Decklist:
    """The list with every copy of a card exchanged for another card."""
    cards = dict(deck.faction)
    copies = cards.pop(out)
    return Decklist.of(deck.leader, deck.approach, {**cards, into: cards.get(into, 0) + copies})


@pytest.mark.parametrize(("left", "right"), list(itertools.pairwise([*STARTERS, STARTERS[0]])))
def test_every_pair_equals_the_reference(encoded: Encoder, left: str, right: str) -> None:
    names = itertools.cycle(POLICIES)
    for days in (5, 2):
        a, b = encoded(left, next(names), days=days), encoded(right, next(names), days=days)
        for game, slow in zip(range(100, 115), by_reference(a, b, 8, range(100, 115)), strict=True):
            assert simulate_pair(a, b, 8, game, 1) == slow
        games = by_reference(a, b, 8, range(30))
        assert simulate_pair(a, b, 8, 0, 30) == merge(games)


def test_pairs_add_up_however_games_are_cut_also_across_the_kernels_batches(encoded: Encoder) -> None:
    a, b = encoded("eisen"), encoded("eisen", "spender")
    whole = simulate_pair(a, b, 5, 100, 1300)
    parts = [simulate_pair(a, b, 5, first, last - first) for first, last in itertools.pairwise([100, 101, 700, 1400])]
    random.Random(2).shuffle(parts)
    assert merge(parts) == whole
    assert merge([PairTallies.none(a, b), whole]) == whole
    assert simulate_pair(a, b, 5, 100, 0) == PairTallies.none(a, b)


def test_a_plays_the_games_that_it_plays_alone_and_so_does_b_if_it_is_a(encoded: Encoder) -> None:
    a, b = encoded("ussura", "duelist"), encoded("vodacce")
    assert simulate_pair(a, b, 3, 7, 200).a == simulate(a, 3, 7, 200)
    same = simulate_pair(a, a, 3, 7, 200)
    assert same.a == same.b
    assert same.products == same.a.squares


def test_shared_cards_lie_at_the_same_places(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    """In the deck as shuffled, place for place, also under another policy, whose order of cards is another."""
    deck = starters["montaigne"]
    out = deck.faction[3][0]
    a, b = encoded(deck), align(encoded(deck), encoded(swapped(deck, out, "01170"), "duelist"))
    assert sorted(b.stack) == list(range(len(b.cards)))
    for game in range(20):
        left, right = (
            [made.cards[place].code for place in reference._Table(made, 11, game).faction_deck] for made in (a, b)
        )
        assert left != sorted(left)
        assert [code for code in left if code != out] == [code for code in right if code != "01170"]
        assert all(mine == theirs or (mine, theirs) == (out, "01170") for mine, theirs in zip(left, right, strict=True))


@given(
    st.dictionaries(st.sampled_from(["01104", "01105", "01109", "01115", "01170"]), st.integers(1, 4), min_size=1),
    st.dictionaries(st.sampled_from(["01104", "01105", "01109", "01160", "01170"]), st.integers(1, 4), min_size=1),
)
def test_lists_of_any_size_have_every_card_once_and_what_they_share_in_the_same_order(
    encoded: Encoder, left: dict[str, int], right: dict[str, int]
) -> None:
    a, b = encoded(Decklist.of("01089", (), left)), encoded(Decklist.of("01089", (), right), "duelist")
    b = align(a, b)
    assert sorted((*(place for place in b.stack if place != BLANK), *b.late)) == list(range(len(b.cards)))
    assert not (b.late and BLANK in b.stack)
    alike = sum(
        theirs != BLANK and a.cards[mine].code == b.cards[theirs].code
        for mine, theirs in zip(a.stack, b.stack, strict=True)
    )
    assert alike == sum(min(count, right.get(code, 0)) for code, count in left.items())
    one, other = (reference._Table(deck, 5, 6).faction_deck for deck in (a, b))
    assert sorted(other) == list(range(len(b.cards)))
    partner = dict(zip(a.stack, b.stack, strict=True))
    assert [partner[place] for place in one if partner[place] != BLANK] == [
        place for place in other if place not in b.late
    ]


@pytest.mark.parametrize("more", [1, 3, -1, -4])
def test_decks_of_different_sizes_equal_the_reference_and_still_share_their_luck(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder, more: int
) -> None:
    deck = starters["vodacce"]
    cards = dict(deck.faction)
    if more > 0:
        cards["01170"] = cards.get("01170", 0) + more
    else:
        for code in list(cards)[:-more]:
            cards[code] -= 1
    other = Decklist.of(deck.leader, deck.approach, {code: count for code, count in cards.items() if count})
    a, b = encoded(deck), encoded(other)
    assert len(b.cards) == len(a.cards) + more
    assert simulate_pair(a, b, 9, 40, 40) == merge(by_reference(a, b, 9, range(40, 80)))
    assert compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 3000), 1).days[-1]["margins"].gain > 2


def test_a_late_card_is_as_likely_to_lie_anywhere(encoded: Encoder) -> None:
    """Chi squared with 12 degrees of freedom; 32.9 is passed by one honest seed in a thousand."""
    a = encoded(Decklist.of("01089", (), {"01104": 4, "01105": 4, "01109": 4}))
    b = align(a, encoded(Decklist.of("01089", (), {"01104": 4, "01105": 4, "01109": 4, "01170": 1})))
    games = 2600
    found = [0] * 13
    for game in range(games):
        found[reference._Table(b, 3, game).faction_deck.index(b.late[0])] += 1
    assert sum((count - games / 13) ** 2 / (games / 13) for count in found) < 32.9


def test_a_leader_that_fetches_a_card_is_aligned_too(encoded: Encoder, starters: Mapping[str, Decklist]) -> None:
    a, b = encoded("vodacce"), encoded(swapped(starters["vodacce"], starters["vodacce"].faction[0][0], "01170"))
    assert a.opening
    stack = align(a, b).stack
    assert sorted((*stack, *b.opening)) == list(range(len(b.cards)))


def test_decks_of_different_conditions_are_not_compared(encoded: Encoder) -> None:
    a = encoded("eisen")
    for b, words in (
        (encoded("eisen", days=3), "number of Days"),
        (encoded("eisen", enemy_combat=5), "adversary"),
        (encoded("eisen", city="core"), "City Deck"),
    ):
        with pytest.raises(EncodeError, match=words):
            simulate_pair(a, b, 1, 0, 1)
    with pytest.raises(ValueError, match="seed"):
        simulate_pair(a, a, -1, 0, 1)


def test_a_deck_too_large_for_a_word_is_compared_by_the_reference(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    deck = starters["castille"]
    pool = [card.code for card in catalogue if card.type is CardType.RISK and card.is_neutral]
    big = encoded(Decklist.of(deck.leader, deck.approach, dict.fromkeys(pool, 2) | dict(deck.faction)))
    assert not big.compiled
    assert simulate_pair(encoded(deck), big, 1, 3, 4) == merge(by_reference(encoded(deck), big, 1, range(3, 7)))


def test_pairs_survive_json_and_refuse_what_is_none(encoded: Encoder) -> None:
    tallies = simulate_pair(encoded("eisen"), encoded("ussura"), 1, 0, 20)
    stored = json.loads(json.dumps(tallies.as_dict()))
    assert PairTallies.from_dict(stored) == tallies
    for wrong, words in (
        ({**stored, "products": [1]}, "wrong length"),
        ({**stored, "crosses": []}, "wrong length"),
        ({**stored, "engine": "0"}, "version '0'"),
        ({**stored, "b": {**stored["b"], "games": 21}}, "same games"),
        ({**stored, "b": None}, "not tallies: None"),
        ({name: stored[name] for name in ("engine", "products", "crosses", "a")}, "not the tallies of a pair: 'b'"),
    ):
        with pytest.raises(ValueError, match=words):
            PairTallies.from_dict(wrong)


def measured(deck: Encoded, seed: int, games: int) -> list[tuple[int, ...]]:
    return [reference.play(deck, seed, game).measures for game in range(games)]


def test_differences_and_their_errors_are_those_of_the_single_games(catalogue: Catalogue, encoded: Encoder) -> None:
    games = 150
    a, b = encoded("castille", "spender"), encoded("castille", "duelist")
    found = compare(a, b, catalogue, simulate_pair(a, b, 4, 0, games), 4)
    left, right = measured(a, 4, games), measured(align(a, b), 4, games)
    for day, name in itertools.product(range(5), ("hand", "played", "spent", "combat", "renown", "margins")):
        place = day * WIDTH + MEASURES.index(name)
        apart = [y[place] - x[place] for x, y in zip(left, right, strict=True)]
        got = found.days[day][name]
        half = 1.96 * statistics.stdev(apart) / math.sqrt(games)
        assert got.value == pytest.approx(statistics.mean(apart))
        assert (got.low, got.high) == pytest.approx((got.value - half, got.value + half))
        spread = sum(statistics.variance([row[place] for row in rows]) for rows in (left, right))
        assert got.gain == (pytest.approx(spread / statistics.variance(apart)) if half else None)
    for day in range(5):
        hand, payable = day * WIDTH + HAND, day * WIDTH + PAYABLE
        ratios = [sum(row[payable] for row in rows) / sum(row[hand] for row in rows) for rows in (left, right)]
        means = [statistics.mean(row[hand] for row in rows) for rows in (left, right)]
        residues = [
            (y[payable] - ratios[1] * y[hand]) / means[1] - (x[payable] - ratios[0] * x[hand]) / means[0]
            for x, y in zip(left, right, strict=True)
        ]
        got = found.days[day]["payable_share"]
        assert got.value == pytest.approx(ratios[1] - ratios[0])
        assert got.error == pytest.approx(statistics.stdev(residues) / math.sqrt(games), abs=1e-12)


def pair_of(values: list[tuple[int, int]], place: int) -> PairTallies:
    """Tallies in which one measure took these values in the games of A and of B."""
    size = 5 * WIDTH

    def row(number: int) -> tuple[int, ...]:
        return tuple(number if here == place else 0 for here in range(size))

    sides = [
        Tallies(len(values), row(sum(side)), row(sum(x * x for x in side)), (0,) * 32, ())
        for side in zip(*values, strict=True)
    ]
    return PairTallies(*sides, row(sum(x * y for x, y in values)), (0,) * (5 * len(CROSSES)))


def test_a_difference_of_shares_against_a_worked_value() -> None:
    """Agresti and Min: 100 games, A alone in 12, B alone in 4, both in 30."""
    games = [(1, 1)] * 30 + [(1, 0)] * 12 + [(0, 1)] * 4 + [(0, 0)] * 54
    got = _share_difference(pair_of(games, 3), 3)
    middle = (4 - 12) / 102
    half = 1.96 * math.sqrt(((12.5 + 4.5) / 102 - middle**2) / 102)
    assert got.value == pytest.approx(-0.08)
    assert (got.low, got.high) == pytest.approx((middle - half, middle + half))
    # No game differs: nothing is certain yet.
    never = _share_difference(pair_of([(0, 0)] * 50, 3), 3)
    assert never.value == 0
    assert never.low == pytest.approx(-never.high)
    assert 0.02 < never.high < 0.06


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=60))
def test_a_difference_of_shares_lies_within_its_interval(games: list[tuple[int, int]]) -> None:
    got = _share_difference(pair_of(games, 0), 0)
    assert -1 <= got.low <= got.value <= got.high <= 1


def test_few_games_have_no_interval() -> None:
    one = _mean_difference(pair_of([(2, 5)], 0), 0)
    assert (one.value, one.low, one.high, one.gain) == (3.0, None, None, None)
    assert _payable_difference(pair_of([(0, 0)], 0), 0) is None


def test_the_same_luck_needs_fewer_games(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    """One card of forty exchanged: how much of the luck the two lists share, by what it saves."""
    deck = starters["eisen"]
    cards = dict(deck.faction)
    out = next(code for code, count in cards.items() if count == 1)
    a, b = encoded(deck, "duelist"), encoded(swapped(deck, out, "01170"), "duelist")
    found = compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 5000), 1)
    assert found.days[-1]["margins"].gain > 3
    assert found.days[0]["hand"].gain is None
    # Had B been stacked in its own order, the shuffle would share little.
    strangers = [simulate(encoded(deck, "duelist"), 1, 0, 5000), simulate(b, 2, 0, 5000)]
    apart = [
        report(made, catalogue, tallies, 1).last("margins") for made, tallies in zip((a, b), strangers, strict=True)
    ]
    width = math.sqrt(sum(((one.high - one.low) / 2) ** 2 for one in apart))
    paired = found.days[-1]["margins"]
    assert (paired.high - paired.low) / 2 < width / math.sqrt(3)


def test_the_sentence_names_what_moved(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    deck = starters["eisen"]
    a, b = encoded(deck), encoded(Decklist.of(deck.leader, deck.approach, {"01170": 40}))
    found = compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 2000), 1)
    assert found.sentence.startswith("B comes out of a duel ")
    assert found.sentence.endswith(" wounds worse than A, over 2,000 games with the same luck.")
    assert "Renown" not in found.sentence
    assert found.describe("the old list", "the new").endswith(
        "worse than the old list, over 2,000 games with the same luck."
    )
    back = compare(b, a, catalogue, simulate_pair(b, a, 1, 0, 2000), 1)
    assert "wounds better than A" in back.sentence


def test_several_moves_are_listed(catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder) -> None:
    deck = starters["castille"]
    bare = Decklist.of(deck.leader, (), dict(deck.faction))
    a, b = encoded(deck), encoded(bare)
    sentence = compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 500), 1).sentence
    assert (
        "B ends with 8.0 less Renown, reaches seven Renown 100.0\u00a0±\u00a00.7 percentage points less often, "
        in sentence
    )
    assert sentence.count("gathers") == 1
    assert " less Influence, " in sentence
    assert sentence.endswith(" fewer characters and sees 3.0 fewer cards than A, over 500 games with the same luck.")


def test_the_sentence_says_what_could_have_been_seen(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    """Two cards with the same numbers: in few games nothing shows."""
    deck = starters["eisen"]
    out = deck.faction[0][0]
    a = encoded(deck)
    b = replace(encoded(deck), fingerprint="another list")
    found = compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 50), 1)
    assert found.sentence == (
        "A and B show no difference over 50 games with the same luck: every game came out the same."
    )
    c = encoded(swapped(deck, out, "01170"), reserve=2)
    small = compare(a, c, catalogue, simulate_pair(a, c, 1, 0, 4), 1)
    wounds = small.days[-1]["margins"]
    assert abs(wounds.value) < SIGNIFICANT_Z * wounds.error
    assert "no difference beyond chance" in small.sentence
    assert (
        f"{(SIGNIFICANT_Z + POWER_Z) * wounds.error / 5:.2g}\u00a0wounds per duel would show in four runs out of five."
        in small.sentence
    )


def test_the_decks_are_named_in_every_sentence(catalogue: Catalogue, encoded: Encoder) -> None:
    a, b, names = encoded("eisen"), encoded("vodacce"), {"A": "B & A difference", "B": "A Capella"}
    for left, right, games in ((a, b, 500), (a, a, 5), (a, b, 2), (a, b, 1)):
        found = compare(left, right, catalogue, simulate_pair(left, right, 1, 0, games), 1)
        assert with_names(found.sentence, names) == found.describe(names["A"], names["B"])


def test_no_sentence_without_games(catalogue: Catalogue, encoded: Encoder) -> None:
    a, b = encoded("eisen"), encoded("ussura")
    assert compare(a, b, catalogue, PairTallies.none(a, b), 1).sentence == "No game was played."
    assert "play more" in compare(a, b, catalogue, simulate_pair(a, b, 1, 0, 1), 1).sentence
    same = compare(a, a, catalogue, simulate_pair(a, a, 1, 0, 10), 1)
    assert same.sentence == "A and B are the same list, played the same way: nothing changes."


def test_a_comparison_as_json(catalogue: Catalogue, encoded: Encoder) -> None:
    a, b = encoded("eisen", days=3), encoded("ussura", "spender", days=3)
    tallies = simulate_pair(a, b, 6, 0, 100)
    written = json.loads(json.dumps(compare(a, b, catalogue, tallies, 6).as_dict(), allow_nan=False))
    assert written["games"] == 100
    assert [day["day"] for day in written["days"]] == [1, 2, 3]
    assert set(written["days"][0]["differences"]) == set(LABELS)
    assert written["days"][2]["differences"]["renown"].keys() == {"value", "low", "high", "gain"}
    assert written["a"] == report(a, catalogue, simulate(a, 6, 0, 100), 6).as_dict()
    assert written["b"]["policy"]["name"] == "spender"
    difference = written["days"][2]["differences"]["renown"]["value"]
    means = [written[side]["days"][2]["measures"]["renown"]["value"] for side in ("a", "b")]
    assert difference == pytest.approx(means[1] - means[0])
    json.dumps(compare(a, b, catalogue, PairTallies.none(a, b), 6).as_dict(), allow_nan=False)


def test_honest_sentences_seldom_cry_wolf(catalogue: Catalogue, encoded: Encoder) -> None:
    """The same deck with other luck differs in nothing: of sixty runs about three may say that it does."""
    deck = encoded("montaigne", "spender")
    other = replace(deck, fingerprint="another list")
    wolves = 0
    for run in range(60):
        left, right = (simulate(deck, seed, 0, 200) for seed in (2 * run, 2 * run + 1))
        # With separate luck the product of means stands for the mean of products.
        products = tuple(round(x * y / 200) for x, y in zip(left.sums, right.sums, strict=True))
        crosses = (0,) * (5 * len(CROSSES))
        sentence = compare(deck, other, catalogue, PairTallies(left, right, products, crosses), 1).sentence
        wolves += "no difference" not in sentence
    assert wolves <= 8
