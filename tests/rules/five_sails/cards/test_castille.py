"""Every ability of the Castille cards that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.agenda import F
from rules.five_sails.deeds import destroy, wound
from rules.five_sails.duel import reveals
from rules.five_sails.terms import BAZAAR, DOCKS, FORUMS, HOME, INN, Phase
from tests.rules.five_sails.real import FILLER, A, B, C, Real

SOLINE, DOLORES, MAKEPEACE, MAYA, ANIBAL, SANJAY = "01089", "01091", "01092", "01093", "01094", "01097"
SIBELLA, PAVEL, DANIELLA, PHILIP, TERRELL = "01012", "01120", "01036", "01039", "01042"
KNIFE, SWORD, JACKET, PANZERHAND = "01157", "01048", "01158", "01047"
CUIRASS, COAT, EKO, EVENT = "01193", "01206", "01182", "01185"


def duel_of(real: Real, mine: int, other: int, threat: int = 3):
    """Mine is challenged and faces so much threat; its player is to play a card."""
    return real.duel(other, mine, 0, threat)


def fight(real: Real, card: int, ability: int | None = None):
    real.do(Kind.FIGHT, card)
    if ability is not None:
        real.use(card, ability)


def finish(real: Real):
    """Use nothing more in this round."""
    if Kind.DECLINE in real.asked():
        real.do(Kind.DECLINE)


def finish_round(real: Real):
    """Whoever is asked uses nothing more and takes the first revealed card, until the round is over."""
    rounds = len(real.told(Moment.ROUND_ENDS))
    while len(real.told(Moment.ROUND_ENDS)) == rounds:
        legal = {choice.kind: choice for choice in reversed(real.game.legal())}
        real.game.push(next(legal[kind] for kind in (Kind.TAKE, Kind.DECLINE, Kind.YIELD) if kind in legal))


def maneuver(code: str, mine: str = SOLINE, other: str = SIBELLA, *, a=(), b=()):
    """A's character and B's at The Forums, and A with a card to fight with and two to pay with."""
    leads = mine == SOLINE
    real = Real([code, *a] if leads else [code, mine, *a], [other, *b], leaders=(SOLINE,) if leads else ())
    me = real.leader(A, FORUMS) if leads else real.enter(mine, A, FORUMS)
    them = real.enter(other, B, FORUMS)
    card = real.hold(code, A)
    real.hold(FILLER, A, 2)
    return real, me, them, card


# Soline el Gato


def soline(place: int = FORUMS, **more):
    real = Real([KNIFE, "01103"], [PAVEL, SIBELLA], leaders=(SOLINE,), **more)
    return real, real.leader(A, place), real.enter(PAVEL, B, FORUMS)


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
    real.state.fame[FORUMS] = renown
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
    real.state.fame[FORUMS] = renown
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


# The Cat's Embargo


def test_the_cats_embargo_adds_renown_to_two_different_locations():
    real = Real(["01098"], [], players=3)
    real.resolve("01098")
    assert real.places() == {INN, DOCKS, FORUMS}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.places() == {FORUMS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.state.fame[:4] == [0, 1, 0, 1]


def test_the_cats_embargo_reveals_a_random_card_of_an_opponents_hand_to_everybody():
    real = Real(["01098"], [KNIFE])
    real.hold(KNIFE, B)
    scheme = real.resolve("01098")
    real.do(Kind.PLACE, place=DOCKS)
    real.do(Kind.PLACE, place=FORUMS)
    shown = real.told_to(None, Moment.REVEALED)[-1]
    assert shown in real.state.hand[B]
    assert real.told_to(B, Moment.REVEALED)[-1] == shown
    assert real.state.notes[scheme, "revealed"] == shown


def test_the_cats_embargo_lets_its_player_choose_the_opponent_and_finds_nothing_in_an_empty_hand():
    real = Real(["01098"], [], players=3)
    real.scheme("01098", A)
    real.hold(FILLER, C)
    real.go_to(Phase.PLANNING, (F.MOMENT, Moment.PLANNING_ENDS))
    assert real.game.to_choose == A
    assert real.offered(Kind.CHOOSE) == {real.leader(B), real.leader(C)}
    other = real.game.copy()
    real.do(Kind.CHOOSE, real.leader(C))
    assert real.told_to(None, Moment.REVEALED) == [real.find(FILLER, C)]
    real.game = other
    real.state = other.state
    real.do(Kind.CHOOSE, real.leader(B))
    assert not real.told(Moment.REVEALED)


def remembering(code: str, *, players: int = 2, a=(), b=(), c=()):
    """The Embargo in play, and a card's name known to it."""
    real = Real(["01098", *a], [code, *b], [code, *c], players=players)
    scheme = real.scheme("01098", A)
    card = real.hold(code, B)
    real.state.notes[scheme, "revealed"] = card
    return real, scheme, card


def test_the_cats_embargo_gains_renown_when_the_named_risk_is_played():
    real, scheme, amour = remembering("01104", b=[PAVEL])
    real.enter(PAVEL, B, FORUMS)
    real.hold(FILLER, B)
    real.do(Kind.PASS)
    real.use(amour)
    assert real.game.to_choose == A
    real.use(scheme, 2)
    assert real.state.renown[A] == 1


def test_the_cats_embargo_gains_renown_when_the_named_card_is_equipped_or_pays():
    real, scheme, knife = remembering(KNIFE, b=[PAVEL])
    pavel = real.enter(PAVEL, B, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.EQUIP, knife, pavel)
    real.use(scheme, 2)
    assert real.state.renown[A] == 1
    real, scheme, knife = remembering(KNIFE, b=[PAVEL, "01104"])
    real.enter(PAVEL, B, FORUMS)
    amour = real.hold("01104", B)
    real.do(Kind.PASS)
    real.use(amour)
    assert real.can_use(scheme, 2)


def test_the_cats_embargo_gains_renown_when_the_named_card_fights_or_is_discarded():
    real, scheme, knife = remembering(KNIFE, a=[MAYA], b=[PAVEL])
    maya, pavel = real.enter(MAYA, A, FORUMS), real.enter(PAVEL, B, FORUMS)
    real.duel(maya, pavel)
    real.do(Kind.FIGHT, knife)
    assert real.can_use(scheme, 2)
    real, scheme, knife = remembering(KNIFE, a=["01108", MAKEPEACE], b=[SIBELLA])
    me, other = real.enter(MAKEPEACE, A, FORUMS), real.enter(SIBELLA, B, FORUMS)
    canals = real.hold("01108", A)
    duel_of(real, me, other)
    fight(real, canals, 0)
    assert real.can_use(scheme, 2)


def test_the_cats_embargo_hears_of_a_third_player_but_not_of_its_own():
    real, scheme, _ = remembering(KNIFE, players=3, a=[KNIFE, SIBELLA], c=[PAVEL])
    mine, pavel = real.enter(SIBELLA, A, FORUMS), real.enter(PAVEL, C, FORUMS)
    own, third = real.hold(KNIFE, A), real.hold(KNIFE, C)
    real.do(Kind.EQUIP, own, mine)
    assert real.game.to_choose == B
    real.do(Kind.PASS)
    real.do(Kind.EQUIP, third, pavel)
    assert real.can_use(scheme, 2)


def test_the_cats_embargo_does_not_hear_of_a_card_in_play_that_is_used_or_destroyed():
    real, _, _ = remembering(JACKET, b=[PAVEL])
    jacket = real.wear(JACKET, real.enter(PAVEL, B, FORUMS))
    other = real.hold(FILLER, B)
    real.do(Kind.PASS)
    real.use(jacket)
    assert other in real.state.discard[B]
    assert Kind.PASS in real.asked()
    destroy(real.state, jacket)
    real.do(Kind.PASS)
    assert Kind.PASS in real.asked()


def test_the_cats_embargo_does_not_hear_of_an_opponents_card_that_its_own_player_plays():
    real, _, amour = remembering("01104", a=["01106", SIBELLA], b=[PAVEL])
    sibella = real.enter(SIBELLA, A, FORUMS)
    real.enter(PAVEL, B, FORUMS)
    real.throw("01104", B)
    improvising = real.hold("01106", A)
    real.hold(FILLER, A)
    real.use(improvising)
    assert real.at_home(sibella)
    assert real.zone(amour) == Zone.DECK
    assert Kind.PASS in real.asked()


# Shifting Blame


def test_shifting_blame_adds_a_renown_to_the_docks():
    real = Real(["01099"], [])
    real.resolve("01099")
    assert real.state.fame[DOCKS] == 1
    assert real.state.scheme[A] == real.find("01099", A)


def test_shifting_blame_draws_after_an_effect_made_anybody_discard():
    real = Real(["01099", "01108", MAKEPEACE], [SIBELLA])
    me, other = real.enter(MAKEPEACE, A, FORUMS), real.enter(SIBELLA, B, FORUMS)
    scheme, canals = real.scheme("01099", A), real.hold("01108", A)
    real.hold(FILLER, B, 2)
    duel_of(real, me, other)
    fight(real, canals, 0)
    real.use(scheme, 1)
    assert real.cards_in_hand(A) == 1


def test_shifting_blame_does_not_draw_for_a_cost():
    real = Real(["01099", JACKET, SIBELLA], [PAVEL])
    jacket = real.wear(JACKET, real.enter(SIBELLA, A, FORUMS))
    real.scheme("01099", A)
    real.hold(FILLER, A)
    real.use(jacket)
    assert real.game.to_choose == B


def test_shifting_blame_adds_a_renown_elsewhere_after_an_opponent_claims():
    real = Real(["01099", SIBELLA], [PHILIP])
    mine, philip = real.enter(SIBELLA, A, DOCKS), real.enter(PHILIP, B, FORUMS)
    scheme = real.scheme("01099", A)
    real.do(Kind.CLAIM, mine)
    assert real.game.to_choose == B
    real.do(Kind.CLAIM, philip)
    assert real.state.holder[FORUMS] == B
    real.use(scheme, 2)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.state.fame[1:4] == [0, 0, 1]


# The Cat's Glass


def glass(challenger: int = A):
    real = Real(["01100", MAYA, DOLORES], [PAVEL, SIBELLA])
    maya, madre = real.enter(MAYA, A, FORUMS), real.enter(DOLORES, A, FORUMS)
    pavel = real.enter(PAVEL, B, FORUMS)
    worn = real.wear("01100", madre)
    real.hold(FILLER, B, 2)
    return real, worn, maya, pavel


def test_the_cats_glass_makes_the_adversary_reveal_one_card_for_the_duel():
    real, worn, maya, _ = glass()
    real.do(Kind.CHALLENGE, maya)
    real.do(Kind.ACCEPT)
    real.use(worn)
    assert real.engaged(worn)
    real.state.duel.threat[1] = 1
    real.do(Kind.GAMBLE)
    assert len(real.told(Moment.GAMBLED)) == 1
    while real.state.duel is not None:
        finish_round(real)
    assert not real.state.lasting


def test_the_cats_glass_is_used_when_its_own_side_accepts_too():
    real, worn, maya, _ = glass()
    sibella = real.enter(SIBELLA, B, FORUMS)
    real.hold(FILLER, A, 2)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.TARGET, maya)
    real.do(Kind.ACCEPT)
    real.use(worn)
    assert reveals(real.state, sibella) == 1
    assert reveals(real.state, maya) == 2


def test_the_cats_glass_does_not_count_where_it_is_not():
    real, worn, maya, _ = glass()
    real.do(Kind.CHALLENGE, maya)
    real.do(Kind.ACCEPT)
    real.use(worn)
    real.state.place[real.find(DOLORES, A)] = DOCKS
    real.do(Kind.GAMBLE)
    assert len(real.told(Moment.GAMBLED)) == 2


@pytest.mark.parametrize("why", ["engaged", "elsewhere", "refused", "declined"])
def test_the_cats_glass_is_not_used(why):
    real, worn, maya, _ = glass()
    if why == "engaged":
        real.state.engaged[worn] = 1
    if why == "elsewhere":
        real.state.place[real.find(DOLORES, A)] = DOCKS
    real.do(Kind.CHALLENGE, maya)
    real.do(Kind.REFUSE if why == "refused" else Kind.ACCEPT)
    if why == "declined":
        real.do(Kind.DECLINE)
    assert not real.can_use(worn)
    if why != "refused":
        real.do(Kind.GAMBLE)
        assert len(real.told(Moment.GAMBLED)) == 2


def test_the_cats_glass_leaves_duels_of_others_alone():
    real = Real(["01100", DOLORES], [PAVEL], [SIBELLA], players=3)
    real.wear("01100", real.enter(DOLORES, A, FORUMS))
    pavel, sibella = real.enter(PAVEL, B, FORUMS), real.enter(SIBELLA, C, FORUMS)
    real.pass_to(C)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.TARGET, pavel)
    real.do(Kind.ACCEPT)
    assert real.game.to_choose == B


# Gallegos Blade


def blade():
    real, maya, other, card = maneuver(SWORD, MAYA, a=["01101"], b=[KNIFE])
    worn = real.wear("01101", maya)
    real.stack(KNIFE, B)
    real.hold(FILLER, B, 2)
    duel_of(real, maya, other, 6)
    return real, worn, card


def test_gallegos_blade_reveals_one_more_card():
    real, *_ = blade()
    real.do(Kind.GAMBLE)
    assert len(real.told(Moment.GAMBLED)) == 3


def test_gallegos_blade_trades_a_parry_for_one_card_less_in_the_next_round_only():
    real, worn, sword = blade()
    fight(real, sword)
    real.use(worn, 1)
    assert real.state.duel.threat == [3, 0]
    real.do(Kind.GAMBLE)
    assert len(real.told(Moment.GAMBLED)) == 1
    assert real.game.to_choose == A
    assert not real.state.lasting


def test_gallegos_blade_loses_the_parry():
    real, worn, sword = blade()
    real.state.duel.threat[1] = 2
    fight(real, sword)
    real.use(worn, 1)
    assert real.wounds(real.find(MAYA, A)) == 1


def test_gallegos_blade_needs_a_parry_to_lose():
    real, maya, other, card = maneuver("01108", MAYA, a=["01101"])
    worn = real.wear("01101", maya)
    duel_of(real, maya, other)
    fight(real, card)
    assert real.can_use(card, 1)
    assert not real.can_use(worn, 1)


# Unfortunate


def unfortunate():
    real, madre, other, card = maneuver("01102", DOLORES)
    real.hold(FILLER, B, 3)
    duel_of(real, madre, other)
    fight(real, card)
    return real, madre, other, card


def test_unfortunate_goes_to_the_adversary_and_lowers_its_finesse():
    real, _, other, card = unfortunate()
    assert real.state.gear[other] == (card,)
    assert real.state.control[card] == A
    assert real.value(other, Stat.FINESSE) == 1
    real.do(Kind.YIELD)
    assert real.state.duel is None
    assert real.state.gear[other] == (card,)


def test_unfortunate_is_got_rid_of_by_its_bearer_for_two_cards():
    real, _, other, card = unfortunate()
    real.do(Kind.YIELD)
    if real.game.to_choose == A:
        assert not any(choice.card == card for choice in real.game.legal())
        real.do(Kind.PASS)
    assert real.can(Kind.USE, card, other, number=2)
    real.use(card, 2, on=other)
    assert real.cards_in_hand(B) == 1
    assert real.zone(card) == Zone.DISCARD
    assert card in real.state.discard[A]
    assert real.value(other, Stat.FINESSE) == 2


def test_unfortunate_stays_with_whoever_has_one_card():
    real, _, other, card = unfortunate()
    real.do(Kind.YIELD)
    del real.state.hand[B][1:]
    real.pass_to(A)
    real.do(Kind.PASS)
    assert not real.can(Kind.USE, card, other, number=2)


def test_unfortunate_only_goes_to_the_adversary_of_its_own_round():
    real, madre, other, card = maneuver("01102", DOLORES, b=["01107"])
    answer = real.hold("01107", B)
    duel_of(real, madre, other)
    fight(real, card)
    fight(real, answer)
    assert real.state.gear[other] == (card,)
    assert real.state.gear[madre] == ()


def test_unfortunate_stays_in_the_line_of_a_dead_adversary():
    real, madre, other, card = maneuver("01102", DOLORES)
    duel_of(real, madre, other)
    destroy(real.state, other)
    fight(real, card)
    assert real.state.duel is None
    assert real.zone(card) == Zone.DISCARD


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
