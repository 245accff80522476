"""Replacement, durations and modifiers (6.15 to 6.21), by made-up cards that are made of real words."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.abilities.modifiers import Bonus, CombatCards
from rules.five_sails.abilities.nouns.filters import at
from rules.five_sails.abilities.nouns.groups import Target, characters
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import ADVERSARY, PERFORMER, THIS, That
from rules.five_sails.abilities.verbs.deeds import Aim, Destroy, DiscardCards, Draw, Wound, add_renown_to
from rules.five_sails.abilities.verbs.replacements import CancelIt
from rules.five_sails.deeds.uses import cancel_effects
from rules.five_sails.state.effects import Lasts
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import has_trait, value
from rules.five_sails.terms.basics import DOCKS, FORUMS, NONE, CombatValue
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.parts import Layer, Modifier, Question, Step, Until
from tests.rules.five_sails.factories import (
    AIM,
    DECK,
    SILENCE,
    AddThere,
    Answers,
    ForEachPlace,
    ItIsYours,
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
    Stage,
    attachment,
    brute,
    character,
    event,
    leader,
    mercenary,
    risk,
    scheme,
)

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
    assert stage.state.renown_at[DOCKS] == 0
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
    before = stage.state.agenda[:]
    cancel_effects(stage.state, stage["ann"], 1)
    assert stage.state.agenda == before
    cancel_effects(stage.state, stage["ann"], 0)
    assert stage.do(Kind.TARGET, "bob").wounds("bob") == 0


# 6.16: durations


@dataclass(frozen=True, slots=True)
class TargetHas(Modifier):
    """The target has more or less of a stat."""

    stat: Stat
    number: int

    def modifies(self) -> Question:
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
    assert stage.state.renown_at[FORUMS] == 1


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

    def modifies(self) -> Question:
        return Question(self.stat)

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return value + self.number


# Questions: what cards may change in the built-in rules.


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
        assert stage.state.renown_at[DOCKS] == renown


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

        def modifies(self) -> Question:
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
