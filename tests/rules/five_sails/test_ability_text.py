"""Implemented abilities write their own text from the fields that run, so the two cannot differ."""

import pytest

from cards.catalogue import CardType
from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.phrases import lint
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.five_sails.abilities.facts import Bears, FirstPlayer
from rules.five_sails.abilities.kinds import action, city_action, maneuver, passive, reaction, technique
from rules.five_sails.abilities.modifiers import Bonus, Gives
from rules.five_sails.abilities.nouns.filters import OPPOSING, WEAPON, Trait
from rules.five_sails.abilities.nouns.groups import Attachments, Target, Those, characters
from rules.five_sails.abilities.nouns.places import ADJACENT
from rules.five_sails.abilities.nouns.roles import (
    ADVERSARY,
    EACH_OPPONENT,
    PARTICIPANT,
    PERFORMER,
    THIS,
    Controller,
    That,
)
from rules.five_sails.abilities.text import say, say_all, say_way
from rules.five_sails.abilities.triggers import AnOpponentClaims
from rules.five_sails.abilities.verbs.blocks import ChooseOne, If, Instead, May, Require, then
from rules.five_sails.abilities.verbs.deeds import Aim, DiscardCards, Draw, Engage, Gain, Heal, Move, MoveHome, Wound
from rules.five_sails.terms.basics import CombatValue, Stat
from rules.five_sails.terms.parts import Ability, Limit

CARDS = load_catalogue()
AIM = Aim(Target(characters(OPPOSING)))


@pytest.mark.parametrize("code", sorted(IMPLEMENTED))
def test_what_is_built_reads_as_the_card_does(code):
    card = CARDS.card(code)
    said = say_all(IMPLEMENTED[code], card.type)
    assert [None if each is None else each.text for each in said] == [each.text for each in card.abilities]


@pytest.mark.parametrize("code", sorted(IMPLEMENTED))
def test_what_is_built_keeps_to_the_phrase_book(code):
    card = CARDS.card(code)
    for ability, said in zip(IMPLEMENTED[code], say_all(IMPLEMENTED[code], card.type), strict=False):
        if ability is not None and said is not None:
            assert lint(ability.kind.value, ability.qualifiers, said.trigger, said.cost, said.effect) == []


def text(ability: Ability, card: CardType = CardType.CHARACTER) -> str:
    return say(ability, card).text


def test_numbers_have_their_plural():
    assert text(action(Draw(1))) == "Action: Draw 1 card."
    assert text(action(Draw(2))) == "Action: Draw 2 cards."
    assert text(action(Heal(THIS, 3), cost=(DiscardCards(2),))) == (
        "Action: Discard 2 cards • Heal 3 wounds from this character."
    )


@pytest.mark.parametrize(
    ("card", "itself"),
    [
        (CardType.LEADER, "this character"),
        (CardType.CITY_CHARACTER, "this character"),
        (CardType.ATTACHMENT, "this attachment"),
        (CardType.CITY_ATTACHMENT, "this attachment"),
        (CardType.RISK, "this card"),
        (CardType.SCHEME, "this scheme"),
        (CardType.EVENT, "this event"),
    ],
)
def test_a_card_speaks_of_itself_by_its_type(card, itself):
    assert text(action(Engage(THIS)), card) == f"Action: Engage {itself}."


def test_6_18_it_is_what_was_named_last():
    assert text(city_action(then(Wound(That()), MoveHome(That())), cost=(AIM,))) == (
        "City Action: Target an opposing character • Wound that character, then move it Home."
    )
    assert text(city_action(Wound(That()), Engage(THIS), MoveHome(That()), cost=(AIM,))) == (
        "City Action: Target an opposing character • Wound that character. Engage this character. "
        "Move that character Home."
    )


def test_what_is_targeted_in_the_effect_is_it_at_once():
    assert text(city_action(Wound(Target(characters(OPPOSING))), MoveHome(That()))) == (
        "City Action: Wound a target opposing character. Move it Home."
    )


def test_a_condition_stands_before_what_is_paid():
    cost = (Require(FirstPlayer()), Engage(PERFORMER), DiscardCards(1), AIM)
    assert say(city_action(Draw(), cost=cost), CardType.RISK).cost == (
        "If you are the First Player, engage the performer, discard 1 card, and target an opposing character"
    )


def test_others_act_in_statements():
    assert text(action(Draw(1, EACH_OPPONENT))) == "Action: Each opponent draws 1 card."
    assert text(technique(DiscardCards(1, Controller(ADVERSARY)))) == (
        "Technique: The adversary’s controller discards 1 card."
    )


def test_ways_conditions_and_second_thoughts():
    ways = ChooseOne(((Gain(CombatValue.PARRY, 2),), (Gain(CombatValue.THRUST),)))
    assert text(maneuver(ways), CardType.RISK) == "Maneuver: Choose one: gain +2 {parry}, or gain +1 {thrust}."
    armed = Bears(PARTICIPANT, Those(Attachments(), (Trait("Ranged"), WEAPON)))
    assert text(maneuver(If(armed, (Draw(),))), CardType.RISK) == (
        "Maneuver: If your participant has a Ranged Weapon, draw 1 card."
    )
    assert text(action(Instead((Draw(),), FirstPlayer(yes=False), (Draw(2),)))) == (
        "Action: Draw 1 card. If you are not the First Player, draw 2 cards instead."
    )
    flee = May(Controller(That()), (MoveHome(That(), engaged=True),), if_not=(Wound(That()),))
    assert text(city_action(flee, cost=(AIM,))) == (
        "City Action: Target an opposing character • That character’s controller may move it Home engaged. "
        "If they do not, wound it."
    )


def test_triggers_limits_and_granted_abilities():
    assert text(reaction(AnOpponentClaims(), Move(THIS, ADJACENT), by=("City",))) == (
        "City Reaction: After an opponent claims a location • Move this character to an adjacent location."
    )
    assert text(technique(Draw(), limit=Limit.DAY)) == "Technique: Draw 1 card. Limit once per Day."
    given = action(Draw(), cost=(DiscardCards(2),), granted=True)
    card = (passive(Bonus(THIS, 1, Stat.COMBAT), Gives(THIS, 1)), given)
    assert [each.text for each in say_all(card, CardType.CHARACTER) if each] == [
        "This character has +1 {combat} and has “Action: Discard 2 cards • Draw 1 card.”"
    ]


def test_an_ability_that_is_not_built_says_nothing():
    assert say_all((None, action(Draw())), CardType.CHARACTER)[0] is None


def test_every_way_of_an_ability_can_be_said():
    ability = IMPLEMENTED["01103"][2]
    assert ability is not None
    said = {say_way(ability, way, CardType.RISK) for way in range(len(ability.ways))}
    assert said == {"gain +2 {parry}", "gain +2 {thrust}"}
