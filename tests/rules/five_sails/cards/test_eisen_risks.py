"""Every ability of the Eisen risks that are built, with the real cards."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Zone
from rules.five_sails.deeds.deeds import wound
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME
from tests.rules.five_sails.cards.eisen import (
    ADELHEIDE,
    CARMELLA,
    COINS,
    EDELINE,
    FLINTLOCK,
    LANGSCHWERT,
    PANZERHAND,
    PAVEL,
    TORSTEN,
    duel_with,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, Real

# Answering the Call


def answered(mercenary: str = ADELHEIDE, **where: int) -> tuple[Real, int, int, int, int]:
    """Edeline faces 3 threat, and the Maneuver was just used."""
    real = Real([EDELINE, "01043", "01051", *COINS], [TORSTEN, *COINS])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    hired = real.enter(mercenary, A, where.get("at", FORUMS))
    real.enter(CARMELLA, B, FORUMS)
    call = real.hold("01051", A)
    real.hold(COIN, A, 3), real.hold(COIN, B, 3)
    real.duel(enemy, mine, 0, 3)
    real.do(Kind.FIGHT, call)
    real.use(call)
    return real, call, mine, enemy, hired


def test_answering_the_call_lets_a_mercenary_take_the_wounds_until_the_next_round():
    real, _, mine, _, hired = answered()
    assert (real.wounds(mine), real.wounds(hired)) == (0, 2)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    # Edeline's next round: she takes her wounds herself.
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert (real.wounds(mine), real.wounds(hired)) == (1, 2)


def test_answering_the_call_holds_in_the_adversarys_round_too():
    real, _, mine, _, hired = answered()
    assert real.game.to_choose == B
    wound(real.state, mine, number=1)
    real.again()
    assert (real.wounds(mine), real.wounds(hired)) == (0, 3)


def test_answering_the_call_may_count_uwe_as_a_mercenary():
    real, _, mine, _, uwe = answered("01043")
    assert (real.wounds(mine), real.wounds(uwe)) == (0, 2)


def test_answering_the_call_does_nothing_for_a_mercenary_that_fights_itself():
    real = Real(["01051", *COINS], [TORSTEN, *COINS])
    mine, enemy = real.enter(ADELHEIDE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    call = real.hold("01051", A)
    real.duel(enemy, mine, 0, 3)
    real.do(Kind.FIGHT, call)
    real.use(call)
    assert real.wounds(mine) == 2


def test_answering_the_call_needs_a_mercenary_at_this_location():
    real, _, mine, _, hired = answered(at=DOCKS)
    assert (real.wounds(mine), real.wounds(hired)) == (2, 0)


def test_answering_the_call_does_not_help_once_the_mercenary_is_gone():
    real, _, mine, _, hired = answered()
    real.state.wounds[hired] = 3
    wound(real.state, hired, number=1)
    real.again()
    wound(real.state, mine, number=1)
    real.again()
    assert real.zone(hired) == Zone.LOCKER
    assert real.wounds(mine) == 1


# Fight Through the Pain


def test_fight_through_the_pain_heals_whoever_has_an_attachment_anywhere():
    real = Real([EDELINE, "01038", "01052", LANGSCHWERT], [TORSTEN, LANGSCHWERT])
    mine, bare = real.enter(EDELINE, A, HOME, wounds=2), real.enter("01038", A, DOCKS, wounds=1)
    enemy = real.enter(TORSTEN, B, FORUMS, wounds=1)
    real.wear(LANGSCHWERT, mine), real.wear(LANGSCHWERT, enemy)
    risk = real.hold("01052", A)
    real.use(risk)
    assert real.offered(Kind.TARGET) == {mine, enemy}
    real.do(Kind.TARGET, mine)
    assert (real.wounds(mine), real.wounds(bare), real.wounds(enemy)) == (1, 1, 1)
    assert real.zone(risk) == Zone.DISCARD


def test_fight_through_the_pain_heals_the_participant_at_the_end_of_the_round():
    real, risk, mine, _ = duel_with("01052")
    real.use(risk, 1)
    # Three wounds of three threat, and one of them is healed.
    assert real.wounds(mine) == 2
    assert [happening.number for happening in real.told(Moment.HEALED)] == [1]


# Iron Reply


def test_iron_reply_needs_as_much_combat():
    real, risk, _, _ = duel_with("01054", own=EDELINE)
    assert not real.can_use(risk, 1)
    real, risk, _, enemy = duel_with("01054", own="01043")
    real.use(risk, 1)
    assert real.wounds(enemy) == 1
    assert real.cards_in_hand(A) == 1


def test_iron_reply_is_free_with_an_eisenfaust_attachment_which_is_enough():
    real, risk, _, enemy = duel_with("01054", PANZERHAND, own=EDELINE)
    real.use(risk, 1)
    assert real.wounds(enemy) == 1
    assert real.cards_in_hand(A) == 2


@pytest.mark.parametrize(("own", "works"), [(EDELINE, False), ("01043", True)])
def test_iron_reply_cares_for_no_other_attachment(own, works):
    real, risk, _, _ = duel_with("01054", LANGSCHWERT, own=own)
    assert real.can_use(risk, 1) is works
    if works:
        real.use(risk, 1)
        assert real.cards_in_hand(A) == 1


# Last Word


@pytest.mark.parametrize(("weapon", "works"), [(FLINTLOCK, True), (LANGSCHWERT, False)])
def test_last_word_moves_an_opposing_character_with_a_ranged_weapon(weapon, works):
    real = Real([EDELINE, "01055", weapon], [TORSTEN, PAVEL])
    mine, enemy, other = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS), real.enter(PAVEL, B, FORUMS)
    real.wear(weapon, mine)
    risk = real.hold("01055", A)
    assert real.can_use(risk) is works
    if works:
        real.use(risk)
        assert real.offered(Kind.TARGET) == {enemy, other}
        real.do(Kind.TARGET, enemy)
        assert real.places() == {DOCKS, BAZAAR}
        real.do(Kind.PLACE, place=DOCKS)
        assert (real.place(enemy), real.place(other)) == (DOCKS, FORUMS)


def test_last_word_asks_for_no_place_if_there_is_nobody_to_move():
    real = Real([EDELINE, "01055", FLINTLOCK])
    real.wear(FLINTLOCK, real.enter(EDELINE, A, FORUMS))
    risk = real.hold("01055", A)
    real.use(risk)
    assert real.zone(risk) == Zone.DISCARD
    assert real.game.to_choose == B


def test_last_word_is_not_performed_at_home():
    real = Real([EDELINE, "01055", FLINTLOCK])
    real.wear(FLINTLOCK, real.enter(EDELINE, A, HOME))
    assert not real.can_use(real.hold("01055", A))


@pytest.mark.parametrize(("weapon", "works"), [(FLINTLOCK, True), (LANGSCHWERT, False)])
def test_last_word_wounds_the_adversary_with_a_ranged_weapon(weapon, works):
    real, risk, _, enemy = duel_with("01055", weapon)
    assert real.can_use(risk, 1) is works
    if works:
        real.use(risk, 1)
        assert real.wounds(enemy) == 1


# Move Along


def move_along() -> tuple[Real, int, int, int]:
    real = Real([EDELINE, "01056"], [TORSTEN])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    risk = real.hold("01056", A)
    real.hold(FILLER, A)
    real.use(risk)
    return real, risk, mine, enemy


def test_move_along_is_canceled_if_the_target_goes_home_engaged():
    real, risk, mine, enemy = move_along()
    assert real.game.to_choose == B
    # The first way is the whole program of the challenge, the second what its controller may do.
    real.way(risk, 0, 1)
    assert real.at_home(enemy)
    assert real.engaged(enemy)
    assert real.state.duel is None
    assert not real.state.waiting
    assert (real.wounds(enemy), real.engaged(mine)) == (0, False)
    assert not real.told(Moment.DUEL_ENDS)


def test_move_along_goes_on_as_a_challenge_otherwise():
    real, risk, mine, enemy = move_along()
    real.do(Kind.DECLINE)
    assert real.asked() == {Kind.ACCEPT, Kind.REFUSE}
    real.do(Kind.REFUSE)
    assert real.wounds(enemy) == 1
    assert not real.engaged(mine)
    assert real.zone(risk) == Zone.DISCARD


def test_move_along_has_to_be_paid():
    real = Real([EDELINE, "01056"], [TORSTEN])
    real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    risk = real.hold("01056", A)
    assert not real.can_use(risk)


# Precision


def test_precision_makes_the_participant_lethal_in_the_adversarys_round():
    real, risk, _, enemy = duel_with("01057", own="01038")
    real.use(risk)
    assert real.cards_in_hand(A) == 1
    real.hold(COIN, B)
    real.do(Kind.YIELD)
    # Otto has Combat 1, and sent 4.
    assert real.wounds(enemy) == 4


def test_precision_has_to_be_paid():
    real = Real([EDELINE, "01057"], [TORSTEN])
    mine, enemy = real.enter(EDELINE, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    risk = real.hold("01057", A)
    real.duel(enemy, mine)
    real.do(Kind.FIGHT, risk)
    assert not real.can_use(risk)


# Press the Advantage


def test_press_the_advantage_engages_and_sends_home_the_weaker():
    real = Real(["01043", "01058", EDELINE], [TORSTEN, PAVEL, "01118", "01117"])
    real.enter("01043", A, FORUMS)
    real.enter(EDELINE, A, HOME), real.enter("01117", B, DOCKS)
    weak, weaker = real.enter("01118", B, FORUMS), real.enter(PAVEL, B, FORUMS)
    real.enter(TORSTEN, B, FORUMS), real.leader(B, FORUMS)
    risk = real.hold("01058", A)
    real.hold(FILLER, A, 2)
    real.use(risk)
    assert real.offered(Kind.TARGET) == {weak, weaker}
    real.do(Kind.TARGET, weak)
    assert real.at_home(weak)
    assert real.engaged(weak)
    assert real.cards_in_hand(A) == 0


def test_press_the_advantage_spares_leaders_and_equals():
    real = Real(["01043", "01058"], [TORSTEN], leaders=("01035", "01006"))
    real.enter("01043", A, FORUMS), real.enter(TORSTEN, B, FORUMS), real.leader(B, FORUMS)
    risk = real.hold("01058", A)
    real.hold(FILLER, A, 2)
    assert not real.can_use(risk)


@pytest.mark.parametrize(("engaged", "thrust"), [(False, 2), (True, 3)])
def test_press_the_advantage_thrusts_more_if_the_adversary_is_engaged_already(engaged, thrust):
    real, risk, mine, enemy = duel_with("01058")
    real.state.engaged[enemy] = int(engaged)
    real.use(risk, 1)
    assert real.engaged(enemy)
    # The Riposte of 1 comes on top, and one of three threat is left after a Parry of 1.
    assert real.state.duel.threat == [thrust + 1, 0]
    assert real.wounds(mine) == 1


# Regroup


def test_regroup_moves_the_performer():
    real = Real([EDELINE, "01038", "01059"])
    mine, other = real.enter(EDELINE, A, DOCKS, engaged=True), real.enter("01038", A, HOME)
    risk = real.hold("01059", A)
    assert not real.can_use(risk)
    real.hold(FILLER, A)
    real.use(risk)
    assert real.place(mine) == FORUMS
    assert real.place(other) == HOME


def test_regroup_moves_the_participant_at_the_end_of_the_round():
    real, risk, mine, enemy = duel_with("01059")
    real.use(risk, 1)
    assert real.wounds(mine) == 1
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.place(mine) == DOCKS
    assert real.place(enemy) == FORUMS


# Stratege


@pytest.mark.parametrize("both", [True, False])
def test_stratege_moves_one_or_two_from_one_location_to_the_same(both):
    real = Real([EDELINE, "01038", "01043", "01060"])
    first, second = real.enter(EDELINE, A, DOCKS, engaged=True), real.enter("01038", A, DOCKS)
    away = real.enter("01043", A, BAZAAR)
    risk = real.hold("01060", A)
    real.hold(FILLER, A)
    real.use(risk)
    assert real.offered(Kind.PERFORM) == {real.leader(A), first, second, away}
    real.do(Kind.PERFORM, first)
    assert real.offered(Kind.PERFORM) == {second}
    real.do(*((Kind.PERFORM, second) if both else (Kind.DECLINE,)))
    assert real.place(first) == FORUMS
    assert real.place(second) == (FORUMS if both else DOCKS)
    assert real.place(away) == BAZAAR
    assert real.engaged(first)


def test_stratege_leaves_home_for_any_location():
    real = Real([EDELINE, "01060"])
    mine = real.enter(EDELINE, A, HOME)
    risk = real.hold("01060", A)
    real.hold(FILLER, A)
    real.use(risk)
    real.do(Kind.PERFORM, mine)
    assert real.places() == {DOCKS, FORUMS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(mine) == BAZAAR


# Well-Equipped


def test_well_equipped_makes_a_performer_with_an_attachment_en_garde():
    real = Real([EDELINE, "01038", "01061", LANGSCHWERT])
    mine, bare = real.enter(EDELINE, A, HOME, engaged=True), real.enter("01038", A, DOCKS, engaged=True)
    risk = real.hold("01061", A)
    real.hold(FILLER, A)
    assert not real.can_use(risk)
    real.wear(LANGSCHWERT, mine)
    real.use(risk)
    assert (real.engaged(mine), real.engaged(bare)) == (False, True)


@pytest.mark.parametrize(("gear", "drawn"), [(LANGSCHWERT, 1), (PANZERHAND, 0)])
def test_well_equipped_ripostes_and_draws_with_a_weapon(gear, drawn):
    real, risk, mine, _ = duel_with("01061", gear, threat=4)
    real.use(risk, 1)
    if Kind.DECLINE in real.asked() and real.game.to_choose == A:
        real.do(Kind.DECLINE)
    assert real.cards_in_hand(A) == 1 + drawn
    # Three of four threat go back, with a Thrust of 1.
    assert real.wounds(mine) == 1
    assert real.state.duel.threat == [4, 0]
