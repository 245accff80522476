"""The kernel plays the reference's games, game by game, and chunks add up to the same however they are cut."""

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.catalogue import CardType, Catalogue, Zone
from decks.decklist import Decklist
from rules.facts import DAYS
from rules.goldfish import POLICIES, PairTallies, Tallies, merge, reference, simulate, simulate_pair
from rules.goldfish.layout import CREW, MEASURES, RESHUFFLES, WIDTH
from rules.goldfish.results.pairs import align
from tests.rules.goldfish.conftest import Encoder, any_deck

#: `make fuzz` plays many more.
GAMES = 2 * settings.default.max_examples


def by_reference(deck, seed: int, first: int, count: int) -> list[Tallies]:
    return [Tallies.of(reference.play(deck, seed, game), deck) for game in range(first, first + count)]


def differences(deck, seed: int, games: range) -> list[str]:
    """Every measure that differs, by its name, so that a failure says where to look."""
    found = []
    for game in games:
        slow = Tallies.of(reference.play(deck, seed, game), deck)
        fast = simulate(deck, seed, game, 1)
        for place, (left, right) in enumerate(zip(slow.sums, fast.sums, strict=True)):
            if left != right:
                found.append(f"game {game}, Day {place // WIDTH + 1}, {MEASURES[place % WIDTH]}: {left} != {right}")
        if not found and slow != fast:
            found.append(f"game {game}: the counts of the cards differ")
    return found


@pytest.mark.fuzz
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("faction", ["castille", "eisen", "montaigne", "ussura", "vodacce"])
def test_every_game_of_the_starter_decks_equals_the_reference(encoded: Encoder, faction: str, policy: str) -> None:
    deck = encoded(faction, policy)
    assert deck.compiled
    assert differences(deck, 20261116, range(GAMES)) == []


@pytest.mark.parametrize("city", ["core", "update-2026"])
def test_other_city_decks(encoded: Encoder, city: str) -> None:
    assert differences(encoded("vodacce", "spender", city), 7, range(60)) == []


@pytest.mark.parametrize("days", [1, 2, 3, 4])
def test_fewer_days_are_the_first_of_five(encoded: Encoder, days: int) -> None:
    deck, whole = encoded("montaigne", "spender", days=days), encoded("montaigne", "spender")
    assert differences(deck, 3, range(20)) == []
    some, all_ = simulate(deck, 3, 0, 300), simulate(whole, 3, 0, 300)
    assert some.days == days
    assert some.sums == all_.sums[: days * WIDTH]
    assert some.squares == all_.squares[: days * WIDTH]
    assert sum(some.renown) == 300


def test_gear_that_is_left_behind_is_not_drawn_at_that_dawn(catalogue: Catalogue, encoded: Encoder) -> None:
    """A leader who draws at Dawn runs out of cards before the muster sends anybody away (4.1, 4.2.4, 1.9)."""
    people = [card.code for card in catalogue if card.deck is Zone.APPROACH and card.type is CardType.CHARACTER]
    gear = {"01153": 3, "01155": 3, "01157": 2, "01170": 1}
    deck = encoded(Decklist.of("03001", people[:6], gear), "spender", equip_most=9, idle_gear=True)
    for cap in (1, 2, 3):
        crowded = replace(deck, crew_cap=cap)
        assert differences(crowded, cap, range(60)) == []


def test_a_character_who_is_in_the_list_twice_is_two_people(encoded: Encoder) -> None:
    deck = encoded(Decklist.of("01035", ("01038", "01038", "01038"), {"01170": 20}))
    assert len({plan.musters for plan in deck.days[:3]}) == 3
    assert simulate(deck, 1, 0, 10).sums[2 * WIDTH + CREW] >= 40
    assert differences(deck, 1, range(20)) == []


@given(st.integers(0, 2**64 - 1))
def test_any_deck_under_any_policy_equals_the_reference(catalogue: Catalogue, encoded: Encoder, number: int) -> None:
    dice = random.Random(number)
    changes = {
        "reserve": dice.randint(0, 8),
        "recruit_most": dice.randint(-1, 9),
        "brute_most": dice.randint(-1, 9),
        "equip_most": dice.randint(-1, 3),
        "parley": dice.random() < 0.8,
        "idle_gear": dice.random() < 0.5,
        "strike": dice.randint(-2, 4),
        "guard": dice.randint(-2, 4),
        "scheme_initiative": dice.randint(-5, 5),
        "enemy_combat": dice.randint(0, 6),
        "enemy_resolve": dice.randint(1, 9),
        "enemy_cards": dice.randint(0, 5),
        "days": dice.randint(1, 5),
    }
    deck = encoded(any_deck(catalogue, dice), "spender", **changes)
    deck = replace(deck, crew_cap=dice.choice([deck.crew_cap, dice.randint(1, 7)]))
    assert deck.compiled
    assert differences(deck, dice.getrandbits(64), range(15)) == []
    other = encoded(any_deck(catalogue, dice), "duelist", **changes)
    pair = align(deck, other)
    if pair.compiled:
        games = [
            PairTallies.of(reference.play(deck, number, game), reference.play(pair, number, game), deck, pair)
            for game in range(5)
        ]
        assert merge(games) == simulate_pair(deck, other, number, 0, 5)


def test_the_decks_tried_reshuffle(catalogue: Catalogue, encoded: Encoder) -> None:
    """Without this the comparison would not have seen a second shuffle."""
    small = Decklist.of("01089", (), {"01104": 2, "01170": 2, "01157": 2, "01155": 2})
    deck = encoded(small, "spender")
    played = simulate(deck, 3, 0, 200)
    assert sum(played.sums[day * WIDTH + RESHUFFLES] for day in range(DAYS)) > 200
    assert differences(deck, 3, range(200)) == []


def test_chunks_add_up_to_the_same_however_games_are_cut(encoded: Encoder) -> None:
    deck = encoded("eisen", "duelist")
    whole = simulate(deck, 5, 1000, 700)
    cuts = [1000, 1001, 1064, 1127, 1300, 1300, 1699, 1700]
    parts = [simulate(deck, 5, first, last - first) for first, last in itertools.pairwise(cuts)]
    random.Random(1).shuffle(parts)
    assert merge(parts) == whole
    assert merge(by_reference(deck, 5, 1000, 300)) == simulate(deck, 5, 1000, 300)


def test_far_seeds_and_far_games(encoded: Encoder) -> None:
    deck = encoded("ussura")
    assert differences(deck, 2**64 - 1, range(2**40, 2**40 + 5)) == []
    with pytest.raises(ValueError, match="seed"):
        simulate(deck, 2**64, 0, 1)
    with pytest.raises(ValueError, match="last game"):
        simulate(deck, 0, 2**64 - 1, 5)


def test_a_deck_too_large_for_a_word_is_played_by_the_reference(
    catalogue: Catalogue, starters: Mapping[str, Decklist], encoded: Encoder
) -> None:
    deck = starters["castille"]
    pool = [card.code for card in catalogue if card.type is CardType.RISK and card.is_neutral]
    large = Decklist.of(deck.leader, deck.approach, dict.fromkeys(pool, 2) | dict(deck.faction))
    assert large.faction_size > 63
    big = encoded(large)
    assert not big.compiled
    assert simulate(big, 1, 3, 4) == merge(by_reference(big, 1, 3, 4))


def test_the_city_lies_alike_whatever_deck_is_played(encoded: Encoder) -> None:
    """Two decks are compared with the same luck."""
    lines = [
        [deck.city[place].code for place in reference._Table(deck, 9, 4).city_deck]
        for deck in (encoded("eisen", "duelist"), encoded("castille"))
    ]
    assert lines[0] == lines[1]
    assert lines[0] != sorted(lines[0])
