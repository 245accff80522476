"""Challenge and duel, step by step: section 7 of the rules."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from rules.five_sails import Kind, Moment, Options, Stat, Zone
from rules.five_sails.abilities.modifiers import CombatCards
from rules.five_sails.abilities.nouns.roles import ADVERSARY, PARTICIPANT, PERFORMER
from rules.five_sails.abilities.verbs.deeds import DiscardCards, Gain, GainLethal, Wound, add_renown_to
from rules.five_sails.contests.challenge import issue_challenge
from rules.five_sails.contests.duel import add_threat
from rules.five_sails.deeds.deeds import move, take_back
from rules.five_sails.flow.handlers import advance
from rules.five_sails.state.agenda import F
from rules.five_sails.state.effects import Lasts
from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE, CombatValue
from rules.five_sails.terms.happenings import Timing
from rules.five_sails.terms.options import GambleRest
from rules.five_sails.terms.parts import Ability, AbilityKind, Modifier, Question, Step, Trigger
from tests.rules.five_sails.scenarios import DASH, A, B, C, Side, Spec, Stage, attachment, character, leader, risk

Specs = dict[str, Spec]


def challenge(
    a: dict[str, Any] | None = None,
    b: dict[str, Any] | None = None,
    *,
    hand_a: Specs | None = None,
    hand_b: Specs | None = None,
    deck_a: Specs | None = None,
    deck_b: Specs | None = None,
    friends: Specs | None = None,
    **more: Any,
) -> Stage:
    """Ann of A has challenged Bob of B at The Forums, and B has to answer."""
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, **(a or {}))}, hand=hand_a or {}, deck=deck_a or {}),
        Side(crew={"bob": character(at=FORUMS, **(b or {})), **(friends or {})}, hand=hand_b or {}, deck=deck_b or {}),
        **more,
    )
    stage.do(Kind.CHALLENGE, "ann")
    if Kind.TARGET in stage.asked():
        stage.do(Kind.TARGET, "bob")
    return stage


def technique(*effect: Any) -> Ability:
    return Ability(kind=AbilityKind.TECHNIQUE, effect=effect)


THRUST_2 = technique(Gain(CombatValue.THRUST, 2))
LETHAL = technique(GainLethal(PARTICIPANT))


# S1, S2


def test_s1_the_challenger_is_engaged():
    assert challenge().engaged("ann")


def test_s1_a_technique_may_be_activated_before_the_target_is_chosen():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(THRUST_2,))}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
    ).do(Kind.CHALLENGE, "ann")
    assert stage.asked() == {Kind.USE, Kind.DECLINE}
    assert stage.do(Kind.USE, "ann", number=0).offered(Kind.TARGET) == {"bob", "bea"}


def test_s1_a_technique_used_with_the_challenge_counts_for_the_duel():
    hand_b = {"y": risk(thrust=1), "w": risk()}
    stage = challenge({"abilities": (THRUST_2,)}, hand_a={"x": risk(thrust=1)}, hand_b=hand_b)
    stage.do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    stage.do(Kind.FIGHT, "y").do(Kind.FIGHT, "x")
    assert stage.told(Moment.ANNOUNCED)[0].card == stage["ann"]
    assert len(stage.told(Moment.ANNOUNCED)) == 1


def test_s2_only_opposing_characters_are_targets():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS), "amy": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS), "ben": character(at=DOCKS)}),
    ).do(Kind.CHALLENGE, "ann")
    assert stage.offered(Kind.TARGET) == {"bob", "bea"}
    assert stage.rule(Kind.TARGET, "ben") == stage.rule(Kind.TARGET, "amy") == "S2"


# S3


def test_s3_who_is_challenged_may_accept_refuse_or_have_another_intervene():
    stage = challenge(friends={"bea": character(at=FORUMS), "ben": character(at=DOCKS)})
    assert stage.game.to_choose == B
    assert stage.asked() == {Kind.ACCEPT, Kind.REFUSE, Kind.INTERVENE}
    assert stage.offered(Kind.INTERVENE) == {"bea"}
    assert stage.rule(Kind.INTERVENE, "ben") == "S3"
    assert stage.rule(Kind.INTERVENE, "bob") == "S3"


def test_s3_an_engaged_character_cannot_intervene():
    stage = challenge(friends={"bea": character(at=FORUMS, engaged=True)})
    assert stage.rule(Kind.INTERVENE, "bea") == "Q17"


def test_s3_an_intervener_engages_and_takes_part_in_the_place_of_the_target():
    stage = challenge(friends={"bea": character(at=FORUMS)}, hand_b={"x": risk(), "y": risk()})
    stage.do(Kind.INTERVENE, "bea")
    assert stage.engaged("bea")
    assert not stage.engaged("bob")
    assert stage.state.duel.participants == [stage["ann"], stage["bea"]]
    assert stage.asked() == {Kind.FIGHT}


def test_s3_both_take_part_from_the_acceptance_on():
    stage = challenge(hand_b={"x": risk(), "y": risk()})
    assert not stage.state.duel.accepted
    stage.do(Kind.ACCEPT)
    assert stage.state.duel.accepted
    assert stage.state.duel.players == [A, B]


@pytest.mark.parametrize(("thrust", "lethal", "wounds"), [(0, False, 3), (2, False, 3), (2, True, 5)])
def test_s3r_a_refusal_wounds_at_once_within_the_challengers_stat(thrust, lethal, wounds):
    ability = technique(Gain(CombatValue.THRUST, thrust), *((GainLethal(PARTICIPANT),) if lethal else ()))
    stage = challenge({"combat": 3, "abilities": (ability,)}, {"resolve": 9})
    stage.do(Kind.USE, "ann", number=0).do(Kind.REFUSE)
    assert stage.wounds("bob") == wounds
    assert stage.state.duel is None
    assert not stage.told(Moment.DUEL_ENDS)


def test_s3r_a_refusal_can_destroy():
    assert challenge({"combat": 3}, {"resolve": 3}).do(Kind.REFUSE).zone("bob") is Zone.LOCKER


# S4, S5


def test_s4_the_technique_takes_effect_only_after_the_answer():
    stage = challenge({"combat": 3, "abilities": (THRUST_2,)}, hand_b={"x": risk(), "y": risk()})
    stage.do(Kind.USE, "ann", number=0)
    assert stage.state.duel.bonus == 0
    assert stage.do(Kind.ACCEPT).state.duel.threat == [0, 5]


def test_s5_only_the_challengers_stat_counts():
    stage = challenge({"combat": 2}, {"combat": 6}, hand_b={"x": risk(), "y": risk()}).do(Kind.ACCEPT)
    assert stage.state.duel.threat == [0, 2]


def test_s5_without_threat_there_is_no_round():
    stage = challenge({"combat": 0}, hand_b={"x": risk()}).do(Kind.ACCEPT)
    assert stage.state.duel is None
    assert not stage.told(Moment.ROUND_BEGINS)
    assert stage.hand(B) == {"x"}


# R1


def test_r1_the_challenged_player_takes_the_first_round_and_then_they_alternate():
    cards = {"a1": risk(thrust=1), "a2": risk(thrust=1)}
    stage = challenge(hand_a=cards, hand_b={"b1": risk(thrust=1), "b2": risk(thrust=1)}).do(Kind.ACCEPT)
    seats = []
    for card in ("b1", "a1", "b2", "a2"):
        seats.append(stage.game.to_choose)
        stage.do(Kind.FIGHT, card)
    assert seats == [B, A, B, A]


def test_r1_whoever_is_not_at_the_place_of_the_threat_plays_no_card_and_takes_no_wound():
    hand_b = {"x": risk(thrust=2), "w": risk()}
    stage = challenge({"combat": 3}, hand_b=hand_b, hand_a={"y": risk(thrust=1)}).do(Kind.ACCEPT)
    stage.state.place[stage["bob"]] = DOCKS
    stage.do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == 0
    assert stage.state.duel is None


def test_q22_with_threat_on_both_sides_who_was_not_active_last_goes_on():
    stage = challenge(
        {"combat": 2, "resolve": 9}, hand_a={"a1": risk(thrust=1)}, hand_b={"b1": risk(), "b2": risk(thrust=1)}
    ).do(Kind.ACCEPT)
    add_threat(stage.state, 0, 1)
    stage.do(Kind.FIGHT, "b1")
    assert stage.game.to_choose == A
    assert stage.state.duel.threat == [1, 0]


# R2


def test_r2_a_card_must_be_played_in_the_first_round_only():
    hand = {"b1": risk(thrust=1), "b2": risk()}
    stage = challenge({"finesse": 0}, {"finesse": 0}, hand_b=hand, hand_a={"a1": risk(thrust=1)}).do(Kind.ACCEPT)
    assert stage.rule(Kind.YIELD) == "R2"
    stage.do(Kind.FIGHT, "b1")
    assert stage.can(Kind.YIELD)


def test_q19_the_duty_lapses_when_no_card_can_be_played():
    stage = challenge({"combat": 2}, {"finesse": 0}).do(Kind.ACCEPT)
    assert stage.wounds("bob") == 2
    assert stage.state.duel is None


def test_r2_without_a_card_the_threat_wounds_and_the_duel_ends():
    stage = challenge(
        {"combat": 1, "finesse": 0}, {"finesse": 0, "combat": 1}, hand_b={"b1": risk(thrust=5)}, hand_a={"a1": risk()}
    )
    stage.do(Kind.ACCEPT).do(Kind.YIELD)
    assert stage.wounds("ann") == 1
    assert stage.state.duel is None


def test_r2_playing_for_combat_values_is_free():
    stage = challenge(hand_b={"dear": risk(thrust=1, cost=9), "x": risk()}).do(Kind.ACCEPT).do(Kind.FIGHT, "dear")
    assert stage.hand(B) == {"x"}
    assert not stage.told(Moment.PAID)


def test_r2_attachments_and_brutes_can_be_combat_cards():
    stage = challenge(hand_b={"sword": attachment(thrust=3), "x": risk()}).do(Kind.ACCEPT)
    stage.do(Kind.FIGHT, "sword")
    assert stage.zone("sword") in (Zone.LINE, Zone.DISCARD)


def test_r2_a_gamble_reveals_two_cards_of_which_one_is_played_and_the_other_discarded():
    stage = challenge(hand_b={"h": risk()}, deck_b={"one": risk(thrust=1), "two": risk(thrust=2)})
    stage.do(Kind.ACCEPT).do(Kind.GAMBLE)
    assert stage.offered(Kind.TAKE) == {"one", "two"}
    assert stage.rule(Kind.TAKE, "h") == "R2"
    stage.do(Kind.TAKE, "two")
    assert stage.zone("one") is Zone.DISCARD
    assert stage.hand(B) == {"h"}
    assert [card.number for card in stage.told(Moment.FOUGHT)] == [1]


def test_r2_the_card_not_taken_may_be_sunk_by_option():
    stage = challenge(
        deck_b={"one": risk(thrust=1), "two": risk(thrust=2), "three": risk()},
        options=Options(gamble_rest=GambleRest.SINK),
    )
    stage.do(Kind.ACCEPT).do(Kind.TAKE, "two")
    assert stage.state.deck[B][0] == stage["one"]


def test_r2_no_more_gambles_than_finesse():
    deck = {f"d{i}": risk(thrust=1) for i in range(6)}
    stage = challenge(
        {"finesse": 0, "resolve": 9},
        {"finesse": 1},
        hand_a={"a1": risk(thrust=1), "a2": risk(thrust=1)},
        hand_b={"b1": risk(thrust=1)},
        deck_b=deck,
    )
    stage.do(Kind.ACCEPT).do(Kind.GAMBLE).do(Kind.TAKE, "d0").do(Kind.FIGHT, "a1")
    assert stage.rule(Kind.GAMBLE) == "R2"


def test_q1_one_card_left_reshuffle_then_the_second():
    stage = challenge(hand_b={"h": risk()}, deck_b={"last": risk(thrust=1)})
    stage.state.zone[stage["h"]] = Zone.DISCARD
    stage.state.hand[B].clear()
    stage.state.discard[B].append(stage["h"])
    stage.do(Kind.ACCEPT)
    assert stage.offered(Kind.TAKE) == {"last", "h"}


def test_q1_with_one_card_in_all_it_is_the_card_played():
    stage = challenge(deck_b={"only": risk(thrust=1)}, hand_a={"a1": risk()}).do(Kind.ACCEPT)
    assert stage.told(Moment.FOUGHT)[0].card == stage["only"]


# R3


def maneuver(*effect: Any) -> Ability:
    return Ability(kind=AbilityKind.MANEUVER, effect=effect)


def test_r3_one_technique_and_one_maneuver_in_either_order():
    moves = (maneuver(Gain(CombatValue.THRUST, 1)), maneuver(Gain(CombatValue.THRUST, 4)))
    skills = (technique(Gain(CombatValue.PARRY, 1)), technique(Gain(CombatValue.PARRY, 4)))
    stage = challenge(
        {"combat": 2, "resolve": 9}, {"abilities": skills}, hand_b={"x": risk(abilities=moves), "y": risk()}
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.offered(Kind.USE) == {"x", "bob"}
    stage.do(Kind.USE, "x", number=0)
    assert stage.offered(Kind.USE) == {"bob"}
    stage.do(Kind.USE, "bob", number=0)
    assert stage.wounds("bob") == 1
    assert stage.told(Moment.THREATENED)[-1].number == 1


def test_r3_both_are_optional():
    stage = challenge(hand_b={"x": risk(abilities=(maneuver(Wound(ADVERSARY)),)), "y": risk()})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.DECLINE)
    assert stage.wounds("ann") == 0


def test_6_4_a_maneuver_costs_its_wealth():
    card = risk(cost=1, abilities=(maneuver(Wound(ADVERSARY)),))
    poor = challenge(hand_b={"x": card}).do(Kind.ACCEPT)
    assert poor.wounds("ann") == 0
    rich = challenge(hand_b={"x": card, "y": risk()}).do(Kind.ACCEPT)
    rich.do(Kind.FIGHT, "x").do(Kind.USE, "x", number=0)
    assert rich.wounds("ann") == 1
    assert rich.hand(B) == set()


def test_q21_the_hand_set_aside_may_pay_a_gambled_maneuver():
    card = risk(cost=1, abilities=(maneuver(Wound(ADVERSARY)),))
    stage = challenge(hand_b={"h": risk(), "g": risk()}, deck_b={"x": card, "z": risk()})
    stage.do(Kind.ACCEPT).do(Kind.GAMBLE).do(Kind.TAKE, "x").do(Kind.USE, "x", number=0).do(Kind.PAY, "g")
    assert stage.wounds("ann") == 1
    assert stage.hand(B) == {"h"}


def test_q20_no_technique_without_a_combat_card():
    stage = challenge(
        {"combat": 1},
        {"abilities": (technique(Wound(ADVERSARY)),), "finesse": 0, "resolve": 9},
        hand_b={"b1": risk(thrust=1), "b2": risk()},
        hand_a={"a1": risk(thrust=1)},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.DECLINE).do(Kind.FIGHT, "a1").do(Kind.YIELD)
    assert stage.wounds("ann") == 1
    assert stage.state.duel is None


# R4


@pytest.mark.parametrize(
    ("pool", "card", "own", "sent"),
    [
        (3, (5, 0, 1), 0, 4),
        (4, (1, 2, 2), 1, 3),
        (2, (0, 2, 0), 0, 0),
        (2, (2, 2, 0), 0, 2),
        (3, (DASH, DASH, DASH), 3, 0),
        (3, (DASH, 1, DASH), 2, 0),
    ],
)
def test_r4_riposte_then_parry_then_thrust(pool, card, own, sent):
    stage = challenge({"combat": pool, "resolve": 20}, {"resolve": 20}, hand_b={"x": risk(*card), "y": risk()})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == own
    assert [told.number for told in stage.told(Moment.THREATENED)][1:] == ([sent] if sent else [])


def test_r4_values_below_zero_count_as_zero():
    weaker = technique(Gain(CombatValue.THRUST, -5))
    stage = challenge({"combat": 1}, {"abilities": (weaker,)}, hand_b={"x": risk(thrust=2), "y": risk()})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "bob", number=0)
    assert stage.state.duel is None


def test_q27_a_card_already_played_still_resolves_its_values_when_its_participant_dies():
    deadly = maneuver(Wound(PERFORMER))
    stage = challenge(
        {"combat": 1, "resolve": 9}, {"resolve": 1}, hand_b={"x": risk(thrust=2, abilities=(deadly,)), "y": risk()}
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.USE, "x", number=0)
    assert stage.zone("bob") is Zone.LOCKER
    assert stage.wounds("ann") == 2


# R5


def test_r5_wounds_are_limited_by_the_adversarys_stat_and_the_rest_is_lost():
    stage = challenge({"combat": 3, "resolve": 9}, {"combat": 2}, hand_b={"x": risk(thrust=5), "y": risk()})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == 3
    assert stage.wounds("ann") == 2
    assert stage.state.duel is None


def test_r5_the_destroyed_drop_their_attachments():
    stage = challenge({"combat": 3}, {"resolve": 3, "gear": {"hat": attachment(("Attire",))}}).do(Kind.REFUSE)
    assert stage.zone("bob") is Zone.LOCKER
    assert stage.zone("hat") is Zone.DISCARD


def test_r5_threat_sent_to_somebody_elsewhere_is_discarded():
    stage = challenge({"combat": 2}, hand_b={"x": risk(thrust=3), "y": risk()}, hand_a={"z": risk()}).do(Kind.ACCEPT)
    stage.state.place[stage["ann"]] = DOCKS
    stage.do(Kind.FIGHT, "x")
    assert stage.state.duel is None
    assert stage.wounds("ann") == 0


# R6


def test_r6_dueling_lines_are_discarded_at_the_end():
    stage = challenge(hand_b={"x": risk(parry=9), "y": risk()}).do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.state.duel is None
    assert stage.zone("x") is Zone.DISCARD
    assert len(stage.told(Moment.DUEL_ENDS)) == 1


def test_r6_the_action_is_over_then_and_priority_goes_on():
    stage = challenge(hand_b={"x": risk(parry=9), "y": risk()}).do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.game.to_choose == B
    assert Kind.PASS in stage.asked()


# 7.1 to 7.7


def test_7_1_the_cap_is_the_current_value():
    stage = challenge(
        {"combat": 1, "gear": {"sword": attachment(("Weapon",), combat=2)}},
        {"resolve": 9},
        hand_b={"x": risk(), "y": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == 3


def test_7_2_lethal_ignores_the_cap_until_the_next_own_round():
    stage = challenge(
        {"combat": 1, "resolve": 20},
        {"resolve": 20},
        hand_a={"a1": risk(thrust=4), "a2": risk(thrust=4)},
        hand_b={
            "b1": risk(thrust=1, abilities=(maneuver(GainLethal(PARTICIPANT)),)),
            "b2": risk(thrust=1),
            "b3": risk(thrust=5),
        },
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.USE, "b1", number=0)
    assert stage.state.duel.lethal == [False, True]
    stage.do(Kind.FIGHT, "a1")
    assert stage.state.duel.lethal == [False, False]


def test_7_2_lethal_threat_wounds_in_full():
    stage = challenge(
        {"combat": 1, "resolve": 20, "finesse": 0},
        {"combat": 1, "resolve": 20},
        hand_b={"b1": risk(thrust=6, abilities=(maneuver(GainLethal(PARTICIPANT)),)), "b2": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.USE, "b1", number=0)
    assert stage.wounds("ann") == 6


def test_7_3_a_dying_characters_threat_still_stands():
    stage = challenge(
        {"combat": 3, "finesse": 0, "resolve": 9},
        {"combat": 2, "resolve": 3},
        hand_b={"x": risk(thrust=4), "y": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.zone("bob") is Zone.LOCKER
    assert stage.wounds("ann") == 2


def test_7_4_what_the_survivor_sends_back_is_discarded():
    stage = challenge(
        {"combat": 3, "resolve": 9},
        {"combat": 3, "resolve": 3},
        hand_a={"z": risk(riposte=2, parry=1, thrust=4)},
        hand_b={"x": risk(thrust=3), "y": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x").do(Kind.FIGHT, "z")
    assert stage.state.duel is None
    assert stage.wounds("ann") == 0


def test_7_5_it_only_matters_who_is_where_when_threat_is_sent():
    stage = challenge(
        {"combat": 2, "resolve": 9, "finesse": 0}, hand_b={"x": risk(thrust=2), "y": risk()}, hand_a={"z": risk()}
    )
    stage.do(Kind.ACCEPT)
    stage.state.place[stage["ann"]] = stage.state.place[stage["bob"]] = BAZAAR
    stage.state.duel.pool_place[1] = BAZAAR
    stage.do(Kind.FIGHT, "x")
    assert stage.state.duel.pool_place[0] == BAZAAR
    assert stage.game.to_choose == A


def test_7_6_the_dueling_line_is_no_part_of_a_reshuffle():
    stage = challenge(
        {"combat": 2, "resolve": 9},
        {"finesse": 3},
        hand_a={"a1": risk(thrust=1)},
        hand_b={"b1": risk(thrust=1)},
        deck_b={"d1": risk(), "d2": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.FIGHT, "a1").do(Kind.GAMBLE).do(Kind.TAKE, "d1")
    assert stage["b1"] not in stage.state.deck[B]


@pytest.mark.parametrize("stat", [Stat.FINESSE, Stat.INFLUENCE])
def test_7_7_duels_of_another_stat_use_it_throughout(stat):
    name = stat.name.lower()
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, **{"combat": 1, name: 4})}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}, hand={"x": risk(), "y": risk()}),
    )
    stage.state.legal = ()
    stage.state.agenda[-1] = (F.DRAMA, B, 0)
    issue_challenge(stage.state, stage["ann"], stat)
    advance(stage.state)
    stage.do(Kind.ACCEPT)
    assert stage.state.duel.threat[1] == 4
    stage.do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == 4


# The ends of Leaders.


def test_q24_with_two_players_a_dead_leader_ends_the_game_at_once():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3)}, hand={"z": risk()}),
        Side(leader=leader(at=FORUMS, resolve=3), hand={"x": risk(thrust=5), "y": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.game.over
    assert stage.game.outcome.winner == A
    assert stage.wounds("ann") == 0


def test_q24_with_three_players_the_duel_is_finished_first():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=3, resolve=9, finesse=0)}),
        Side(leader=leader(at=FORUMS, resolve=3, combat=2), hand={"x": risk(thrust=5), "y": risk()}),
        Side(),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.wounds("ann") == 2
    assert stage.state.out == [False, True, False]
    assert stage.game.to_choose == C


def test_a_challenge_without_anybody_left_to_answer_is_over():
    stage = challenge()
    stage.state.zone[stage["bob"]] = Zone.LOCKER
    stage.state.crew[B].remove(stage["bob"])
    stage.state.legal = ()
    advance(stage.state)
    assert stage.state.duel is None
    assert stage.game.to_choose == B
    assert stage.state.place[stage["leader_b"]] == HOME + B
    assert NONE not in stage.state.crew[A]


@dataclass(frozen=True, slots=True)
class SendAway(Step):
    """The other participant goes to The Docks."""

    def run(self, play: Play) -> None:
        move(play.state, ADVERSARY.one(play), place=DOCKS, by=play.cause)


def test_s5_the_first_threat_is_where_the_challenger_is():
    stage = challenge({"combat": 3, "abilities": (technique(SendAway()),)}, hand_b={"x": risk(), "y": risk()})
    stage.do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    assert stage.told(Moment.THREATENED)[0].place == FORUMS
    assert stage.state.duel is None
    assert stage.wounds("bob") == 0
    assert stage.hand(B) == {"x", "y"}


def test_threat_is_added_where_its_participant_is_and_never_falls_below_nothing():
    stage = challenge({"combat": 2}, hand_b={"x": risk(), "y": risk()}).do(Kind.ACCEPT)
    add_threat(stage.state, 1, -9)
    assert stage.state.duel.threat == [0, 0]
    add_threat(stage.state, 0, 2)
    assert stage.state.duel.threat == [2, 0]
    assert stage.state.duel.pool_place == [FORUMS, FORUMS]
    assert [(told.card, told.number) for told in stage.told(Moment.THREATENED)[1:]] == [
        (stage["bob"], 0),
        (stage["ann"], 2),
    ]


@dataclass(frozen=True, slots=True)
class MoreThreat(Step):
    """One more threat on the participant whose round ends."""

    def run(self, play: Play) -> None:
        add_threat(play.state, play.state.duel.round_of, 1)


def test_r1_who_alone_has_threat_is_active_even_twice_in_a_row():
    again = Ability(kind=AbilityKind.FORCED, trigger=Trigger(Moment.ROUND_ENDS), effect=(MoreThreat(),))
    hand = {f"b{i}": risk(parry=9) for i in range(4)}
    stage = challenge({"combat": 1}, {"abilities": (again,)}, hand_b=hand).do(Kind.ACCEPT)
    for number in range(3):
        assert stage.game.to_choose == B
        stage.do(Kind.FIGHT, f"b{number}")
    assert stage.state.duel.round_of == 1


def test_r1_the_challenger_begins_when_only_the_challenger_has_threat():
    shift = technique(Shift())
    stage = challenge({"combat": 1, "abilities": (shift,)}, hand_a={"x": risk(), "y": risk()})
    stage.do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    assert stage.state.duel is None or stage.game.to_choose == A


@dataclass(frozen=True, slots=True)
class Shift(Step):
    """The challenge is worth nothing, and the challenger faces threat."""

    def run(self, play: Play) -> None:
        play.state.duel.bonus = -9
        add_threat(play.state, 0, 2)


def test_r2_who_reveals_nothing_cannot_gamble():
    none = Ability(kind=AbilityKind.PASSIVE, modifiers=(RevealsNothing(),))
    stage = challenge(
        b={"abilities": (none,)}, hand_b={"x": risk(), "y": risk()}, deck_b={"d": risk(), "e": risk()}
    ).do(Kind.ACCEPT)
    assert not stage.can(Kind.GAMBLE)


@dataclass(frozen=True, slots=True)
class RevealsNothing(Modifier):
    """Gambles reveal nothing."""

    question: ClassVar[Question] = Question.REVEALS

    def amend(self, play: Play, subject: int, value: int, other: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class TakeAway(Step):
    """The revealed card goes to the hand."""

    def run(self, play: Play) -> None:
        take_back(play.state, play.happening.card, play.cause)


def test_r2_a_revealed_card_that_was_taken_away_is_not_offered():
    thief = Ability(kind=AbilityKind.FORCED, trigger=Trigger(Moment.GAMBLED, Timing.WHEN), effect=(TakeAway(),))
    stage = challenge(b={"abilities": (thief,)}, hand_b={"x": risk()}, deck_b={"d": risk(), "e": risk()})
    stage.do(Kind.ACCEPT).do(Kind.GAMBLE)
    assert stage.hand(B) >= {"d", "e"}
    assert not stage.told(Moment.FOUGHT)


def test_6_19_modifiers_of_combat_cards_do_not_touch_a_dash():
    more = Ability(kind=AbilityKind.PASSIVE, modifiers=(CombatCards(PERFORMER, 3, CombatValue.THRUST),))
    stage = challenge({"combat": 1}, {"abilities": (more,)}, hand_b={"x": risk(thrust=DASH), "y": risk(thrust=0)})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert [told.number for told in stage.told(Moment.THREATENED)] == [1]
    plain = challenge({"combat": 1}, {"abilities": (more,)}, hand_b={"x": risk(thrust=DASH), "y": risk(thrust=0)})
    plain.do(Kind.ACCEPT).do(Kind.FIGHT, "y")
    assert plain.told(Moment.THREATENED)[-1].number == 3


def test_6_6_a_technique_is_free_again_in_the_next_duel_of_the_day():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=1, abilities=(THRUST_2,))}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}),
    )
    for _ in range(2):
        stage.do(Kind.CHALLENGE, "ann").do(Kind.USE, "ann", number=0).do(Kind.REFUSE).passes()
        stage.state.engaged[stage["ann"]] = 0
        stage.again()
    assert stage.wounds("bob") == 2


def test_6_16_what_lasts_the_duel_ends_with_it():
    hush = technique(Lasts(CombatCards(ADVERSARY, -5, CombatValue.PARRY)))
    stage = challenge({"combat": 2, "abilities": (hush,)}, {"resolve": 9}, hand_b={"x": risk(parry=2), "y": risk()})
    stage.do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    assert len(stage.state.lasting) == 1
    stage.do(Kind.FIGHT, "x")
    assert stage.wounds("bob") == 2
    assert stage.state.lasting == []


def test_6_3_after_reactions_hear_of_the_technique_before_the_threat_comes():
    watcher = Ability(kind=AbilityKind.FORCED, trigger=Trigger(Moment.WOUNDED), effect=(add_renown_to(DOCKS),))
    stage = challenge(
        {"combat": 1, "abilities": (technique(Wound(PERFORMER)), watcher)}, hand_b={"x": risk(), "y": risk()}
    )
    stage.do(Kind.USE, "ann", number=0).do(Kind.ACCEPT)
    moments = [told.moment for told in stage.state.log]
    assert moments.index(Moment.WOUNDED) < moments.index(Moment.RENOWN_ADDED) < moments.index(Moment.THREATENED)


def test_6_5_a_technique_of_the_challenger_is_paid_for_by_its_player():
    costly = Ability(kind=AbilityKind.TECHNIQUE, cost=(DiscardCards(1),), effect=(Gain(CombatValue.THRUST, 1),))
    poor = challenge({"abilities": (costly,)}, hand_b={"x": risk()})
    assert poor.asked() == {Kind.ACCEPT, Kind.REFUSE}
    rich = challenge({"abilities": (costly,)}, hand_a={"x": risk()})
    assert rich.asked() == {Kind.USE, Kind.DECLINE}
    assert rich.do(Kind.USE, "ann", number=0).hand(A) == set()
