"""Every ability of the Castille schemes and attachments that are built, with the real cards."""

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.contests.duel import reveals
from rules.five_sails.deeds.deeds import destroy
from rules.five_sails.state.agenda import F
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, INN, Phase
from tests.rules.five_sails.cards.castille import (
    DOLORES,
    JACKET,
    KNIFE,
    MAKEPEACE,
    MAYA,
    PAVEL,
    PHILIP,
    SIBELLA,
    SWORD,
    duel_of,
    fight,
    finish_round,
    maneuver,
)
from tests.rules.five_sails.real import FILLER, A, B, C, Real

# The Cat's Embargo


def test_the_cats_embargo_adds_renown_to_two_different_locations():
    real = Real(["01098"], [], players=3)
    real.resolve("01098")
    assert real.places() == {INN, DOCKS, FORUMS}
    real.do(Kind.PLACE, place=DOCKS)
    assert real.places() == {FORUMS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.state.renown_at[:4] == [0, 1, 0, 1]


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
    assert real.state.renown_at[DOCKS] == 1
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
    assert real.state.renown_at[1:4] == [0, 0, 1]


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
