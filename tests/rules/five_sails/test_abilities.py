"""Abilities, costs and timing: section 6 of the rules, by made-up cards that are made of real words."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from rules.five_sails import Choice, Kind, Moment, Options, Stat, Zone
from rules.five_sails.abilities import contests
from rules.five_sails.abilities.doings import Aim, Destroy, DiscardCards, Draw, Gain, SpendRenown, Wound, add_renown_to
from rules.five_sails.abilities.facts import YouControlHere
from rules.five_sails.abilities.filters import OPPOSING, at
from rules.five_sails.abilities.flow import If, Require
from rules.five_sails.abilities.nouns import ADVERSARY, PERFORMER, THIS, That
from rules.five_sails.abilities.parts import (
    Ability,
    AbilityKind,
    Condition,
    Lasts,
    Later,
    Layer,
    Limit,
    Modifier,
    Question,
    Scene,
    Step,
    Trigger,
    Until,
)
from rules.five_sails.abilities.performing import cancel_effects, copy_effects, redirect
from rules.five_sails.abilities.places import HERE
from rules.five_sails.abilities.play import Play
from rules.five_sails.abilities.replacing import CancelIt
from rules.five_sails.abilities.singles import CopyTechnique
from rules.five_sails.abilities.standing import Bonus, CombatCards
from rules.five_sails.abilities.things import Target, characters
from rules.five_sails.agenda import F
from rules.five_sails.challenge import issue_challenge
from rules.five_sails.deeds import destroy, in_order, look, put_on_top, reveal_top, sink, take_back, wound
from rules.five_sails.drama import another_action
from rules.five_sails.happenings import Happening, Timing
from rules.five_sails.options import TechniqueLimit
from rules.five_sails.pressure import begin_pressure
from rules.five_sails.terms import BAZAAR, DOCKS, FORUMS, INN, NONE, CombatValue
from rules.five_sails.values import amend, has_trait, value
from rules.five_sails.zones import lift, to_hand, to_play
from tests.rules.five_sails.staging import (
    DASH,
    A,
    B,
    C,
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
    scheme,
)


def action(*effect: Step, **more: object) -> Ability:
    return Ability(kind=AbilityKind.ACTION, effect=effect, **more)  # type: ignore[arg-type]


def reaction(moment: Moment, *effect: Step, timing: Timing = Timing.AFTER, **more: object) -> Ability:
    condition = more.pop("condition", None)
    trigger = Trigger(moment, timing, condition) if condition else Trigger(moment, timing)
    return Ability(kind=AbilityKind.REACTION, trigger=trigger, effect=effect, **more)  # type: ignore[arg-type]


def forced(moment: Moment, *effect: Step, timing: Timing = Timing.AFTER) -> Ability:
    return Ability(kind=AbilityKind.FORCED, trigger=Trigger(moment, timing), effect=effect)


def technique(*effect: Step, **more: object) -> Ability:
    return Ability(kind=AbilityKind.TECHNIQUE, effect=effect, **more)  # type: ignore[arg-type]


def passive(*modifiers: Modifier, **more: object) -> Ability:
    return Ability(kind=AbilityKind.PASSIVE, modifiers=modifiers, **more)  # type: ignore[arg-type]


@dataclass(frozen=True)
class ItIsYours(Condition):
    """It happens to a card that the ability's player controls."""

    def holds(self, play: Play) -> bool:
        return play.state.control[play.happening.card] == play.player


AIM = Aim(Target(characters(OPPOSING)))
DECK = {f"d{i}": risk() for i in range(8)}


def other_deck(prefix: str) -> dict[str, Spec]:
    return {f"{prefix}{i}": risk() for i in range(8)}


# 5.1, 6.2: Actions


def test_5_1_an_action_of_a_card_in_play():
    stage = Stage(Side(crew={"ann": character(abilities=(action(Draw(2)),))}, deck=DECK), Side())
    stage.do(Kind.USE, "ann", number=0)
    assert len(stage.hand(A)) == 2
    assert stage.game.to_choose == B


def test_5_1_an_action_of_a_hand_card_which_is_discarded_after_its_effects():
    stage = Stage(Side(hand={"plan": risk(abilities=(action(Draw(1)),))}, deck=DECK), Side())
    stage.do(Kind.USE, "plan", number=0)
    assert stage.zone("plan") is Zone.DISCARD
    moments = [told.moment for told in stage.state.log if told.moment in (Moment.DREW, Moment.DISCARDED)]
    assert moments == [Moment.DREW, Moment.DISCARDED]


def test_5_1_an_action_of_an_event_where_you_have_a_character():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(),
        city={
            "ev": event(at=FORUMS, abilities=(action(add_renown_to(HERE)),)),
            "far": event(at=DOCKS, abilities=(action(),)),
        },
    )
    assert not stage.can(Kind.USE, "far", number=0)
    assert stage.do(Kind.USE, "ev", number=0).state.fame[FORUMS] == 1


def test_5_1_who_controls_a_card_uses_it_whoever_owns_it():
    stage = Stage(Side(), Side(crew={"bob": character(abilities=(action(add_renown_to(DOCKS)),))}))
    lift(stage.state, stage["bob"])
    to_play(stage.state, stage["bob"], A, FORUMS)
    assert stage.again().offered(Kind.USE) == {"bob"}
    assert stage.passes().rule(Kind.USE, "bob", number=0) == "5.1"


def test_5_1_nobody_uses_an_opponents_card():
    stage = Stage(Side(), Side(crew={"bob": character(abilities=(action(Draw()),))}))
    assert stage.rule(Kind.USE, "bob", number=0) == "5.1"


def test_6_2_no_actions_in_a_duel():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS, abilities=(action(Draw()),))}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    assert stage.rule(Kind.USE, "bob", number=0) == "R2"


# 6.3: Reactions


def test_6_3_after_waits_until_the_whole_ability_has_resolved():
    watcher = reaction(Moment.WOUNDED, Draw())
    stage = Stage(
        Side(
            crew={
                "ann": character(at=FORUMS, abilities=(action(Wound(PERFORMER), add_renown_to(DOCKS)),)),
                "amy": character(abilities=(watcher,)),
            },
            deck=DECK,
        ),
        Side(),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert stage.asked() == {Kind.USE, Kind.DECLINE}
    assert stage.state.fame[DOCKS] == 1
    stage.do(Kind.USE, "amy", number=0)
    assert len(stage.hand(A)) == 1


def test_6_3_when_interrupts_in_the_middle():
    watcher = reaction(Moment.WOUNDED, Draw(), timing=Timing.WHEN)
    stage = Stage(
        Side(
            crew={
                "ann": character(at=FORUMS, abilities=(action(Wound(PERFORMER), add_renown_to(DOCKS)),)),
                "amy": character(abilities=(watcher,)),
            },
            deck=DECK,
        ),
        Side(),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert stage.asked() == {Kind.USE, Kind.DECLINE}
    assert stage.state.fame[DOCKS] == 0


def test_6_3_a_reaction_from_the_hand_is_paid_for_and_discarded():
    stage = Stage(
        Side(
            crew={"ann": character()},
            hand={"trick": risk(cost=1, abilities=(reaction(Moment.MOVED, add_renown_to(DOCKS)),)), "h": risk()},
        ),
        Side(),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS).do(Kind.USE, "trick", number=0)
    assert stage.state.fame[DOCKS] == 1
    assert stage.hand(A) == set()
    assert stage.zone("trick") is Zone.DISCARD


def test_4_3_3_priority_goes_on_clockwise_even_to_who_just_reacted():
    stage = Stage(Side(crew={"ann": character()}), Side(crew={"bob": character(abilities=(reaction(Moment.MOVED),))}))
    stage.do(Kind.MOVE, "ann", place=FORUMS)
    assert stage.game.to_choose == B
    stage.do(Kind.USE, "bob", number=0)
    assert stage.game.to_choose == B
    assert Kind.PASS in stage.asked()


def test_q28_the_first_player_reacts_first_then_clockwise_until_all_decline():
    def sides(name: str) -> Side:
        return Side(crew={name: character(abilities=(reaction(Moment.PASSED), reaction(Moment.PASSED)))})

    stage = Stage(sides("ann"), sides("bob"), sides("cid"), first=B)
    stage.passes()
    seats = [stage.game.to_choose]
    stage.do(Kind.USE, "bob", number=0)
    seats.append(stage.game.to_choose)
    stage.do(Kind.DECLINE)
    seats.append(stage.game.to_choose)
    stage.do(Kind.DECLINE)
    seats.append(stage.game.to_choose)
    stage.do(Kind.DECLINE)
    assert seats == [B, C, A, B]
    assert Kind.PASS in stage.asked()


def test_6_14_the_first_player_orders_what_is_forced():
    stage = Stage(
        Side(crew={"ann": character(abilities=(forced(Moment.MOVED, add_renown_to(DOCKS)),))}),
        Side(crew={"bob": character(abilities=(forced(Moment.MOVED, add_renown_to(BAZAAR)),))}),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS)
    assert stage.game.to_choose == A
    assert stage.offered(Kind.ORDER) == {"ann", "bob"}
    stage.do(Kind.ORDER, "bob", number=0)
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [BAZAAR, DOCKS]


def test_6_14_what_nobodys_card_does_is_the_first_players_matter_alone():
    trigger = Trigger(Moment.MOVED, Timing.WHEN, ItIsYours())
    storm = Ability(kind=AbilityKind.FORCED, trigger=trigger, effect=(add_renown_to(HERE),))
    stage = Stage(
        Side(crew={"ann": character()}),
        Side(crew={"bob": character()}),
        city={"storm": event(at=FORUMS, abilities=(storm,))},
    )
    assert stage.do(Kind.MOVE, "ann", place=FORUMS).state.fame[FORUMS] == 1
    assert stage.do(Kind.MOVE, "bob", place=FORUMS).state.fame[FORUMS] == 1


def test_6_1_what_is_forced_happens_every_time():
    stage = Stage(
        Side(crew={"ann": character(abilities=(forced(Moment.MOVED, add_renown_to(DOCKS)),)), "amy": character()}),
        Side(),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS).passes().do(Kind.MOVE, "amy", place=FORUMS)
    assert stage.state.fame[DOCKS] == 2


# 6.5, 6.6: limits


def test_6_6_an_action_once_a_day_for_each_printed_one():
    stage = Stage(
        Side(crew={"ann": character(abilities=(action(add_renown_to(DOCKS)), action(add_renown_to(FORUMS))))}), Side()
    )
    stage.do(Kind.USE, "ann", number=0).passes()
    assert stage.rule(Kind.USE, "ann", number=0) == "6.6"
    assert stage.can(Kind.USE, "ann", number=1)
    stage.passes(2)
    assert stage.state.day == 2
    stage.passes() if stage.game.to_choose == B else None
    assert stage.can(Kind.USE, "ann", number=0)


def test_6_6_an_event_once_a_day_for_each_player():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS)}),
        city={"ev": event(at=FORUMS, abilities=(action(add_renown_to(HERE)),))},
    )
    stage.do(Kind.USE, "ev", number=0).do(Kind.USE, "ev", number=0)
    assert stage.state.fame[FORUMS] == 2
    assert stage.rule(Kind.USE, "ev", number=0) == "6.6"


def test_6_6_an_ability_may_be_unlimited():
    stage = Stage(
        Side(crew={"ann": character(abilities=(action(add_renown_to(DOCKS), limit=Limit.UNLIMITED),))}), Side()
    )
    for _ in range(3):
        stage.do(Kind.USE, "ann", number=0).passes()
    assert stage.state.fame[DOCKS] == 3


@pytest.mark.parametrize(("limit", "used"), [(TechniqueLimit.PRINTED, 1), (TechniqueLimit.CARD, 0)])
def test_6_6_a_technique_once_a_duel(limit, used):
    skills = (technique(Gain(CombatValue.THRUST)), technique(Gain(CombatValue.THRUST)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=skills, resolve=9)}, hand={"a1": risk(), "a2": risk()}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}, hand={"b1": risk(thrust=2), "b2": risk(thrust=2)}),
        options=Options(technique_limit=limit),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    stage.do(Kind.FIGHT, "b1").do(Kind.FIGHT, "a1")
    assert stage.can(Kind.USE, "ann", number=1) is bool(used)
    assert not stage.can(Kind.USE, "ann", number=0)


def test_6_6_once_a_duel_for_each_card_whatever_else_was_used():
    skills = (technique(Gain(CombatValue.THRUST)), technique(Gain(CombatValue.THRUST)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=skills, resolve=9)}, hand={"a1": risk(), "a2": risk()}),
        Side(
            crew={"bob": character(at=FORUMS, abilities=skills, resolve=9)}, hand={"b1": risk(thrust=2), "b2": risk()}
        ),
        options=Options(technique_limit=TechniqueLimit.CARD),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    stage.do(Kind.FIGHT, "b1").do(Kind.USE, "bob", number=0).do(Kind.FIGHT, "a1")
    assert Kind.USE not in stage.asked()
    assert len(stage.told(Moment.RESOLVED)) == 2


def test_6_6_an_unlimited_technique_is_not_counted_with_the_others_of_its_card():
    skills = (technique(Gain(CombatValue.THRUST)), technique(Gain(CombatValue.THRUST), limit=Limit.UNLIMITED))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=skills, resolve=9)}, hand={"a1": risk(), "a2": risk()}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}, hand={"b1": risk(thrust=2), "b2": risk()}),
        options=Options(technique_limit=TechniqueLimit.CARD),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    stage.do(Kind.FIGHT, "b1").do(Kind.FIGHT, "a1")
    assert stage.can(Kind.USE, "ann", number=1)


def test_6_5_a_technique_on_a_combat_card_does_not_work():
    blade = attachment(("Weapon",), abilities=(technique(Gain(CombatValue.THRUST)),))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"sword": blade, "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "sword")
    assert Kind.USE not in stage.asked()


def test_6_5_a_technique_on_an_equipped_attachment_does_and_costs_no_wealth():
    blade = attachment(("Weapon",), cost=3, abilities=(technique(Wound(ADVERSARY)),))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS, gear={"sword": blade})}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "sword", number=0)
    assert stage.wounds("ann") == 1
    assert stage.hand(B) == {"y"}


def test_q14_a_card_that_comes_back_is_a_new_one():
    stage = Stage(Side(crew={"ann": character(abilities=(action(add_renown_to(DOCKS)),))}), Side())
    stage.do(Kind.USE, "ann", number=0)
    lift(stage.state, stage["ann"])
    to_play(stage.state, stage["ann"], A, FORUMS)
    stage.passes()
    assert stage.can(Kind.USE, "ann", number=0)


def test_q14_a_hand_card_that_comes_back_can_be_used_again():
    stage = Stage(Side(hand={"plan": risk(abilities=(action(add_renown_to(DOCKS)),))}), Side())
    stage.do(Kind.USE, "plan", number=0)
    lift(stage.state, stage["plan"])
    to_hand(stage.state, stage["plan"])
    stage.passes().do(Kind.USE, "plan", number=0)
    assert stage.state.fame[DOCKS] == 2


# 6.7 to 6.10: costs and targets


def test_6_7_costs_then_targets_then_effects_then_the_card_is_discarded():
    strike = action(Wound(That()), cost=(DiscardCards(1), AIM), qualifiers=("City",))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}, hand={"strike": risk(cost=1, abilities=(strike,)), **other_deck("h")}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
    )
    stage.do(Kind.USE, "strike", number=0).do(Kind.PAY, "h0")
    assert stage.asked() == {Kind.DISCARD}
    stage.do(Kind.DISCARD, "h2").do(Kind.TARGET, "bea")
    assert (stage.wounds("bob"), stage.wounds("bea")) == (0, 1)
    told = [t.moment for t in stage.state.log]
    order = [Moment.ANNOUNCED, Moment.PAID, Moment.DISCARDED, Moment.TARGETED, Moment.WOUNDED, Moment.RESOLVED]
    assert [told.index(moment) for moment in order] == sorted(told.index(moment) for moment in order)
    assert stage.zone("strike") is Zone.DISCARD


@pytest.mark.parametrize(("hand", "usable"), [(1, False), (2, True)])
def test_q15_an_ability_that_cannot_be_paid_for_is_not_offered(hand, usable):
    strike = action(add_renown_to(DOCKS), cost=(DiscardCards(1),))
    cards = {f"h{i}": risk() for i in range(hand)}
    stage = Stage(Side(hand={"strike": risk(cost=1, abilities=(strike,)), **cards}), Side())
    assert stage.can(Kind.USE, "strike", number=0) is usable
    if not usable:
        assert stage.rule(Kind.USE, "strike", number=0) == "6.8"


def test_6_9_of_two_costs_of_cards_each_takes_its_own():
    strike = action(add_renown_to(DOCKS), cost=(DiscardCards(1), DiscardCards(1)))
    for hand, usable in ((1, False), (2, True)):
        cards = {f"h{i}": risk() for i in range(hand)}
        stage = Stage(Side(hand={"strike": risk(abilities=(strike,)), **cards}), Side())
        assert stage.can(Kind.USE, "strike", number=0) is usable


def test_6_7_without_a_target_it_cannot_be_used():
    strike = action(Wound(That()), cost=(AIM,), qualifiers=("City",))
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(strike,))}), Side())
    assert stage.rule(Kind.USE, "ann", number=0) == "6.8"


def test_6_10_spending_needs_what_is_spent():
    claim = action(add_renown_to(DOCKS), cost=(SpendRenown(2),))
    poor, rich = (Stage(Side(crew={"ann": character(abilities=(claim,))}, renown=r), Side()) for r in (1, 3))
    assert not poor.can(Kind.USE, "ann", number=0)
    assert rich.do(Kind.USE, "ann", number=0).state.renown[A] == 1


# 6.11, 6.12: who acts


def test_6_11_the_performer_is_chosen_among_those_who_qualify():
    deed = action(Wound(PERFORMER), qualifiers=("Sorcerer", "City"))
    stage = Stage(
        Side(
            crew={
                "ann": character(("Sorcerer",), at=FORUMS),
                "amy": character(("Sorcerer",), at=DOCKS),
                "abe": character(at=FORUMS),
                "ada": character(("Sorcerer",)),
            },
            hand={"spell": risk(abilities=(deed,))},
        ),
        Side(),
    )
    stage.do(Kind.USE, "spell", number=0)
    assert stage.offered(Kind.PERFORM) == {"ann", "amy"}
    stage.do(Kind.PERFORM, "amy")
    assert stage.wounds("amy") == 1


def test_6_11_nobody_qualifies_nobody_acts():
    deed = action(Draw(), qualifiers=("Duelist",))
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}, hand={"trick": risk(abilities=(deed,))}), Side())
    assert stage.rule(Kind.USE, "trick", number=0) == "6.11"


@pytest.mark.parametrize(
    ("word", "at", "engaged", "usable"),
    [
        ("City", FORUMS, False, True),
        ("City", None, False, False),
        ("Home", None, False, True),
        ("Home", FORUMS, False, False),
        ("En Garde", FORUMS, False, True),
        ("En Garde", FORUMS, True, False),
    ],
)
def test_6_12_qualifiers_of_place_and_state(word, at, engaged, usable):
    ann = character(at=at, engaged=engaged, abilities=(action(add_renown_to(DOCKS), qualifiers=(word,)),))
    assert Stage(Side(crew={"ann": ann}), Side()).can(Kind.USE, "ann", number=0) is usable


@pytest.mark.parametrize("words", [("City",), ("City", "En Garde"), ("Haunted",)])
def test_6_12_every_location_of_the_line_is_in_the_city_and_its_traits_count(words):
    haunts = event(("Haunted",), at=INN, abilities=(passive(Haunts()),))
    ann = character(at=INN, abilities=(action(add_renown_to(DOCKS), qualifiers=words),))
    amy = character(abilities=(action(add_renown_to(DOCKS), qualifiers=words),))
    stage = Stage(Side(crew={"ann": ann, "amy": amy}), Side(), Side(), city={"haunts": haunts})
    assert stage.offered(Kind.USE) == {"ann"}


@dataclass(frozen=True, slots=True)
class Haunts(Modifier):
    """The location of this card is Haunted."""

    question: ClassVar[Question] = Question.TRAIT

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        state = play.state
        here = subject == state.table.locations[play.place] and other == state.table.traits["Haunted"]
        return 1 if here else value


def test_6_11_the_bearer_acts_for_an_attachment():
    blade = attachment(abilities=(action(Wound(PERFORMER)),))
    stage = Stage(Side(crew={"ann": character(gear={"sword": blade})}), Side()).do(Kind.USE, "sword", number=0)
    assert stage.wounds("ann") == 1


def test_6_11_during_a_duel_others_than_the_participants_may_react():
    trick = risk(abilities=(reaction(Moment.FOUGHT, Wound(PERFORMER), qualifiers=("Sorcerer",), timing=Timing.WHEN),))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS), "amy": character(("Sorcerer",))}, hand={"trick": trick}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"x": risk(), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "trick", number=0)
    assert (stage.wounds("amy"), stage.wounds("ann")) == (1, 0)


@pytest.mark.parametrize(("combat", "influence", "usable"), [(1, 1, True), (DASH, 1, False), (1, DASH, False)])
def test_6_19_who_performs_an_ability_has_no_dash_in_any_stat_it_speaks_of(combat, influence, usable):
    push = action(contests.Pressure(Stat.INFLUENCE), contests.Pressure(Stat.COMBAT), qualifiers=("City",))
    ann = character(at=FORUMS, combat=combat, influence=influence, abilities=(push,))
    assert Stage(Side(crew={"ann": ann}), Side()).can(Kind.USE, "ann", number=0) is usable


def test_gambling_abilities_need_a_gambled_card():
    skill = technique(Wound(ADVERSARY), qualifiers=("Gambling",))
    sides = (
        Side(crew={"ann": character(at=FORUMS, resolve=9)}),
        Side(
            crew={"bob": character(at=FORUMS, abilities=(skill,))},
            hand={"x": risk(), "y": risk()},
            deck={"d1": risk(), "d2": risk()},
        ),
    )
    plain = Stage(*sides).do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert (plain.wounds("ann"), plain.state.duel) == (0, None)
    gambled = Stage(*sides).do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.GAMBLE).do(Kind.TAKE, "d1")
    assert gambled.do(Kind.USE, "bob", number=0).wounds("ann") == 1


# 6.15: replacement


def test_6_15_what_is_cancelled_did_not_happen():
    guard = reaction(Moment.WOUNDED, CancelIt(), timing=Timing.BEFORE, condition=ItIsYours())
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(action(Wound(That()), cost=(AIM,)),))}),
        Side(crew={"bob": character(at=FORUMS, abilities=(guard,))}),
    )
    stage.do(Kind.USE, "ann", number=0)
    assert stage.game.to_choose == B
    stage.do(Kind.USE, "bob", number=0)
    assert stage.wounds("bob") == 0
    assert not stage.told(Moment.WOUNDED)


def test_6_15_a_declined_replacement_lets_it_happen():
    guard = reaction(Moment.WOUNDED, CancelIt(), timing=Timing.BEFORE, condition=ItIsYours())
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=2)}),
        Side(crew={"bob": character(at=FORUMS, abilities=(guard,))}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.REFUSE).do(Kind.DECLINE)
    assert stage.wounds("bob") == 2


@dataclass(frozen=True, slots=True)
class CancelEffects(Step):
    """Cancel the ability that was announced."""

    def run(self, play: Play) -> None:
        cancel_effects(play.state, play.happening.card, play.happening.number)


def test_6_7_cancelled_effects_do_not_happen_but_costs_stay_paid():
    deny = reaction(Moment.ANNOUNCED, CancelEffects(), timing=Timing.WHEN)
    strike = action(add_renown_to(DOCKS), cost=(DiscardCards(1),))
    stage = Stage(
        Side(crew={"ann": character(abilities=(strike,))}, hand={"h": risk()}),
        Side(crew={"bob": character(abilities=(deny,))}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.USE, "bob", number=0)
    assert stage.state.fame[DOCKS] == 0
    assert stage.hand(A) == set()
    assert len(stage.told(Moment.CANCELED)) == 1


@dataclass(frozen=True, slots=True)
class CancelCause(Step):
    """Cancel the ability that did this."""

    def run(self, play: Play) -> None:
        cancel_effects(play.state, play.happening.by.card, play.happening.by.ability)


def test_6_7_effects_cancelled_in_their_middle_do_not_go_on():
    deny = reaction(Moment.RENOWN_ADDED, CancelCause(), timing=Timing.WHEN)
    deed = action(ForEachPlace((AddThere(),)), add_renown_to(DOCKS))
    stage = Stage(
        Side(crew={"ann": character(abilities=(deed,))}),
        Side(crew={"bob": character(abilities=(deny,))}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.USE, "bob", number=0)
    assert [told.place for told in stage.told(Moment.RENOWN_ADDED)] == [DOCKS]
    assert [told.card for told in stage.told(Moment.CANCELED)] == [stage["ann"]]


def test_6_7_whoever_cancels_at_the_costs_lets_them_be_paid_to_the_end():
    deny = reaction(Moment.TARGETED, CancelCause(), timing=Timing.WHEN)
    strike = action(Wound(That()), cost=(AIM, DiscardCards(1)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(strike,))}, hand={"h": risk(), "i": risk()}),
        Side(crew={"bob": character(at=FORUMS, abilities=(deny,))}),
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.USE, "bob", number=0).do(Kind.DISCARD, "h")
    assert (stage.hand(A), stage.wounds("bob")) == ({"i"}, 0)
    assert len(stage.told(Moment.CANCELED)) == 1


def test_only_what_goes_on_can_be_cancelled():
    strike = action(Wound(That()), cost=(AIM,))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(strike, strike))}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
    ).do(Kind.USE, "ann", number=0)
    assert not cancel_effects(stage.state, stage["ann"], 1)
    assert cancel_effects(stage.state, stage["ann"], 0)
    assert stage.do(Kind.TARGET, "bob").wounds("bob") == 0


# 6.16: durations


@dataclass(frozen=True, slots=True)
class TargetHas(Modifier):
    """The target has more or less of a stat."""

    stat: Stat
    number: int

    def asked(self) -> Question:
        return Question(self.stat)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + self.number if subject == play.number("character") else value


def test_6_16_the_effects_of_actions_last_the_day():
    boost = action(Lasts(TargetHas(Stat.INFLUENCE, 2)), cost=(Aim(Target(characters(at(HERE)))),))
    stage = Stage(Side(crew={"ann": character(at=FORUMS, influence=1, abilities=(boost,))}), Side())
    stage.do(Kind.USE, "ann", number=0)
    assert value(stage.state, stage["ann"], Stat.INFLUENCE) == 3
    stage.passes(2)
    assert stage.state.day == 2
    assert value(stage.state, stage["ann"], Stat.INFLUENCE) == 1


def test_6_16_the_effects_of_techniques_last_the_duel():
    skill = technique(Lasts(CombatCards(ADVERSARY, -9, CombatValue.THRUST)))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, resolve=9)}, hand={"a1": risk(thrust=4), "a2": risk(thrust=4)}),
        Side(
            crew={"bob": character(at=FORUMS, resolve=9, abilities=(skill,))},
            hand={"b1": risk(thrust=1), "b2": risk()},
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.USE, "bob", number=0)
    stage.do(Kind.FIGHT, "a1")
    assert stage.state.duel is None
    assert stage.state.lasting == []


@pytest.mark.parametrize(("until", "weakened"), [(Until.ROUND_ENDS, False), (Until.NEXT_ROUND_ENDS, True)])
def test_6_16_effects_for_a_round(until, weakened):
    skill = technique(Lasts(CombatCards(ADVERSARY, -1, CombatValue.THRUST), until))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, resolve=9)}, hand={"a1": risk(thrust=2), "a2": risk(thrust=2)}),
        Side(
            crew={"bob": character(at=FORUMS, resolve=9, abilities=(skill,))},
            hand={"b1": risk(thrust=1), "b2": risk(thrust=1)},
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.USE, "bob", number=0)
    stage.do(Kind.FIGHT, "a1")
    assert stage.state.duel.threat[1] == 2 - weakened


def test_9_6_whoever_an_ended_effect_kept_alive_dies():
    boost = action(Lasts(TargetHas(Stat.RESOLVE, 2)), cost=(Aim(Target(characters(at(HERE)))),))
    stage = Stage(Side(crew={"ann": character(at=FORUMS, resolve=3, wounds=2, abilities=(boost,))}), Side())
    stage.do(Kind.USE, "ann", number=0)
    stage.state.wounds[stage["ann"]] = 4
    stage.passes(2)
    assert stage.zone("ann") is Zone.LOCKER


# 6.17: last known information


def test_6_17_the_last_known_place_counts_for_who_left():
    sacrifice = action(add_renown_to(HERE), cost=(Destroy(PERFORMER),), qualifiers=("City",))
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(sacrifice,))}), Side())
    stage.do(Kind.USE, "ann", number=0)
    assert stage.zone("ann") is Zone.LOCKER
    assert stage.state.fame[FORUMS] == 1


# 6.19 to 6.21: modifiers


def test_6_19_a_dash_cannot_be_modified():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=DASH, abilities=(passive(Bonus(THIS, 5, Stat.INFLUENCE)),))}),
        Side(),
    )
    assert value(stage.state, stage["ann"], Stat.INFLUENCE) == 0
    assert stage.rule(Kind.CLAIM, "ann") == "6.19"


@dataclass(frozen=True, slots=True)
class Fixed(Modifier):
    """The card's stat is a number, whatever else changes it."""

    question: ClassVar[Question] = Question.COMBAT
    layer: ClassVar[Layer] = Layer.SET

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 1 if subject == play.performer else value


def test_6_20_what_is_set_no_longer_changes():
    ann = character(
        combat=3,
        at=FORUMS,
        abilities=(passive(Fixed()), passive(Bonus(THIS, 4, Stat.COMBAT))),
        gear={"s": attachment()},
    )
    stage = Stage(Side(crew={"ann": ann}), Side())
    assert value(stage.state, stage["ann"], Stat.COMBAT) == 1


def test_6_21_attachments_count_even_when_engaged():
    stage = Stage(Side(crew={"ann": character(combat=1, engaged=True, gear={"s": attachment(combat=2)})}), Side())
    stage.state.engaged[stage["s"]] = 1
    assert value(stage.state, stage["ann"], Stat.COMBAT) == 3


def test_a_modifier_works_only_while_its_card_is_in_play():
    banner = attachment(abilities=(passive(ThisHasForAll(Stat.COMBAT, 1)),))
    stage = Stage(Side(crew={"ann": character(combat=1)}, hand={"banner": banner}), Side())
    assert value(stage.state, stage["ann"], Stat.COMBAT) == 1
    stage.do(Kind.EQUIP, "banner", "ann")
    assert value(stage.state, stage["ann"], Stat.COMBAT) == 2


@dataclass(frozen=True, slots=True)
class ThisHasForAll(Modifier):
    """Everybody has more of a stat."""

    stat: Stat
    number: int

    def asked(self) -> Question:
        return Question(self.stat)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + self.number


# Questions: what cards may change in the built-in rules.


@dataclass(frozen=True, slots=True)
class Answers(Modifier):
    """Answers one question about one character or card: the one that performs or is this card."""

    about: Question
    value: int

    def asked(self) -> Question:
        return self.about

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        concerned = (subject, other) if self.about is Question.MAY_CHALLENGE else (subject,)
        return self.value if play.performer in concerned or play.card in concerned else value


def ruled(question: Question, number: int, **facts: object) -> Spec:
    return character(abilities=(passive(Answers(question, number)),), **facts)


def test_a_card_may_forbid_to_move():
    stage = Stage(Side(crew={"ann": ruled(Question.MAY_MOVE, 0)}), Side())
    assert stage.rule(Kind.MOVE, "ann", place=DOCKS) == "6.1"
    assert stage.can(Kind.MOVE, "leader_a", place=DOCKS)


def test_a_card_may_forbid_to_claim():
    stage = Stage(Side(crew={"ann": ruled(Question.MAY_CLAIM, 0, at=DOCKS)}), Side())
    assert stage.rule(Kind.CLAIM, "ann") == "6.1"


def test_a_card_may_forbid_to_challenge_it():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": ruled(Question.MAY_CHALLENGE, 0, at=FORUMS), "bea": character(at=FORUMS)}),
    )
    stage.do(Kind.CHALLENGE, "ann")
    assert stage.game.to_choose == B
    assert stage.state.duel.participants[1] == stage["bea"]


def test_a_card_may_forbid_to_refuse_and_to_intervene():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(
            crew={
                "bob": ruled(Question.MAY_REFUSE, 0, at=FORUMS),
                "bea": ruled(Question.MAY_INTERVENE, 0, at=FORUMS),
                "ben": ruled(Question.INTERVENE_ENGAGED, 1, at=FORUMS, engaged=True),
            }
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob")
    assert stage.rule(Kind.REFUSE) == "6.1"
    assert stage.rule(Kind.INTERVENE, "bea") == "6.1"
    assert stage.offered(Kind.INTERVENE) == {"ben"}


def test_a_card_may_forbid_to_gamble():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(
            crew={"bob": ruled(Question.MAY_GAMBLE, 0, at=FORUMS)}, hand={"x": risk(), "y": risk()}, deck={"d": risk()}
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    assert stage.rule(Kind.GAMBLE) == "6.1"


@pytest.mark.parametrize(("number", "revealed"), [(1, 1), (3, 3)])
def test_a_card_may_change_how_many_cards_a_gamble_reveals(number, revealed):
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(crew={"bob": ruled(Question.REVEALS, number, at=FORUMS)}, hand={"x": risk()}, deck=DECK),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.GAMBLE)
    assert len(stage.told(Moment.GAMBLED)) == revealed


@pytest.mark.parametrize(("cost", "rule"), [(0, ""), (3, "6.9")])
def test_a_card_may_change_costs(cost, rule):
    blade = attachment(cost=1, abilities=(passive(Answers(Question.COST, cost), zones=frozenset({Zone.HAND})),))
    stage = Stage(Side(crew={"ann": character()}, hand={"sword": blade, "h": risk()}), Side())
    assert stage.rule(Kind.EQUIP, "sword", "ann") == rule


def test_a_card_may_change_what_a_hand_card_pays():
    coin = risk(abilities=(passive(Answers(Question.WORTH, 3)),))
    stage = Stage(Side(hand={"coin": coin, "sword": attachment(cost=3)}), Side())
    assert stage.do(Kind.EQUIP, "sword", "leader_a").zone("sword") is Zone.PLAY
    assert stage.zone("coin") is Zone.LOCKER


@pytest.mark.parametrize("made", [attachment, brute, risk])
def test_q16_a_card_does_not_pay_for_itself_whatever_it_is_worth(made):
    worthy = passive(Answers(Question.WORTH, 3), zones=frozenset({Zone.HAND}))
    rich = made(cost=2, abilities=(worthy, action(add_renown_to(DOCKS))))
    kind, bearer, number = {
        attachment: (Kind.EQUIP, "leader_a", NONE),
        brute: (Kind.PLAY, None, NONE),
        risk: (Kind.USE, None, 1),
    }[made]
    for others, usable in ((1, False), (2, True)):
        stage = Stage(Side(hand={"rich": rich, **{f"h{i}": risk() for i in range(others)}}), Side())
        assert stage.can(kind, "rich", bearer, number=number) is usable


def test_5_4_what_a_mercenary_costs_may_depend_on_who_is_there():
    @dataclass(frozen=True, slots=True)
    class CheaperHere(Modifier):
        """Mercenaries cost this character's player 1 less where it is."""

        question: ClassVar[Question] = Question.COST

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            return value - 1 if other == play.performer else value

    ann = character(at=FORUMS, abilities=(passive(CheaperHere()),))
    stage = Stage(Side(crew={"ann": ann}, hand=other_deck("h")), Side(), city={"m": mercenary(at=FORUMS, cost=8)})
    stage.do(Kind.RECRUIT, "m")
    for name in ("h0", "h1", "h2", "h3", "h4", "h5"):
        stage.do(Kind.PAY, name)
    assert stage.do(Kind.PAY, "h6").hand(A) == {"h7"}


def test_a_card_may_say_whom_it_is_equipped_to():
    @dataclass(frozen=True, slots=True)
    class OnlyEnemies(Modifier):
        question: ClassVar[Question] = Question.MAY_EQUIP

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            return int(play.state.control[other] != A) if subject == play.card else value

    curse = attachment(abilities=(passive(OnlyEnemies(), zones=frozenset({Zone.HAND})),))
    stage = Stage(Side(hand={"curse": curse, "hat": attachment()}), Side(crew={"bob": character()}))
    assert stage.rule(Kind.EQUIP, "curse", "leader_a") == "6.1"
    assert stage.can(Kind.EQUIP, "hat", "leader_a")
    stage.do(Kind.EQUIP, "curse", "bob")
    assert stage.state.control[stage["curse"]] == A
    assert stage.state.bearer[stage["curse"]] == stage["bob"]


def test_a_card_may_have_no_abilities():
    @dataclass(frozen=True, slots=True)
    class Blank(Modifier):
        question: ClassVar[Question] = Question.HAS_ABILITIES

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            return 0 if subject == play.bearer else value

    silence = attachment(abilities=(passive(Blank()),))
    stage = Stage(
        Side(
            crew={
                "ann": character(
                    abilities=(action(Draw()), passive(Bonus(THIS, 3, Stat.COMBAT))), gear={"hush": silence}
                ),
                "amy": character(abilities=(action(add_renown_to(DOCKS)),)),
            }
        ),
        Side(),
    )
    assert not stage.can(Kind.USE, "ann", number=0)
    assert value(stage.state, stage["ann"], Stat.COMBAT) == 2
    assert stage.can(Kind.USE, "amy", number=0)


def test_6_5_a_silenced_card_has_no_techniques():
    skill = technique(Wound(ADVERSARY))
    sword = attachment(abilities=(skill,))
    for gear, used in (({"sword": sword}, {"bob", "sword"}), ({"sword": sword, "hush": SILENCE}, {"sword"})):
        stage = Stage(
            Side(crew={"ann": character(at=FORUMS)}),
            Side(crew={"bob": character(at=FORUMS, abilities=(skill,), gear=gear)}, hand={"x": risk(), "y": risk()}),
        )
        stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
        assert stage.offered(Kind.USE) == used


@pytest.mark.parametrize("made", [forced, reaction])
def test_6_1_a_silenced_card_neither_reacts_nor_must(made):
    ann = character(abilities=(made(Moment.PASSED, add_renown_to(DOCKS)),))
    for gear, renown in (({}, 1), ({"hush": SILENCE}, 0)):
        stage = Stage(Side(crew={"ann": replace(ann, gear=gear)}), Side()).passes()
        if Kind.USE in stage.asked():
            stage.game.push(stage.game.legal()[0])
        assert stage.state.fame[DOCKS] == renown


@dataclass(frozen=True, slots=True)
class Silent(Modifier):
    """The bearer has no abilities."""

    question: ClassVar[Question] = Question.HAS_ABILITIES

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.bearer else value


SILENCE = attachment(abilities=(passive(Silent()),))


def test_s1_a_challenger_who_is_gone_has_no_techniques():
    cruel = forced(Moment.ENGAGED, Destroy(That(triggering=True)), timing=Timing.WHEN)
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(technique(add_renown_to(DOCKS)),))}),
        Side(crew={"bob": character(at=FORUMS, abilities=(cruel,))}),
    ).do(Kind.CHALLENGE, "ann")
    assert (stage.zone("ann"), stage.state.duel) == (Zone.LOCKER, None)
    assert Kind.PASS in stage.asked()


def test_a_card_may_change_the_crew_cap_and_the_draw():
    @dataclass(frozen=True, slots=True)
    class More(Modifier):
        about: Question

        def asked(self) -> Question:
            return self.about

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            return value + 1

    boss = leader(panache=3, crew_cap=1, abilities=(passive(More(Question.PANACHE)), passive(More(Question.CREW_CAP))))
    stage = Stage(Side(leader=boss, approach={"s": scheme(), "c": character()}, deck=DECK), Side(), begin=False)
    assert len(stage.hand(A)) == 4
    assert stage.zone("c") is Zone.PLAY


def test_a_card_may_gain_a_trait_and_be_a_brute():
    @dataclass(frozen=True, slots=True)
    class Gains(Modifier):
        question: ClassVar[Question] = Question.TRAIT

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            named = play.state.table.traits["Duelist"]
            return 1 if subject == play.bearer and other == named else value

    badge = attachment(("Duelist",), abilities=(passive(Gains()),))
    stage = Stage(
        Side(
            leader=leader(crew_cap=2),
            crew={"ann": character(gear={"badge": badge}), "amy": ruled(Question.BRUTE, 1)},
        ),
        Side(),
    )
    assert has_trait(stage.state, stage["ann"], "Duelist")
    assert not has_trait(stage.state, stage["leader_a"], "Duelist")
    stage.passes(2)
    assert stage.zone("amy") is not Zone.PLAY


def test_a_card_may_keep_characters_and_city_cards_at_dusk():
    stays = event(at=FORUMS, abilities=(passive(Answers(Question.MAY_CLEAR, 0)),))
    stage = Stage(
        Side(crew={"ann": ruled(Question.GOES_HOME, 0, at=FORUMS)}),
        Side(),
        city={"ev": stays, "other": event(at=DOCKS)},
    )
    stage.passes(2)
    assert stage.state.day == 2
    assert stage.place("ann") == FORUMS
    assert stage.zone("ev") is Zone.CITY


def test_a_card_may_allow_a_second_armor():
    stage = Stage(
        Side(
            crew={"ann": ruled(Question.SLOTS, 2, gear={"old": attachment(("Armor",))})},
            hand={"new": attachment(("Armor",))},
        ),
        Side(),
    )
    stage.do(Kind.EQUIP, "new", "ann")
    assert Kind.DESTROY not in stage.asked()
    assert len(stage.state.gear[stage["ann"]]) == 2


def test_a_card_may_forbid_control():
    bar = event(at=FORUMS, abilities=(passive(NoControl()),))
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(), city={"ev": bar}).do(Kind.CLAIM, "ann")
    assert stage.state.holder[FORUMS] == NONE


@dataclass(frozen=True, slots=True)
class NoControl(Modifier):
    """The location of this card cannot be controlled."""

    question: ClassVar[Question] = Question.MAY_CONTROL

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0 if subject == play.state.table.locations[play.place] else value


def test_a_player_may_get_a_total_of_their_own():
    @dataclass(frozen=True, slots=True)
    class MoreTotal(Modifier):
        question: ClassVar[Question] = Question.TOTAL

        def amend(self, play: Play, subject: int, value: int, other: int) -> int:
            return value + 1 if subject == play.player and other == FORUMS else value

    stage = Stage(
        Side(leader=leader(abilities=(passive(MoreTotal()),)), crew={"ann": character(at=FORUMS, influence=2)}),
        Side(crew={"bob": character(at=FORUMS, influence=2)}),
    )
    assert stage.do(Kind.CLAIM, "ann").state.holder[FORUMS] == A


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


@dataclass(frozen=True, slots=True)
class ForEachPlace(Step):
    """Do something for each location of the line, by repeating itself."""

    blocks: ClassVar[tuple[str, ...]] = ("do",)
    do: tuple[Step, ...]

    def run(self, play: Play) -> None:
        done = play.number("done") if play.number("done") != NONE else 0
        if done < len(play.state.table.line):
            play.bind("at", play.state.table.line[done])
            play.bind("done", done + 1)
            play.enter(0, again=True)


@dataclass(frozen=True, slots=True)
class AddThere(Step):
    def run(self, play: Play) -> None:
        add_renown_to(play.number("at")).run(play)


def test_a_step_can_repeat_its_block_and_blocks_may_nest():
    deed = action(
        ForEachPlace((If(YouControlHere(), then=(), otherwise=(AddThere(),)), AddThere())), add_renown_to(DOCKS)
    )
    stage = Stage(Side(crew={"ann": character(at=FORUMS, abilities=(deed,))}), Side()).do(Kind.USE, "ann", number=0)
    assert [stage.state.fame[place] for place in (DOCKS, FORUMS, BAZAAR)] == [3, 2, 2]


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
    assert stage.state.fame[DOCKS] == 1


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
    assert stage.state.fame[DOCKS] == 0
    stage.passes(2)
    assert stage.state.day == 2
    assert stage.state.fame[DOCKS] == 1
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
    assert stage.state.fame[DOCKS] == renown
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
    assert stage.state.fame[DOCKS] == 0


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
    assert stage.state.fame[DOCKS] == 2


@dataclass(frozen=True, slots=True)
class Redirect(Step):
    """The performer becomes the target instead."""

    def run(self, play: Play) -> None:
        redirect(play.state, play.happening.by, play.happening.card, play.performer)


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
    assert redirect(stage.state, scene.cause, bob, bea)
    changed = scene._replace(bound=(("character", bea), ("both", (ann, bea))))
    assert stage.state.agenda[-2:] == [(F.PERFORM, changed, 3, False), (F.RUN, (1, 0), changed)]
    assert not redirect(stage.state, scene.cause, bob, bea)


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
    assert stage.state.fame[DOCKS] == 0
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
    assert stage.state.fame[FORUMS] == 1


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
    assert stage.state.fame[DOCKS] == 1
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
    assert stage.state.fame[DOCKS] == 1
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
        assert stage.do(Kind.USE, "ann", number=0).state.fame[DOCKS] == renown


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
