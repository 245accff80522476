"""Abilities, costs and timing: section 6 of the rules, by made-up cards that are made of real words."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.five_sails import Kind, Moment, Options, Stat, Zone
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import ADVERSARY, PERFORMER, That
from rules.five_sails.abilities.verbs import contests
from rules.five_sails.abilities.verbs.deeds import DiscardCards, Draw, Gain, SpendRenown, Wound, add_renown_to
from rules.five_sails.state.play import Play
from rules.five_sails.state.zones import lift, to_hand, to_play
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, INN, CombatValue
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.options import TechniqueLimit
from rules.five_sails.terms.parts import (
    Ability,
    AbilityKind,
    Limit,
    Modifier,
    Question,
    Trigger,
)
from tests.rules.five_sails.factories import (
    AIM,
    DECK,
    ItIsYours,
    action,
    forced,
    other_deck,
    passive,
    reaction,
    technique,
)
from tests.rules.five_sails.scenarios import DASH, A, B, C, Side, Stage, attachment, character, event, risk

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
    assert stage.do(Kind.USE, "ev", number=0).state.renown_at[FORUMS] == 1


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
    assert stage.state.renown_at[DOCKS] == 1
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
    assert stage.state.renown_at[DOCKS] == 0


def test_6_3_a_reaction_from_the_hand_is_paid_for_and_discarded():
    stage = Stage(
        Side(
            crew={"ann": character()},
            hand={"trick": risk(cost=1, abilities=(reaction(Moment.MOVED, add_renown_to(DOCKS)),)), "h": risk()},
        ),
        Side(),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS).do(Kind.USE, "trick", number=0)
    assert stage.state.renown_at[DOCKS] == 1
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
    assert stage.do(Kind.MOVE, "ann", place=FORUMS).state.renown_at[FORUMS] == 1
    assert stage.do(Kind.MOVE, "bob", place=FORUMS).state.renown_at[FORUMS] == 1


def test_6_1_what_is_forced_happens_every_time():
    stage = Stage(
        Side(crew={"ann": character(abilities=(forced(Moment.MOVED, add_renown_to(DOCKS)),)), "amy": character()}),
        Side(),
    )
    stage.do(Kind.MOVE, "ann", place=FORUMS).passes().do(Kind.MOVE, "amy", place=FORUMS)
    assert stage.state.renown_at[DOCKS] == 2


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
    assert stage.state.renown_at[FORUMS] == 2
    assert stage.rule(Kind.USE, "ev", number=0) == "6.6"


def test_6_6_an_ability_may_be_unlimited():
    stage = Stage(
        Side(crew={"ann": character(abilities=(action(add_renown_to(DOCKS), limit=Limit.UNLIMITED),))}), Side()
    )
    for _ in range(3):
        stage.do(Kind.USE, "ann", number=0).passes()
    assert stage.state.renown_at[DOCKS] == 3


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
    assert stage.state.renown_at[DOCKS] == 2


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
