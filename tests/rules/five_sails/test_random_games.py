"""Whole games of random bots: no error, an end, and arithmetic that holds in every round of every duel."""

from itertools import combinations, product

import pytest
from hypothesis import settings

from rules.five_sails import PLAYTEST, RULEBOOK, Game, Moment, Options, Stat
from rules.five_sails.bots import RandomBot, play_out
from rules.five_sails.state.values import known_value
from rules.five_sails.terms.basics import NONE
from rules.five_sails.terms.options import GambleRest, InitiativeTie, SameName, TechniqueLimit
from tests.rules.five_sails import invariants
from tests.rules.five_sails.known import BARE, BOOK, DECKS, random_game

PAIRINGS = list(product(range(5), repeat=2))


#: Twenty thousand games in ``make fuzz``, two hundred otherwise.
GAMES = 800 if settings.default.max_examples >= 1000 else 8


@pytest.mark.fuzz
@pytest.mark.parametrize(("one", "two"), PAIRINGS)
def test_random_games_of_all_starter_pairings_end(one, two):
    for seed in range(GAMES):
        game = Game.new(BOOK, [DECKS[one], DECKS[two]], seed=seed)
        play_out(game, [RandomBot(seed, 1), RandomBot(seed, 2)])
        assert game.over
        invariants.check(game)


@pytest.mark.parametrize("decks", [*combinations(range(5), 3), *combinations(range(5), 4)])
def test_random_games_of_three_and_four_end(decks):
    game = random_game(*decks, seed=sum(decks))
    assert game.over
    invariants.check(game)


@pytest.mark.parametrize("city", sorted(BOOK.city_decks))
def test_random_games_with_every_city_deck_end(city):
    assert random_game(0, 1, seed=4, city=city).over


UNUSUAL = Options(
    initiative_tie=InitiativeTie.NEAREST,
    same_name=SameName.ALLOWED,
    technique_limit=TechniqueLimit.CARD,
    gamble_rest=GambleRest.SINK,
    city_reshuffles=True,
    draws_by_lot=True,
    pressure_among_present=False,
    wealth_to_locker=False,
    offhand_limit=False,
)


@pytest.mark.parametrize("options", [PLAYTEST, UNUSUAL], ids=["playtest", "unusual"])
def test_random_games_under_other_rules_end(options):
    for seed in range(10):
        game = random_game(seed % 5, (seed + 1) % 5, seed=seed, options=options)
        assert game.over
        invariants.check(game)


def rounds(game: Game) -> list[list[object]]:
    """What happened in each round of each duel of a game."""
    found: list[list[object]] = []
    inside = False
    for told in game.log:
        if told.moment is Moment.ROUND_BEGINS:
            found.append([])
            inside = True
        if inside:
            found[-1].append(told)
        if told.moment is Moment.ROUND_ENDS:
            inside = False
    return found


@pytest.mark.parametrize("seed", range(12))
def test_r4_threat_is_conserved_and_r5_wounds_stay_within_the_cap(seed):
    """With cards as printed: what a round begins with is sent, parried, suffered or lost, and nothing else."""
    game = random_game(seed % 5, (seed + 2) % 5, seed=seed, book=BARE)
    values = game.table.values
    for told in rounds(game):
        begin = told[0]
        cards = [h for h in told if h.moment is Moment.FOUGHT]
        wounds = sum(h.number for h in told if h.moment is Moment.WOUNDED)
        facing = [h.number for h in told if h.moment is Moment.THREATENED]
        riposte, parry, thrust = values[cards[0].card] if cards else (0, 0, 0)
        returned = min(riposte, begin.number)
        left = max(begin.number - returned - parry, 0)
        sent = returned + thrust
        assert wounds <= left
        if wounds < left and wounds:
            other = next(h.other for h in told if h.moment is Moment.WOUNDED)
            assert wounds <= max_combat(game, other)
        assert facing in ([], [sent])
        assert len(cards) <= 1


def max_combat(game: Game, card: int) -> int:
    """The most Combat a character can ever have had: its own, and all attachments of the game."""
    printed = max(game.table.stats[Stat.COMBAT][card], 0)
    return printed + sum(max(bonus, 0) for bonus in game.table.bonus[Stat.COMBAT])


@pytest.mark.parametrize("seed", range(12))
def test_7_1_wounds_never_exceed_the_cap_without_lethal(seed):
    """Step by step, so that the stat is read at the moment of the wound."""
    game = Game.new(BARE, [DECKS[seed % 5], DECKS[(seed + 1) % 5]], seed=seed, options=RULEBOOK)
    bot = RandomBot(seed)
    while not game.over:
        duel = game.state.duel
        caps = [known_value(game.state, c, Stat.COMBAT) if c != NONE else 0 for c in duel.participants] if duel else []
        before = len(game.log)
        game.push(bot.choose(game))
        if duel is None or NONE in duel.participants:
            continue
        for happening in game.log[before:]:
            if happening.moment is Moment.WOUNDED:
                assert happening.number <= max(caps)
