"""The kernel plays the reference's games, game by game, and chunks add up to the same however they are cut."""

import itertools
import random
from collections.abc import Mapping

import pytest

from cards.catalogue import CardType, Catalogue, Zone, may_run
from decks.decklist import Decklist
from rules.goldfish import POLICIES, Tallies, merge, reference, simulate
from rules.goldfish.layout import DAYS, MEASURES, RESHUFFLES, WIDTH
from tests.rules.goldfish.conftest import Encoder

GAMES = 130


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


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("faction", ["castille", "eisen", "montaigne", "ussura", "vodacce"])
def test_every_game_of_the_starter_decks_equals_the_reference(encoded: Encoder, faction: str, policy: str) -> None:
    deck = encoded(faction, policy)
    assert deck.compiled
    assert differences(deck, 20261116, range(GAMES)) == []


@pytest.mark.parametrize("city", ["core", "update-2026"])
def test_other_city_decks(encoded: Encoder, city: str) -> None:
    assert differences(encoded("vodacce", "spender", city), 7, range(60)) == []


def any_deck(catalogue: Catalogue, dice: random.Random) -> Decklist:
    """A leader with whatever they may run: every scheme, person, Brute and attachment comes up sooner or later."""
    leader = dice.choice(catalogue.leaders)
    pool = [card for card in catalogue if may_run(leader, card)]
    people = [card.code for card in pool if card.deck is Zone.APPROACH and card.type is CardType.CHARACTER]
    schemes = [card.code for card in pool if card.type is CardType.SCHEME]
    faction = [card.code for card in pool if card.deck is Zone.FACTION]
    chosen = dice.sample(people, dice.randint(0, 7)) + dice.sample(schemes, dice.randint(0, 7))
    return Decklist.of(
        leader.code, chosen, {code: dice.randint(1, 3) for code in dice.sample(faction, dice.randint(3, 21))}
    )


@pytest.mark.parametrize("number", range(60))
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
    }
    deck = encoded(any_deck(catalogue, dice), "spender", **changes)
    assert deck.compiled
    assert differences(deck, dice.getrandbits(64), range(25)) == []


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
    assert merge(parts, len(deck.cards)) == whole
    assert merge(by_reference(deck, 5, 1000, 300), len(deck.cards)) == simulate(deck, 5, 1000, 300)


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
    assert simulate(big, 1, 3, 4) == merge(by_reference(big, 1, 3, 4), large.faction_size)


def test_the_city_lies_alike_whatever_deck_is_played(encoded: Encoder) -> None:
    """Two decks are compared with the same luck."""
    lines = [
        [deck.city[place].code for place in reference._Table(deck, 9, 4).city_deck]
        for deck in (encoded("eisen", "duelist"), encoded("castille"))
    ]
    assert lines[0] == lines[1]
    assert lines[0] != sorted(lines[0])
