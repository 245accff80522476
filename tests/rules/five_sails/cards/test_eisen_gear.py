"""Every ability of the Eisen schemes and attachments that are built, with the real cards."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from tests.rules.five_sails.cards.eisen import (
    ADELHEIDE,
    CARMELLA,
    COINS,
    EDELINE,
    FLINTLOCK,
    GIFT,
    KASPAR,
    LANGSCHWERT,
    MARYAM,
    PANZERHAND,
    TORSTEN,
    duel_with,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, C, Real

# Armed and Marshaled


def test_armed_and_marshaled_adds_renown_and_takes_an_attachment_back():
    real = Real(["01044", LANGSCHWERT, GIFT, "01051"])
    sword, gift = real.throw(LANGSCHWERT, A), real.throw(GIFT, A)
    real.throw("01051", A)
    real.resolve("01044")
    assert (real.state.renown_at[DOCKS], real.state.renown_at[FORUMS], real.state.renown_at[BAZAAR]) == (1, 0, 1)
    assert real.offered(Kind.TARGET) == {sword, gift}
    real.do(Kind.TARGET, sword)
    assert sword in real.state.hand[A]
    assert real.zone(gift) == Zone.DISCARD


def test_armed_and_marshaled_takes_nothing_back_without_an_attachment():
    real = Real(["01044"])
    scheme = real.resolve("01044")
    assert real.zone(scheme) == Zone.PLAY


def armed(*worn: str) -> tuple[Real, int, int, int, list[int]]:
    real = Real(["01044", EDELINE, "01038", "01043", LANGSCHWERT, GIFT, FLINTLOCK], [TORSTEN, PANZERHAND, "01153"])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    scheme = real.scheme("01044", A)
    return real, scheme, mine, enemy, [real.wear(code, mine) for code in worn]


@pytest.mark.parametrize("way", [0, 1])
def test_armed_and_marshaled_engages_or_sends_home(way):
    real, scheme, _, enemy, (sword,) = armed(LANGSCHWERT)
    real.use(scheme, 2)
    assert real.engaged(sword)
    real.way(scheme, 2, way)
    assert (real.engaged(enemy), real.at_home(enemy)) == (way == 0, way == 1)


def test_armed_and_marshaled_sends_an_engaged_character_home():
    real, scheme, _, enemy, _ = armed(LANGSCHWERT)
    real.state.engaged[enemy] = 1
    real.use(scheme, 2)
    assert real.at_home(enemy)


def test_armed_and_marshaled_needs_an_en_garde_attachment_and_a_target_with_no_more():
    real, scheme, mine, enemy, _ = armed()
    assert not real.can_use(scheme, 2)
    sword = real.wear(LANGSCHWERT, mine, engaged=True)
    assert not real.can_use(scheme, 2)
    real.state.engaged[sword] = 0
    real.wear(PANZERHAND, enemy)
    assert real.can_use(scheme, 2)
    real.wear("01153", enemy)
    assert not real.can_use(scheme, 2)


def test_armed_and_marshaled_is_not_paid_with_an_engaged_attachment():
    real, scheme, mine, _, (sword,) = armed(LANGSCHWERT)
    real.wear(GIFT, mine, engaged=True)
    real.wear(FLINTLOCK, real.enter("01038", A, FORUMS))
    real.state.engaged[real.find(FLINTLOCK, A)] = 1
    real.wear("01193", real.enter("01043", A, DOCKS))
    real.use(scheme, 2)
    assert real.engaged(sword)
    assert Kind.CHOOSE not in real.asked()
    real.way(scheme, 2, 0)
    real.state.engaged[sword] = 0
    real.pass_to(A)
    assert not real.can_use(scheme, 2)


# The Song of Eisen


def test_song_of_eisen_adds_renown_and_puts_a_mercenary_on_the_city_deck():
    real = Real(["01045"])
    mercenary, other = real.throw(ADELHEIDE, NONE), real.throw(CARMELLA, NONE)
    real.throw("01193", NONE)
    real.resolve("01045")
    assert real.state.renown_at[FORUMS] == 1
    assert real.offered(Kind.TARGET) == {mercenary, other}
    real.do(Kind.TARGET, mercenary)
    assert real.state.deck[NONE][-1] == mercenary
    assert real.told_to(B, Moment.TARGETED) == [mercenary]


def test_song_of_eisen_helps_the_leader_parley_and_nobody_else():
    real = Real(["01045", "01038"], leaders=KASPAR)
    kaspar, other = real.leader(A, DOCKS), real.enter("01038", A, DOCKS)
    dear, cheap, dearest = real.lie(CARMELLA, DOCKS), real.lie("01199", DOCKS), real.lie(MARYAM, DOCKS)
    assert not real.can(Kind.RECRUIT, dear, kaspar)
    real.scheme("01045", A)
    # Two, two of his own, and one.
    assert real.can(Kind.RECRUIT, dear, kaspar)
    assert not real.can(Kind.RECRUIT, dearest, kaspar)
    assert not real.can(Kind.RECRUIT, cheap, other)
    assert real.value(kaspar, Stat.INFLUENCE) == 2


@pytest.mark.parametrize(("lying", "gains"), [(None, True), ("01183", True), (ADELHEIDE, False), ("01193", False)])
def test_song_of_eisen_gains_renown_if_nothing_is_available(lying, gains):
    real = Real(["01045"])
    scheme = real.scheme("01045", A)
    if lying:
        real.lie(lying, DOCKS)
    real.do(Kind.PASS)
    real.do(Kind.PASS)
    assert real.can_use(scheme, 3) is gains
    if gains:
        real.use(scheme, 3)
    assert real.state.renown == [int(gains), 0]


# Dark Gift


def test_dark_gift_wounds_the_bearer_and_moves_it():
    real = Real([EDELINE, GIFT])
    mine = real.enter(EDELINE, A, HOME)
    gift = real.wear(GIFT, mine)
    real.use(gift)
    assert real.wounds(mine) == 1
    assert real.places() == {DOCKS, FORUMS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(mine) == BAZAAR
    assert real.engaged(gift)
    assert not real.engaged(mine)
    real.pass_to(A)
    assert not real.can_use(gift, 0)
    assert not real.can_use(gift, 1)
    # Each once a Day.
    real.state.engaged[gift] = 0
    real.again()
    assert not real.can_use(gift, 0)
    assert real.can_use(gift, 1)


def test_dark_gift_heals_the_bearer_and_moves_it_home_too():
    real = Real([EDELINE, GIFT])
    mine = real.enter(EDELINE, A, DOCKS, wounds=2)
    gift = real.wear(GIFT, mine)
    real.use(gift, 1)
    assert (real.wounds(mine), real.engaged(gift)) == (1, True)
    real.state.engaged[gift] = 0
    real.pass_to(A)
    assert not real.can_use(gift, 1)
    real.use(gift, 0)
    assert real.places() == {FORUMS, HOME + A}


def test_dark_gift_moves_nobody_whom_the_wound_destroyed():
    real = Real([EDELINE, GIFT])
    mine = real.enter(EDELINE, A, DOCKS, wounds=3)
    gift = real.wear(GIFT, mine)
    real.use(gift)
    assert real.zone(mine) == Zone.LOCKER
    assert real.zone(gift) == Zone.DISCARD
    assert real.game.to_choose == B


# Kaspar's Panzerhand


def test_panzerhand_goes_beside_another_armor_but_not_two():
    real = Real([EDELINE, PANZERHAND, "01153"])
    mine = real.enter(EDELINE, A, DOCKS)
    hand, cuirass = real.wear(PANZERHAND, mine), real.lie("01193", DOCKS)
    real.hold(FILLER, A)
    real.do(Kind.EQUIP, cuirass, mine)
    assert real.state.gear[mine] == (hand, cuirass)
    assert real.value(mine, Stat.RESOLVE) == 6
    plate = real.hold("01153", A)
    real.hold(FILLER, A)
    real.pass_to(A)
    real.do(Kind.EQUIP, plate, mine)
    assert real.offered(Kind.DESTROY) == {hand, plate, cuirass}
    real.do(Kind.DESTROY, plate)
    assert real.state.gear[mine] == (hand, cuirass)


def test_panzerhand_cannot_be_moved():
    real = Real([EDELINE, PANZERHAND, LANGSCHWERT])
    kalla, mine = real.enter("01197", A, DOCKS), real.enter(EDELINE, A, DOCKS)
    real.wear(PANZERHAND, mine)
    sword = real.wear(LANGSCHWERT, mine)
    real.use(kalla, 1)
    assert real.state.bearer[sword] == kalla


def test_panzerhand_cancels_a_technique_of_the_adversary_whose_cost_stays_paid():
    real = Real([EDELINE, PANZERHAND, *COINS], [TORSTEN, FLINTLOCK, *COINS])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    hand, pistol = real.wear(PANZERHAND, mine), real.wear(FLINTLOCK, enemy)
    real.hold(COIN, B, 2), real.hold(COIN, A, 2)
    real.duel(mine, enemy)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    real.use(pistol, 1)
    assert real.game.to_choose == A
    real.use(hand, 1)
    assert real.engaged(pistol)
    assert real.state.duel.lethal == [False, False]
    assert [happening.card for happening in real.told(Moment.CANCELED)] == [pistol]


def test_panzerhand_lets_a_technique_happen_if_its_player_declines():
    real = Real([EDELINE, PANZERHAND, *COINS], [TORSTEN, FLINTLOCK, *COINS])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    real.wear(PANZERHAND, mine)
    pistol = real.wear(FLINTLOCK, enemy)
    real.hold(COIN, B, 2), real.hold(COIN, A, 2)
    real.duel(mine, enemy)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    real.use(pistol, 1)
    real.do(Kind.DECLINE)
    assert real.state.duel.lethal == [False, True]


def test_panzerhand_cancels_nothing_for_others_of_its_player():
    real = Real([EDELINE, "01038", PANZERHAND, *COINS], [TORSTEN, FLINTLOCK, *COINS])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    real.wear(PANZERHAND, real.enter("01038", A, FORUMS))
    pistol = real.wear(FLINTLOCK, enemy)
    real.hold(COIN, B, 2), real.hold(COIN, A, 2)
    real.duel(mine, enemy)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    real.use(pistol, 1)
    assert real.state.duel.lethal == [False, True]


def test_panzerhand_cancels_nothing_before_the_challenge_is_accepted():
    # The target of Guild Triskelion's challenge is known when its Technique is announced, but nobody fights yet.
    real = Real([EDELINE, PANZERHAND], [TORSTEN, LANGSCHWERT])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    hand = real.wear(PANZERHAND, mine)
    sword, token = real.wear(LANGSCHWERT, enemy), real.wear("01198", enemy)
    real.do(Kind.PASS)
    real.use(token, 1)
    real.use(sword, 0)
    assert not real.can_use(hand, 1)


@pytest.mark.parametrize(("weapon", "works"), [(LANGSCHWERT, True), (FLINTLOCK, False)])
def test_panzerhand_ripostes_with_a_melee_weapon(weapon, works):
    real, _, mine, _ = duel_with("01057", PANZERHAND, weapon)
    hand = real.find(PANZERHAND, A)
    assert real.can_use(hand, 2) is works
    if works:
        real.use(hand, 2)
        real.do(Kind.DECLINE)
        # Precision parries 1 and sends 4; one more goes back.
        assert real.wounds(mine) == 1
        assert real.state.duel.threat == [5, 0]
        # Once a duel.
        real.hold(COIN, B)
        real.do(Kind.FIGHT, real.state.hand[B][0])
        real.hold(COIN, A)
        real.do(Kind.FIGHT, real.state.hand[A][-1])
        assert not real.can_use(hand, 2)


# Langschwert


@pytest.mark.parametrize("number", [0, 1])
def test_langschwert_thrusts_by_either_technique_one_a_round(number):
    real, _, mine, _ = duel_with("01057", LANGSCHWERT)
    sword = real.find(LANGSCHWERT, A)
    assert real.can_use(sword, 1 - number)
    real.use(sword, number)
    assert not real.can_use(sword, 1 - number)
    real.do(Kind.DECLINE)
    # Precision's 4 and one more, and it parried 1 of 3.
    assert real.state.duel.threat == [5, 0]
    assert real.wounds(mine) == 2


@pytest.mark.parametrize("number", [0, 1])
def test_langschwert_has_only_its_other_technique_in_a_later_round(number):
    real = Real([EDELINE, LANGSCHWERT, *COINS], [TORSTEN, *COINS])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    sword = real.wear(LANGSCHWERT, mine)
    real.hold(COIN, A, 3), real.hold(COIN, B, 3)
    real.duel(enemy, mine, 0, 1)
    real.do(Kind.FIGHT, real.state.hand[A][0])
    real.use(sword, number)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert not real.can_use(sword, number)
    assert real.can_use(sword, 1 - number)


# Polished Flintlock


def flintlock(*, engaged: bool = False) -> tuple[Real, int, int]:
    real = Real([EDELINE, FLINTLOCK], [TORSTEN])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS, engaged=engaged)
    return real, real.wear(FLINTLOCK, mine), enemy


@pytest.mark.parametrize("engages", [True, False])
def test_polished_flintlock_wounds_unless_the_target_is_engaged_by_its_controller(engages):
    real, pistol, enemy = flintlock()
    real.use(pistol)
    assert real.game.to_choose == B
    if engages:
        real.way(pistol, 0, 0)
    else:
        real.do(Kind.DECLINE)
    assert (real.engaged(enemy), real.wounds(enemy), real.engaged(pistol)) == (engages, not engages, not engages)
    real.pass_to(A)
    assert not real.can_use(pistol)


def test_polished_flintlock_wounds_at_once_whoever_is_engaged():
    real, pistol, enemy = flintlock(engaged=True)
    real.use(pistol)
    assert real.wounds(enemy) == 1
    assert real.engaged(pistol)


def test_polished_flintlock_needs_an_opposing_character():
    real, pistol, enemy = flintlock()
    real.state.place[enemy] = DOCKS
    real.again()
    assert not real.can_use(pistol)


def test_polished_flintlock_asks_the_controller_among_three():
    real = Real([EDELINE, FLINTLOCK], [TORSTEN], ["01063"], players=3)
    mine, enemy, third = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS), real.enter("01063", C, FORUMS)
    pistol = real.wear(FLINTLOCK, mine)
    real.use(pistol)
    assert real.offered(Kind.TARGET) == {enemy, third}
    real.do(Kind.TARGET, third)
    assert real.game.to_choose == C
    real.do(Kind.DECLINE)
    assert (real.wounds(third), real.wounds(enemy)) == (1, 0)


def test_polished_flintlock_is_lethal_with_a_challenge_that_is_refused():
    real, pistol, enemy = flintlock()
    mine = real.state.bearer[pistol]
    real.do(Kind.CHALLENGE, mine)
    real.use(pistol, 1)
    assert real.engaged(pistol)
    real.state.duel.bonus = 2
    real.do(Kind.REFUSE)
    # Combat 1 and a Thrust of 2, and nothing of it is capped.
    assert real.wounds(enemy) == 3


def test_polished_flintlock_is_not_lethal_while_it_is_engaged():
    real, pistol, _ = flintlock()
    real.state.engaged[pistol] = 1
    real.again()
    real.do(Kind.CHALLENGE, real.state.bearer[pistol])
    assert real.game.to_choose == B
