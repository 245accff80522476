"""Every ability of the core City Deck, with the real cards: from Point of Opportunity on."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.state.values import has_trait
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from tests.rules.five_sails.cards.city import (
    CUIRASS,
    EDELINE,
    LANGSCHWERT,
    MOVE_ALONG,
    PAVEL,
    Meeting,
    end_day,
    kalla,
    lasting_technique,
)
from tests.rules.five_sails.real import FILLER, A, B

# Point of Opportunity


def opportunity(**fame: int) -> tuple[Meeting, int]:
    real = Meeting()
    event = real.lie("01189", FORUMS)
    for name, number in fame.items():
        real.state.renown_at[{"docks": DOCKS, "forums": FORUMS, "bazaar": BAZAAR}[name]] = number
    real.again()
    return real, event


def test_point_of_opportunity_moves_renown_away():
    real, event = opportunity(forums=2)
    real.use(event)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert (real.state.renown_at[FORUMS], real.state.renown_at[BAZAAR]) == (1, 1)
    assert real.engaged(real.mine)
    assert real.zone(event) == Zone.DISCARD


def test_point_of_opportunity_moves_renown_here_from_where_there_is_some():
    real, event = opportunity(docks=1)
    real.use(event)
    assert (real.state.renown_at[FORUMS], real.state.renown_at[DOCKS]) == (1, 0)


def test_point_of_opportunity_is_a_choice_where_both_can_be_done():
    real, event = opportunity(docks=1, forums=1, bazaar=1)
    real.use(event)
    assert real.asked() == {Kind.NUMBER}
    real.way(event, 0, 1)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert [real.state.renown_at[place] for place in (DOCKS, FORUMS, BAZAAR)] == [0, 2, 1]


def test_point_of_opportunity_needs_an_en_garde_performer():
    real, event = opportunity(forums=1)
    real.state.engaged[real.mine] = 1
    real.again()
    assert not real.can_use(event)


# Sigurd Ulfsen


def test_sigurd_neither_challenges_nor_grows():
    real = Meeting()
    sigurd = real.enter("01190", A, FORUMS)
    assert not real.can(Kind.CHALLENGE, sigurd)
    assert real.can(Kind.CHALLENGE, real.mine)
    real.wear("01204", sigurd)
    assert real.value(sigurd, Stat.COMBAT) == 2


def test_sigurd_en_garde_must_be_challenged_by_whoever_opposes_him():
    real = Meeting(b=(MOVE_ALONG,))
    sigurd = real.enter("01190", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    assert real.state.duel.participants == [real.enemy, sigurd]
    # The others may still intervene.
    assert real.can(Kind.INTERVENE, real.mine)


def test_sigurd_draws_challenges_of_abilities_too():
    real = Meeting(b=(MOVE_ALONG,))
    sigurd = real.enter("01190", A, FORUMS)
    risk = real.hold(MOVE_ALONG, B)
    real.hold(FILLER, B)
    real.do(Kind.PASS)
    real.use(risk)
    assert real.state.duel.participants == [real.enemy, sigurd]


@pytest.mark.parametrize("where", ["engaged", "away"])
def test_sigurd_engaged_or_elsewhere_draws_nothing(where):
    real = Meeting()
    sigurd = real.enter("01190", A, DOCKS if where == "away" else FORUMS, engaged=where == "engaged")
    leader = real.leader(A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    assert real.offered(Kind.TARGET) == {real.mine, leader, *([sigurd] if where == "engaged" else [])}


# Duckfoot Pistol


def test_duckfoot_pistol_wounds_everybody_here_but_leaders():
    real = Meeting(b=(PAVEL,))
    leader, chief = real.leader(A, FORUMS), real.leader(B, FORUMS)
    away = real.enter(PAVEL, B, DOCKS)
    pistol = real.wear("01191", real.mine)
    real.use(pistol)
    assert [real.wounds(card) for card in (real.mine, real.enemy, leader, chief, away)] == [1, 1, 0, 0, 0]
    assert real.zone(pistol) == Zone.DISCARD


def test_duckfoot_pistol_may_destroy_its_own_bearer():
    real = Meeting()
    real.state.wounds[real.mine] = 3
    pistol = real.wear("01191", real.mine)
    real.use(pistol)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.wounds(real.enemy) == 1


# Gustavo


def test_gustavo_takes_a_risk_of_as_many_cards_as_he_has_influence():
    real = Meeting(EDELINE, "01051", LANGSCHWERT, "01052", "01187")
    gustavo = real.enter("01192", A, FORUMS)
    deeper, sword, call = real.stack("01052", A), real.stack(LANGSCHWERT, A), real.stack("01051", A)
    real.use(gustavo)
    assert real.state.hand[A] == [call]
    assert real.state.deck[A][0] == sword
    assert real.state.deck[A][-1] == deeper
    assert real.told_to(B, Moment.REVEALED) == [call, sword]
    assert real.told_to(B, Moment.SUNK) == [NONE]


def test_gustavo_reveals_one_more_with_more_influence_and_chooses():
    real = Meeting(EDELINE, "01051", LANGSCHWERT, "01052")
    gustavo = real.enter("01192", A, FORUMS)
    real.wear("01187", gustavo)
    pain, sword, call = real.stack("01052", A), real.stack(LANGSCHWERT, A), real.stack("01051", A)
    real.use(gustavo)
    assert real.offered(Kind.CHOOSE) == {pain, call}
    real.do(Kind.CHOOSE, pain)
    assert real.state.hand[A] == [pain]
    assert set(real.state.deck[A][:2]) == {sword, call}


# Burnished Cuirass


def test_burnished_cuirass_weakens_the_thrust_of_the_next_round_alone():
    assert lasting_technique(CUIRASS, 0) == [(2, 1), (3, 1)]


# Adelheide Schmidt


def test_adelheide_discards_an_attachment_to_wound_an_opposing_character():
    real = Meeting(EDELINE, LANGSCHWERT, b=(PAVEL,))
    other = real.enter(PAVEL, B, FORUMS)
    person = real.enter("01194", A, FORUMS)
    real.hold(FILLER, A)
    assert not real.can_use(person)
    sword = real.hold(LANGSCHWERT, A)
    real.use(person)
    assert real.zone(sword) == Zone.DISCARD
    assert real.offered(Kind.TARGET) == {real.enemy, other}
    real.do(Kind.TARGET, other)
    assert (real.wounds(other), real.wounds(real.enemy), real.cards_in_hand(A)) == (1, 0, 1)


# Eager Blade


def test_eager_blade_is_destroyed_for_a_riposte_and_comes_to_the_bazaar():
    real = Meeting(coins=2)
    blade = real.wear("01195", real.mine)
    assert real.value(real.mine, Stat.COMBAT) == 2
    real.duel(real.enemy, real.mine, 0, 3)
    real.fight()
    assert (real.zone(blade), real.place(blade)) == (Zone.CITY, BAZAAR)
    # One of three threat goes back, with the coin's Thrust.
    assert real.wounds(real.mine) == 2
    assert real.state.duel.threat == [2, 0]


def test_eager_blade_does_not_care_for_the_adversarys_card():
    real = Meeting(coins=2)
    blade = real.wear("01195", real.mine)
    real.duel(real.mine, real.enemy)
    real.fight()
    assert real.state.bearer[blade] == real.mine


def test_eager_blade_lies_in_the_bazaar_after_dusk_and_can_be_taken():
    real = Meeting()
    blade = real.lie("01195", DOCKS)
    end_day(real)
    assert real.place(blade) == BAZAAR
    real.state.place[real.mine] = BAZAAR
    real.hold(FILLER, A)
    real.pass_to(A)
    real.again()
    assert real.can(Kind.EQUIP, blade, real.mine)


def test_eager_blade_comes_back_when_its_bearer_is_destroyed():
    real = Meeting()
    blade = real.wear("01195", real.mine)
    real.state.wounds[real.mine] = 3
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.place(blade) == BAZAAR


# Angeline Dèmone


@pytest.mark.parametrize("discards", [True, False])
def test_angeline_may_discard_instead_of_engaging_to_move(discards):
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.MOVE, angeline, place=DOCKS)
    assert real.asked() == {Kind.NUMBER, Kind.DECLINE}
    real.game.push(next(c for c in real.game.legal() if (c.kind is Kind.NUMBER) is discards))
    assert real.place(angeline) == DOCKS
    assert (real.engaged(angeline), real.cards_in_hand(A)) == (not discards, int(not discards))


def test_angeline_engages_with_an_empty_hand_and_for_everything_else():
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.do(Kind.MOVE, angeline, place=DOCKS)
    assert real.engaged(angeline)
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.CLAIM, angeline)
    assert real.engaged(angeline)
    assert real.cards_in_hand(A) == 1


def test_angeline_is_not_asked_when_somebody_else_moves():
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.MOVE, real.mine, place=DOCKS)
    assert real.engaged(real.mine)
    assert not real.engaged(angeline)


@pytest.mark.parametrize(("worn", "works"), [("", True), ("01187", False), ("01195", False)])
def test_angeline_ripostes_with_as_much_combat_and_influence(worn, works):
    real = Meeting(coins=2)
    angeline = real.enter("01196", A, FORUMS)
    if worn:
        real.wear(worn, real.enemy)
    real.duel(real.enemy, angeline, 0, 3)
    real.fight()
    assert real.can_use(angeline, 1) is works
    if works:
        real.use(angeline, 1)
        assert real.state.duel.threat == [2, 0]


# Kalla Forsberg


def test_kalla_equips_cheaper_herself_alone():
    real = Meeting()
    kalla, cuirass = real.enter("01197", A, FORUMS), real.lie(CUIRASS, FORUMS)
    assert real.can(Kind.EQUIP, cuirass, kalla)
    assert not real.can(Kind.EQUIP, cuirass, real.mine)


def test_kalla_moves_an_attachment_between_two_of_yours_here():
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.use(person, 1)
    assert {c.target for c in real.game.legal()} == {person, other}
    real.do(Kind.EQUIP, cuirass, other)
    assert real.state.gear[other] == (cuirass,)
    assert real.state.gear[real.mine] == ()
    assert real.value(other, Stat.RESOLVE) == 6
    real.pass_to(A)
    assert not real.can_use(person, 1)


def test_kalla_moving_an_attachment_is_not_equipping():
    # Philip Hase would move after he equips.
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.use(person, 1)
    real.do(Kind.EQUIP, cuirass, other)
    assert real.game.to_choose == B


def test_kalla_moves_an_engaged_attachment_as_it_is():
    real, person, other, (deck,) = kalla("01181")
    real.state.engaged[deck] = 1
    real.use(person, 1)
    real.do(Kind.EQUIP, deck, other)
    assert real.engaged(deck)


def test_kalla_moves_no_syrneth_hand():
    real, person, _, _ = kalla("01204")
    real.use(person, 1)
    assert real.game.to_choose == B
    assert len(real.state.gear[real.mine]) == 1


def test_kalla_takes_a_dying_characters_armor_away():
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.state.wounds[real.mine] = 4
    real.use(person, 1)
    real.do(Kind.EQUIP, cuirass, other)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.state.bearer[cuirass] == other


def test_kalla_moving_a_second_armor_leaves_one():
    real, person, other, (cuirass, pistol) = kalla(CUIRASS, "01191")
    mine = real.wear("01195", other)
    real.use(person, 1)
    real.do(Kind.EQUIP, pistol, other)
    assert real.offered(Kind.DESTROY) == {mine, pistol}
    real.do(Kind.DESTROY, mine)
    assert real.state.gear[other] == (pistol,)
    assert real.state.bearer[cuirass] == real.mine


# Guild Triskelion


def test_guild_triskelion_makes_its_bearer_a_duelist():
    real = Meeting()
    assert not has_trait(real.state, real.mine, "Duelist")
    token = real.wear("01198", real.mine)
    assert has_trait(real.state, real.mine, "Duelist")
    assert not has_trait(real.state, real.enemy, "Duelist")
    assert real.value(real.mine, Stat.FINESSE) == 3
    assert real.can_use(token, 1)


def test_guild_triskelion_challenges_to_finesse_and_only_leaders_refuse():
    real = Meeting()
    leader = real.leader(B, FORUMS)
    second = real.enter("01178", B, FORUMS)
    token = real.wear("01198", real.mine)
    real.use(token, 1)
    assert real.engaged(real.mine)
    assert real.offered(Kind.TARGET) == {real.enemy, leader, second}
    real.do(Kind.TARGET, real.enemy)
    assert real.asked() == {Kind.ACCEPT, Kind.INTERVENE}
    assert real.state.duel.stat == Stat.FINESSE
    real.do(Kind.ACCEPT)
    assert real.state.duel.threat == [0, 3]
    while real.state.duel is not None:
        real.game.push(real.game.legal()[0])
    real.pass_to(B)
    real.do(Kind.CHALLENGE, second)
    assert Kind.REFUSE in real.asked()


def test_guild_triskelion_may_be_refused_by_a_leader():
    real = Meeting()
    leader = real.leader(B, FORUMS)
    token = real.wear("01198", real.mine)
    real.use(token, 1)
    real.do(Kind.TARGET, leader)
    real.do(Kind.REFUSE)
    assert real.wounds(leader) == 3
    assert not real.state.lasting


def test_guild_triskelion_challenges_whoever_must_be_challenged():
    real = Meeting()
    sigurd = real.enter("01190", B, FORUMS)
    real.use(real.wear("01198", real.mine), 1)
    assert real.state.duel.participants == [real.mine, sigurd]


def test_guild_triskelion_needs_an_en_garde_bearer_in_the_city():
    real = Meeting()
    token = real.wear("01198", real.mine)
    real.state.engaged[real.mine] = 1
    real.again()
    assert not real.can_use(token, 1)
    real.state.engaged[real.mine], real.state.place[real.mine] = 0, HOME + A
    real.again()
    assert not real.can_use(token, 1)
