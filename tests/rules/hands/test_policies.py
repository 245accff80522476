"""Days played by policy, without a player."""

import pytest

from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.facts import planning_draw
from rules.hands import KEEPERS, PLANNERS, Phase, deal_days, keep_cards, lay_out, plan_day, replay
from rules.hands.policies import combat_total

CARDS = load_catalogue()
STARTERS = {starter.code: starter.decklist for starter in read_starters()}
DECK = STARTERS["castille-starter"]


@pytest.mark.parametrize("keeper", KEEPERS)
@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("code", STARTERS)
def test_every_policy_plays_five_days_by_the_rules(code: str, planner: str, keeper: str) -> None:
    table = deal_days(STARTERS[code], CARDS, 11, planner=planner, keeper=keeper)
    assert (table.day, table.phase, table.approach) == (5, Phase.DRAMA, ())
    assert replay(STARTERS[code], CARDS, 11, table.actions) == table


def test_most_cards_plays_the_generous_schemes_first() -> None:
    table = deal_days(DECK, CARDS, 1, planner="most-cards")
    draws = [planning_draw(table.leader, CARDS.card(str(day.scheme))) for day in table.days]
    assert draws == sorted(draws, reverse=True)
    assert len(set(draws)) > 1


def test_initiative_plays_the_swift_schemes_first() -> None:
    values = [CARDS.card(str(day.scheme)).initiative for day in deal_days(DECK, CARDS, 1, planner="initiative").days]
    assert values == sorted(values, key=lambda value: -int(str(value)))


def test_chance_depends_on_the_seed_and_on_nothing_else() -> None:
    orders = {tuple(day.scheme for day in deal_days(DECK, CARDS, seed, planner="chance").days) for seed in range(20)}
    assert len(orders) > 15
    assert deal_days(DECK, CARDS, 5, planner="chance") == deal_days(DECK, CARDS, 5, planner="chance")


def test_a_choice_does_not_change_what_lies_in_the_deck() -> None:
    by_chance, in_order = (deal_days(DECK, CARDS, 5, planner=planner, days=2) for planner in ("chance", "in-order"))
    start = lay_out(DECK, CARDS, 5).deck
    for table in (by_chance, in_order):
        assert table.days[0].drawn + table.days[1].drawn + table.deck == start


def test_named_schemes_are_played_in_their_order() -> None:
    wanted = ("01150", "01098", "01149")
    table = deal_days(DECK, CARDS, 1, schemes=wanted)
    assert [day.scheme for day in table.days][:3] == list(wanted)


def test_keepers_keep_what_they_say() -> None:
    table = deal_days(DECK, CARDS, 1, days=2, keeper="fighters")
    assert keep_cards(table).keep == ()
    hand = [CARDS.card(code) for code in table.hand]
    kept = {name: [CARDS.card(code) for code in keep_cards(table, name).keep] for name in KEEPERS}
    assert sum(map(combat_total, kept["fighters"])) == sum(sorted(map(combat_total, hand))[-6:])
    costs = sorted(int(str(card.cost)) for card in hand)
    assert sorted(int(str(card.cost)) for card in kept["cheapest"]) == costs[:6]
    assert sorted(int(str(card.cost)) for card in kept["dearest"]) == costs[-6:]


def test_the_crew_cap_sends_whoever_joined_first() -> None:
    table = deal_days(STARTERS["ussura-starter"], CARDS, 1, days=5)
    assert table.days[0].character in table.locker
    assert len(table.crew) == 5


def test_q6_a_list_without_an_approach_deck_still_draws() -> None:
    table = deal_days(Decklist.of(DECK.leader, (), dict(DECK.faction)), CARDS, 1, days=2)
    assert [len(day.drawn) for day in table.days] == [6, 6]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"days": 0}, "1 to 5 Days, not 0"),
        ({"days": 6}, "1 to 5 Days, not 6"),
        ({"planner": "luck"}, "no planner 'luck': choose one of in-order"),
        ({"keeper": "luck", "days": 1}, "no keeper 'luck'"),
        ({"schemes": ["99999"]}, "no card has the code 99999"),
        ({"schemes": ["01098", "01098"]}, "not a scheme in the approach deck"),
        ({"schemes": ["01098"] * 6}, "6 schemes for 5 Days"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        deal_days(DECK, CARDS, 1, **wrong)  # type: ignore[arg-type]


def test_a_plan_is_only_a_proposal() -> None:
    table = lay_out(DECK, CARDS, 1)
    assert table.can(plan_day(table))
    assert table.actions == ()
