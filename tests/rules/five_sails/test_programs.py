"""Granted abilities, programs, and what abilities can ask of the engine, by made-up cards."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from rules.five_sails import Choice, Kind, Moment, Stat, Zone
from rules.five_sails.abilities.facts import YouControlHere
from rules.five_sails.abilities.modifiers import Bonus
from rules.five_sails.abilities.nouns.filters import at
from rules.five_sails.abilities.nouns.groups import Target, characters
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import ADVERSARY, PERFORMER, THIS, That
from rules.five_sails.abilities.verbs.blocks import If, Require
from rules.five_sails.abilities.verbs.deeds import Aim, Destroy, DiscardCards, Wound, add_renown_to
from rules.five_sails.abilities.verbs.replacements import CancelIt
from rules.five_sails.abilities.verbs.specials import CopyTechnique
from rules.five_sails.contests.challenge import issue_challenge
from rules.five_sails.contests.pressure import begin_pressure
from rules.five_sails.deeds.deeds import destroy, in_order, look, put_on_top, reveal_top, sink, take_back, wound
from rules.five_sails.deeds.uses import copy_effects, redirect
from rules.five_sails.flow.drama import another_action
from rules.five_sails.state.agenda import F
from rules.five_sails.state.effects import Lasts, Later
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import amend, value
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, NONE
from rules.five_sails.terms.happenings import Happening, Timing
from rules.five_sails.terms.parts import Ability, AbilityKind, Condition, Modifier, Question, Scene, Step, Trigger
from tests.rules.five_sails.factories import (
    AIM,
    DECK,
    SILENCE,
    AddThere,
    Answers,
    ForEachPlace,
    action,
    forced,
    other_deck,
    passive,
    reaction,
    ruled,
    technique,
)
from tests.rules.five_sails.scenarios import (
    DASH,
    A,
    B,
    Side,
    Spec,
    Stage,
    attachment,
    brute,
    character,
    city_attachment,
    event,
    leader,
    mercenary,
    risk,
)

# Granted abilities.


@dataclass(frozen=True, slots=True)
class Grants(Modifier):
    """The player's other characters get the second ability of this card."""

    question: ClassVar[Question] = Question.GRANTS
    grants: int

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return int(play.state.control[subject] == play.player and subject != play.card)


@pytest.mark.parametrize("kind", [AbilityKind.TECHNIQUE, AbilityKind.ACTION])
def test_an_ability_can_be_granted_to_others(kind):
    given = Ability(kind=kind, effect=(Wound(PERFORMER),), granted=True)
    captain = character(at=FORUMS, abilities=(passive(Grants(1)), given))
    stage = Stage(
        Side(crew={"ann": captain, "amy": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS)}),
    )
    if kind is AbilityKind.TECHNIQUE:
        stage.do(Kind.CHALLENGE, "amy")
    assert stage.can(Kind.USE, "ann", "amy", number=1)
    assert not stage.can(Kind.USE, "ann", number=1)
    stage.do(Kind.USE, "ann", "amy", number=1)
    if kind is AbilityKind.TECHNIQUE:
        stage.do(Kind.REFUSE)
    assert (stage.wounds("amy"), stage.wounds("ann")) == (1, 0)


def test_an_ability_is_granted_only_while_its_card_is_in_play_and_has_it():
    given = Ability(kind=AbilityKind.ACTION, effect=(Wound(PERFORMER),), granted=True)
    captain = character(abilities=(passive(Grants(1)), given))
    away = Stage(Side(crew={"amy": character()}, approach={"ann": captain}), Side())
    assert Kind.USE not in away.asked()
    silent = Stage(Side(crew={"amy": character(), "ann": replace(captain, gear={"hush": SILENCE})}), Side())
    assert Kind.USE not in silent.asked()


@dataclass(frozen=True, slots=True)
class GrantsPerformer(Modifier):
    """Who performs the abilities of this card gets the second one."""

    question: ClassVar[Question] = Question.GRANTS
    grants: int = 1

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return int(subject == play.performer)


@pytest.mark.parametrize("made", [attachment, character])
def test_6_11_the_card_itself_or_its_bearer_performs_what_it_grants(made):
    given = Ability(kind=AbilityKind.ACTION, effect=(Wound(PERFORMER),), granted=True)
    card = made(abilities=(passive(GrantsPerformer()), given))
    crew = {"ann": character(gear={"card": card})} if made is attachment else {"card": card, "ann": character()}
    stage = Stage(Side(crew=crew), Side())
    actor = "ann" if made is attachment else "card"
    assert [(each.card, each.target) for each in stage.game.legal() if each.kind is Kind.USE] == [
        (stage["card"], stage[actor])
    ]
    assert stage.do(Kind.USE, "card", actor, number=1).wounds(actor) == 1


@pytest.mark.parametrize("made", [attachment, character])
def test_6_11_the_card_itself_or_its_bearer_performs_what_is_forced(made):
    card = made(abilities=(forced(Moment.PASSED, Wound(PERFORMER)),))
    crew = {"ann": character(gear={"card": card})} if made is attachment else {"card": card, "ann": character()}
    stage = Stage(Side(crew=crew), Side()).passes()
    assert stage.wounds("ann" if made is attachment else "card") == 1


def test_6_12_who_got_an_ability_must_qualify_not_the_card_that_gives_it():
    given = Ability(kind=AbilityKind.ACTION, effect=(Wound(PERFORMER),), granted=True, qualifiers=("City",))
    for place in (None, FORUMS):
        captain = character(at=place, abilities=(passive(Grants(1)), given))
        stage = Stage(Side(crew={"ann": captain, "amy": character(at=FORUMS), "abe": character()}), Side())
        assert {each.target for each in stage.game.legal() if each.kind is Kind.USE} == {stage["amy"]}


def test_6_6_a_granted_action_is_used_once_a_day_by_each_who_got_it_even_from_a_mercenary():
    given = Ability(kind=AbilityKind.ACTION, effect=(Wound(PERFORMER),), granted=True)
    captain = mercenary(abilities=(passive(Grants(1)), given))
    stage = Stage(Side(crew={"ann": character(), "amy": character()}), Side(), city={"captain": captain})
    stage.settle("captain", Spec({}, at=FORUMS), A).again()
    stage.do(Kind.USE, "captain", "ann", number=1).passes()
    assert not stage.can(Kind.USE, "captain", "ann", number=1)
    stage.do(Kind.USE, "captain", "amy", number=1)
    assert (stage.wounds("ann"), stage.wounds("amy")) == (1, 1)


# Programs.


@dataclass(frozen=True, slots=True)
class ResultWas(Condition):
    """How the last pressure ended."""

    number: int

    def holds(self, play: Play) -> bool:
        return play.number("result") == self.number


@dataclass(frozen=True, slots=True)
class Pressure(Step):
    """Pressure this location with Influence."""

    def run(self, play: Play) -> None:
        begin_pressure(play.state, play.performer, play.player, play.place, Stat.INFLUENCE, by=play.cause)


@pytest.mark.parametrize(("influence", "place"), [(9, DOCKS), (0, BAZAAR)])
def test_a_program_learns_how_a_pressure_ended(influence, place):
    push = action(
        Pressure(),
        If(ResultWas(1), then=(add_renown_to(DOCKS),), otherwise=(add_renown_to(BAZAAR),)),
        qualifiers=("City",),
    )
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=influence, abilities=(push,))}),
        Side(crew={"bob": character(at=FORUMS, influence=1)}),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [place]


def test_a_step_can_repeat_its_block_and_blocks_may_nest():
    deed = action(
        ForEachPlace((If(YouControlHere(), then=(), otherwise=(AddThere(),)), AddThere())), add_renown_to(DOCKS)
    )
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(deed,))}), Side()).do(Kind.USE, "ann", number=0)
    assert [stage.state.renown_at[place] for place in (DOCKS, FORUMS, BAZAAR)] == [3, 2, 2]


def test_a_copy_in_the_middle_of_an_ability_goes_on_alike():
    strike = action(Wound(That()), cost=(DiscardCards(1), AIM), qualifiers=("City",))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(strike,))}, hand=other_deck("h")),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.DISCARD, "h3")
    twin = stage.game.copy()
    stage.do(Kind.TARGET, "bob")
    assert twin.state.wounds[stage["bob"]] == 0
    assert twin.apply(stage.choice(Kind.TARGET, "bob")) == stage.game


def test_amend_asks_nobody_where_nobody_answers():
    stage = Stage()
    assert amend(stage.state, Question.COST, stage["leader_a"], 3) == 3


def test_requirements_are_no_steps_of_their_own():
    deed = action(add_renown_to(DOCKS), cost=(Require(YouControlHere()),))
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(deed,))}), Side())
    assert not stage.can(Kind.USE, "ann", number=0)
    stage.state.holder[FORUMS] = A
    stage.again().do(Kind.USE, "ann", number=0)
    assert stage.state.renown_at[DOCKS] == 1


def test_a_mercenarys_ability_works_only_when_it_is_recruited():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}, hand=other_deck("h")),
        Side(),
        city={
            "m": mercenary(at=FORUMS, cost=8, abilities=(action(add_renown_to(DOCKS)),)),
            "eye": city_attachment(at=FORUMS, abilities=(action(add_renown_to(BAZAAR)),)),
        },
    )
    assert Kind.USE not in stage.asked()
    stage.do(Kind.RECRUIT, "m").passes()
    assert stage.can(Kind.USE, "m", number=0)
    assert not stage.can(Kind.USE, "eye", number=0)


# Later, again, elsewhere: what abilities can ask of the engine.


def test_a_program_can_wait_for_a_later_moment():
    deed = action(Later(Trigger(Moment.DUSK_BEGINS), (add_renown_to(DOCKS),)))
    stage = Stage(Side(crew={"ann": character(abilities=(deed,))}), Side())
    stage.do(Kind.USE, "ann", number=0)
    assert stage.state.renown_at[DOCKS] == 0
    stage.passes(2)
    assert stage.state.day == 2
    assert stage.state.renown_at[DOCKS] == 1
    assert stage.state.waiting == []


@pytest.mark.parametrize(("once", "renown"), [(True, 1), (False, 2)])
def test_a_waiting_program_works_once_or_every_time_and_remembers_its_scene(once, renown):
    deed = action(
        Later(Trigger(Moment.MOVED, Timing.WHEN), (add_renown_to(DOCKS), Wound(That())), once=once),
        cost=(Aim(Target(characters(at(HERE)))),),
    )
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(deed,)), "amy": character()}), Side())
    stage.do(Kind.USE, "ann", number=0).passes()
    stage.do(Kind.MOVE, "amy", place=BAZAAR).passes().do(Kind.MOVE, "ann", place=BAZAAR)
    assert stage.state.renown_at[DOCKS] == renown
    assert stage.wounds("ann") == renown


def test_a_waiting_program_may_replace_what_would_happen():
    deed = action(Later(Trigger(Moment.MOVED, Timing.BEFORE), (CancelIt(),)))
    stage = Stage(Side(crew={"ann": character(abilities=(deed,)), "amy": character()}), Side())
    stage.do(Kind.USE, "ann", number=0).passes().do(Kind.MOVE, "amy", place=FORUMS)
    assert not stage.told(Moment.MOVED)
    stage.passes().do(Kind.MOVE, "amy", place=FORUMS)
    assert stage.place("amy") == FORUMS


def test_6_14_waiting_programs_are_ordered_with_the_rest():
    first = action(Later(Trigger(Moment.DUSK_BEGINS), (add_renown_to(DOCKS),)))
    second = action(Later(Trigger(Moment.DUSK_BEGINS), (add_renown_to(BAZAAR),)))
    stage = Stage(Side(crew={"ann": character(abilities=(first, second))}), Side())
    stage.do(Kind.USE, "ann", number=0).passes().do(Kind.USE, "ann", number=1).passes(2)
    assert stage.asked() == {Kind.ORDER}
    stage.game.push(stage.game.legal()[1])
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [BAZAAR, DOCKS]


def test_6_16_a_waiting_program_of_a_technique_ends_with_the_duel():
    skill = technique(Later(Trigger(Moment.PASSED), (add_renown_to(DOCKS),)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(skill,))}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.REFUSE).passes()
    assert stage.state.renown_at[DOCKS] == 0


@dataclass(frozen=True, slots=True)
class Again(Step):
    """Take another action, with the performer or with anybody."""

    alone: bool

    def run(self, play: Play) -> None:
        another_action(play.state, play.player, play.performer if self.alone else NONE)


@pytest.mark.parametrize(("alone", "movers"), [(True, {"ann"}), (False, {"ann", "amy", "leader_a"})])
def test_another_action_at_once(alone, movers):
    stage = Stage(
        Side(
            crew={"ann": character(abilities=(action(Again(alone)), action(add_renown_to(DOCKS)))), "amy": character()}
        ),
        Side(),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert stage.game.to_choose == A
    assert stage.offered(Kind.MOVE) == movers
    assert stage.can(Kind.USE, "ann", number=1)
    assert stage.rule(Kind.PASS) == "6.7"
    stage.do(Kind.MOVE, "ann", place=FORUMS)
    assert stage.game.to_choose == B


def test_another_action_is_done_by_the_player_who_got_it():
    both = {"ann": character(abilities=(action(Again(alone=False)),)), "amy": character(), "abe": character()}
    for seat in (A, B):
        sides = [Side(), Side()]
        sides[seat] = Side(crew=both)
        stage = Stage(*sides, first=seat).do(Kind.USE, "ann", number=0).do(Kind.MOVE, "amy", place=FORUMS)
        assert (stage.place("amy"), [told.by.player for told in stage.told(Moment.MOVED)]) == (FORUMS, [seat])


@pytest.mark.parametrize(("traits", "usable"), [(("Duelist",), True), ((), False)])
def test_6_11_another_action_of_one_character_may_be_a_hand_card_that_it_can_perform(traits, usable):
    trick = risk(abilities=(action(Wound(PERFORMER), qualifiers=("Duelist",)),))
    crew = {"ann": character(traits, abilities=(action(Again(alone=True)),)), "amy": character(("Duelist",))}
    stage = Stage(Side(crew=crew, hand={"trick": trick}), Side()).do(Kind.USE, "ann", number=0)
    assert stage.can(Kind.USE, "trick", number=0) is usable
    if usable:
        stage.do(Kind.USE, "trick", number=0)
        assert (stage.wounds("ann"), stage.wounds("amy")) == (1, 0)


def test_another_action_may_be_declined():
    stage = Stage(Side(crew={"ann": character(abilities=(action(Again(alone=True)),))}), Side())
    stage.do(Kind.USE, "ann", number=0).do(Kind.DECLINE)
    assert stage.game.to_choose == B


@dataclass(frozen=True, slots=True)
class Return(Step):
    """The card itself goes back to the hand."""

    def run(self, play: Play) -> None:
        take_back(play.state, play.card)


def test_q14_a_hand_card_that_returns_is_played_anew_the_same_day():
    stage = Stage(Side(hand={"trick": risk(abilities=(action(add_renown_to(DOCKS), Return()),))}), Side())
    stage.do(Kind.USE, "trick", number=0).passes()
    stage.do(Kind.USE, "trick", number=0)
    assert stage.state.renown_at[DOCKS] == 2


@dataclass(frozen=True, slots=True)
class Redirect(Step):
    """The performer becomes the target instead."""

    def run(self, play: Play) -> None:
        redirect(play.state, play.happening.by, old=play.happening.card, new=play.performer)


def test_a_target_can_be_changed():
    shield = reaction(Moment.TARGETED, Redirect(), timing=Timing.WHEN)
    strike = action(Wound(That()), cost=(AIM,))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(strike,))}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS, abilities=(shield,))}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.TARGET, "bob").do(Kind.USE, "bea", number=0)
    assert (stage.wounds("bob"), stage.wounds("bea")) == (0, 1)


def test_a_changed_target_is_changed_wherever_the_ability_remembers_it():
    stage = Stage(Side(crew={"ann": character()}), Side(crew={"bob": character(), "bea": character()}))
    ann, bob, bea = (stage[name] for name in ("ann", "bob", "bea"))
    scene = Scene(ann, 0, A, ann, None, (("character", bob), ("both", (ann, bob))))
    stage.state.agenda += [(F.PERFORM, scene, 3, False), (F.RUN, (1, 0), scene)]
    redirect(stage.state, scene.cause, old=bob, new=bea)
    changed = scene._replace(bound=(("character", bea), ("both", (ann, bea))))
    assert stage.state.agenda[-2:] == [(F.PERFORM, changed, 3, False), (F.RUN, (1, 0), changed)]


def test_6_18_a_copied_technique_happens_once_and_its_copier_goes_on():
    double = technique(add_renown_to(DOCKS), add_renown_to(BAZAAR))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(double,))}),
        Side(
            crew={"bob": character(at=FORUMS, abilities=(technique(CopyTechnique(), add_renown_to(FORUMS)),))},
            hand={"x": risk(), "y": risk()},
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.DECLINE).do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "bob", number=0)
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [DOCKS, BAZAAR, FORUMS]


@dataclass(frozen=True, slots=True)
class Remember(Step):
    """Bind a name."""

    def run(self, play: Play) -> None:
        play.bind("result", 1)


def test_6_18_what_a_part_of_a_copied_technique_finds_out_the_rest_of_it_knows():
    learns = technique(
        If(YouControlHere(), then=(), otherwise=(Remember(),)),
        If(ResultWas(1), then=(add_renown_to(DOCKS),), otherwise=(add_renown_to(BAZAAR),)),
    )
    copies = technique(CopyTechnique(), If(ResultWas(1), then=(), otherwise=(add_renown_to(FORUMS),)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(learns,))}),
        Side(crew={"bob": character(at=FORUMS, abilities=(copies,))}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.DECLINE).do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "bob", number=0)
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [DOCKS, FORUMS]


@dataclass(frozen=True, slots=True)
class CopyFirst(Step):
    """Copy the effects of the first ability of the card that was used."""

    def run(self, play: Play) -> None:
        told = play.happening
        copy_effects(play.state, play.scene._replace(card=told.card, ability=told.number, happening=None))


def test_6_18_a_copied_ability_refers_to_the_copier():
    mimic = reaction(Moment.RESOLVED, CopyFirst())
    stage = Stage(
        Side(crew={"ann": character(abilities=(action(Wound(PERFORMER)),)), "amy": character(abilities=(mimic,))}),
        Side(),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.USE, "amy", number=0)
    assert (stage.wounds("ann"), stage.wounds("amy")) == (1, 1)


@dataclass(frozen=True, slots=True)
class Challenge(Step):
    """The performer challenges the target to a duel of Influence."""

    def run(self, play: Play) -> None:
        issue_challenge(play.state, play.performer, Stat.INFLUENCE, play.number("character"), play.cause)


@pytest.mark.parametrize(("answer", "place"), [(Kind.REFUSE, BAZAAR), (Kind.ACCEPT, DOCKS)])
def test_a_program_learns_how_its_challenge_was_answered(answer, place):
    call = action(
        Challenge(),
        If(ResultWas(1), then=(add_renown_to(DOCKS),), otherwise=(add_renown_to(BAZAAR),)),
        cost=(AIM,),
    )
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=DASH, influence=1, abilities=(call,))}),
        Side(crew={"bob": character(at=FORUMS, finesse=0)}),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert not stage.engaged("ann")
    stage.do(answer)
    assert len(stage.told(Moment.CHALLENGED)) == 1
    assert stage.wounds("bob") == 1
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [place]


def test_a_reaction_may_lower_what_is_paid():
    cheaper = reaction(Moment.PAYING, CancelIt(number=0), timing=Timing.BEFORE)
    stage = Stage(
        Side(crew={"ann": character(abilities=(cheaper,))}, hand={"sword": attachment(cost=1), "h": risk()}), Side()
    )
    stage.do(Kind.EQUIP, "sword", "ann").do(Kind.USE, "ann", number=0)
    assert stage.zone("sword") is Zone.PLAY
    assert stage.hand(A) == {"h"}


@dataclass(frozen=True, slots=True)
class LookAndSink(Step):
    """Look at the top two cards of your deck and sink one."""

    def run(self, play: Play) -> None:
        seen = look(play.state, play.player, play.player, 2, play.cause)
        play.bind("seen", seen)
        play.ask(play.player, [Choice(Kind.CHOOSE, card) for card in seen])

    def answer(self, play: Play, chosen: Choice) -> None:
        put_on_top(play.state, [card for card in play.cards("seen") if card != chosen.card])
        sink(play.state, [chosen.card], play.cause)


def test_1_2_what_is_looked_at_stays_hidden_from_the_others():
    stage = Stage(Side(crew={"ann": character(abilities=(action(LookAndSink()),))}, deck=DECK), Side())
    stage.do(Kind.USE, "ann", number=0)
    assert stage.offered(Kind.CHOOSE) == {"d0", "d1"}
    assert stage.zone("d0") is Zone.LOOKED
    own, other = (stage.game.view(seat).players[A].looking for seat in (A, B))
    assert {card.card for card in own} == {stage["d0"], stage["d1"]}
    assert other is None
    looked = [told for told in stage.game.view(B).log if told.moment is Moment.LOOKED]
    assert [told.card for told in looked] == [NONE, NONE]
    stage.do(Kind.CHOOSE, "d0")
    assert stage.state.deck[A][0] == stage["d0"]
    assert stage.state.deck[A][-1] == stage["d1"]
    assert stage.state.notes == {}


def test_1_10_revealed_cards_are_off_the_deck_for_everybody_to_see():
    stage = Stage(Side(deck=DECK), Side())
    assert reveal_top(stage.state, A, 9) == tuple(stage[f"d{i}"] for i in range(8))
    assert reveal_top(stage.state, A, 1) == ()
    assert [told.card for told in stage.game.view(B).log] == [stage[f"d{i}"] for i in range(8)]
    put_on_top(stage.state, [stage["d3"]])
    assert stage.zone("d3") is Zone.DECK


def test_a_card_may_change_what_a_parley_is_worth_and_whether_there_is_one():
    def recruiting(question: Question, number: int, **facts: object) -> Stage:
        return Stage(
            Side(crew={"ann": ruled(question, number, at=FORUMS, influence=1)}, hand=other_deck("h")),
            Side(),
            city={"m": mercenary(at=FORUMS, cost=9, **facts)},
        )

    assert recruiting(Question.PARLEY, 1).rule(Kind.RECRUIT, "m", "ann") == ""
    assert recruiting(Question.PARLEY, 0).rule(Kind.RECRUIT, "m", "ann") == "6.9"
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=9)}),
        Side(),
        city={
            "m": mercenary(
                at=FORUMS, abilities=(passive(Answers(Question.NEGOTIABLE, 0), zones=frozenset({Zone.CITY})),)
            )
        },
    )
    assert stage.rule(Kind.RECRUIT, "m", "ann") == "5.4"


def test_a_card_may_let_the_engaged_challenge():
    stage = Stage(
        Side(
            crew={
                "ann": ruled(Question.CHALLENGE_ENGAGED, 1, at=FORUMS, engaged=True),
                "amy": character(at=FORUMS, engaged=True),
            }
        ),
        Side(crew={"bob": character(at=FORUMS)}),
    )
    assert stage.rule(Kind.CHALLENGE, "amy") == "5.5"
    assert stage.do(Kind.CHALLENGE, "ann").asked() == {Kind.ACCEPT, Kind.REFUSE}


def test_a_card_may_let_a_challenge_reach_further():
    stage = Stage(
        Side(crew={"ann": ruled(Question.CHALLENGE_AFAR, 1, at=FORUMS), "amy": character(at=FORUMS)}),
        Side(crew={"bob": character(at=DOCKS), "bea": character()}),
    )
    assert not stage.can(Kind.CHALLENGE, "amy")
    stage.do(Kind.CHALLENGE, "ann")
    assert stage.state.duel.participants[1] == stage["bob"]
    home = Stage(Side(), Side(crew={"bob": ruled(Question.CHALLENGE_AFAR, 1, at=FORUMS)}), first=B)
    assert home.rule(Kind.CHALLENGE, "bob") == "5.5"
    far = ruled(Question.CHALLENGE_AFAR, 1)
    for seat in (A, B):
        sides = [Side(crew={"bob": character(at=FORUMS)}), Side(crew={"bob": character(at=FORUMS)})]
        sides[seat] = Side(crew={"ann": far})
        assert Stage(*sides, first=seat).rule(Kind.CHALLENGE, "ann") == "6.12"


@pytest.mark.parametrize("question", [Question.MAY_TECHNIQUE, Question.MAY_MANEUVER])
def test_a_card_may_forbid_techniques_or_maneuvers(question):
    trick = Ability(kind=AbilityKind.MANEUVER, effect=(Wound(ADVERSARY),))
    bob = character(at=FORUMS, abilities=(passive(Answers(question, 0)), technique(Wound(ADVERSARY))))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": bob}, hand={"x": risk(abilities=(trick,)), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.offered(Kind.USE) == ({"x"} if question is Question.MAY_TECHNIQUE else {"bob"})


def test_6_8_what_cannot_be_paid_for_after_announcing_is_discarded():
    dearer = forced(Moment.ANNOUNCED, DiscardAll(), timing=Timing.WHEN)
    deed = action(add_renown_to(DOCKS))
    stage = Stage(
        Side(hand={"plan": risk(cost=1, abilities=(deed,)), "h": risk()}),
        Side(crew={"bob": character(abilities=(dearer,))}),
    )
    stage.do(Kind.USE, "plan", number=0)
    assert stage.state.renown_at[DOCKS] == 0
    assert stage.zone("plan") is Zone.DISCARD
    assert stage.game.to_choose == B


@dataclass(frozen=True, slots=True)
class DiscardAll(Step):
    """Player A loses the whole hand."""

    def run(self, play: Play) -> None:
        in_order(play.state, [Happening(Moment.DISCARDED, card) for card in play.state.hand[A]])


def test_6_15_what_one_player_cancelled_no_other_has_to_replace():
    guard = reaction(Moment.MOVED, CancelIt(), timing=Timing.BEFORE)
    stage = Stage(
        Side(crew={"ann": character(), "amy": character(abilities=(guard,))}),
        Side(crew={"bob": character(abilities=(guard,))}),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS).do(Kind.USE, "amy", number=0)
    assert Kind.PASS in stage.asked()
    assert stage.game.to_choose == B


def test_5_1_the_action_of_an_attachment_or_brute_in_the_hand_cannot_be_used():
    jacket = attachment(abilities=(action(add_renown_to(DOCKS)),))
    thug = brute(cost=9, abilities=(action(add_renown_to(DOCKS)),))
    stage = Stage(Side(crew={"ann": character()}, hand={"jacket": jacket, "thug": thug}), Side())
    assert Kind.USE not in stage.asked()
    assert stage.rule(Kind.USE, "jacket", number=0) == "5.1"
    stage.do(Kind.EQUIP, "jacket", "ann").passes()
    assert stage.offered(Kind.USE) == {"jacket"}


def test_9_5_what_an_event_does_by_itself_needs_nobody_there():
    storm = event(at=FORUMS, abilities=(forced(Moment.PASSED, add_renown_to(HERE)),))
    stage = Stage(Side(), Side(), city={"storm": storm}).passes()
    assert stage.state.renown_at[FORUMS] == 1


def test_city_events_resolve_when_they_are_revealed_in_the_order_of_the_line():
    def shown(name: str) -> dict[str, Spec]:
        return {name: event(abilities=(Ability(kind=AbilityKind.WHEN_REVEALED, effect=(add_renown_to(HERE),)),))}

    stage = Stage(Side(), Side(), city={**shown("e1"), **shown("e2"), **shown("e3")})
    for name in ("e1", "e2", "e3"):
        stage.state.deck[NONE].remove(stage[name])
        stage.state.deck[NONE].append(stage[name])
    stage.passes(2)
    assert stage.state.day == 2
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [DOCKS, FORUMS, BAZAAR]


def test_6_9_a_payment_leaves_the_cards_that_other_costs_need():
    deed = action(add_renown_to(DOCKS), cost=(DiscardCards(1),))
    hand = {"plan": risk(cost=2, abilities=(deed,)), "w": risk(keywords=("Wealth",)), "h": risk()}
    stage = Stage(Side(hand=hand), Side()).do(Kind.USE, "plan", number=0)
    assert stage.zone("w") is Zone.LOCKER
    assert stage.zone("h") is Zone.DISCARD
    assert stage.state.renown_at[DOCKS] == 1
    short = Stage(Side(hand={"plan": hand["plan"], "w": hand["w"]}), Side())
    assert short.rule(Kind.USE, "plan", number=0) == "6.8"


@dataclass(frozen=True, slots=True)
class WoundThat(Step):
    """Wound the card that would leave, once more."""

    def run(self, play: Play) -> None:
        wound(play.state, play.happening.card, number=1, by=play.cause)


def test_9_6_nobody_is_destroyed_twice():
    cruel = reaction(Moment.LOCKED, WoundThat(), timing=Timing.BEFORE)
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3, abilities=(cruel,))}),
        Side(crew={"bob": character(at=FORUMS, resolve=3)}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.REFUSE).do(Kind.USE, "ann", number=0)
    assert stage.zone("bob") is Zone.LOCKER
    assert len(stage.told(Moment.DESTROYED)) == 1


def test_no_challenge_is_issued_in_the_middle_of_a_duel():
    tried = If(ResultWas(0), then=(add_renown_to(DOCKS),))
    eager = reaction(Moment.FOUGHT, Challenge(), tried, cost=(AIM,), timing=Timing.WHEN)
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS), "amy": character(at=FORUMS, abilities=(eager,))}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "amy", number=0)
    assert len(stage.told(Moment.CHALLENGED)) == 1
    assert stage.state.renown_at[DOCKS] == 1
    assert stage.state.duel is None


def test_8_1_an_ability_may_let_a_tie_succeed():
    @dataclass(frozen=True, slots=True)
    class PressureTie(Step):
        def run(self, play: Play) -> None:
            begin_pressure(
                play.state, play.performer, play.player, play.place, Stat.INFLUENCE, tie_succeeds=True, by=play.cause
            )

    push = action(PressureTie(), If(ResultWas(1), then=(add_renown_to(DOCKS),)), qualifiers=("City",))
    for influence, renown in ((2, 1), (3, 0)):
        stage = Stage(
            Side(crew={"ann": character(at=FORUMS, influence=2, abilities=(push,))}),
            Side(crew={"bob": character(at=FORUMS, influence=influence)}),
        )
        assert stage.do(Kind.USE, "ann", number=0).state.renown_at[DOCKS] == renown


def test_8_1_who_has_nobody_left_there_has_nothing():
    leaves = forced(Moment.PRESSURED, Destroy(That(triggering=True)), timing=Timing.WHEN)
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=5)}),
        Side(crew={"bob": character(at=FORUMS, influence=0, abilities=(leaves,))}),
    ).do(Kind.CLAIM, "ann")
    assert stage.zone("ann") is Zone.LOCKER
    assert stage.state.holder[FORUMS] == NONE


def test_8_1_characters_may_count_otherwise_in_a_pressure():
    stage = Stage(
        Side(crew={"ann": ruled(Question.PRESSURE, 5, at=FORUMS, influence=1)}),
        Side(crew={"bob": character(at=FORUMS, influence=4)}),
    ).do(Kind.CLAIM, "ann")
    assert stage.state.holder[FORUMS] == A


def test_9_4_a_leader_who_falls_loses_its_attachments_although_the_game_is_over():
    waits = action(Later(Trigger(Moment.DUSK_BEGINS), (add_renown_to(DOCKS),)))
    stage = Stage(
        Side(leader=leader(gear={"gun": attachment()}), crew={"ann": character(abilities=(waits,))}),
        Side(),
    )
    stage.do(Kind.USE, "ann", number=0)
    destroy(stage.state, stage["leader_a"])
    stage.again()
    assert stage.game.over
    assert stage.zone("gun") is Zone.DISCARD


def test_6_16_what_a_technique_leaves_behind_ends_with_the_duel():
    skill = technique(Lasts(Bonus(THIS, 2, Stat.INFLUENCE)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=1, combat=1, abilities=(skill,))}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}, hand={"b": risk(parry=9), "c": risk(parry=9)}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    assert value(stage.state, stage["ann"], Stat.INFLUENCE) == 3
    stage.do(Kind.FIGHT, "b")
    assert stage.state.duel is None
    assert value(stage.state, stage["ann"], Stat.INFLUENCE) == 1


def test_6_16_what_lasts_the_duel_is_over_for_the_rest_of_the_ability_that_led_to_it():
    skill = technique(Lasts(Bonus(THIS, 2, Stat.INFLUENCE)))
    call = action(
        Challenge(),
        Pressure(),
        If(ResultWas(1), then=(add_renown_to(DOCKS),), otherwise=(add_renown_to(BAZAAR),)),
        cost=(AIM,),
        qualifiers=("City",),
    )
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=1, abilities=(call, skill))}),
        Side(crew={"bob": character(at=FORUMS, influence=2, resolve=9)}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.USE, "ann", number=1).do(Kind.REFUSE)
    assert stage.wounds("bob") == 3
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [BAZAAR]
