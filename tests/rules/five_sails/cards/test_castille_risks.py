"""Every ability of the Castille risks that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Zone
from rules.five_sails.deeds.deeds import destroy, wound
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME
from tests.rules.five_sails.cards.castille import (
    COAT,
    CUIRASS,
    DANIELLA,
    DOLORES,
    EKO,
    EVENT,
    JACKET,
    KNIFE,
    MAKEPEACE,
    MAYA,
    PANZERHAND,
    PAVEL,
    PHILIP,
    SIBELLA,
    SOLINE,
    SWORD,
    TERRELL,
    duel_of,
    fight,
    finish,
    maneuver,
)
from tests.rules.five_sails.real import FILLER, A, B, C, Real

# Adaptable


@pytest.mark.parametrize(("first", "pirate", "able"), [(A, True, True), (A, False, False), (B, True, False)])
def test_adaptable_claims_for_a_pirate_of_the_first_player(first, pirate, able):
    who = MAYA if pirate else SIBELLA
    real = Real(["01103", who], [PAVEL], first=first)
    me = real.enter(who, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    real.state.holder[FORUMS] = B
    card = real.hold("01103", A)
    real.hold(FILLER, A)
    real.pass_to(A)
    assert real.can_use(card, 0) is able
    if able:
        real.use(card, 0)
        assert real.state.holder[FORUMS] == A
        assert not real.engaged(me)
        assert real.cards_in_hand(A) == 0
        assert real.zone(card) == Zone.DISCARD


def test_adaptable_claims_only_in_the_city_and_for_its_price():
    real = Real(["01103", MAYA], [])
    card = real.hold("01103", A)
    maya = real.enter(MAYA, A, FORUMS)
    assert not real.can_use(card, 0)
    real.hold(FILLER, A)
    assert real.can_use(card, 0)
    real.state.place[maya] = HOME
    real.again()
    assert not real.can_use(card, 0)


@pytest.mark.parametrize("first", [A, B])
def test_adaptable_makes_a_performer_en_garde_if_its_player_is_not_first(first):
    real = Real(["01103", SIBELLA, DOLORES], [], first=first)
    sibella = real.enter(SIBELLA, A, FORUMS, engaged=True)
    madre = real.enter(DOLORES, A, DOCKS, engaged=True)
    card = real.hold("01103", A)
    real.hold(FILLER, A)
    real.pass_to(A)
    assert real.can_use(card, 1) is (first == B)
    if first == B:
        real.use(card, 1)
        assert real.offered(Kind.PERFORM) == {sibella, madre}
        real.do(Kind.PERFORM, madre)
        assert (real.engaged(sibella), real.engaged(madre)) == (True, False)


@pytest.mark.parametrize(("way", "sent"), [(0, 2), (1, 4)])
def test_adaptable_ripostes_and_then_parries_or_thrusts(way, sent):
    real, me, other, card = maneuver("01103")
    duel_of(real, me, other, 5)
    fight(real, card, 2)
    real.pick(way)
    assert real.state.duel.threat == [sent, 0]
    assert real.cards_in_hand(A) == 1


# Amour


def test_amour_engages_and_sends_home_both():
    real = Real(["01104", SIBELLA, MAYA], [PAVEL, DANIELLA])
    sibella = real.enter(SIBELLA, A, FORUMS)
    real.enter(MAYA, A, FORUMS, engaged=True)
    pavel, other = real.enter(PAVEL, B, FORUMS), real.enter(DANIELLA, B, FORUMS)
    card = real.hold("01104", A)
    real.hold(FILLER, A)
    real.use(card)
    real.do(Kind.TARGET, pavel)
    for who in (sibella, pavel):
        assert real.engaged(who)
        assert real.at_home(who)
    assert real.place(other) == FORUMS
    assert not real.engaged(other)
    assert real.zone(card) == Zone.DISCARD


def test_amour_needs_an_en_garde_performer_in_the_city():
    real = Real(["01104", SIBELLA], [PAVEL])
    sibella = real.enter(SIBELLA, A, FORUMS, engaged=True)
    real.enter(PAVEL, B, FORUMS)
    card = real.hold("01104", A)
    real.hold(FILLER, A)
    assert not real.can_use(card)
    real.state.engaged[sibella], real.state.place[sibella] = 0, HOME
    real.again()
    assert not real.can_use(card)


def test_amour_with_nobody_to_target_sends_the_performer_home_alone():
    real = Real(["01104", SIBELLA], [])
    sibella = real.enter(SIBELLA, A, FORUMS)
    card = real.hold("01104", A)
    real.hold(FILLER, A)
    real.use(card)
    assert real.engaged(sibella)
    assert real.at_home(sibella)


# Drinking Games


@pytest.mark.parametrize(("wounds", "rivals", "wins"), [(0, 1, True), (3, 1, True), (0, 2, False)])
def test_drinking_games_pressures_with_resolve_whatever_the_wounds(wounds, rivals, wins):
    real = Real(["01105", MAYA], [DANIELLA, SIBELLA])
    maya = real.enter(MAYA, A, FORUMS, wounds=wounds)  # Resolve 5 against 4 each
    enemies = [real.enter(code, B, FORUMS) for code in (DANIELLA, SIBELLA)[:rivals]]
    card = real.hold("01105", A)
    real.hold(FILLER, A)
    real.use(card)
    if wins:
        assert real.offered(Kind.TARGET) == {maya, *enemies}
        real.do(Kind.TARGET, enemies[0])
    assert real.engaged(enemies[0]) is wins
    assert not real.engaged(maya)
    assert real.state.holder[FORUMS] != A


def test_drinking_games_fails_on_a_tie_with_a_third_player():
    real = Real(["01105", MAYA], [PAVEL], [PHILIP], players=3)
    real.enter(MAYA, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    real.enter(PHILIP, C, FORUMS)
    card = real.hold("01105", A)
    real.hold(FILLER, A)
    real.use(card)
    assert real.game.to_choose == B
    assert real.told(Moment.PRESSURE_ENDS)[0].number == 0


# Improvising


def test_improvising_plays_an_opponents_risk_which_is_sunk_and_goes_to_the_locker():
    real = Real(["01106", SIBELLA], [PAVEL, "01104", "01104"])
    sibella, pavel = real.enter(SIBELLA, A, FORUMS), real.enter(PAVEL, B, FORUMS)
    amour = real.throw("01104", B)
    card = real.hold("01106", A)
    real.hold(FILLER, A)
    real.use(card)
    assert real.at_home(sibella)
    assert real.at_home(pavel)
    assert real.cards_in_hand(A) == 0
    assert real.state.deck[B][0] == amour
    assert real.zone(card) == Zone.LOCKER
    assert card in real.state.locker[A]


def test_improvising_does_not_play_what_cannot_be_paid_nor_attachments_nor_the_own_pile():
    real = Real(["01106", SIBELLA, "01112", "01103"], [PAVEL, "01104", KNIFE, "01112", "01111"])
    real.enter(SIBELLA, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    for code in ("01104", KNIFE, "01112"):
        real.throw(code, B)
    real.throw("01112", A)
    carnaval = real.find("01112", B)
    card = real.hold("01106", A)
    real.state.holder[FORUMS] = B
    real.use(card)
    assert real.zone(carnaval) == Zone.DECK
    assert real.zone(real.find("01104", B)) == Zone.DISCARD
    assert real.state.holder[FORUMS] != B


def test_improvising_without_a_risk_to_play_only_goes_to_the_locker():
    real = Real(["01106"], [KNIFE])
    real.throw(KNIFE, B)
    card = real.hold("01106", A)
    real.use(card)
    assert real.zone(card) == Zone.LOCKER
    assert real.game.to_choose == B


def test_improvising_chooses_among_the_abilities_and_the_piles_of_all_opponents():
    real = Real(["01106", MAYA], ["01103"], ["01103", "01168"], players=3)
    real.enter(MAYA, A, FORUMS)
    first, second = real.throw("01103", B), real.throw("01103", C)
    strategy = real.throw("01168", C)
    real.state.renown[A] = 1
    card = real.hold("01106", A)
    real.hold(FILLER, A)
    real.use(card)
    assert {(c.card, c.number) for c in real.game.legal()} == {(first, 0), (second, 0), (strategy, 0)}
    real.use(strategy)
    assert real.cards_in_hand(A) == 3
    assert real.state.renown[A] == 0
    # It sent itself to The Locker, its owner's, so there is nothing to sink.
    assert strategy in real.state.locker[C]


def test_improvising_plays_a_risk_whose_price_depends_on_its_target():
    real = Real(["01106", SIBELLA], ["01176"], leaders=(SOLINE,))
    real.enter(SIBELLA, A, FORUMS, wounds=1)
    soline = real.leader(A)
    real.state.wounds[soline] = 1
    triage = real.throw("01176", B)
    real.use(real.hold("01106", A))
    # Without a card to pay only those it is free for: a Scoundrel and a Hero.
    assert real.offered(Kind.TARGET) == {soline, real.leader(B)}
    real.do(Kind.TARGET, soline)
    assert real.wounds(soline) == 0
    assert real.zone(triage) == Zone.DECK


def test_improvising_sinks_a_risk_that_was_cancelled():
    real = Real(["01106", SIBELLA], [PAVEL, "01104", "01109"])
    sibella, _ = real.enter(SIBELLA, A, FORUMS), real.enter(PAVEL, B, FORUMS)
    amour, night_ = real.throw("01104", B), real.hold("01109", B)
    card = real.hold("01106", A)
    real.hold(FILLER, A)
    real.hold(FILLER, B)
    real.use(card)
    real.do(Kind.DECLINE)  # not Improvising itself
    real.use(night_)
    assert real.place(sibella) == FORUMS
    assert real.zone(amour) == Zone.DECK
    assert real.zone(card) == Zone.LOCKER


# It's Personal


def personal(wounds: int = 0):
    """Terrell challenged Maya, who was wounded in this duel, faces no threat to speak of, and plays the card."""
    real, maya, other, card = maneuver("01107", MAYA, TERRELL)
    real.state.wounds[other] = wounds
    duel_of(real, maya, other, 1)
    wound(real.state, maya, number=1)
    return real, maya, other, card


def test_its_personal_wounds_the_adversary_of_a_wounded_participant():
    real, _, other, card = personal()
    fight(real, card, 0)
    assert real.wounds(other) == 1
    assert real.state.holder[FORUMS] != A


def test_its_personal_claims_if_that_wound_destroys():
    real, _, other, card = personal(4)
    fight(real, card, 0)
    assert real.zone(other) == Zone.LOCKER
    assert real.state.holder[FORUMS] == A


def test_its_personal_claims_nothing_for_an_adversary_who_was_dead_before():
    real, _, other, card = personal()
    destroy(real.state, other)
    fight(real, card, 0)
    assert real.state.holder[FORUMS] != A


def test_its_personal_does_not_count_an_earlier_wound():
    real, maya, other, card = maneuver("01107", MAYA, TERRELL)
    wound(real.state, maya, number=1)
    duel_of(real, maya, other, 1)
    real.do(Kind.FIGHT, card)
    assert not real.can_use(card)


# Life in the Canals


@pytest.mark.parametrize(("who", "offered"), [(SOLINE, {0, 1}), (MAKEPEACE, {0}), (MAYA, {1}), (SIBELLA, set())])
def test_life_in_the_canals_is_for_scoundrels_and_pirates(who, offered):
    real, me, other, card = maneuver("01108", who)
    duel_of(real, me, other)
    real.do(Kind.FIGHT, card)
    assert {c.number for c in real.game.legal() if c.kind is Kind.USE and c.card == card} == offered


def test_life_in_the_canals_makes_the_adversary_discard_or_draws_but_not_both():
    real, me, other, card = maneuver("01108")
    real.hold(FILLER, B, 2)
    duel_of(real, me, other)
    fight(real, card, 0)
    assert real.cards_in_hand(B) == 1
    assert not real.can_use(card, 1)
    real, me, other, card = maneuver("01108")
    real.hold(FILLER, B, 2)
    duel_of(real, me, other)
    fight(real, card, 1)
    assert real.cards_in_hand(A) == 3
    assert real.cards_in_hand(B) == 2


# Night of Drinking


def night(code: str = "01104"):
    real = Real([code, SIBELLA, "01109"], [PAVEL, "01109", "01109"])
    real.enter(SIBELLA, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    return real, real.hold(code, A), real.hold("01109", B)


def test_night_of_drinking_cancels_a_risk_whose_costs_stay_paid():
    real, amour, night_ = night()
    real.hold(FILLER, A)
    real.hold(FILLER, B)
    real.use(amour)
    assert real.game.to_choose == B
    real.use(night_)
    assert real.cards_in_hand(A) == real.cards_in_hand(B) == 0
    assert real.place(real.find(SIBELLA, A)) == FORUMS
    assert real.zone(amour) == real.zone(night_) == Zone.DISCARD
    assert real.told(Moment.CANCELED)


def test_night_of_drinking_has_to_be_paid_and_may_be_declined():
    real, amour, _ = night()
    real.hold(FILLER, A)
    real.use(amour)
    assert real.at_home(real.find(SIBELLA, A))
    real, amour, _ = night()
    real.hold(FILLER, A)
    real.hold(FILLER, B)
    real.use(amour)
    real.do(Kind.DECLINE)
    assert real.at_home(real.find(SIBELLA, A))
    assert real.cards_in_hand(B) == 2


def test_night_of_drinking_is_itself_cancelled_by_another():
    real, amour, night_ = night()
    answer = real.hold("01109", A)
    real.hold(FILLER, A, 2)
    real.hold(FILLER, B)
    real.use(amour)
    if real.game.to_choose == A:
        real.do(Kind.DECLINE)
    real.use(night_)
    real.use(answer)
    assert real.at_home(real.find(SIBELLA, A))
    assert len(real.told(Moment.CANCELED)) == 1


def test_night_of_drinking_leaves_attachments_and_combat_cards_alone():
    real, knife, _ = night(KNIFE)
    real.hold(FILLER, B)
    real.do(Kind.EQUIP, knife, real.find(SIBELLA, A))
    assert Kind.PASS in real.asked()
    real, me, other, card = maneuver("01108", b=["01109"])
    real.hold("01109", B)
    real.hold(FILLER, B)
    duel_of(real, me, other)
    fight(real, card, 1)
    assert real.cards_in_hand(A) == 3


# Nothing Personal


def nothing_personal(mine: str = MAYA, wounds: int = 0):
    real, me, other, card = maneuver("01110", mine, PHILIP)
    real.state.wounds[other] = wounds
    real.state.holder[FORUMS] = B
    duel_of(real, me, other, 2)
    fight(real, card, 0)
    return real, other


@pytest.mark.parametrize("again", [True, False])
def test_nothing_personal_wounds_again_or_frees_the_location_as_its_controller_says(again):
    real, other = nothing_personal()
    assert real.game.to_choose == B
    if again:
        real.pick(0)
    else:
        real.do(Kind.DECLINE)
    assert real.wounds(other) == (2 if again else 1)
    assert (real.state.holder[FORUMS] == B) is again


def test_nothing_personal_of_a_weak_participant_wounds_only():
    real, other = nothing_personal(DOLORES)
    assert real.wounds(other) == 1
    assert real.state.holder[FORUMS] == B


def test_nothing_personal_frees_the_location_if_the_first_wound_kills():
    real, other = nothing_personal(wounds=4)
    assert real.zone(other) == Zone.LOCKER
    assert real.state.holder[FORUMS] != B


# Research


def test_research_lets_an_opponent_choose_one_of_three_names():
    real = Real(["01111", KNIFE, SWORD, SWORD, JACKET], [], players=3)
    knife, _, jacket = (real.throw(code, A) for code in (KNIFE, SWORD, JACKET))
    card = real.hold("01111", A)
    assert real.can_use(card)
    real.throw(SWORD, A, 1)
    real.use(card)
    assert real.offered(Kind.CHOOSE) == {real.leader(B), real.leader(C)}
    real.do(Kind.CHOOSE, real.leader(C))
    assert real.game.to_choose == C
    assert len(real.offered(Kind.CHOOSE)) == 3
    real.do(Kind.CHOOSE, knife)
    assert real.state.hand[A] == [knife]
    assert real.zone(jacket) == Zone.DISCARD
    assert real.zone(card) == Zone.LOCKER
    assert real.told_to(B, Moment.RETURNED) == [knife]


def test_research_needs_three_names_and_offers_every_three_once():
    real = Real(["01111", KNIFE, SWORD, SWORD, JACKET, "01101"], [])
    for code, number in ((KNIFE, 0), (SWORD, 0), (SWORD, 1)):
        real.throw(code, A, number)
    card = real.hold("01111", A)
    assert not real.can_use(card)
    real.throw(JACKET, A)
    real.throw("01101", A)
    real.use(card)
    assert len(real.offered(Kind.CHOOSE)) == 2
    real.do(Kind.CHOOSE, min(real.offered(Kind.CHOOSE)))
    assert len(real.offered(Kind.CHOOSE)) == 2


# Carnaval


@pytest.mark.parametrize(("first", "engaged", "able"), [(A, False, True), (A, True, False), (B, False, False)])
def test_carnaval_frees_a_location_for_the_first_player(first, engaged, able):
    real = Real(["01112", SIBELLA], [PAVEL], first=first)
    sibella = real.enter(SIBELLA, A, FORUMS, engaged=engaged)
    real.state.holder[FORUMS] = real.state.holder[DOCKS] = B
    card = real.hold("01112", A)
    real.pass_to(A)
    assert real.can_use(card, 0) is able
    if able:
        real.use(card, 0)
        assert real.engaged(sibella)
        assert real.state.holder[FORUMS] != B
        assert real.state.holder[DOCKS] == B


def test_carnaval_discards_an_available_city_card_for_others_but_no_event():
    real = Real(["01112"], [], first=B)
    coat, eko = real.lie(COAT, BAZAAR), real.lie(EKO, DOCKS)
    real.lie(EVENT, FORUMS)
    card = real.hold("01112", A)
    real.do(Kind.PASS)
    assert not real.can_use(card, 0)
    real.use(card, 1)
    assert real.offered(Kind.CHOOSE) == {coat, eko}
    real.do(Kind.CHOOSE, eko)
    assert eko in real.state.discard[-1]
    assert real.zone(coat) == Zone.CITY


def test_carnaval_of_the_first_player_discards_nothing():
    real = Real(["01112"], [])
    real.lie(COAT, BAZAAR)
    assert not real.can_use(real.hold("01112", A), 1)


# Robbery


def test_robbery_takes_an_attachment_of_an_opponents_pile_for_its_price():
    real = Real(["01113", MAYA], [KNIFE, JACKET, "01104"])
    maya = real.enter(MAYA, A, FORUMS)
    knife, jacket = real.throw(KNIFE, B), real.throw(JACKET, B)
    real.throw("01104", B)
    card = real.hold("01113", A)
    real.hold(FILLER, A)
    real.use(card, 0)
    assert real.offered(Kind.TARGET) == {knife, jacket}
    real.do(Kind.TARGET, jacket)
    assert real.state.gear[maya] == (jacket,)
    assert real.state.control[jacket] == A
    assert real.cards_in_hand(A) == 0
    # When its bearer goes, it goes back to its owner's pile.
    destroy(real.state, maya)
    assert jacket in real.state.discard[B]


def test_robbery_takes_nothing_that_cannot_be_paid_and_is_for_pirates():
    real = Real(["01113", MAYA, SIBELLA], [JACKET])
    real.enter(SIBELLA, A, FORUMS)
    jacket = real.throw(JACKET, B)
    card = real.hold("01113", A)
    assert not real.can_use(card, 0)
    real.enter(MAYA, A, HOME)
    assert not real.can_use(card, 0)
    real.enter(MAYA, A, FORUMS)
    real.use(card, 0)
    assert real.zone(jacket) == Zone.DISCARD
    assert real.zone(card) == Zone.DISCARD


def robbery(gear: str, wounds: int = 0):
    real, maya, other, card = maneuver("01113", MAYA, PHILIP, b=[KNIFE, KNIFE, SWORD, PANZERHAND])
    worn = real.wear(gear, other)
    real.state.wounds[other] = wounds
    return real, maya, other, card, worn


def test_robbery_takes_an_attachment_from_the_adversary_or_its_pile():
    real, maya, other, card, worn = robbery(KNIFE)
    lying, sword = real.throw(KNIFE, B, 1), real.throw(SWORD, B)
    duel_of(real, maya, other)
    fight(real, card, 1)
    assert real.offered(Kind.TARGET) == {worn, lying, sword}
    real.do(Kind.TARGET, worn)
    assert real.state.gear[other] == ()
    assert real.state.gear[maya] == (worn,)


def test_robbery_in_a_duel_is_for_pirates():
    real, mine, other, card = maneuver("01113", DOLORES, b=[KNIFE])
    real.wear(KNIFE, other)
    duel_of(real, mine, other)
    real.do(Kind.FIGHT, card)
    assert not real.can_use(card, 1)


def test_robbery_leaves_what_cannot_be_moved():
    real, maya, other, card, worn = robbery(PANZERHAND)
    duel_of(real, maya, other)
    fight(real, card, 1)
    assert real.state.gear[other] == (worn,)


def test_robbery_may_take_the_armor_that_kept_the_adversary_alive():
    real, maya, other, card, worn = robbery(CUIRASS, wounds=5)
    duel_of(real, maya, other)
    fight(real, card, 1)
    assert real.state.gear[maya] == (worn,)
    assert real.zone(other) == Zone.LOCKER


# Roll the Bones


@pytest.mark.parametrize(("who", "shown"), [(MAYA, 2), (SOLINE, 3)])
def test_roll_the_bones_adds_the_values_of_a_revealed_card(who, shown):
    real, me, other, card = maneuver("01114", who, a=[SWORD, "01110", KNIFE])
    for code in (SWORD, "01110", KNIFE):
        real.stack(code, A)
    cards = [real.find(code, A) for code in (KNIFE, "01110", SWORD)][:shown]
    duel_of(real, me, other, 5)
    fight(real, card, 0)
    assert real.offered(Kind.CHOOSE) == set(cards)
    assert real.told_to(B, Moment.REVEALED) == cards
    real.do(Kind.CHOOSE, cards[1])
    finish(real)
    # 1 + 1 Riposte, 0 + 1 Parry, no Thrust: of 5 threat 2 are sent back and 2 wound.
    assert real.state.duel.threat == [2, 0]
    assert real.wounds(me) == 2
    assert real.state.duel.gambles == [0, 0]
    assert set(real.state.deck[A][:shown]) == set(cards)


def test_roll_the_bones_takes_dashes_for_nothing_and_does_not_use_up_gambles():
    real, me, other, card = maneuver("01114", MAYA, a=[SWORD])
    real.stack(SWORD, A)
    duel_of(real, me, other, 3)
    real.state.duel.gambles[1] = 2
    fight(real, card, 0)
    real.do(Kind.CHOOSE, real.find(SWORD, A))
    finish(real)
    assert real.state.duel.threat == [1 + 3, 0]


# Taunt


def test_taunt_brings_an_enemy_from_an_adjacent_location_or_its_home():
    real = Real(["01115", SIBELLA, MAYA], [PAVEL, DANIELLA, PHILIP])
    real.enter(SIBELLA, A, DOCKS)
    real.enter(MAYA, A, FORUMS)
    real.state.engaged[real.find(MAYA, A)] = 1
    near, far = real.enter(PAVEL, B, FORUMS), real.enter(DANIELLA, B, BAZAAR)
    card = real.hold("01115", A)
    real.hold(FILLER, A)
    real.use(card, 0)
    real.do(Kind.PERFORM, real.find(SIBELLA, A))
    assert real.offered(Kind.TARGET) == {near, real.leader(B)}
    real.do(Kind.TARGET, near)
    assert real.place(near) == DOCKS
    assert real.place(far) == BAZAAR


def test_taunt_needs_an_enemy_next_door():
    real = Real(["01115", SIBELLA], [PAVEL])
    real.enter(SIBELLA, A, DOCKS)
    real.enter(PAVEL, B, BAZAAR)
    real.leader(B, BAZAAR)
    card = real.hold("01115", A)
    real.hold(FILLER, A)
    assert not real.can_use(card, 0)
    real.leader(B, DOCKS)
    assert not real.can_use(card, 0)


@pytest.mark.parametrize(("other", "able"), [(PHILIP, True), (SIBELLA, False), (DANIELLA, False)])
def test_taunt_makes_a_clumsier_adversary_discard(other, able):
    real, maya, them, card = maneuver("01115", MAYA, other)
    real.hold(FILLER, B, 2)
    duel_of(real, maya, them)
    real.do(Kind.FIGHT, card)
    assert real.can_use(card, 1) is able
    if able:
        real.use(card, 1)
        assert real.cards_in_hand(B) == 1
        assert real.cards_in_hand(A) == 1
