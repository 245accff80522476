"""Editions and rulings in one table: section 17 of the rules."""

from dataclasses import fields, replace

import pytest

from rules.five_sails import PLAYTEST, RULEBOOK, Kind, Moment, Options, Zone
from rules.five_sails.abilities.modifiers import Bonus
from rules.five_sails.abilities.nouns.roles import THIS
from rules.five_sails.abilities.verbs.deeds import Gain
from rules.five_sails.terms.basics import FORUMS, CombatValue, Stat
from rules.five_sails.terms.options import EDITIONS, InitiativeTie
from rules.five_sails.terms.parts import Ability, AbilityKind, Modifier, Question
from tests.rules.five_sails.scenarios import DASH, A, B, Side, Stage, character, leader, risk, scheme


def test_the_2023_rulebook_is_the_default():
    assert Options() == RULEBOOK == Options.named("2023")
    assert RULEBOOK.changes == {}


def test_options_come_back_from_what_differs():
    assert Options.from_record(PLAYTEST.changes) == PLAYTEST
    assert PLAYTEST.changes["initiative_tie"] == "stays"


def test_an_unknown_edition_is_named():
    with pytest.raises(ValueError, match="1999"):
        Options.named("1999")


def test_every_option_of_an_edition_exists():
    names = {field.name for field in fields(Options)}
    assert all(set(changes) <= names for changes in EDITIONS.values())


def test_17_no_refusal_in_the_playtest():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
        options=PLAYTEST,
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob")
    assert stage.rule(Kind.REFUSE) == "17"
    assert stage.asked() == {Kind.ACCEPT, Kind.INTERVENE}


def test_17_no_duty_in_the_first_round_of_the_playtest():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
        options=PLAYTEST,
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob").do(Kind.ACCEPT)
    assert stage.can(Kind.YIELD)


def test_17_the_technique_comes_after_the_answer_in_the_playtest():
    skill = Ability(kind=AbilityKind.TECHNIQUE, effect=(Gain(CombatValue.THRUST, 2),))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=1, abilities=(skill,))}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
        options=PLAYTEST,
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob").do(Kind.ACCEPT)
    assert stage.game.to_choose == A
    stage.do(Kind.USE, "ann", number=0)
    assert stage.state.duel.threat[1] == 3


def test_17_a_dash_cannot_be_challenged_in_the_playtest():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS, combat=DASH), "bea": character(at=FORUMS)}),
        options=replace(PLAYTEST, may_refuse=True),
    ).do(Kind.CHALLENGE, "ann")
    assert stage.state.duel.participants[1] == stage["bea"]
    alone = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS, combat=DASH)}),
        options=PLAYTEST,
    )
    assert alone.rule(Kind.CHALLENGE, "ann") == "5.5"


def test_17_without_a_card_the_cap_is_combat_in_the_playtest():
    from rules.five_sails.contests.challenge import issue_challenge
    from rules.five_sails.flow.handlers import advance

    for options, wounds in ((RULEBOOK, 4), (PLAYTEST, 1)):
        stage = Stage(
            Side(crew={"ann": character(at=FORUMS, combat=1, finesse=4)}),
            Side(crew={"bob": character(at=FORUMS, finesse=0, resolve=9), "bea": character(at=FORUMS)}),
            options=options,
        )
        stage.state.legal = ()
        issue_challenge(stage.state, stage["ann"], Stat.FINESSE, stage["bob"])
        advance(stage.state)
        stage.do(Kind.ACCEPT)
        assert stage.wounds("bob") == wounds


def test_17_only_the_scheme_modifies_the_draw_in_the_playtest():
    class MorePanache(Modifier):
        question = Question.PANACHE

        def amend(self, play, subject, value, other):
            return value + 3

    boss = leader(panache=2, abilities=(Ability(kind=AbilityKind.PASSIVE, modifiers=(MorePanache(),)),))
    deck = {f"d{i}": risk() for i in range(9)}
    drawn = [
        len(Stage(Side(leader=boss, approach={"s": scheme()}, deck=deck), Side(), begin=False, options=o).state.hand[A])
        for o in (RULEBOOK, PLAYTEST)
    ]
    assert drawn == [5, 2]


def test_17_ties_of_initiative():
    assert (RULEBOOK.initiative_tie, PLAYTEST.initiative_tie) == (InitiativeTie.PASSES, InitiativeTie.STAYS)


def test_a_modifier_named_by_a_field_and_one_named_by_its_class_are_alike():
    assert Bonus(THIS, 1, Stat.COMBAT).modifies() is Question.COMBAT
    assert (B, Zone.PLAY, Moment.SETUP) == (1, 7, 0)
