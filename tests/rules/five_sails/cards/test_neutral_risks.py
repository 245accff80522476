"""Every ability of the neutral risks that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Zone
from rules.five_sails.deeds.deeds import destroy
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, INN
from tests.rules.five_sails.cards.neutral import (
    DANIELLA,
    DOLORES,
    EKO,
    GLASS,
    GUSTAVO,
    JACKET,
    KNIFE,
    MARYAM,
    MAYA,
    PAVEL,
    PHILIP,
    SIBELLA,
    SIGURD,
    SOLINE,
    SWORD,
    TERRELL,
    challenged,
    finish,
    meeting,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, C, Real

# Hidden Corridors


@pytest.mark.parametrize(
    ("players", "place", "far"), [(2, DOCKS, {BAZAAR}), (2, FORUMS, set()), (3, BAZAAR, {INN, DOCKS})]
)
def test_hidden_corridors_lead_to_a_location_that_is_not_adjacent(players, place, far):
    real = Real(["01164", SIBELLA], [], players=players)
    sibella = real.enter(SIBELLA, A, place, engaged=True)
    card = real.hold("01164", A)
    real.hold(FILLER, A)
    real.use(card, 0)
    if len(far) > 1:
        assert real.places() == far
        real.do(Kind.PLACE, place=min(far))
    assert real.place(sibella) == (min(far) if far else place)
    assert real.zone(card) == Zone.DISCARD


def test_hidden_corridors_move_a_participant_at_the_end_of_its_round():
    real, mine, other = meeting(["01164"])
    card = real.hold("01164", A)
    real.hold(FILLER, A, 2)
    challenged(real, mine, other, 1)
    real.do(Kind.FIGHT, card)
    real.use(card, 1)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(mine) == BAZAAR
    assert real.state.duel is None


def test_hidden_corridors_ask_nothing_for_a_dead_participant():
    real, mine, other = meeting(["01164"])
    card = real.hold("01164", A)
    real.hold(FILLER, A, 2)
    challenged(real, mine, other, 3)
    real.state.wounds[mine] = 3
    real.do(Kind.FIGHT, card)
    real.use(card, 1)
    assert real.zone(mine) == Zone.LOCKER
    assert Kind.PLACE not in real.asked()


# I Know that Trick!


def trick(b=(), gear=(), other: str = TERRELL):
    real, mine, them = meeting(["01165"], [*b, *gear], other=other)
    worn = [real.wear(code, them) for code in gear]
    card = real.hold("01165", A)
    real.hold(FILLER, A)
    challenged(real, mine, them, 2)
    real.do(Kind.FIGHT, card)
    return real, mine, them, card, worn


def test_i_know_that_trick_copies_a_technique_of_the_adversary_or_its_attachments():
    real, _, terrell, card, (sword,) = trick(gear=[SWORD])
    real.use(card)
    assert {(c.card, c.number) for c in real.game.legal()} == {(terrell, 1), (sword, 0), (sword, 1)}
    real.use(terrell, 1)
    # Riposte 1 and Thrust 1, and the copied Thrust.
    assert real.state.duel.threat == [3, 0]
    assert real.told(Moment.RESOLVED)[-1].card == card


def test_i_know_that_trick_copies_no_cost_and_speaks_of_the_copier():
    real, _, _, card, (worn,) = trick(gear=["01155"], other=PHILIP)
    real.use(card)
    real.use(worn, 1)
    assert real.zone(worn) == Zone.PLAY
    assert real.state.duel.threat == [3, 0]
    real, _, _, card, (pistol,) = trick(gear=["01049"], other=SIBELLA)
    real.use(card)
    assert not real.engaged(pistol)
    assert real.state.duel.lethal == [False, True]
    real, _, _, card, _ = trick(other=MAYA)
    real.hold(FILLER, B, 2)
    real.use(card)
    assert real.cards_in_hand(B) == 1
    assert real.cards_in_hand(A) == 1


def test_i_know_that_trick_moves_the_copier_once():
    real, mine, daniella, card, _ = trick(other=DANIELLA)
    real.use(card)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.place(mine) == DOCKS
    assert real.place(daniella) == FORUMS
    assert len(real.told(Moment.MOVED)) == 1


def test_i_know_that_trick_may_find_no_technique():
    real, _, _, card, _ = trick(other=SIBELLA)
    real.use(card)
    assert real.state.duel.threat == [2, 0]


# Liberating Goods


def test_liberating_goods_takes_a_common_attachment_of_an_opponents_pile():
    real = Real(["01167", SIBELLA], [KNIFE, GLASS, "01104"], [JACKET], players=3)
    sibella = real.enter(SIBELLA, A, FORUMS)
    knife, jacket = real.throw(KNIFE, B), real.throw(JACKET, C)
    real.throw(GLASS, B)
    real.throw("01104", B)
    card = real.hold("01167", A)
    real.hold(FILLER, A, 2)
    real.use(card)
    assert real.offered(Kind.TARGET) == {knife, jacket}
    real.do(Kind.TARGET, jacket)
    assert real.state.gear[sibella] == (jacket,)
    assert real.state.control[jacket] == A
    assert real.cards_in_hand(A) == 1
    real.state.place[sibella] = HOME
    assert not real.can_use(card)


def test_liberating_goods_needs_a_performer_in_the_city():
    real = Real(["01167", SIBELLA], [KNIFE])
    real.throw(KNIFE, B)
    real.enter(SIBELLA, A, HOME)
    assert not real.can_use(real.hold("01167", A))


# A New Strategy


@pytest.mark.parametrize("renown", [0, 2])
def test_a_new_strategy_costs_a_renown_and_draws_two(renown):
    real = Real(["01168"], [])
    card = real.hold("01168", A)
    real.state.renown[A] = renown
    real.again()
    assert real.can_use(card) is bool(renown)
    if renown:
        real.use(card)
        assert real.state.renown[A] == 1
        assert real.cards_in_hand(A) == 2
        assert real.zone(card) == Zone.LOCKER


# Not Today


def test_not_today_parries_five_wounds_and_takes_its_participant_home_engaged():
    real, mine, other = meeting()
    card, _ = real.hold(FILLER, A), real.hold(COIN, A)
    challenged(real, mine, other, 5)
    real.do(Kind.FIGHT, card)
    assert real.wounds(mine) == 1
    assert real.at_home(mine)
    assert real.engaged(mine)
    assert real.state.duel is None
    assert real.zone(card) == Zone.DISCARD


def test_not_today_may_kill_and_then_moves_nobody():
    real, mine, other = meeting()
    card, _ = real.hold(FILLER, A), real.hold(COIN, A)
    real.state.wounds[mine] = 3
    challenged(real, mine, other, 5)
    real.do(Kind.FIGHT, card)
    assert real.zone(mine) == Zone.LOCKER
    assert not real.told(Moment.MOVED)


def test_not_today_works_only_in_its_own_round():
    real, mine, other = meeting()
    coin, _ = real.hold(COIN, A), real.hold(FILLER, A)
    today = real.hold(FILLER, B)
    challenged(real, mine, other, 1)
    real.do(Kind.FIGHT, coin)
    real.do(Kind.FIGHT, today)
    finish(real)
    assert real.wounds(other) == 1
    assert real.at_home(other)
    assert real.place(mine) == FORUMS


# Paid Off


def paid_off(performer: str = SIBELLA, cards: int = 2, *, engaged: bool = False, leaders=()):
    real = Real(["01171"] if leaders else ["01171", performer], [PHILIP], leaders=leaders)
    mine = real.leader(A, FORUMS) if leaders else real.enter(performer, A, FORUMS)
    real.enter(PHILIP, B, FORUMS)
    sigurd = real.enter(SIGURD, B, FORUMS, engaged=engaged)
    card = real.hold("01171", A)
    real.hold(FILLER, A, cards)
    return real, card, mine, sigurd


def test_paid_off_engages_an_opposing_mercenary():
    real, card, _, sigurd = paid_off()
    real.use(card, 1)
    assert real.engaged(sigurd)
    assert real.place(sigurd) == FORUMS
    assert real.cards_in_hand(A) == 0


def test_paid_off_sends_an_engaged_mercenary_home_instead():
    real, card, _, sigurd = paid_off(engaged=True)
    real.use(card, 1)
    assert real.at_home(sigurd)
    assert real.engaged(sigurd)


def test_paid_off_chooses_its_target_before_it_sees_whether_it_is_engaged():
    real, card, _, sigurd = paid_off(engaged=True)
    eko = real.enter(EKO, B, FORUMS)
    real.use(card, 1)
    assert real.offered(Kind.TARGET) == {sigurd, eko}
    real.do(Kind.TARGET, eko)
    assert real.engaged(eko)
    assert real.place(eko) == real.place(sigurd) == FORUMS


@pytest.mark.parametrize(("leaders", "cheap"), [((SOLINE,), True), (("01006",), True), (("01035",), False)])
def test_paid_off_costs_less_for_a_villain_or_scoundrel(leaders, cheap):
    real, card, *_ = paid_off(cards=1, leaders=leaders)
    assert real.can_use(card, 1) is cheap
    if cheap:
        real.use(card, 1)
        assert real.cards_in_hand(A) == 0


def test_paid_off_is_priced_by_its_performer():
    real, card, mine, sigurd = paid_off(DOLORES, cards=2)
    real.enter(GUSTAVO, A, FORUMS)
    real.use(card, 1)
    assert len(real.offered(Kind.PERFORM)) == 2
    real.do(Kind.PERFORM, mine)
    assert real.cards_in_hand(A) == 0
    assert real.engaged(sigurd)


# Triage


def triage(cards: int = 1):
    real = Real(["01176", SIBELLA], [PAVEL], leaders=("01006", SOLINE))
    sibella, pavel = real.enter(SIBELLA, A, FORUMS, wounds=2), real.enter(PAVEL, B, DOCKS, wounds=1)
    soline = real.leader(B)
    real.state.wounds[soline] = 2
    card = real.hold("01176", A)
    if cards:
        real.hold(FILLER, A, cards)
    return real, card, sibella, pavel, soline


def test_triage_heals_any_character_anywhere():
    real, card, sibella, pavel, soline = triage()
    real.use(card, 1)
    assert real.offered(Kind.TARGET) == {sibella, pavel, soline, real.leader(A)}
    real.do(Kind.TARGET, sibella)
    assert real.wounds(sibella) == 1
    assert real.cards_in_hand(A) == 0
    assert real.zone(card) == Zone.DISCARD
    assert real.told(Moment.TARGETED)[0].card == sibella


def test_triage_is_free_for_a_hero_or_scoundrel_and_so_the_only_target_without_a_card():
    real, card, _, _, soline = triage()
    real.use(card, 1)
    real.do(Kind.TARGET, soline)
    assert real.wounds(soline) == 1
    assert real.cards_in_hand(A) == 1
    real, card, _, _, soline = triage(cards=0)
    real.use(card, 1)
    assert real.wounds(soline) == 1


def test_triage_that_nobody_can_pay_for_is_not_offered():
    real = Real(["01176"], leaders=("01006", "01006"))
    card = real.hold("01176", A)
    assert not real.can_use(card, 1)
    real.hold(FILLER, A)
    assert real.can_use(card, 1)


def test_triage_of_somebody_unharmed_heals_nothing():
    real, card, *_ = triage()
    real.use(card, 1)
    real.do(Kind.TARGET, real.leader(A))
    assert not real.told(Moment.HEALED)


def test_triage_of_maryam_is_cancelled_after_it_is_paid():
    real, card, *_ = triage()
    maryam = real.enter(MARYAM, A, FORUMS, wounds=1)
    real.use(card, 1)
    real.do(Kind.TARGET, maryam)
    assert real.wounds(maryam) == 1
    assert real.cards_in_hand(A) == 0
    destroy(real.state, maryam)
