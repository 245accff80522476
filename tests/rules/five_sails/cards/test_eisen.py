"""Every ability of the Eisen cards, played with the real cards."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.deeds import wound
from rules.five_sails.terms import BAZAAR, DOCKS, FORUMS, HOME, NONE
from tests.rules.five_sails.real import COIN, FILLER, A, B, C, Real

KASPAR = ("01035",)
#: Two plain enemies: Torsten Vakt (6/3/1/2) and Pavel Ivanov (3/0/2/3), and one of the own (4/1/2/0).
TORSTEN, PAVEL, EDELINE = "01122", "01120", "01037"
ADELHEIDE, CARMELLA, MARYAM = "01194", "01178", "01186"
LANGSCHWERT, FLINTLOCK, PANZERHAND, GIFT = "01048", "01049", "01047", "01046"
COINS = [COIN] * 4


def duel_with(risk: str, *gear: str, own: str = EDELINE, threat: int = 3) -> tuple[Real, int, int, int]:
    """A round of A's own character against Torsten in which a risk was just played: the game, the risk and the two."""
    real = Real([own, risk, *gear], [TORSTEN, *COINS])
    mine, enemy = real.enter(own, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    for code in gear:
        real.wear(code, mine)
    card = real.hold(risk, A)
    real.hold(FILLER, A, 2)
    real.duel(enemy, mine, 0, threat)
    real.do(Kind.FIGHT, card)
    return real, card, mine, enemy


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


# Armed and Marshaled


def test_armed_and_marshaled_adds_renown_and_takes_an_attachment_back():
    real = Real(["01044", LANGSCHWERT, GIFT, "01051"])
    sword, gift = real.throw(LANGSCHWERT, A), real.throw(GIFT, A)
    real.throw("01051", A)
    real.resolve("01044")
    assert (real.state.fame[DOCKS], real.state.fame[FORUMS], real.state.fame[BAZAAR]) == (1, 0, 1)
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
    assert real.state.fame[FORUMS] == 1
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
