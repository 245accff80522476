"""Every ability of the Eisen characters that are built, with the real cards."""

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
    TORSTEN,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, Real

# Kaspar Dietrich, Old Iron


def test_kaspar_has_more_influence_while_he_parleys_and_only_then():
    real = Real(leaders=KASPAR)
    kaspar, mercenary, dear = real.leader(A, DOCKS), real.lie(ADELHEIDE, DOCKS), real.lie(CARMELLA, DOCKS)
    assert real.value(kaspar, Stat.INFLUENCE) == 2
    assert real.can(Kind.RECRUIT, mercenary, kaspar)
    assert not real.can(Kind.RECRUIT, mercenary)
    assert not real.can(Kind.RECRUIT, dear, kaspar)
    real.do(Kind.RECRUIT, mercenary, kaspar)
    assert real.state.control[mercenary] == A
    assert real.engaged(kaspar)


def kaspar_reveals(*city: str, coins: int = 0) -> tuple[Real, int, list[int]]:
    """Kaspar uses his Action, and these cards come off the City Deck."""
    real = Real(COINS, leaders=KASPAR)
    kaspar = real.leader(A, DOCKS)
    cards = [real.stack(code, NONE) for code in reversed(city)][::-1]
    if coins:
        real.hold(FILLER, A, coins)
    real.use(kaspar, 1)
    return real, kaspar, cards


def test_kaspar_reveals_until_a_mercenary_recruits_it_engaged_and_sinks_the_rest():
    real, kaspar, (event, cuirass, mercenary) = kaspar_reveals("01183", "01193", ADELHEIDE)
    assert real.engaged(kaspar)
    assert real.asked() == {Kind.RECRUIT, Kind.DECLINE}
    real.do(Kind.RECRUIT, mercenary, kaspar)
    assert (real.state.control[mercenary], real.place(mercenary)) == (A, DOCKS)
    assert set(real.state.deck[NONE][:2]) == {event, cuirass}
    assert real.told_to(B, Moment.REVEALED) == [event, cuirass, mercenary]
    assert real.told_to(A, Moment.SUNK) == [NONE, NONE]
    real.state.engaged[kaspar] = 0
    real.pass_to(A)
    assert not real.can_use(kaspar, 1)


def test_kaspar_may_leave_the_mercenary_which_is_sunk_too():
    real, _, (mercenary,) = kaspar_reveals(ADELHEIDE)
    real.do(Kind.DECLINE)
    assert real.state.deck[NONE][0] == mercenary


def test_kaspar_may_pay_in_full_and_cannot_recruit_what_he_cannot_pay():
    real, kaspar, (mercenary,) = kaspar_reveals(ADELHEIDE, coins=4)
    assert real.can(Kind.RECRUIT, mercenary)
    real.do(Kind.RECRUIT, mercenary)
    assert real.cards_in_hand(A) == 0
    # Six less four is two, and there is one card.
    real, kaspar, (mercenary,) = kaspar_reveals(MARYAM, coins=1)
    assert real.zone(mercenary) == Zone.DECK
    assert real.engaged(kaspar)


def test_kaspar_needs_to_be_en_garde_and_in_the_city():
    real = Real(leaders=KASPAR)
    kaspar = real.leader(A)
    assert not real.can_use(kaspar, 1)
    real.leader(A, DOCKS)
    assert real.can_use(kaspar, 1)
    real.state.engaged[kaspar] = 1
    real.again()
    assert not real.can_use(kaspar, 1)


def test_kaspar_reveals_the_city_discard_pile_if_the_deck_has_no_mercenary():
    real = Real(leaders=KASPAR)
    kaspar = real.leader(A, DOCKS)
    for card in real.state.deck[NONE][:]:
        real.state.deck[NONE].remove(card)
        real.state.discard[NONE].append(card)
        real.state.zone[card] = Zone.DISCARD
    events = [real.stack("01183", NONE), real.stack("01185", NONE)]
    real.use(kaspar, 1)
    assert real.told(Moment.SHUFFLED)
    assert {happening.card for happening in real.told(Moment.REVEALED)} > set(events)
    assert real.game.table.is_mercenary[real.told(Moment.REVEALED)[-1].card]


# Daniella Dietrich


def daniella(*crew: str) -> tuple[Real, int, int, list[int]]:
    real = Real(["01036", "01043", *COINS], [TORSTEN, *COINS])
    dani, enemy = real.enter("01036", A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    return real, dani, enemy, [real.enter(code, A, FORUMS) for code in crew]


def test_daniella_has_a_mercenary_issue_a_challenge_without_engaging():
    real, dani, enemy, (mercenary,) = daniella(ADELHEIDE)
    other = real.enter(CARMELLA, A, DOCKS)
    real.leader(B, DOCKS)
    real.use(dani)
    assert real.state.duel.participants == [mercenary, enemy]
    assert real.state.duel.stat == Stat.COMBAT
    assert real.game.to_choose == B
    assert not real.engaged(mercenary)
    assert not real.engaged(dani)
    real.do(Kind.REFUSE)
    assert real.wounds(enemy) == 2
    assert real.wounds(other) == 0
    real.pass_to(A)
    assert not real.can_use(dani)


def test_daniella_may_count_uwe_as_a_mercenary_and_chooses_whom_and_against_whom():
    real, dani, enemy, (mercenary, uwe) = daniella(ADELHEIDE, "01043")
    yevgeni, hired = real.leader(B, FORUMS), real.enter(CARMELLA, B, FORUMS)
    real.use(dani)
    assert real.offered(Kind.CHOOSE) == {mercenary, uwe}
    real.do(Kind.CHOOSE, uwe)
    assert real.offered(Kind.TARGET) == {enemy, yevgeni, hired}
    real.do(Kind.TARGET, yevgeni)
    assert real.state.duel.participants == [uwe, yevgeni]


def test_daniella_without_a_mercenary_does_nothing_and_not_at_home():
    real, dani, enemy, _ = daniella()
    real.use(dani)
    assert real.state.duel is None
    assert real.wounds(enemy) == 0
    real = Real(["01036"])
    dani = real.enter("01036", A, HOME)
    assert not real.can_use(dani)


def test_daniella_chooses_nobody_who_cannot_issue_that_challenge():
    # Sigurd Ulfsen issues no challenges.
    real, dani, enemy, (mercenary, _) = daniella(ADELHEIDE, "01190")
    real.use(dani)
    assert real.state.duel.participants == [mercenary, enemy]


def test_daniella_has_an_enemy_challenged_who_must_be():
    real, dani, _, (mercenary,) = daniella(ADELHEIDE)
    sigurd = real.enter("01190", B, FORUMS)
    real.use(dani)
    assert real.state.duel.participants == [mercenary, sigurd]


def test_daniella_moves_at_the_end_of_her_round_once_a_day():
    real, dani, *_ = daniella()
    real.hold(COIN, A, 4), real.hold(COIN, B, 4)
    real.do(Kind.CHALLENGE, dani)
    real.use(dani, 1)
    real.do(Kind.ACCEPT)
    assert real.game.to_choose == B
    real.do(Kind.FIGHT, real.state.hand[B][0])
    assert real.place(dani) == FORUMS
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(dani) == BAZAAR
    # What Torsten sends now does not reach her, and the duel is over.
    real.do(Kind.YIELD)
    assert real.state.duel is None
    real.state.engaged[dani], real.state.place[dani] = 0, FORUMS
    real.pass_to(A)
    real.do(Kind.CHALLENGE, dani)
    assert not real.can_use(dani, 1)
    assert real.game.to_choose == B


def test_daniella_does_not_move_after_a_refusal():
    real, dani, *_ = daniella()
    real.do(Kind.CHALLENGE, dani)
    real.use(dani, 1)
    real.do(Kind.REFUSE)
    assert real.place(dani) == FORUMS
    assert not real.state.waiting


# Otto Streit


def otto(*deck: str) -> tuple[Real, int, list[int]]:
    real = Real(["01038", *deck])
    person = real.enter("01038", A, FORUMS)
    return real, person, [real.stack(code, A) for code in reversed(deck)][::-1]


def test_otto_takes_an_attachment_of_the_top_three_and_sinks_the_rest():
    real, person, (sword, gift, call, deeper) = otto(LANGSCHWERT, GIFT, "01051", FLINTLOCK)
    real.use(person)
    assert real.offered(Kind.CHOOSE) == {sword, gift}
    assert Kind.DECLINE not in real.asked()
    real.do(Kind.CHOOSE, gift)
    assert real.state.hand[A] == [gift]
    assert set(real.state.deck[A][:2]) == {sword, call}
    assert real.state.deck[A][-1] == deeper
    assert real.told_to(B, Moment.REVEALED) == [sword, gift, call]
    assert real.told_to(B, Moment.RETURNED) == [gift]
    assert real.told_to(B, Moment.SUNK) == [NONE, NONE]
    real.pass_to(A)
    assert not real.can_use(person)


def test_otto_reveals_nothing_at_home():
    real = Real(["01038"])
    assert not real.can_use(real.enter("01038", A, HOME))


def test_otto_sinks_all_three_without_an_attachment():
    real, person, cards = otto("01051", "01052", "01054")
    real.use(person)
    assert set(real.state.deck[A][:3]) == set(cards)
    assert real.state.hand[A] == []


# Philip Hase


@pytest.mark.parametrize("moves", [True, False])
def test_philip_may_move_to_an_adjacent_location_after_he_equips(moves):
    real = Real(["01039", LANGSCHWERT, FLINTLOCK])
    philip, sword = real.enter("01039", A, DOCKS), real.hold(LANGSCHWERT, A)
    real.do(Kind.EQUIP, sword, philip)
    if not moves:
        real.do(Kind.DECLINE)
        assert real.place(philip) == DOCKS
        return
    real.use(philip)
    assert real.places() == {FORUMS, HOME + A}
    real.do(Kind.PLACE, place=FORUMS)
    assert real.place(philip) == FORUMS
    assert not real.engaged(philip)
    # Once a Day.
    pistol = real.hold(FLINTLOCK, A)
    real.hold(FILLER, A, 2)
    real.pass_to(A)
    real.do(Kind.EQUIP, pistol, philip)
    real.do(Kind.DESTROY, sword)
    assert real.game.to_choose == B


def test_philip_does_not_move_at_home_nor_when_somebody_else_equips():
    real = Real(["01039", EDELINE, LANGSCHWERT, FLINTLOCK])
    philip, other = real.enter("01039", A, HOME), real.enter(EDELINE, A, DOCKS)
    sword, pistol = real.hold(LANGSCHWERT, A), real.hold(FLINTLOCK, A)
    real.do(Kind.EQUIP, sword, philip)
    assert real.game.to_choose == B
    real.state.place[philip] = DOCKS
    real.hold(FILLER, A, 2)
    real.pass_to(A)
    real.do(Kind.EQUIP, pistol, other)
    assert real.game.to_choose == B


@pytest.mark.parametrize(
    ("engaged", "mercenary", "wounds"), [(True, ADELHEIDE, 1), (True, "01043", 1), (False, ADELHEIDE, 0), (True, "", 0)]
)
def test_philip_wounds_an_engaged_adversary_beside_a_mercenary(engaged, mercenary, wounds):
    real = Real(["01039", "01043", *COINS], [TORSTEN, *COINS])
    philip, enemy = real.enter("01039", A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    real.enter(CARMELLA, A, DOCKS)
    if mercenary:
        real.enter(mercenary, A, FORUMS)
    real.hold(COIN, A, 2), real.hold(COIN, B, 2)
    real.duel(enemy, philip)
    real.state.engaged[enemy] = int(engaged)
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert real.can_use(philip, 1) is bool(wounds)
    if wounds:
        real.use(philip, 1)
        assert real.wounds(enemy) == 1
        # Once a duel.
        real.do(Kind.FIGHT, real.state.hand[B][0])
        real.do(Kind.FIGHT, real.state.hand[A][0])
        assert not real.can_use(philip, 1)


# Terrell Brandt


def terrell(wounds: int = 0) -> tuple[Real, int, int, int]:
    real = Real(["01042", LANGSCHWERT, *COINS], [TORSTEN, LANGSCHWERT, *COINS])
    brandt, enemy = real.enter("01042", A, FORUMS, wounds=wounds), real.enter(TORSTEN, B, FORUMS)
    sword, other = real.hold(LANGSCHWERT, A), real.hold(LANGSCHWERT, B)
    real.hold(COIN, A)
    real.duel(brandt, enemy)
    real.do(Kind.FIGHT, other)
    return real, brandt, sword, other


def test_terrell_takes_attachments_of_his_line_back_after_the_duel_and_nothing_else():
    real, _, sword, other = terrell()
    real.do(Kind.FIGHT, sword)
    real.do(Kind.DECLINE)
    real.do(Kind.YIELD)
    assert real.state.duel is None
    assert sword in real.state.hand[A]
    assert real.zone(other) == Zone.DISCARD
    assert real.told_to(B, Moment.RETURNED) == [sword]


def test_terrell_discards_what_is_no_attachment():
    real, *_ = terrell()
    coin = next(card for card in real.state.hand[A] if real.game.table.definitions[card].code == COIN)
    real.do(Kind.FIGHT, coin)
    real.do(Kind.DECLINE)
    real.do(Kind.YIELD)
    assert real.zone(coin) == Zone.DISCARD


def test_terrell_takes_nothing_back_if_he_was_destroyed():
    real, brandt, sword, _ = terrell(wounds=4)
    real.do(Kind.FIGHT, sword)
    real.do(Kind.DECLINE)
    assert real.zone(brandt) == Zone.LOCKER
    real.do(Kind.YIELD)
    assert real.zone(sword) == Zone.DISCARD


def test_terrell_thrusts_once_a_duel():
    real, brandt, sword, _ = terrell()
    real.do(Kind.FIGHT, sword)
    real.use(brandt, 1)
    # Langschwert's 3 and one more; it parried 2 of 3.
    assert real.state.duel.threat == [0, 4]
    assert real.wounds(brandt) == 1
    real.hold(COIN, B), real.hold(COIN, A)
    real.do(Kind.FIGHT, real.state.hand[B][0])
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert not real.can_use(brandt, 1)


# Uwe Zimmerman


@pytest.mark.parametrize(("adversary", "thrust"), [("01118", 2), (TORSTEN, 1)])
def test_uwe_thrusts_more_against_a_sorcerer(adversary, thrust):
    real = Real(["01043", *COINS], [adversary])
    uwe, enemy = real.enter("01043", A, FORUMS), real.enter(adversary, B, FORUMS)
    real.hold(COIN, A)
    real.duel(enemy, uwe)
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert real.state.duel.threat == [thrust, 0]
    assert real.wounds(uwe) == real.value(enemy, Stat.COMBAT)


def test_uwe_does_not_thrust_more_for_others_nor_with_a_dash():
    real = Real(["01043", EDELINE, *COINS], ["01118"])
    real.enter("01043", A, FORUMS)
    other, enemy = real.enter(EDELINE, A, FORUMS), real.enter("01118", B, FORUMS)
    real.hold(COIN, A)
    real.duel(enemy, other)
    real.do(Kind.FIGHT, real.state.hand[A][0])
    assert real.state.duel.threat == [1, 0]
    real = Real(["01043", "01059"], ["01118"])
    uwe, enemy = real.enter("01043", A, FORUMS), real.enter("01118", B, FORUMS)
    regroup = real.hold("01059", A)
    real.duel(enemy, uwe)
    real.do(Kind.FIGHT, regroup)
    assert real.state.duel is None


def test_uwe_may_still_parley_and_is_no_mercenary_for_enemies():
    real = Real(["01043"], ["01171", TORSTEN])
    uwe, mercenary = real.enter("01043", A, FORUMS), real.lie("01199", FORUMS)
    real.enter(TORSTEN, B, FORUMS)
    real.hold(FILLER, A, 2)
    assert real.can(Kind.RECRUIT, mercenary, uwe)
    paid_off = real.hold("01171", B)
    real.hold(FILLER, B, 2)
    real.do(Kind.PASS)
    real.use(paid_off, 1)
    assert not real.engaged(uwe)
