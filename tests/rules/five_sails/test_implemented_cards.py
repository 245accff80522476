"""The first real cards whose abilities are implemented, one of each kind."""

import pytest

from cards.catalogue import AbilityKind
from rules.five_sails import Choice, Game, Kind, Stat, Zone
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.flow.handlers import advance
from rules.five_sails.state.definitions import define, define_all
from rules.five_sails.state.values import value
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, INN, NONE, Phase
from rules.five_sails.terms.parts import Ability
from tests.rules.five_sails.known import BOOK
from tests.rules.five_sails.real import CARDS, A, B, Real


def test_a_static_modifier_pavel_has_more_influence_where_you_rule():
    real = Real([], ["01120"])
    pavel = real.enter("01120", B, FORUMS)
    assert value(real.state, pavel, Stat.INFLUENCE) == 3
    real.state.holder[FORUMS] = B
    assert value(real.state, pavel, Stat.INFLUENCE) == 4


def test_a_reaction_after_pavel_draws_when_an_opponent_claims():
    real = Real(["01012"], ["01120"])
    pavel, sibella = real.enter("01120", B, DOCKS), real.enter("01012", A, FORUMS)
    real.do(Kind.CLAIM, sibella)
    assert real.game.to_choose == B
    before = len(real.state.hand[B])
    real.do(Kind.USE, pavel, number=1)
    assert len(real.state.hand[B]) == before + 1


def test_a_technique_pavel_parries():
    real = Real(["01012"], ["01120"])
    pavel, sibella = real.enter("01120", B, FORUMS), real.enter("01012", A, FORUMS)
    # A card whose combat values are all 0 but the last.
    coin, _ = real.hold("01170", B), real.hold("01169", B)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.ACCEPT)
    real.do(Kind.FIGHT, coin)
    real.do(Kind.USE, pavel, number=2)
    assert real.state.wounds[pavel] == 1


def test_two_printed_techniques_langschwert_each_once():
    real = Real(["01012", "01048"], ["01120"])
    real.enter("01120", B, FORUMS)
    sibella = real.enter("01012", A, FORUMS)
    sword = real.hold("01048", A)
    real.do(Kind.EQUIP, sword, sibella)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, sibella)
    assert {(c.card, c.number) for c in real.game.legal() if c.kind is Kind.USE} == {(sword, 0), (sword, 1)}
    real.do(Kind.USE, sword, number=0)
    real.do(Kind.REFUSE)
    assert real.state.wounds[real.find("01120", B)] == 2


def test_an_action_with_cost_and_target_sibella_wounds_herself_and_another():
    real = Real(["01012"], ["01120", "01117"])
    pavel, other = real.enter("01120", B, FORUMS), real.enter("01117", B, FORUMS)
    sibella = real.enter("01012", A, FORUMS)
    real.do(Kind.USE, sibella, number=0)
    assert {choice.card for choice in real.game.legal()} == {pavel, other}
    real.do(Kind.TARGET, pavel)
    assert (real.state.wounds[sibella], real.state.wounds[pavel], real.state.wounds[other]) == (1, 1, 0)
    assert not real.can(Kind.USE, sibella, number=0)


def test_a_maneuver_precision_is_paid_for_and_lethal():
    real = Real(["01012"], ["01120", "01057"])
    real.enter("01120", B, FORUMS)
    sibella = real.enter("01012", A, FORUMS)
    precision = real.hold("01057", B)
    real.hold("01169", B, 2)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.ACCEPT)
    real.do(Kind.FIGHT, precision)
    real.do(Kind.USE, precision, number=0)
    assert len(real.state.hand[B]) == 1
    # Five threat of a character with Combat 0, and none of it is capped.
    assert real.state.wounds[sibella] == 0
    assert real.state.duel.lethal == [False, True]


def test_a_scheme_the_great_game_adds_renown_and_goes_on_working():
    deck = Real.deck("01006", ["01015", "01012"])
    game = Game.new(BOOK, [deck, Real.deck("01116", ["01120"])], seed=1)
    assert game.state.phase is Phase.HIGH_DRAMA
    assert (game.state.renown_at[DOCKS], game.state.renown_at[BAZAAR]) == (1, 1)
    scheme = next(c for c, d in enumerate(game.table.definitions) if d.code == "01015")
    assert game.state.zone[scheme] == Zone.PLAY
    sibella = next(c for c, d in enumerate(game.table.definitions) if d.code == "01012")
    game.state.place[sibella] = game.state.place[game.table.leaders[B]] = FORUMS
    game.state.legal = ()
    advance(game.state)
    if game.to_choose == B:
        game.push(Choice(Kind.PASS))
    hand = len(game.state.hand[A])
    game.push(Choice(Kind.USE, scheme, number=2))
    if any(choice.kind is Kind.PERFORM for choice in game.legal()):
        game.push(Choice(Kind.PERFORM, sibella))
    # Nobody else is there any more, so the target needs no choice.
    assert game.state.zone[sibella] == Zone.LOCKER
    assert game.state.wounds[game.table.leaders[B]] == 1
    game.push(Choice(Kind.USE, scheme, number=1))
    assert len(game.state.hand[A]) == hand + 1


def test_a_scheme_with_a_choice_curry_favor_two_different_locations():
    game = Game.new(BOOK, [Real.deck("01006", ["03053"]), Real.deck("01116", [])], seed=1)
    assert {choice.place for choice in game.legal()} == {DOCKS, FORUMS}
    game = game.apply(Choice(Kind.PLACE, place=DOCKS))
    assert {choice.place for choice in game.legal()} == {FORUMS, BAZAAR}
    game = game.apply(Choice(Kind.PLACE, place=BAZAAR))
    assert [game.state.renown_at[place] for place in (DOCKS, FORUMS, BAZAAR)] == [1, 0, 1]


def test_an_event_risky_undertaking_is_paid_with_two_cards_and_discarded():
    real = Real(["01012"], [])
    real.enter("01012", A, FORUMS)
    event = real.lie("01185", FORUMS)
    real.hold("01169", A, 2)
    real.do(Kind.USE, event, number=0)
    assert real.state.renown_at[FORUMS] == 1
    assert event in real.state.discard[NONE]
    assert real.state.hand[A] == []


def test_a_standing_event_so_it_begins_changes_pressures():
    real = Real(["01012"], ["01123"])
    sibella = real.enter("01012", A, FORUMS)
    # Influence 3 and Combat 2 against Influence 1 and Combat 4.
    other = real.find("01116", B)
    real.state.place[other] = FORUMS
    real.lie("01183", FORUMS)
    real.do(Kind.CLAIM, sibella)
    assert real.state.holder[FORUMS] == NONE


def test_a_standing_event_so_it_begins_weakens_parries():
    real = Real(["01012"], ["01120"])
    pavel, sibella = real.enter("01120", B, FORUMS), real.enter("01012", A, FORUMS)
    real.lie("01183", FORUMS)
    not_today, _ = real.hold("01169", B), real.hold("01170", B)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.ACCEPT)
    real.state.duel.threat[1] = 5
    real.do(Kind.FIGHT, not_today)
    real.do(Kind.DECLINE)
    # One for the threat that the weaker Parry left, one that Not Today itself deals.
    assert real.state.wounds[pavel] == 2


@pytest.mark.parametrize(("pavel_rules", "objects"), [(True, True), (True, False), (False, False)])
def test_a_replacement_objection_makes_a_narrow_pressure_fail(pavel_rules, objects):
    real = Real(["01012"], ["01120", "01027"])
    sibella = real.enter("01012", A, FORUMS)
    real.enter("01120", B, FORUMS)
    for code, player in (("01006", A), ("01116", B)):
        real.state.place[real.find(code, player)] = FORUMS
    objection = real.hold("01027", B)
    # A has 3 + 3 against 3 + 1, or one more where Pavel's player rules.
    real.state.holder[FORUMS] = B if pavel_rules else NONE
    real.do(Kind.CLAIM, sibella)
    assert real.can(Kind.USE, objection, number=0) is pavel_rules
    if pavel_rules:
        real.do(*((Kind.USE, objection, NONE, NONE, 0) if objects else (Kind.DECLINE,)))
    if objects:
        assert real.state.holder[FORUMS] == B
        assert real.state.zone[objection] == Zone.DISCARD
    else:
        assert real.state.holder[FORUMS] == A


def test_a_lasting_effect_burnished_cuirass_weakens_the_next_round():
    real = Real(["01012"], ["01120"])
    pavel, sibella = real.enter("01120", B, FORUMS), real.enter("01012", A, FORUMS)
    cuirass = real.lie("01193", FORUMS)
    real.hold("01169", A)
    real.do(Kind.EQUIP, cuirass, sibella)
    assert value(real.state, sibella, Stat.RESOLVE) == 5
    coin, _ = real.hold("01170", B), real.hold("01169", B)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, sibella)
    real.do(Kind.USE, cuirass, number=0)
    real.do(Kind.ACCEPT)
    real.do(Kind.FIGHT, coin)
    real.do(Kind.DECLINE)
    # The coin's Thrust of 1 is gone, so nothing was sent.
    assert real.state.duel is None
    assert real.state.wounds[pavel] == 2


def test_the_inn_draws_for_whoever_controls_it():
    real = Real([], [], players=3)
    inn = real.game.table.locations[INN]
    assert not real.can(Kind.USE, inn, number=1)
    real.state.holder[INN] = A
    real.again()
    hand = len(real.state.hand[A])
    real.do(Kind.USE, inn, number=1)
    assert len(real.state.hand[A]) == hand + 1
    assert real.state.place[real.game.table.leaders[A]] == HOME + A


# The list itself.


def test_every_declared_ability_is_of_the_kind_that_is_printed():
    definitions = define_all(CARDS, IMPLEMENTED)
    for code in IMPLEMENTED:
        for printed, ability in zip(CARDS.card(code).abilities, definitions[code].abilities, strict=False):
            assert ability is None or ability.kind is printed.kind


def test_a_card_that_is_not_built_says_so():
    definitions = define_all(CARDS, IMPLEMENTED)
    assert definitions["01120"].unimplemented == ()
    assert definitions["01121"].unimplemented == tuple(ability.text for ability in CARDS.card("01121").abilities)


def test_numbers_that_nobody_knows_are_named():
    assert define(CARDS.card("03007")).unknown == ("riposte", "parry", "thrust")


@pytest.mark.parametrize(
    ("code", "implemented"),
    [
        ("01048", (Ability(kind=AbilityKind.TECHNIQUE),)),
        ("01057", (Ability(kind=AbilityKind.TECHNIQUE),)),
        ("01098", tuple(Ability(kind=ability.kind) for ability in CARDS.card("01098").abilities)),
    ],
)
def test_a_declaration_that_does_not_fit_the_card_is_refused(code, implemented):
    with pytest.raises(ValueError, match=code):
        define(CARDS.card(code), implemented)


def test_a_declaration_for_no_card_is_refused():
    with pytest.raises(ValueError, match="99999"):
        define_all(CARDS, {"99999": ()})
