"""Every ability of the core City Deck, with the real cards: from Takama Siad on."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.deeds.deeds import destroy, lock
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from rules.random_streams import Stream
from tests.rules.five_sails.cards.city import (
    CUIRASS,
    EDELINE,
    LANGSCHWERT,
    OTTO,
    PAVEL,
    Meeting,
    end_day,
    lasting_technique,
)
from tests.rules.five_sails.real import CARDS, COIN, FILLER, A, B, C

# Takama Siad


def takama(place: int = FORUMS) -> tuple[Meeting, int]:
    real = Meeting(coins=1)
    person = real.enter("01199", A, place)
    real.duel(real.enemy, real.mine, 0, 2)
    real.fight()
    real.do(Kind.YIELD)
    assert real.state.duel is None
    return real, person


def test_takama_heals_the_own_participant_after_a_duel():
    real, person = takama()
    assert real.wounds(real.mine) == 2
    real.use(person)
    assert real.wounds(real.mine) == 1
    assert real.wounds(real.enemy) == 1
    # Once a Day.
    real.hold(COIN, A), real.hold(COIN, B)
    real.duel(real.mine, real.enemy)
    real.fight()
    real.do(Kind.YIELD)
    assert real.state.duel is None
    assert not real.can_use(person)


def test_takama_heals_nobody_elsewhere():
    real, person = takama(DOCKS)
    assert not real.can_use(person)


def test_takama_heals_nobody_after_a_refusal_nor_after_a_duel_of_others():
    real = Meeting()
    person = real.enter("01199", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, real.mine)
    real.do(Kind.REFUSE)
    assert not real.can_use(person)
    real = Meeting(coins=1, players=3)
    third = real.enter("01199", C, FORUMS)
    real.duel(real.enemy, real.mine, 0, 2)
    real.fight()
    real.do(Kind.YIELD)
    assert not real.can_use(third)


# Crystal Eye


def crystal_eye(players: int = 2) -> tuple[Meeting, int, int, int]:
    real = Meeting(EDELINE, b=(PAVEL, "01125"), players=players)
    eye = real.lie("01200", FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.EQUIP, eye, real.mine)
    return real, eye, real.find(PAVEL, B), real.find("01125", B)


def test_crystal_eye_looks_at_an_approach_deck_and_remembers_one_card():
    real, eye, pavel, scheme = crystal_eye()
    assert real.game.to_choose == A
    assert real.offered(Kind.CHOOSE) == {pavel, scheme}
    assert set(real.told_to(A, Moment.LOOKED)) == {pavel, scheme}
    assert real.told_to(B, Moment.LOOKED) == real.told_to(None, Moment.LOOKED) == [NONE, NONE]
    assert real.game.view(B).legal == ()
    real.do(Kind.CHOOSE, pavel)
    assert real.state.notes[eye, "chosen"] == pavel


def test_crystal_eye_keeps_its_choice_from_the_others():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    assert real.game.to_choose == B
    assert {real.game.imagine(Stream(dice)).state.notes[eye, "chosen"] for dice in range(12)} == {pavel, scheme}
    real.pass_to(A)
    assert {real.game.imagine(Stream(dice)).state.notes[eye, "chosen"] for dice in range(12)} == {pavel}


def test_crystal_eye_gains_renown_when_the_chosen_card_is_revealed_on_any_day():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    while not real.can_use(eye, 1):
        chosen = next((c for c in real.game.legal() if c.kind is Kind.PLAN and c.card != pavel), real.game.legal()[0])
        real.game.push(next((c for c in real.game.legal() if c.kind is Kind.PASS), chosen))
        assert real.state.day < 4
    assert real.game.to_choose == A
    real.use(eye, 1)
    assert real.state.renown[A] == 1
    assert real.zone(scheme) != Zone.APPROACH


def test_crystal_eye_gains_nothing_for_another_card():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, scheme)
    real.state.approach[B].remove(scheme)
    end_day(real)
    assert real.zone(pavel) == Zone.PLAY
    assert real.state.renown[A] == 0
    assert real.state.bearer[eye] == real.mine


def test_crystal_eye_gains_nothing_once_it_is_gone():
    real, eye, pavel, _ = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    destroy(real.state, eye)
    end_day(real)
    assert real.zone(pavel) == Zone.PLAY
    assert real.state.renown[A] == 0


def test_crystal_eye_does_not_look_again_when_it_changes_hands():
    real, eye, pavel, _ = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    kalla = real.enter("01197", A, FORUMS)
    real.pass_to(A)
    real.use(kalla, 1)
    assert real.state.bearer[eye] == kalla
    assert real.game.to_choose == B
    assert real.state.notes[eye, "chosen"] == pavel


def test_crystal_eye_asks_whose_deck_among_three():
    real, *_ = crystal_eye(players=3)
    assert real.offered(Kind.CHOOSE) == {real.leader(B), real.leader(C)}


# Ravenna Destine


def test_ravenna_wounds_herself_to_draw():
    real = Meeting()
    ravenna = real.enter("01201", A, FORUMS)
    real.use(ravenna)
    assert (real.wounds(ravenna), real.cards_in_hand(A)) == (1, 1)
    real.pass_to(A)
    assert not real.can_use(ravenna)


def test_ravenna_draws_even_if_it_is_her_end_and_not_at_home():
    real = Meeting()
    ravenna = real.enter("01201", A, FORUMS, wounds=3)
    real.use(ravenna)
    assert real.zone(ravenna) == Zone.LOCKER
    assert real.cards_in_hand(A) == 1
    real = Meeting()
    ravenna = real.enter("01201", A, HOME)
    assert not real.can_use(ravenna)


# Object of Wonder


def test_object_of_wonder_goes_to_the_leader_whoever_equips_it():
    real = Meeting()
    wonder = real.lie("01202", FORUMS)
    real.hold(FILLER, A, 2)
    real.do(Kind.EQUIP, wonder, real.mine)
    assert real.state.bearer[wonder] == real.leader(A)
    assert real.state.gear[real.mine] == ()


def wonder(own: str = EDELINE, *, wounds: int = 3) -> tuple[Meeting, int]:
    real = Meeting(own, LANGSCHWERT)
    worn = real.wear("01202", real.leader(A))
    real.state.wounds[real.mine] = wounds
    real.wear(LANGSCHWERT, real.mine)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    return real, worn


def test_object_of_wonder_saves_a_character_for_the_approach_deck():
    real, worn = wonder()
    assert real.game.to_choose == A
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    assert real.mine in real.state.approach[A]
    assert real.zone(worn) == Zone.LOCKER
    assert real.zone(real.find(LANGSCHWERT, A)) == Zone.DISCARD
    assert real.wounds(real.mine) == 0


def test_object_of_wonder_may_be_kept():
    real, worn = wonder()
    real.do(Kind.DECLINE)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.state.bearer[worn] == real.leader(A)


def test_object_of_wonder_saves_from_the_crew_cap_too():
    real = Meeting()
    worn = real.wear("01202", real.leader(A))
    lock(real.state, real.mine)
    real.again()
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    assert not real.told(Moment.DESTROYED)
    assert real.told_to(B, Moment.WITHDRAWN) == [real.mine]


def test_object_of_wonder_leaves_the_last_strike_of_whom_it_saves():
    real = Meeting(coins=2)
    worn = real.wear("01202", real.leader(A))
    real.state.wounds[real.mine] = 3
    real.duel(real.enemy, real.mine)
    real.fight()
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    real.do(Kind.YIELD)
    # The coin's threat stands, and Edeline's Combat was 1.
    assert real.wounds(real.enemy) == 1
    assert real.state.duel is None


def test_object_of_wonder_goes_to_the_leader_out_of_the_city_deck():
    real = Meeting()
    kaj = real.enter("01180", A, FORUMS)
    worn = real.stack("01202", NONE)
    real.hold(FILLER, A)
    real.use(kaj, 1)
    real.do(Kind.EQUIP, worn, real.mine)
    assert real.state.bearer[worn] == real.leader(A)


def test_object_of_wonder_saves_no_mercenary_and_no_enemy():
    real = Meeting()
    worn = real.wear("01202", real.leader(A))
    mercenary = real.enter("01192", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, mercenary)
    real.do(Kind.REFUSE)
    assert real.zone(mercenary) == Zone.LOCKER
    assert not real.can_use(worn, 1)
    real.state.wounds[real.enemy] = 5
    real.pass_to(A)
    real.do(Kind.CHALLENGE, real.mine)
    real.do(Kind.REFUSE)
    assert real.zone(real.enemy) == Zone.LOCKER


# Leja Juska


@pytest.mark.parametrize(("side", "more", "threat"), [(0, 1, [1, 3]), (1, 1, [0, 4]), (1, 0, [0, 2])])
def test_leja_adds_or_removes_a_threat_when_a_duel_begins_here(side, more, threat):
    real = Meeting(coins=1)
    leja = real.enter("01203", A, FORUMS)
    real.duel(real.enemy, real.mine)
    real.use(leja)
    choices = {(c.card, c.number) for c in real.game.legal()}
    assert choices == {(real.enemy, 1), (real.mine, 1), (real.mine, 0)}
    real.do(Kind.CHOOSE, (real.enemy, real.mine)[side], number=more)
    assert real.state.duel.threat == threat


def test_leja_may_take_the_only_threat_and_the_round_goes_on():
    real = Meeting(coins=1)
    leja = real.enter("01203", B, FORUMS)
    real.duel(real.mine, real.enemy)
    real.use(leja)
    real.do(Kind.CHOOSE, real.enemy, number=0)
    assert real.state.duel.threat == [0, 0]
    real.fight()
    assert real.wounds(real.enemy) == 0
    assert real.state.duel.threat == [1, 0]


def test_leja_only_in_the_first_round_and_only_here():
    real = Meeting(coins=2)
    leja = real.enter("01203", A, FORUMS)
    real.duel(real.enemy, real.mine)
    real.do(Kind.DECLINE)
    real.fight()
    assert real.game.to_choose == B
    assert not real.can_use(leja)
    real = Meeting(coins=1)
    real.enter("01203", A, DOCKS)
    real.duel(real.enemy, real.mine)
    assert Kind.FIGHT in real.asked()


def test_leja_may_help_in_a_duel_of_others():
    real = Meeting(coins=1, players=3)
    leja = real.enter("01203", C, FORUMS)
    real.duel(real.enemy, real.mine)
    assert real.game.to_choose == C
    assert real.can_use(leja)


# Syrneth Hand


def test_syrneth_hand_weakens_the_next_parry_for_a_wound():
    real = Meeting(b=(), coins=2)
    hand = real.wear("01204", real.mine)
    assert real.value(real.mine, Stat.COMBAT) == 2
    regroup = real.hold(FILLER, B)
    real.do(Kind.CHALLENGE, real.mine)
    real.use(hand, 1)
    assert real.wounds(real.mine) == 1
    real.do(Kind.ACCEPT)
    real.state.duel.threat[:] = [0, 5]
    real.do(Kind.FIGHT, regroup)
    # A Parry of 5 is 3: two wounds, and one of Not Today's own.
    assert real.wounds(real.enemy) == 3


def test_syrneth_hand_weakens_the_parry_of_the_next_round_alone():
    assert lasting_technique("01204", 1) == [(3, 3), (3, 1)]


def test_syrneth_hand_cannot_be_destroyed():
    real = Meeting()
    hand = real.wear("01204", real.mine)
    destroy(real.state, hand)
    assert real.state.bearer[hand] == real.mine


def test_syrneth_hand_is_discarded_with_its_bearer():
    real = Meeting()
    hand = real.wear("01204", real.mine)
    real.state.wounds[real.mine] = 3
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    assert real.zone(hand) == Zone.DISCARD


# Giacinto


def test_giacinto_takes_an_opposing_character_with_him():
    real = Meeting(b=(PAVEL,))
    other = real.enter(PAVEL, B, FORUMS)
    person = real.enter("01205", A, FORUMS)
    real.use(person)
    assert real.offered(Kind.TARGET) == {real.enemy, other}
    real.do(Kind.TARGET, other)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert [real.place(card) for card in (person, other, real.enemy)] == [DOCKS, DOCKS, FORUMS]
    assert [real.engaged(card) for card in (person, other, real.enemy)] == [True, True, False]


def test_giacinto_engaged_takes_nobody():
    real = Meeting()
    person = real.enter("01205", A, FORUMS, engaged=True)
    assert not real.can_use(person)


def test_giacinto_takes_an_engaged_character_too():
    real = Meeting()
    real.state.engaged[real.enemy] = 1
    person = real.enter("01205", A, FORUMS)
    real.use(person)
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(real.enemy) == BAZAAR


# Captain's Coat


@pytest.mark.parametrize(("crew", "holder"), [(["01192"], A), ([], NONE)])
def test_captains_coat_pressures_with_all_influence_and_claims(crew, holder):
    real = Meeting(OTTO)
    coat = real.wear("01206", real.mine, engaged=False)
    for code in crew:
        real.enter(code, A, FORUMS)
    real.state.engaged[real.mine] = 1
    real.again()
    real.use(coat)
    assert real.engaged(coat)
    # Otto's two, and two of Gustavo's, against Torsten's two.
    assert real.state.holder[FORUMS] == holder


def test_captains_coat_does_not_work_engaged_at_home_or_with_a_dash():
    real = Meeting(OTTO)
    coat = real.wear("01206", real.mine, engaged=True)
    assert not real.can_use(coat)
    real.state.engaged[coat], real.state.place[real.mine] = 0, HOME + A
    real.again()
    assert not real.can_use(coat)
    real = Meeting(OTTO)
    coat = real.wear("01206", real.enter("01190", A, FORUMS))
    assert not real.can_use(coat)


# What holds for all of them


ACTIONS = [
    *[("kaj", "01180", 1), ("gustavo", "01192", 0), ("adelheide", "01194", 0), ("ravenna", "01201", 0)],
    *[("giacinto", "01205", 0), ("triskelion", "01198", 1), ("captains_coat", "01206", 0)],
]


@pytest.mark.parametrize(("code", "number"), [each[1:] for each in ACTIONS], ids=[each[0] for each in ACTIONS])
def test_city_actions_are_used_in_the_city_and_once_a_day(code, number):
    real = Meeting(OTTO, LANGSCHWERT, LANGSCHWERT, coins=1)
    real.hold(LANGSCHWERT, A, 2)
    gear = CARDS.card(code).type == "city_attachment"
    card = real.wear(code, real.mine) if gear else real.enter(code, A, FORUMS)
    person = real.mine if gear else card
    real.state.place[person] = HOME + A
    real.again()
    assert not real.can_use(card, number)
    real.state.place[person] = FORUMS
    real.again()
    real.use(card, number)
    while Kind.PASS not in real.asked():
        real.game.push(real.game.legal()[0])
    for each in (card, person, real.enemy):
        real.state.engaged[each] = 0
    real.state.place[person] = real.state.place[real.enemy] = FORUMS
    real.pass_to(A)
    assert real.state.day == 1
    assert not real.can_use(card, number)


TECHNIQUES = [("burnished_cuirass", CUIRASS, 0), ("syrneth_hand", "01204", 1), ("angeline", "01196", 1)]


@pytest.mark.parametrize(("code", "number"), [each[1:] for each in TECHNIQUES], ids=[each[0] for each in TECHNIQUES])
def test_techniques_of_city_cards_are_used_once_a_duel(code, number):
    real = Meeting(coins=3)
    gear = CARDS.card(code).type == "city_attachment"
    card = real.wear(code, real.mine) if gear else real.enter(code, A, FORUMS)
    fighter = real.mine if gear else card
    real.duel(real.enemy, fighter, 0, 1)
    real.fight()
    real.use(card, number)
    real.state.duel.threat[:] = [1, 1]
    real.fight()
    real.fight()
    assert not real.can_use(card, number)
