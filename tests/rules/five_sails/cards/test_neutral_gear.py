"""Every ability of the neutral schemes and attachments that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.deeds.deeds import wound
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, INN, NONE
from tests.rules.five_sails.cards.neutral import (
    COAT,
    CUIRASS,
    DANIELLA,
    DOLORES,
    EKO,
    EVENT,
    JACKET,
    KALLA,
    KNIFE,
    MAYA,
    MUSKET,
    PAVEL,
    PHILIP,
    PLATE,
    SIBELLA,
    SIGURD,
    SWORD,
    TERRELL,
    challenged,
    finish,
    meeting,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, C, Real

# All schemes


@pytest.mark.parametrize(
    ("code", "places"),
    [
        ("01146", {DOCKS, FORUMS}),
        ("01147", {BAZAAR, FORUMS}),
        ("01148", {DOCKS, BAZAAR}),
        ("01149", {DOCKS, BAZAAR}),
        ("01150", {FORUMS}),
    ],
)
def test_neutral_schemes_add_renown_and_stay_in_play(code, places):
    real = Real([code], [])
    scheme = real.resolve(code)
    while Kind.DECLINE in real.asked():
        real.do(Kind.DECLINE)
    assert {place for place in real.game.table.line if real.state.renown_at[place] == 1} == places
    assert real.state.scheme[A] == scheme
    assert real.zone(scheme) == Zone.PLAY


# Let the Sword Decide


def sword_decides(a=(), b=(), **more):
    real, mine, other = meeting(["01146", *a], b, **more)
    return real, real.scheme("01146", A), mine, other


def test_let_the_sword_decide_draws_once_after_its_player_equips_a_weapon():
    real, scheme, mine, _ = sword_decides([KNIFE, SWORD, JACKET])
    knife, sword = real.hold(KNIFE, A), real.hold(SWORD, A)
    real.do(Kind.EQUIP, knife, mine)
    real.use(scheme, 1)
    assert real.cards_in_hand(A) == 2
    real.do(Kind.PASS)
    real.do(Kind.EQUIP, sword, real.leader(A))
    assert Kind.PASS in real.asked()


def test_let_the_sword_decide_does_not_draw_for_other_attachments_or_players():
    real, _, mine, other = sword_decides([JACKET], [KNIFE])
    jacket, knife = real.hold(JACKET, A), real.hold(KNIFE, B)
    real.hold(FILLER, A)
    real.do(Kind.EQUIP, jacket, mine)
    assert real.game.to_choose == B
    real.do(Kind.EQUIP, knife, other)
    assert Kind.PASS in real.asked()


def test_let_the_sword_decide_does_not_draw_for_a_weapon_that_only_moves():
    real, _, mine, _ = sword_decides([KNIFE])
    kalla = real.enter(KALLA, A, FORUMS)
    knife = real.wear(KNIFE, mine)
    real.use(kalla, 1)
    assert real.state.bearer[knife] == kalla
    assert real.game.to_choose == B


def test_let_the_sword_decide_cancels_a_maneuver_or_technique_of_the_adversary():
    real, scheme, mine, other = sword_decides([], [SWORD])
    worn = real.wear(SWORD, other)
    coin = real.hold(COIN, B)
    real.duel(mine, other, 0, 5)
    real.do(Kind.FIGHT, coin)
    real.use(worn, 0)
    assert real.game.to_choose == A
    real.use(scheme, 2)
    finish(real)
    assert real.told(Moment.CANCELED)
    assert real.state.duel.threat == [1, 0]  # the coin's Thrust, and no more
    real, scheme, mine, other = sword_decides(mine=DOLORES, b=["01058"])
    press = real.hold("01058", B)
    real.hold(FILLER, B, 2)
    real.duel(mine, other, 0, 2)
    real.do(Kind.FIGHT, press)
    real.use(press, 1)
    real.use(scheme, 2)
    assert not real.engaged(other)
    assert real.cards_in_hand(B) == 0  # its price is paid


def test_let_the_sword_decide_does_not_cancel_what_is_announced_with_a_challenge_or_used_by_its_own_side():
    real, _, mine, other = sword_decides([SWORD], [SWORD])
    worn = real.wear(SWORD, other)
    own = real.wear(SWORD, mine)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, other)
    real.use(worn, 0)
    assert Kind.ACCEPT in real.asked()
    coin = real.hold(COIN, A)
    real.do(Kind.ACCEPT)
    real.do(Kind.FIGHT, coin)
    real.use(own, 0)
    assert not real.told(Moment.CANCELED)


# Let's Haggle


def test_lets_haggle_brings_an_attachment_of_the_city_deck_to_the_bazaar_for_all_to_see():
    real = Real(["01147"], [])
    coat = real.stack(COAT, NONE)
    event, eko = real.stack(EVENT, NONE), real.stack(EKO, NONE)
    size = len(real.state.deck[NONE])
    real.resolve("01147")
    assert real.state.city_cards[BAZAAR] == [coat]
    assert set(real.state.deck[NONE][:2]) == {event, eko}
    assert len(real.state.deck[NONE]) == size - 1
    assert real.told_to(B, Moment.REVEALED) == [eko, event, coat]


@pytest.mark.parametrize(("place", "price"), [(BAZAAR, 0), (DOCKS, 1)])
def test_lets_haggle_equips_an_attachment_from_the_bazaar_cheaper_there(place, price):
    real = Real(["01147", SIBELLA], [])
    sibella = real.enter(SIBELLA, A, place)
    cuirass = real.lie(CUIRASS, BAZAAR)
    real.lie(COAT, FORUMS)
    scheme = real.scheme("01147", A)
    real.hold(FILLER, A, 2)
    real.use(scheme, 2)
    assert real.state.gear[sibella] == (cuirass,)
    assert real.cards_in_hand(A) == 2 - price
    real.do(Kind.PASS)
    assert not real.can_use(scheme, 2)


def test_lets_haggle_equips_nothing_that_cannot_be_paid():
    real = Real(["01147", SIBELLA], [])
    sibella = real.enter(SIBELLA, A, DOCKS)
    real.lie(CUIRASS, BAZAAR)
    scheme = real.scheme("01147", A)
    real.use(scheme, 2)
    assert real.state.gear[sibella] == ()


# Marooned


def marooned(cards: int = 2, target: str = SIGURD):
    real, _, _ = meeting(["01148"])
    mercenary = real.enter(target, B, FORUMS)
    scheme = real.scheme("01148", A)
    if cards:
        real.hold(FILLER, A, cards)
    return real, scheme, mercenary


def discard(real: Real, count: int):
    for _ in range(count):
        real.do(Kind.DISCARD, min(real.offered(Kind.DISCARD)))


def test_marooned_engages_or_wounds_a_mercenary_for_each_card():
    real, scheme, sigurd = marooned(3)
    real.use(scheme, 1)
    discard(real, 2)
    real.do(Kind.DECLINE)
    real.pick(0)
    # Engaged already, so the second card wounds.
    assert real.engaged(sigurd)
    assert real.wounds(sigurd) == 1
    assert real.cards_in_hand(A) == 1


def test_marooned_may_wound_every_time_and_stops_at_the_grave():
    real, scheme, eko = marooned(4, EKO)
    real.use(scheme, 1)
    discard(real, 4)
    for _ in range(3):
        real.pick(1)
    assert real.zone(eko) == Zone.LOCKER
    assert real.cards_in_hand(A) == 0
    assert real.game.to_choose == B


def test_marooned_may_discard_nothing_and_needs_an_opposing_mercenary():
    real, scheme, sigurd = marooned(1)
    real.use(scheme, 1)
    real.do(Kind.DECLINE)
    assert not real.engaged(sigurd)
    assert real.wounds(sigurd) == 0
    real, scheme, sigurd = marooned()
    real.state.place[sigurd] = DOCKS
    real.again()
    assert not real.can_use(scheme, 1)
    real.state.place[real.find(SIBELLA, A)] = DOCKS
    real.again()
    assert real.can_use(scheme, 1)


# Midnight Shipment


def test_midnight_shipment_adds_the_top_card_of_the_city_deck_to_the_docks():
    real = Real(["01149"], [])
    eko = real.stack(EKO, NONE)
    real.resolve("01149")
    assert real.state.city_cards[DOCKS] == [eko]


def test_midnight_shipment_moves_a_performer_from_docks_with_nothing_but_events():
    real = Real(["01149", SIBELLA, DOLORES], [], players=3)
    sibella, _ = real.enter(SIBELLA, A, DOCKS, engaged=True), real.enter(DOLORES, A, FORUMS)
    real.lie(EVENT, DOCKS)
    scheme = real.scheme("01149", A)
    real.use(scheme, 1)
    assert real.places() == {INN, FORUMS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(sibella) == BAZAAR


@pytest.mark.parametrize(("place", "lying"), [(DOCKS, EKO), (DOCKS, COAT), (FORUMS, EVENT)])
def test_midnight_shipment_moves_nobody_else(place, lying):
    real = Real(["01149", SIBELLA], [])
    real.enter(SIBELLA, A, place)
    real.lie(lying, DOCKS)
    assert not real.can_use(real.scheme("01149", A), 1)


def test_midnight_shipment_does_not_mind_a_mercenary_in_somebodys_crew():
    real = Real(["01149", SIBELLA], [])
    real.enter(SIBELLA, A, DOCKS)
    real.enter(EKO, A, DOCKS)
    assert real.can_use(real.scheme("01149", A), 1)


# Parley Gone Wrong


def parley_gone_wrong(**fame: int):
    real = Real(["01150"], [], players=3)
    for name, renown in fame.items():
        real.state.renown_at[{"docks": DOCKS, "forums": FORUMS, "bazaar": BAZAAR}[name]] = renown
    real.resolve("01150")
    return real


def test_parley_gone_wrong_lets_each_opponent_bring_a_renown_to_the_forums():
    real = parley_gone_wrong(docks=1, bazaar=1)
    assert real.game.to_choose == B
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.game.to_choose == C
    assert real.places() == {BAZAAR}
    real.do(Kind.DECLINE)
    assert real.state.renown_at[1:4] == [0, 2, 1]


def test_parley_gone_wrong_asks_nobody_where_there_is_nothing_to_bring():
    real = parley_gone_wrong(forums=2)
    assert real.state.renown_at[FORUMS] == 3
    assert Kind.PASS in real.asked()


def test_parley_gone_wrong_keeps_those_from_intervening_who_brought_nothing():
    real = Real(["01150", MAYA], [PAVEL, PHILIP], [DANIELLA, TERRELL], players=3)
    real.state.renown_at[DOCKS] = 1
    real.resolve("01150")
    real.do(Kind.PLACE, place=DOCKS)
    maya = real.enter(MAYA, A, FORUMS)
    pavel, philip = real.enter(PAVEL, B, FORUMS), real.enter(PHILIP, B, FORUMS)
    daniella, terrell = real.enter(DANIELLA, C, FORUMS), real.enter(TERRELL, C, FORUMS)
    for target, others in ((pavel, {philip}), (daniella, set())):
        copy = Real.of(real.game.copy())
        copy.do(Kind.CHALLENGE, maya)
        copy.do(Kind.TARGET, target)
        assert copy.offered(Kind.INTERVENE) == others
    for card in (maya, daniella, terrell):
        real.state.place[card] = DOCKS
    real.again()
    real.do(Kind.CHALLENGE, maya)
    real.do(Kind.TARGET, daniella)
    assert real.offered(Kind.INTERVENE) == {terrell}


def test_parley_gone_wrong_lets_its_own_player_intervene():
    real = Real(["01150", MAYA, DOLORES], [PHILIP])
    real.resolve("01150")
    maya, madre = real.enter(MAYA, A, FORUMS), real.enter(DOLORES, A, FORUMS)
    philip = real.enter(PHILIP, B, FORUMS)
    real.pass_to(B)
    real.do(Kind.CHALLENGE, philip)
    real.do(Kind.TARGET, madre)
    assert real.offered(Kind.INTERVENE) == {maya}


# Breastplate


def plate(threat: int = 2):
    real, mine, other = meeting([PLATE], mine=DOLORES)
    worn = real.wear(PLATE, mine)
    coin = real.hold(COIN, A)
    real.hold(FILLER, A)
    challenged(real, mine, other, threat)
    return real, mine, worn, coin


def test_breastplate_ignores_one_wound_of_the_first_in_a_duel_and_breaks_on_the_rest():
    real, mine, worn, coin = plate(3)
    real.do(Kind.FIGHT, coin)
    assert real.wounds(mine) == 2
    assert real.zone(worn) == Zone.DISCARD


def test_breastplate_holds_if_that_was_the_only_wound_and_works_once_a_duel():
    real, mine, worn, coin = plate(1)
    real.do(Kind.FIGHT, coin)
    assert real.wounds(mine) == 0
    assert real.state.gear[mine] == (worn,)
    wound(real.state, mine, number=1)
    real.again()
    assert real.wounds(mine) == 1


def test_breastplate_works_again_in_the_next_duel():
    real, mine, worn, coin = plate(1)
    other = real.find(TERRELL, B)
    real.do(Kind.FIGHT, coin)
    while real.state.duel is not None:
        real.do(Kind.YIELD)
    real.state.engaged[other] = 0
    coin = real.hold(COIN, A)
    challenged(real, mine, other, 1)
    real.do(Kind.FIGHT, coin)
    assert real.wounds(mine) == 0
    assert real.state.gear[mine] == (worn,)


def test_breastplate_is_not_used_up_by_no_wound():
    real, mine, other = meeting([PLATE], mine=DOLORES)
    worn = real.wear(PLATE, mine)
    coin = real.hold(COIN, A)
    real.hold(FILLER, A)
    challenged(real, mine, other, 1)
    wound(real.state, mine, number=0)
    real.again()
    assert not real.state.used_in_duel
    real.do(Kind.FIGHT, coin)
    assert real.wounds(mine) == 0
    assert real.state.gear[mine] == (worn,)


def test_breastplate_does_not_help_outside_duels_and_breaks_there_too():
    real, mine, _ = meeting([PLATE], mine=DOLORES)
    worn = real.wear(PLATE, mine)
    sibella = real.enter(EKO, B, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.REFUSE)
    assert real.wounds(mine) == 3
    assert real.zone(worn) == Zone.DISCARD


# Improvised Weapon


def improvised(extra=()):
    real, mine, other = meeting(["01155", *extra])
    card = real.hold("01155", A)
    real.hold(FILLER, A)
    challenged(real, mine, other)
    real.do(Kind.FIGHT, card)
    return real, mine, card


def test_improvised_weapon_parries_one_more():
    real, mine, card = improvised()
    real.use(card, 2)
    assert real.wounds(mine) == 1


@pytest.mark.parametrize("takes", [True, False])
def test_improvised_weapon_may_be_kept_at_the_end_of_its_round(takes):
    real, mine, card = improvised()
    finish(real)
    assert real.game.to_choose == A
    assert real.zone(card) == Zone.LINE
    if takes:
        real.use(card, 0)
        assert real.state.gear[mine] == (card,)
        assert real.cards_in_hand(A) == 1
    else:
        real.do(Kind.DECLINE)
        real.do(Kind.YIELD)
        assert real.zone(card) == Zone.DISCARD


def test_improvised_weapon_of_a_dead_participant_stays_in_the_line():
    real, mine, card = improvised()
    real.state.wounds[mine] = 3
    finish(real)
    real.do(Kind.DECLINE)
    assert real.zone(mine) == Zone.LOCKER
    assert real.zone(card) == Zone.LINE


@pytest.mark.parametrize(("code", "number"), [("01155", 1), (KNIFE, 0)])
def test_improvised_weapon_and_throwing_knife_are_destroyed_for_a_thrust(code, number):
    real, mine, other = meeting([code])
    worn = real.wear(code, mine)
    coin = real.hold(COIN, A)
    real.hold(FILLER, A)
    challenged(real, mine, other, 1)
    real.do(Kind.FIGHT, coin)
    real.use(worn, number)
    assert real.zone(worn) == Zone.DISCARD
    assert real.state.duel.threat == [2, 0]


def test_throwing_knife_is_thrown_with_a_challenge():
    real, mine, _ = meeting([KNIFE])
    worn = real.wear(KNIFE, mine)
    real.hold(COIN, B)
    real.do(Kind.CHALLENGE, mine)
    real.use(worn)
    assert real.zone(worn) == Zone.DISCARD
    real.do(Kind.ACCEPT)
    assert real.state.duel.threat == [0, 3]


# Matchlock Musket


def musket(place: int = DOCKS):
    real = Real([SIBELLA, MUSKET, DOLORES], [PAVEL, PHILIP])
    bearer, mine = real.enter(SIBELLA, A, place), real.enter(DOLORES, A, FORUMS)
    worn = real.wear(MUSKET, bearer)
    pavel, philip = real.enter(PAVEL, B, FORUMS), real.enter(PHILIP, B, DOCKS)
    real.hold(FILLER, A, 2)
    return real, worn, mine, pavel, philip


@pytest.mark.parametrize("engages", [True, False])
def test_matchlock_musket_wounds_a_neighbour_whose_controller_does_not_engage_it(engages):
    real, worn, mine, pavel, _ = musket()
    real.use(worn)
    assert real.offered(Kind.TARGET) == {mine, pavel}
    assert real.cards_in_hand(A) == 1
    real.do(Kind.TARGET, pavel)
    assert real.game.to_choose == B
    real.pick(0) if engages else real.do(Kind.DECLINE)
    assert real.engaged(pavel) is engages
    assert real.wounds(pavel) == (0 if engages else 1)
    assert not real.engaged(worn)


def test_matchlock_musket_wounds_an_engaged_target_at_once():
    real, worn, _, pavel, _ = musket()
    real.state.engaged[pavel] = 1
    real.use(worn)
    real.do(Kind.TARGET, pavel)
    assert real.wounds(pavel) == 1


def test_matchlock_musket_needs_a_card_and_a_bearer_in_the_city():
    real, worn, *_ = musket()
    real.state.hand[A].clear()
    real.again()
    assert not real.can_use(worn)
    real, worn, *_ = musket(HOME)
    assert not real.can_use(worn)


# Uppman's Jacket


def test_uppmans_jacket_changes_a_card_once_a_day():
    real, mine, _ = meeting([JACKET])
    jacket = real.wear(JACKET, mine)
    assert real.value(mine, Stat.INFLUENCE) == 4
    assert not real.can_use(jacket)
    coin, _ = real.hold(COIN, A), real.hold(FILLER, A)
    real.state.place[mine] = HOME
    real.again()
    real.use(jacket)
    real.do(Kind.DISCARD, coin)
    assert real.cards_in_hand(A) == 2
    assert coin in real.state.discard[A]
    assert real.told_to(B, Moment.DREW) == [-1]
    assert real.told_to(A, Moment.DREW)[0] in real.state.hand[A]
    real.do(Kind.PASS)
    assert not real.can_use(jacket)
