"""Bots: they choose what is legal, from what they can know, and the heuristic one plays to win."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.catalogue import AbilityKind
from rules.five_sails import PLAYTEST, Choice, Game, Kind, Victory
from rules.five_sails.abilities.nouns.roles import PERFORMER
from rules.five_sails.abilities.verbs.deeds import Draw, Wound
from rules.five_sails.bots import BOTS, HeuristicBot, RandomBot, Weights, play_out
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME
from rules.five_sails.terms.choices import ACCEPT, PASS, REFUSE, YIELD
from rules.five_sails.terms.parts import Ability
from rules.random_streams import Stream
from tests.rules.five_sails import invariants
from tests.rules.five_sails.known import BOOK, DECKS, random_game
from tests.rules.five_sails.scenarios import (
    A,
    B,
    Side,
    Stage,
    attachment,
    brute,
    character,
    leader,
    mercenary,
    risk,
    scheme,
    wealth,
)

PAIRINGS = list(product(range(5), repeat=2))
#: Every pairing and seat four times in ``make fuzz``, once otherwise.
GAMES = 200 if settings.default.max_examples >= 1000 else 50
MOMENTS = st.tuples(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.integers(0, 40), st.integers(0, 200))


def chosen(stage: Stage, weights: Weights | None = None) -> Choice:
    return HeuristicBot(1, weights=weights).choose(stage.game)


# What every bot owes.


@given(MOMENTS, st.sampled_from(sorted(BOTS)), st.integers(0, 2**64 - 1))
def test_hidden_cards_and_dice_do_not_change_a_choice(moment, name, dice):
    """Everything that the player cannot see is dealt anew, and the bot chooses the same."""
    decks, seed, choices = moment
    game = random_game(*decks, seed=seed, choices=choices)
    if game.over:
        return
    other = game.imagine(Stream(dice))
    assert BOTS[name](seed, 0).choose(other) == BOTS[name](seed, 0).choose(game)


@given(MOMENTS, st.sampled_from(sorted(BOTS)))
def test_choosing_leaves_the_game_as_it_is(moment, name):
    decks, seed, choices = moment
    game = random_game(*decks, seed=seed, choices=choices)
    if game.over:
        return
    before, length = game.digest(), len(game.log)
    assert BOTS[name](seed, 0).choose(game) in game.legal()
    assert (game.digest(), len(game.log)) == (before, length)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seeds_give_the_same_game(name):
    games = [
        play_out(Game.new(BOOK, [DECKS[0], DECKS[1]], seed=5), [BOTS[name](5, seat) for seat in (1, 2)])
        for _ in range(2)
    ]
    assert games[0].history == games[1].history
    assert games[0].digest() == games[1].digest()


@pytest.mark.parametrize("decks", [(0, 1, 2), (3, 4, 0, 1)])
def test_three_and_four_heuristic_bots_finish_a_game(decks):
    game = Game.new(BOOK, [DECKS[number] for number in decks], seed=2)
    play_out(game, [HeuristicBot(2, seat) for seat in range(len(decks))])
    assert game.over
    invariants.check(game)


def test_the_heuristic_bot_plays_the_playtest_edition():
    game = Game.new(BOOK, [DECKS[0], DECKS[1]], seed=2, options=PLAYTEST)
    assert play_out(game, [HeuristicBot(2, 1), HeuristicBot(2, 2)]).over


# Playing to win.


def score(games: int) -> tuple[float, int]:
    """Wins of the heuristic bot against the random one in so many games: all pairings, both seats; a draw is a half."""
    won = 0.0
    for number in range(games):
        one, two = PAIRINGS[(number // 2) % len(PAIRINGS)]
        seat = number % 2
        bots = [HeuristicBot(number, 1), RandomBot(number, 2)]
        game = Game.new(BOOK, [DECKS[one], DECKS[two]], seed=number)
        outcome = play_out(game, bots[::-1] if seat else bots).outcome
        won += 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return won, games


@pytest.mark.fuzz
def test_it_beats_the_random_bot_in_ninety_five_of_a_hundred_games():
    won, games = score(GAMES)
    assert won >= 0.95 * games


# Claims (5.6, 8.1 to 8.3).


def test_it_claims_a_location_with_renown():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(hand={"x": risk()}))
    stage.state.renown_at[FORUMS] = 2
    assert chosen(stage) == stage.choice(Kind.CLAIM, "ann")


def test_it_goes_where_the_renown_is():
    stage = Stage(Side(crew={"ann": character()}), Side())
    stage.state.renown_at[BAZAAR] = 3
    found = chosen(stage)
    assert (found.kind, found.place) == (Kind.MOVE, BAZAAR)


def test_it_does_not_claim_against_more_influence():
    stage = Stage(
        Side(leader=leader(engaged=True), crew={"ann": character(at=FORUMS, influence=1, combat=0)}),
        Side(crew={"bob": character(at=FORUMS, influence=3, engaged=True)}),
    )
    stage.state.renown_at[FORUMS] = 3
    assert chosen(stage).kind is not Kind.CLAIM


def test_it_does_not_claim_what_it_has():
    stage = Stage(Side(leader=leader(engaged=True), crew={"ann": character(at=FORUMS)}), Side())
    stage.state.holder[FORUMS] = A
    assert chosen(stage).kind is not Kind.CLAIM


@pytest.mark.parametrize("holder", [A, B])
def test_the_third_location_comes_before_renown(holder):
    """It completes the own Dominance, and it breaks another's (8.2)."""
    stage = Stage(
        Side(crew={"ann": character(at=DOCKS), "amy": character(at=BAZAAR), "eve": character(at=FORUMS)}),
        Side(leader=leader(engaged=True)),
    )
    for place in (DOCKS, FORUMS, BAZAAR):
        stage.state.holder[place] = holder
    if holder == A:
        stage.state.holder[FORUMS] = B
        assert chosen(stage) == stage.choice(Kind.CLAIM, "eve")
    else:
        assert chosen(stage).kind is Kind.CLAIM


# Leaders (8.4).


def test_a_leader_that_would_die_stays_at_home():
    stage = Stage(
        Side(leader=leader(resolve=8, wounds=6)),
        Side(crew={name: character(at=at, combat=4) for name, at in (("b", DOCKS), ("c", FORUMS), ("d", BAZAAR))}),
    )
    for place in (DOCKS, FORUMS, BAZAAR):
        stage.state.renown_at[place] = 2
    assert chosen(stage) == PASS


def test_a_leader_in_danger_goes_home():
    stage = Stage(
        Side(leader=leader(resolve=8, wounds=6, at=FORUMS, combat=0, influence=0)),
        Side(crew={"bob": character(at=FORUMS, combat=4)}, hand={"x": risk(0, 4, 4), "y": risk(0, 4, 4)}),
    )
    found = chosen(stage)
    assert (found.kind, found.place) == (Kind.MOVE, HOME + A)


def test_it_kills_a_leader_that_cannot_defend_itself():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=4)}),
        Side(leader=leader(resolve=8, wounds=5, at=FORUMS, finesse=0), crew={"bob": character(at=DOCKS)}),
    )
    stage.state.renown_at[FORUMS] = 2
    bots = [HeuristicBot(1), HeuristicBot(2)]
    game = stage.game
    assert bots[A].choose(game) == stage.choice(Kind.CHALLENGE, "ann")
    play_out(game, bots)
    assert game.outcome is not None
    assert (game.outcome.victory, game.outcome.winner) == (Victory.ASSASSINATION, A)


def test_somebody_intervenes_for_the_leader():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3)}),
        Side(
            leader=leader(resolve=8, wounds=6, at=FORUMS, finesse=0),
            crew={"bob": character(at=FORUMS, resolve=5, finesse=0)},
            hand={"x": risk()},
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "leader_b")
    assert chosen(stage) == stage.choice(Kind.INTERVENE, "bob")


# Duels (section 7).


def test_it_challenges_the_weak_and_not_the_strong():
    def choice_against(resolve: int, combat: int) -> Kind:
        stage = Stage(
            Side(leader=leader(engaged=True), crew={"ann": character(at=FORUMS, resolve=3, combat=3, influence=0)}),
            Side(
                leader=leader(engaged=True),
                crew={"bob": character(at=FORUMS, resolve=resolve, combat=combat, influence=3, engaged=True)},
                hand={"x": risk(1, 2, 4), "y": risk(1, 2, 4), "z": risk(1, 2, 4)},
            ),
        )
        return chosen(stage).kind

    assert choice_against(resolve=2, combat=0) is Kind.CHALLENGE
    assert choice_against(resolve=9, combat=6) is not Kind.CHALLENGE


def duel(hand: dict, *, wounds: int = 0, combat: int = 3, accept: bool = True) -> Stage:
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=combat)}),
        Side(crew={"bob": character(at=FORUMS, resolve=5, combat=3, finesse=0, wounds=wounds)}, hand=hand),
    )
    stage.do(Kind.CHALLENGE, "ann")
    return stage.do(Kind.ACCEPT) if accept else stage


def test_a_parry_saves_a_life():
    stage = duel({"p": risk(0, 3, 0), "t": risk(0, 0, 5)}, wounds=3)
    assert chosen(stage) == stage.choice(Kind.FIGHT, "p")


def test_a_riposte_is_better_than_the_same_parry():
    stage = duel({"p": risk(0, 3, 0), "r": risk(3, 0, 0)})
    assert chosen(stage) == stage.choice(Kind.FIGHT, "r")


def test_it_refuses_when_no_card_helps_and_accepts_with_a_good_one():
    assert chosen(duel({"x": risk(), "y": risk()}, combat=1, accept=False)) == REFUSE
    assert chosen(duel({"x": risk(2, 1, 3), "y": risk(2, 1, 3)}, accept=False)) == ACCEPT


def test_7_1_no_card_is_wasted_on_threat_that_cannot_wound():
    """An adversary without Combat inflicts nothing, whatever the threat."""
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3, finesse=0)}, hand={"p": risk(0, 4, 0)}),
        Side(crew={"bob": character(at=FORUMS, combat=0, finesse=0)}, hand={"t": risk(0, 0, 5)}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    assert stage.game.to_choose == A
    assert chosen(stage) == YIELD


# Cards.


def test_it_pays_with_the_least_useful_card():
    stage = Stage(
        Side(
            leader=leader(at=FORUMS),
            hand={"blank": risk(), "good": risk(3, 2, 3)},
        ),
        Side(),
        city={"merc": mercenary(at=FORUMS, cost=1)},
    )
    stage.do(Kind.RECRUIT, "merc")
    assert chosen(stage) == stage.choice(Kind.PAY, "blank")


def test_it_does_not_pay_one_with_two():
    stage = Stage(
        Side(leader=leader(at=FORUMS), hand={"gold": wealth(), "fair": risk(0, 1, 0)}),
        Side(),
        city={"merc": mercenary(at=FORUMS, cost=1)},
    )
    stage.do(Kind.RECRUIT, "merc")
    assert chosen(stage) == stage.choice(Kind.PAY, "fair")


def test_it_equips_a_good_attachment_that_costs_nothing():
    stage = Stage(
        Side(leader=leader(engaged=True, combat=3), hand={"sword": attachment(("Weapon",), combat=2)}), Side()
    )
    assert chosen(stage) == stage.choice(Kind.EQUIP, "sword", "leader_a")


def test_it_recruits_whoever_is_worth_the_cards():
    hand = {f"c{i}": risk() for i in range(4)}
    strong = mercenary(at=FORUMS, cost=2, combat=3, influence=3)
    stage = Stage(Side(leader=leader(at=FORUMS, engaged=True), hand=hand), Side(), city={"merc": strong})
    assert chosen(stage) == stage.choice(Kind.RECRUIT, "merc")


def test_9_1_it_sends_the_weakest_away():
    crew = {f"c{i}": character(combat=3, influence=3) for i in range(5)}
    crew["c2"] = character(combat=0, influence=0, resolve=1)
    stage = Stage(
        Side(leader=leader(at=FORUMS), crew=crew, hand={"x": risk()}),
        Side(),
        city={"merc": mercenary(at=FORUMS, cost=0)},
    )
    stage.do(Kind.RECRUIT, "merc")
    assert stage.asked() == {Kind.SEND}
    assert chosen(stage) == stage.choice(Kind.SEND, "c2")


def test_a_brute_is_played_when_it_can_claim():
    stage = Stage(
        Side(leader=leader(engaged=True, at=FORUMS), hand={"thug": brute(cost=0, influence=2, combat=2)}), Side()
    )
    stage.state.renown_at[DOCKS] = 2
    assert chosen(stage) == stage.choice(Kind.PLAY, "thug")


def test_it_plans_the_better_scheme_and_the_better_character():
    side = Side(
        approach={
            "poor": scheme(initiative=50, panache_mod=-2),
            "rich": scheme(initiative=50, panache_mod=1),
            "weak": character(combat=0, influence=0),
            "strong": character(combat=3, influence=3),
        }
    )
    stage = Stage(side, Side(), begin=False)
    assert chosen(stage) == stage.choice(Kind.PLAN, "rich")
    stage.do(Kind.PLAN, "rich")
    assert chosen(stage) == stage.choice(Kind.PLAN, "strong")


# Abilities: what they do is found out by trying.


def with_action(*effect: object) -> Stage:
    ability = Ability(kind=AbilityKind.ACTION, effect=effect)  # type: ignore[arg-type]
    return Stage(
        Side(
            leader=leader(engaged=True),
            crew={"ann": character(engaged=True, abilities=(ability,))},
            deck={f"d{i}": risk() for i in range(20)},
        ),
        Side(leader=leader(engaged=True)),
    )


def test_it_uses_an_ability_that_helps():
    stage = with_action(Draw(2))
    assert chosen(stage) == stage.choice(Kind.USE, "ann", number=0)


def test_it_does_not_use_an_ability_that_harms():
    assert chosen(with_action(Wound(PERFORMER))) == PASS


# Weights.


def test_other_weights_make_another_player():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(hand={"x": risk()}))
    stage.state.renown_at[FORUMS] = 2
    idle = Weights(renown_at=0, control=0, second_location=0, dominance=0, race=0, threshold=5)
    assert chosen(stage).kind is Kind.CLAIM
    assert chosen(stage, idle) == PASS
