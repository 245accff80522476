"""Every ability of the Castille characters that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Stat
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, INN
from tests.rules.five_sails.cards.castille import (
    ANIBAL,
    DANIELLA,
    DOLORES,
    EKO,
    JACKET,
    KNIFE,
    MAKEPEACE,
    MAYA,
    PAVEL,
    PHILIP,
    SANJAY,
    SIBELLA,
    SOLINE,
    duel_of,
    fight,
    maneuver,
    soline,
)
from tests.rules.five_sails.real import FILLER, A, B, Real

# Soline el Gato


def test_soline_lowers_the_finesse_of_adversaries_where_she_is_and_of_nobody_else():
    real, me, pavel = soline()
    assert real.value(pavel, Stat.FINESSE) == 2
    real.enter(SIBELLA, B, FORUMS)
    real.hold(FILLER, B, 2)
    real.duel(me, pavel, 0, 1)
    assert real.value(pavel, Stat.FINESSE) == 1
    assert real.value(real.find(SIBELLA, B), Stat.FINESSE) == 2
    real.state.place[me] = DOCKS
    assert real.value(pavel, Stat.FINESSE) == 2


def test_soline_lowers_finesse_for_other_participants_of_hers_and_not_before_the_challenge_is_accepted():
    real = Real([MAYA], [PAVEL], leaders=(SOLINE,))
    real.leader(A, FORUMS)
    maya, pavel = real.enter(MAYA, A, FORUMS), real.enter(PAVEL, B, FORUMS)
    real.do(Kind.CHALLENGE, maya)
    assert real.value(pavel, Stat.FINESSE) == 2
    real.hold(FILLER, B, 2)
    real.do(Kind.ACCEPT)
    assert real.value(pavel, Stat.FINESSE) == 1


def test_soline_moves_after_anybodys_action_once_a_day():
    real, me, _ = soline()
    inn = real.enter(SIBELLA, B, FORUMS)
    real.do(Kind.PASS)
    real.use(inn)
    assert real.game.to_choose == A
    real.use(me, 1)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.place(me) == DOCKS
    assert not real.engaged(me)
    assert real.game.to_choose == A  # priority, and nothing to react to


def test_soline_does_not_react_at_home_to_built_in_actions_or_when_she_declines():
    real, me, _ = soline()
    real.do(Kind.MOVE, me, place=DOCKS)
    assert Kind.PASS in real.asked()
    real, me, _ = soline(HOME)
    sibella = real.enter(SIBELLA, B, FORUMS)
    real.enter(EKO, A, FORUMS)
    real.do(Kind.PASS)
    real.use(sibella)
    assert Kind.PASS in real.asked()
    real, me, _ = soline()
    sibella = real.enter(SIBELLA, B, FORUMS)
    real.do(Kind.PASS)
    real.use(sibella)
    real.do(Kind.DECLINE)
    assert real.place(me) == FORUMS


# "Madre" Dolores


def dolores(hand: int = 1):
    real = Real([DOLORES], [PAVEL, SIBELLA])
    madre = real.enter(DOLORES, A, FORUMS, wounds=2)
    pavel, away = real.enter(PAVEL, B, FORUMS, wounds=1), real.enter(SIBELLA, B, DOCKS, wounds=1)
    if hand:
        real.hold(FILLER, A, hand)
    return real, madre, pavel, away


def test_dolores_heals_one_character_here_for_nothing():
    real, madre, pavel, away = dolores()
    real.use(madre)
    assert real.offered(Kind.TARGET) == {madre, pavel}
    real.do(Kind.TARGET, madre)
    real.do(Kind.DECLINE)
    assert (real.wounds(madre), real.wounds(pavel), real.wounds(away)) == (1, 1, 1)
    assert real.cards_in_hand(A) == 1
    real.do(Kind.PASS)
    assert not real.can_use(madre)


def test_dolores_heals_two_for_a_card():
    real, madre, pavel, _ = dolores()
    real.use(madre)
    real.do(Kind.TARGET, madre)
    real.do(Kind.TARGET, pavel)
    assert (real.wounds(madre), real.wounds(pavel)) == (1, 0)
    assert real.cards_in_hand(A) == 0


def test_dolores_without_a_card_has_one_target_and_at_home_none():
    real, madre, pavel, _ = dolores(hand=0)
    real.use(madre)
    real.do(Kind.TARGET, pavel)
    assert (real.wounds(madre), real.wounds(pavel)) == (2, 0)
    real, madre, *_ = dolores()
    real.state.place[madre] = HOME
    real.again()
    assert not real.can_use(madre)


# Makepeace Botwighte


def test_makepeace_makes_attachments_dearer_for_those_who_oppose_him():
    real = Real([MAKEPEACE, KNIFE, SIBELLA], [PAVEL, DANIELLA, KNIFE])
    real.enter(MAKEPEACE, A, FORUMS)
    mine = real.enter(SIBELLA, A, FORUMS)
    here, away = real.enter(PAVEL, B, FORUMS), real.enter(DANIELLA, B, DOCKS)
    own, knife = real.hold(KNIFE, A), real.hold(KNIFE, B)
    assert real.can(Kind.EQUIP, own, mine)
    real.do(Kind.PASS)
    assert not real.can(Kind.EQUIP, knife, here)
    assert real.can(Kind.EQUIP, knife, away)
    real.hold(FILLER, B)
    real.do(Kind.EQUIP, knife, here)
    assert real.cards_in_hand(B) == 0


def test_makepeace_sends_home_an_engaged_character_with_no_more_influence():
    real = Real([MAKEPEACE], [SIBELLA, DANIELLA, PHILIP])
    makepeace = real.enter(MAKEPEACE, A, FORUMS)
    proud = real.enter(SIBELLA, B, FORUMS, engaged=True)
    real.enter(DANIELLA, B, FORUMS)
    assert not real.can_use(makepeace, 1)
    equal = real.enter(PHILIP, B, FORUMS, engaged=True)
    dash = real.enter("01190", B, FORUMS, engaged=True)
    real.use(makepeace, 1)
    assert real.offered(Kind.TARGET) == {equal, dash}
    real.do(Kind.TARGET, equal)
    assert real.at_home(equal)
    assert real.engaged(equal)
    assert real.place(proud) == FORUMS


# Maya de La Rioja


def test_maya_moves_to_an_adjacent_city_location_as_first_player():
    real = Real([MAYA], [], players=3)
    maya = real.enter(MAYA, A, DOCKS, engaged=True)
    real.use(maya)
    assert real.places() == {INN, FORUMS}
    real.do(Kind.PLACE, place=INN)
    assert real.place(maya) == INN


@pytest.mark.parametrize(("way", "places"), [(0, {FORUMS}), (1, {FORUMS, BAZAAR, HOME + A})])
def test_maya_may_go_anywhere_if_not_first_player(way, places):
    real = Real([MAYA], [], first=B)
    maya = real.enter(MAYA, A, DOCKS)
    real.do(Kind.PASS)
    real.use(maya)
    real.pick(way)
    if len(places) > 1:
        assert real.places() == places
        real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(maya) == (BAZAAR if way else FORUMS)


def test_maya_trades_a_riposte_for_a_discard():
    real, maya, other, card = maneuver("01107", MAYA)
    real.hold(FILLER, B, 2)
    duel_of(real, maya, other)
    fight(real, card)
    real.use(maya, 1)
    assert real.cards_in_hand(B) == 1
    # Its Riposte of 1 is gone, and only the Thrust of 1 is sent; Sibella's Combat of 2 wounds twice.
    assert real.state.duel.threat == [1, 0]
    assert real.wounds(maya) == 2


def test_maya_needs_a_riposte_to_lose():
    real, maya, other, card = maneuver(KNIFE, MAYA)
    duel_of(real, maya, other)
    fight(real, card)
    assert not real.can_use(maya, 1)
    real = Real([MAYA], [PAVEL])
    maya = real.enter(MAYA, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    real.do(Kind.CHALLENGE, maya)
    assert Kind.ACCEPT in real.asked()  # no Technique was offered with the challenge


def test_maya_s_adversary_with_no_card_discards_none():
    real, maya, other, card = maneuver("01107", MAYA)
    duel_of(real, maya, other)
    fight(real, card)
    real.use(maya, 1)
    assert not [told for told in real.told(Moment.DISCARDED) if told.number == B]


# "Padre" Aníbal


@pytest.mark.parametrize(("renown", "holds"), [(0, True), (1, True), (2, False)])
def test_anibal_has_more_influence_in_pressures_where_renown_is_scarce(renown, holds):
    real = Real([ANIBAL], [SIBELLA])
    padre = real.enter(ANIBAL, A, FORUMS)
    real.enter(SIBELLA, B, FORUMS)  # Influence 3 against 2, or 4
    real.state.renown_at[FORUMS] = renown
    assert real.value(padre, Stat.INFLUENCE) == 2
    real.do(Kind.CLAIM, padre)
    assert (real.state.holder[FORUMS] == A) is holds


def test_anibal_helps_against_a_pressure_but_not_against_one_with_another_stat():
    real = Real([ANIBAL, "01105"], [SIBELLA, DANIELLA])
    real.enter(ANIBAL, A, FORUMS)
    sibella = real.enter(SIBELLA, B, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CLAIM, sibella)
    assert real.state.holder[FORUMS] != B
    # Drinking Games: Resolve 5 against 4 and 4, so no Influence helps.
    real.enter(DANIELLA, B, FORUMS)
    games = real.hold("01105", A)
    real.hold(FILLER, A)
    real.use(games)
    assert real.told(Moment.PRESSURE_ENDS)[-1].number == 0


@pytest.mark.parametrize("renown", [0, 1])
def test_anibal_becomes_en_garde_where_there_is_no_renown(renown):
    real = Real([ANIBAL], [])
    padre = real.enter(ANIBAL, A, FORUMS, engaged=True)
    real.state.renown_at[FORUMS] = renown
    real.again()
    assert real.can_use(padre, 1) is (renown == 0)
    if not renown:
        real.use(padre, 1)
        assert not real.engaged(padre)


# Sanjay


@pytest.mark.parametrize(("mine", "theirs", "engages"), [(2, 1, True), (1, 1, False), (0, 1, False)])
def test_sanjay_engages_a_character_whose_controller_has_fewer_cards(mine, theirs, engages):
    real = Real([SANJAY], [PAVEL, SIBELLA])
    sanjay, pavel = real.enter(SANJAY, A, FORUMS), real.enter(PAVEL, B, FORUMS)
    real.enter(SIBELLA, B, DOCKS)
    for player, cards in ((A, mine), (B, theirs)):
        real.hold(FILLER, player, cards) if cards else None
    real.use(sanjay)
    assert real.engaged(pavel) is engages


def test_sanjay_needs_somebody_who_opposes_him():
    real = Real([SANJAY], [PAVEL])
    sanjay = real.enter(SANJAY, A, FORUMS)
    real.enter(PAVEL, B, DOCKS)
    assert not real.can_use(sanjay)


def test_sanjay_draws_after_an_effect_made_an_opponent_discard():
    real, maya, other, card = maneuver("01107", MAYA, a=[SANJAY])
    sanjay = real.enter(SANJAY, A, HOME)
    real.hold(FILLER, B, 2)
    duel_of(real, maya, other)
    fight(real, card)
    before = real.cards_in_hand(A)
    real.use(maya, 1)
    real.use(sanjay, 1)
    assert real.cards_in_hand(A) == before + 1


def test_sanjay_does_not_draw_for_costs_for_own_discards_or_for_another_players_effects():
    real = Real([SANJAY, "01148"], [PAVEL, SANJAY, JACKET])
    real.enter(SANJAY, A, FORUMS)
    marooned = real.scheme("01148", A)
    pavel = real.enter(PAVEL, B, FORUMS)
    jacket = real.wear(JACKET, pavel)
    real.enter("01190", B, FORUMS)
    real.hold(FILLER, A)
    real.hold(FILLER, B, 2)
    real.use(marooned, 1)
    real.do(Kind.DISCARD, real.state.hand[A][0])
    real.pick(0)
    assert real.game.to_choose == B  # A's own discard, by its own effect, is no opponent's
    real.use(jacket)
    assert real.game.to_choose == A
    assert Kind.DECLINE not in real.asked()
