"""The built-in actions and paying for them: section 5 of the rules, 6.9, and the standing limits of section 9."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.five_sails import PLAYTEST, Game, Kind, Moment, Options, Zone
from rules.five_sails.abilities.verbs.deeds import DiscardCards, add_renown_to
from rules.five_sails.deeds.payments import choose_discards
from rules.five_sails.flow import drama
from rules.five_sails.flow.handlers import advance
from rules.five_sails.state.agenda import F
from rules.five_sails.state.zones import lift, to_hand
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from rules.five_sails.terms.happenings import RULES
from rules.five_sails.terms.options import SameName
from rules.five_sails.terms.parts import Ability, AbilityKind
from tests.rules.five_sails.known import BOOK, DECKS
from tests.rules.five_sails.scenarios import (
    DASH,
    A,
    B,
    Side,
    Spec,
    Stage,
    attachment,
    brute,
    character,
    city_attachment,
    event,
    leader,
    mercenary,
    risk,
    wealth,
)


def cards(number: int, prefix: str = "h") -> dict[str, Spec]:
    return {f"{prefix}{i}": risk() for i in range(number)}


# 5.2 Move


def test_5_2_a_move_in_the_city_engages():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side()).do(Kind.MOVE, "ann", place=DOCKS)
    assert (stage.place("ann"), stage.engaged("ann")) == (DOCKS, True)


def test_5_2_a_move_from_home_does_not_engage():
    stage = Stage(Side(crew={"ann": character()}), Side()).do(Kind.MOVE, "ann", place=BAZAAR)
    assert (stage.place("ann"), stage.engaged("ann")) == (BAZAAR, False)


def test_5_2_a_move_home_engages():
    stage = Stage(Side(crew={"ann": character(at=DOCKS)}), Side()).do(Kind.MOVE, "ann", place=HOME + A)
    assert (stage.place("ann"), stage.engaged("ann")) == (HOME + A, True)


def test_5_2_wounds_and_attachments_go_along():
    stage = Stage(Side(crew={"ann": character(wounds=2, gear={"hat": attachment()})}), Side())
    stage.do(Kind.MOVE, "ann", place=DOCKS)
    assert stage.wounds("ann") == 2
    assert stage.state.gear[stage["ann"]] == (stage["hat"],)


def test_q12_an_engaged_character_does_not_move_not_even_from_home():
    stage = Stage(
        Side(crew={"ann": character(engaged=True), "amy": character(at=DOCKS, engaged=True)}),
        Side(),
    )
    assert stage.rule(Kind.MOVE, "ann", place=DOCKS) == "5.2"
    assert stage.rule(Kind.MOVE, "amy", place=FORUMS) == "5.2"


def test_3_3_moves_go_to_adjacent_places_and_to_no_enemy_home():
    stage = Stage(Side(crew={"ann": character(at=BAZAAR)}), Side(crew={"bob": character()}))
    assert stage.rule(Kind.MOVE, "ann", place=DOCKS) == "3.3"
    assert stage.rule(Kind.MOVE, "ann", place=HOME + B) == "3.3"
    assert stage.rule(Kind.MOVE, "bob", place=DOCKS) == "5.2"
    assert stage.can(Kind.MOVE, "ann", place=FORUMS)


# 5.3 Equip


def test_5_3_an_attachment_from_the_hand_goes_to_any_of_your_characters():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}, hand={"sword": attachment(("Weapon",), cost=1), **cards(1)}),
        Side(crew={"bob": character(at=FORUMS)}),
    )
    assert stage.rule(Kind.EQUIP, "sword", "bob") == "9.4"
    assert stage.can(Kind.EQUIP, "sword", "leader_a")
    stage.do(Kind.EQUIP, "sword", "ann")
    assert stage.state.bearer[stage["sword"]] == stage["ann"]
    assert stage.zone("h0") is Zone.DISCARD
    assert not stage.engaged("ann")


def test_5_3_an_available_attachment_goes_to_a_character_of_yours_at_its_place():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS), "amy": character(at=DOCKS)}),
        Side(),
        city={"eye": city_attachment(at=FORUMS), "far": city_attachment(at=BAZAAR)},
    )
    assert stage.rule(Kind.EQUIP, "eye", "amy") == "5.3"
    assert stage.rule(Kind.EQUIP, "far", "ann") == "5.3"
    stage.do(Kind.EQUIP, "eye", "ann")
    assert stage.state.city_cards[FORUMS] == []
    assert stage.state.control[stage["eye"]] == A


def test_5_3_attachments_change_the_stats_of_their_bearer():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=1, gear={"sword": attachment(combat=2, finesse=DASH)})}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.REFUSE)
    assert stage.wounds("bob") == 3


def test_6_19_a_dash_is_not_modified_by_attachments():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=DASH, gear={"sword": attachment(combat=2)})}),
        Side(crew={"bob": character(at=FORUMS)}),
    )
    assert stage.rule(Kind.CHALLENGE, "ann") == "6.19"


def test_1_7_events_are_never_available():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(), city={"ev": event(at=FORUMS)})
    assert stage.rule(Kind.EQUIP, "ev", "ann") == "5.3"
    assert stage.rule(Kind.RECRUIT, "ev") == "1.7"


# 5.4 Recruit


def recruiting(hand: int, influence: int | object = 3, speaker: dict | None = None, **more) -> Stage:
    return Stage(
        Side(crew={"ann": character(at=FORUMS, influence=influence, **(speaker or {}))}, hand=cards(hand)),
        Side(),
        city={"m": mercenary(at=FORUMS, cost=4, **more.pop("merc", {})), "far": mercenary(at=DOCKS)},
        **more,
    )


def test_5_4_a_mercenary_is_paid_for_and_joins_where_it_is():
    stage = recruiting(5).do(Kind.RECRUIT, "m")
    for name in ("h0", "h1", "h2"):
        stage.do(Kind.PAY, name)
    stage.do(Kind.PAY, "h4")
    assert (stage.zone("m"), stage.place("m"), stage.state.control[stage["m"]]) == (Zone.PLAY, FORUMS, A)
    assert not stage.engaged("m")
    assert stage.hand(A) == {"h3"}


def test_5_4_only_where_you_have_a_character():
    assert recruiting(9).rule(Kind.RECRUIT, "far") == "5.4"


def test_5_4_parley_lowers_the_cost_by_the_influence():
    stage = recruiting(2).do(Kind.RECRUIT, "m", "ann")
    assert stage.engaged("ann")
    stage.do(Kind.PAY, "h1")
    assert stage.zone("m") is Zone.PLAY
    assert stage.hand(A) == {"h0"}


def test_5_4_never_below_nothing():
    stage = recruiting(1, influence=6).do(Kind.RECRUIT, "m", "ann")
    assert stage.zone("m") is Zone.PLAY
    assert stage.hand(A) == {"h0"}


def test_6_9_without_enough_cards_there_is_no_recruiting():
    assert recruiting(3).rule(Kind.RECRUIT, "m") == "6.9"
    assert recruiting(0).rule(Kind.RECRUIT, "m", "ann") == "6.9"


def test_5_4_the_engaged_cannot_parley():
    assert recruiting(9, speaker={"engaged": True}).rule(Kind.RECRUIT, "m", "ann") == "5.4"


def test_q13_a_dash_cannot_parley():
    assert recruiting(9, influence=DASH).rule(Kind.RECRUIT, "m", "ann") == "Q13"


def test_q13_negative_influence_counts_as_nothing():
    hat = {"hat": attachment(influence=-5)}
    stage = recruiting(4, influence=2, speaker={"gear": hat})
    assert stage.can(Kind.RECRUIT, "m", "ann")
    assert recruiting(3, influence=2, speaker={"gear": hat}).rule(Kind.RECRUIT, "m", "ann") == "6.9"


@pytest.mark.parametrize(("options", "rule"), [(Options(), "5.4"), (PLAYTEST, "")])
def test_5_4_mercenaries_do_not_parley_but_did_in_the_playtest(options, rule):
    stage = Stage(
        Side(hand=cards(4)),
        Side(),
        city={"m": mercenary(at=FORUMS), "old": mercenary(influence=2)},
        options=options,
    )
    stage.settle("old", Spec({}, at=FORUMS), A).again()
    assert stage.rule(Kind.RECRUIT, "m", "old") == rule


@pytest.mark.parametrize(("needed", "rule"), [(True, "5.4"), (False, "")])
def test_5_4_only_the_negotiable_can_be_parleyed_with(needed, rule):
    stage = recruiting(4, merc={"keywords": ()}, options=Options(parley_needs_negotiable=needed))
    assert stage.rule(Kind.RECRUIT, "m", "ann") == rule


# 5.5 Challenge, 5.6 Claim


@pytest.mark.parametrize("kind", [Kind.CHALLENGE, Kind.CLAIM])
def test_5_5_5_6_the_engaged_cannot(kind):
    stage = Stage(Side(crew={"ann": character(at=FORUMS, engaged=True)}), Side(crew={"bob": character(at=FORUMS)}))
    assert stage.rule(kind, "ann") == {Kind.CHALLENGE: "5.5", Kind.CLAIM: "5.6"}[kind]


@pytest.mark.parametrize("kind", [Kind.CHALLENGE, Kind.CLAIM])
def test_6_12_city_actions_are_not_done_at_home(kind):
    stage = Stage(Side(crew={"ann": character()}), Side())
    assert stage.rule(kind, "ann") == "6.12"


def test_5_5_nobody_to_challenge():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(crew={"bob": character(at=DOCKS)}))
    assert stage.rule(Kind.CHALLENGE, "ann") == "5.5"


def test_5_5_another_players_character_is_not_yours_to_challenge_with():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(crew={"bob": character(at=FORUMS)}))
    assert stage.rule(Kind.CHALLENGE, "bob") == "5.5"


def test_5_6_a_claim_engages_and_takes_the_location():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side()).do(Kind.CLAIM, "ann")
    assert stage.engaged("ann")
    assert stage.state.holder[FORUMS] == A


def test_5_6_a_claim_takes_it_over_from_another():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side())
    stage.state.holder[FORUMS] = B
    assert stage.do(Kind.CLAIM, "ann").state.holder[FORUMS] == A


# 5.7 Pass, 5.8 Brutes


def test_5_7_passing_gives_priority_to_the_next_player():
    stage = Stage(Side(), Side(crew={"bob": character()})).passes()
    assert stage.game.to_choose == B


def test_5_8_a_brute_is_paid_for_and_enters_at_home_en_garde():
    stage = Stage(Side(hand={"thug": brute(cost=1), **cards(2)}), Side()).do(Kind.PLAY, "thug").do(Kind.PAY, "h1")
    assert (stage.zone("thug"), stage.place("thug"), stage.engaged("thug")) == (Zone.PLAY, HOME + A, False)
    assert stage.hand(A) == {"h0"}


def test_5_8_a_brute_that_cannot_be_paid_for_stays_in_the_hand():
    stage = Stage(Side(hand={"thug": brute(cost=2), **cards(1)}), Side())
    assert stage.rule(Kind.PLAY, "thug") == "6.9"
    assert stage.rule(Kind.PLAY, "h0") == "5.8"


# 6.9 Payment


def payments(stage: Stage) -> Counter[frozenset[str]]:
    """Every way to pay, and how many orders of choices lead there."""
    names = {number: name for name, number in stage.names.items()}
    ends: Counter[frozenset[str]] = Counter()
    games = [stage.game]
    while games:
        game = games.pop()
        if game.legal() and game.legal()[0].kind is Kind.PAY:
            games += [game.apply(choice) for choice in game.legal()]
        else:
            ends[frozenset(names[told.card] for told in game.state.log if told.moment is Moment.PAID)] += 1
    return ends


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.integers(1, 5))
def test_q16_every_payment_without_a_superfluous_card_is_offered_exactly_once(rich, cost):
    hand = {f"h{i}": wealth() if is_rich else risk() for i, is_rich in enumerate(rich)}
    worth = {name: 2 if is_rich else 1 for name, is_rich in zip(hand, rich, strict=True)}
    stage = Stage(Side(hand={"sword": attachment(cost=cost), **hand}), Side())
    expected = {
        frozenset(chosen)
        for size in range(1, len(hand) + 1)
        for chosen in combinations(hand, size)
        if sum(worth[name] for name in chosen) >= cost
        and all(sum(worth[name] for name in chosen) - worth[one] < cost for one in chosen)
    }
    if not expected:
        assert stage.rule(Kind.EQUIP, "sword", "leader_a") == "6.9"
        return
    found = payments(stage.do(Kind.EQUIP, "sword", "leader_a"))
    assert set(found) == expected
    assert set(found.values()) == {1}


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.integers(0, 4), st.integers(1, 3))
@example([True, False, False], 2, 2)
@example([True, True, False, False], 3, 2)
@example([True, False, False, False], 3, 2)
def test_6_9_payments_leave_what_the_other_costs_take(rich, cost, kept):
    hand = {f"h{i}": wealth() if is_rich else risk() for i, is_rich in enumerate(rich)}
    worth = {name: 2 if is_rich else 1 for name, is_rich in zip(hand, rich, strict=True)}
    deed = Ability(kind=AbilityKind.ACTION, cost=(DiscardCards(kept),), effect=(add_renown_to(DOCKS),))
    stage = Stage(Side(hand={"plan": risk(cost=cost, abilities=(deed,)), **hand}), Side())
    expected = {
        frozenset(chosen)
        for size in range(len(hand) - kept + 1)
        for chosen in combinations(hand, size)
        if sum(worth[name] for name in chosen) >= cost
        and all(sum(worth[name] for name in chosen) - worth[one] < cost for one in chosen)
    }
    if not expected:
        assert stage.rule(Kind.USE, "plan", number=0) == "6.8"
        return
    found = payments(stage.do(Kind.USE, "plan", number=0))
    assert set(found) == expected
    assert set(found.values()) == {1}


def test_q16_equal_cards_are_one_choice():
    from tests.rules.five_sails.known import random_game

    game = random_game(0, 1, seed=3, choices=4)
    for choice in game.legal():
        others = [other for other in game.legal() if other != choice and other.kind == choice.kind]
        kin = game.table.kin
        same = [o for o in others if o._replace(card=choice.card) == choice and kin[o.card] == kin[choice.card]]
        assert not same


def test_q16_equal_actions_of_the_hand_are_one_choice():
    game = Game.new(BOOK, DECKS[:2], seed=1)
    while Kind.PASS not in {choice.kind for choice in game.legal()} or game.to_choose != A:
        game.push(game.legal()[0])
    state, table = game.state, game.table
    for card in tuple(state.deck[A]):
        lift(state, card)
        to_hand(state, card)
    state.legal = ()
    advance(state)
    acting = Counter(table.kin[card] for card in state.hand[A] if table.hand_actions[card])
    used = Counter(
        (table.kin[choice.card], choice.number)
        for choice in game.legal()
        if choice.kind is Kind.USE and choice.card in state.hand[A]
    )
    assert max(acting[card] for card, _ in used) > 1
    assert set(used.values()) == {1}


def test_q16_the_played_card_does_not_pay_for_itself():
    stage = Stage(Side(hand={"sword": attachment(cost=1), **cards(2)}), Side()).do(Kind.EQUIP, "sword", "leader_a")
    assert stage.rule(Kind.PAY, "sword") == "Q16"
    assert stage.offered(Kind.PAY) == {"h0", "h1"}


def test_6_9_wealth_is_worth_two():
    stage = Stage(Side(hand={"sword": attachment(cost=3), "w": wealth(), **cards(1)}), Side())
    stage.do(Kind.EQUIP, "sword", "leader_a")
    assert stage.zone("sword") is Zone.PLAY
    assert stage.hand(A) == set()


def test_6_9_a_free_card_is_free():
    stage = Stage(Side(hand={"sword": attachment(cost=0), **cards(2)}), Side()).do(Kind.EQUIP, "sword", "leader_a")
    assert stage.hand(A) == {"h0", "h1"}


@pytest.mark.parametrize("number", [3, 4])
def test_what_is_remembered_of_bearers_stays_small(number, monkeypatch):
    monkeypatch.setattr(drama, "_MAX_EQUIP_CHOICES", 2)
    hand = {f"hat{i}": attachment() for i in range(number)}
    stage = Stage(Side(crew={"ann": character()}, hand=hand), Side())
    assert len(stage.table.equip_choices) <= 2
    assert stage.offered(Kind.EQUIP) == set(hand)


# 9.1, 9.2, 9.4


def crew(number: int, **facts) -> dict[str, Spec]:
    return {f"c{i}": character(**facts) for i in range(number)}


def test_9_1_recruiting_checks_the_crew_cap():
    stage = Stage(Side(leader=leader(at=FORUMS), crew=crew(5), hand=cards(4)), Side(), city={"m": mercenary(at=FORUMS)})
    stage.do(Kind.RECRUIT, "m")
    assert stage.offered(Kind.SEND) == {"m", *crew(5)}
    assert stage.rule(Kind.SEND, "leader_a") == "Q26"
    stage.do(Kind.SEND, "m")
    assert stage.zone("m") is Zone.LOCKER
    assert stage["m"] in stage.state.locker[NONE]


def test_9_1_as_many_go_as_are_too_many():
    stage = Stage(
        Side(leader=leader(at=FORUMS, crew_cap=2), crew=crew(3), hand=cards(4)),
        Side(),
        city={"m": mercenary(at=FORUMS)},
    )
    stage.do(Kind.RECRUIT, "m").do(Kind.SEND, "c0").do(Kind.SEND, "c2")
    assert stage.offered(Kind.SEND) == {"c1", "m"}
    stage.do(Kind.SEND, "c1")
    assert len(stage.state.crew[A]) == 2


def test_9_1_brutes_do_not_count():
    stage = Stage(Side(crew={**crew(5), "t0": brute(), "t1": brute()}, hand={"t2": brute(cost=0)}), Side())
    stage.do(Kind.PLAY, "t2")
    assert stage.zone("t2") is Zone.PLAY
    assert Kind.SEND not in stage.asked()


def test_q26_who_is_sent_to_the_locker_is_not_destroyed_but_drops_everything():
    stage = Stage(
        Side(
            leader=leader(at=FORUMS, crew_cap=2),
            crew={"ann": character(gear={"hat": attachment()})},
            hand=cards(4),
        ),
        Side(),
        city={"m": mercenary(at=FORUMS)},
    )
    stage.do(Kind.RECRUIT, "m").do(Kind.SEND, "ann")
    assert not stage.told(Moment.DESTROYED)
    assert stage.zone("hat") is Zone.DISCARD


@pytest.mark.parametrize(("rule", "left"), [(SameName.DESTROY, 1), (SameName.ALLOWED, 2)])
def test_q3_two_own_characters_of_one_name(rule, left):
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, person="Ann"), "abe": character()}, hand=cards(4)),
        Side(crew={"bob": character(person="Ann")}),
        city={"m": mercenary(at=FORUMS, person="Ann")},
        options=Options(same_name=rule),
    )
    stage.do(Kind.RECRUIT, "m")
    if rule is SameName.DESTROY:
        assert stage.offered(Kind.DESTROY) == {"ann", "m"}
        assert stage.rule(Kind.DESTROY, "leader_a") == "Q3"
        stage.do(Kind.DESTROY, "ann")
        assert stage.zone("ann") is Zone.LOCKER
    assert len(stage.state.crew[A]) == 2 + left
    assert stage.zone("bob") is Zone.PLAY


@pytest.mark.parametrize("trait", ["Weapon", "Armor", "Attire"])
def test_9_4_one_weapon_one_armor_one_attire(trait):
    stage = Stage(
        Side(
            crew={"ann": character(gear={"old": attachment((trait,)), "coat": attachment(("Trinket",))})},
            hand={"new": attachment((trait,))},
        ),
        Side(),
    )
    stage.do(Kind.EQUIP, "new", "ann")
    assert stage.offered(Kind.DESTROY) == {"old", "new"}
    assert stage.rule(Kind.DESTROY, "coat") == "9.4"
    stage.do(Kind.DESTROY, "old")
    assert stage.zone("old") is Zone.DISCARD
    assert stage.state.gear[stage["ann"]] == (stage["coat"], stage["new"])


def test_9_4_destroying_goes_on_until_every_limit_holds():
    old = {"sword": attachment(("Weapon",)), "mail": attachment(("Armor",))}
    stage = Stage(
        Side(crew={"ann": character(gear=old)}, hand={"both": attachment(("Weapon", "Armor"))}),
        Side(),
    )
    stage.do(Kind.EQUIP, "both", "ann").do(Kind.DESTROY, "sword")
    assert stage.offered(Kind.DESTROY) == {"mail", "both"}
    stage.do(Kind.DESTROY, "both")
    assert stage.state.gear[stage["ann"]] == (stage["mail"],)


@pytest.mark.parametrize(("limit", "kinds"), [(True, {Kind.DESTROY}), (False, None)])
def test_9_4_an_offhand_is_beside_the_weapon_but_there_is_one_of_it(limit, kinds):
    stage = Stage(
        Side(
            crew={
                "ann": character(
                    gear={"sword": attachment(("Weapon",)), "left": attachment(("Weapon",), keywords=("Offhand",))}
                )
            },
            hand={"third": attachment(("Weapon",), keywords=("Offhand",))},
        ),
        Side(),
        options=Options(offhand_limit=limit),
    )
    stage.do(Kind.EQUIP, "third", "ann")
    assert (stage.offered(Kind.DESTROY) == {"left", "third"}) is limit
    if kinds:
        assert stage.asked() == kinds


def test_9_6_a_character_dies_when_its_resolve_falls_to_its_wounds():
    stage = Stage(
        Side(
            crew={"ann": character(resolve=3, wounds=3, gear={"mail": attachment(("Armor",), resolve=1)})},
            hand={"other": attachment(("Armor",))},
        ),
        Side(),
    )
    assert stage.zone("ann") is Zone.PLAY
    stage.do(Kind.EQUIP, "other", "ann").do(Kind.DESTROY, "mail")
    assert stage.zone("ann") is Zone.LOCKER
    assert stage.zone("other") is Zone.DISCARD


def test_nothing_is_discarded_for_nothing():
    stage = Stage(Side(hand=cards(2)), Side())
    choose_discards(stage.state, A, 0)
    assert stage.state.agenda[-1][0] != F.DISCARD
    choose_discards(stage.state, A, 9)
    assert stage.state.agenda[-1] == (F.DISCARD, A, (stage["h0"], stage["h1"]), 2, RULES)
