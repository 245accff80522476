"""Every test vector of section 18 of the rules, under its number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

from cards.catalogue.datafiles import load_catalogue, load_formats
from decks.decklist import Decklist
from decks.legality import check
from rules.five_sails import PLAYTEST, Kind, Moment, Options, Victory, Zone
from rules.five_sails.abilities.nouns.roles import ADVERSARY, PARTICIPANT
from rules.five_sails.abilities.verbs.deeds import Gain, GainLethal, Wound
from rules.five_sails.deeds.deeds import move
from rules.five_sails.state.play import Play
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE, CombatValue
from rules.five_sails.terms.parts import Ability, AbilityKind, Step
from tests.rules.five_sails.known import STARTERS, random_game
from tests.rules.five_sails.scenarios import (
    DASH,
    A,
    B,
    C,
    Side,
    Stage,
    attachment,
    brute,
    character,
    leader,
    mercenary,
    risk,
    scheme,
    wealth,
)

CARDS = load_catalogue()


def duelists(kaspar: dict | None = None, soline: dict | None = None, hand_a=None, hand_b=None, **more) -> Stage:
    return Stage(
        Side(crew={"kaspar": character(at=FORUMS, **(kaspar or {}))}, hand=hand_a or {}),
        Side(crew={"soline": character(at=FORUMS, **(soline or {}))}, hand=hand_b or {}),
        **more,
    ).do(Kind.CHALLENGE, "kaspar")


def technique(*effect) -> Ability:
    return Ability(kind=AbilityKind.TECHNIQUE, effect=effect)


@dataclass(frozen=True, slots=True)
class Follow(Step):
    """Move your participant to the adversary."""

    def run(self, play: Play) -> None:
        move(play.state, play.performer, place=play.state.place[ADVERSARY.one(play)], by=play.cause)


FOLLOW = Ability(kind=AbilityKind.MANEUVER, effect=(Follow(),))


def test_vector_1_restricted_hostilities():
    stage = duelists(
        {"combat": 3, "finesse": 0},
        {"combat": 1, "finesse": 0, "resolve": 9},
        hand_b={"blow": risk(thrust=4), "spare": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "blow")
    assert stage.wounds("kaspar") == 1
    assert stage.state.duel is None


def test_vectors_2_moving_away_leaves_the_threat_behind():
    stage = duelists(
        {"resolve": 9, "finesse": 0},
        {"resolve": 9},
        hand_a={"a1": risk(thrust=2), "a2": risk()},
        hand_b={"b1": risk(thrust=1), "b2": risk(thrust=3), "b3": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.FIGHT, "a1")
    # Kaspar has resolved his threat at The Forums, and moves.
    move(stage.state, stage["kaspar"], place=DOCKS)
    wounds = stage.wounds("kaspar")
    stage.do(Kind.FIGHT, "b2")
    assert stage.wounds("kaspar") == wounds
    assert stage.state.duel is None


def test_vector_3_following_keeps_the_duel_going():
    stage = duelists(
        {"resolve": 9, "finesse": 0},
        {"resolve": 9},
        hand_a={"a1": risk(thrust=2), "a2": risk()},
        hand_b={"b1": risk(thrust=1), "b2": risk(thrust=3, abilities=(FOLLOW,)), "b3": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "b1").do(Kind.FIGHT, "a1")
    move(stage.state, stage["kaspar"], place=DOCKS)
    stage.do(Kind.FIGHT, "b2").do(Kind.USE, "b2", number=0)
    assert stage.state.duel.pool_place[0] == DOCKS
    assert stage.state.duel.threat == [3, 0]
    assert stage.game.to_choose == A


def test_vector_4_last_known_information():
    stage = duelists(
        {"combat": 3, "finesse": 0, "resolve": 9},
        {"combat": 2, "resolve": 2},
        hand_b={"last": risk(thrust=5), "spare": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "last")
    assert stage.zone("soline") is Zone.LOCKER
    assert stage.wounds("kaspar") == 2


def test_vector_5_dashes():
    stage = Stage(
        Side(crew={"dash": character(at=FORUMS, combat=DASH, influence=DASH), "ann": character(at=FORUMS)}),
        Side(crew={"bob": character(at=FORUMS, combat=DASH)}),
    )
    assert stage.rule(Kind.CHALLENGE, "dash") == "6.19"
    assert stage.rule(Kind.CLAIM, "dash") == "6.19"
    stage.do(Kind.CHALLENGE, "ann")
    assert stage.state.duel.participants[1] == stage["bob"]


@pytest.mark.parametrize("trait", ["Duelist", "Thug"])
def test_vector_6_a_maneuver_needs_its_trait(trait):
    move_of = Ability(kind=AbilityKind.MANEUVER, qualifiers=(trait,), effect=(Wound(ADVERSARY),))

    def fight(*traits: str) -> Stage:
        stage = Stage(
            Side(crew={"kaspar": character(at=FORUMS)}),
            Side(
                crew={"soline": character(traits, at=FORUMS)},
                hand={"m": risk(abilities=(move_of,)), "spare": risk()},
            ),
        )
        return stage.do(Kind.CHALLENGE, "kaspar").do(Kind.ACCEPT).do(Kind.FIGHT, "m")

    assert Kind.USE not in fight().asked()
    assert fight(trait).can(Kind.USE, "m", number=0)


@pytest.mark.parametrize(
    ("number", "pool", "card", "own", "sent"),
    [(7, 3, (5, 0, 1), 0, 4), (8, 4, (1, 2, 2), 1, 3), (9, 2, (2, 2, 0), 0, 2)],
)
def test_vectors_7_8_9_combat_values(number, pool, card, own, sent):
    stage = duelists({"combat": pool, "resolve": 20}, {"resolve": 20}, hand_b={"card": risk(*card), "spare": risk()})
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "card")
    assert stage.wounds("soline") == own
    assert stage.told(Moment.THREATENED)[-1].number == sent


@pytest.mark.parametrize(("lethal", "wounds"), [(False, 3), (True, 5)])
def test_vector_10_refused_with_a_technique(lethal, wounds):
    skill = technique(Gain(CombatValue.THRUST, 2), *((GainLethal(PARTICIPANT),) if lethal else ()))
    stage = duelists({"combat": 3, "abilities": (skill,)}, {"resolve": 9})
    stage.do(Kind.USE, "kaspar", number=0).do(Kind.REFUSE)
    assert stage.wounds("soline") == wounds
    assert stage.state.duel is None


def test_vector_11_accepted_with_a_technique():
    stage = duelists(
        {"combat": 3, "abilities": (technique(Gain(CombatValue.THRUST, 2)),)},
        {"finesse": 0},
        hand_b={"x": risk(), "y": risk()},
    )
    stage.do(Kind.USE, "kaspar", number=0).do(Kind.ACCEPT)
    assert stage.state.duel.threat[1] == 5
    assert stage.rule(Kind.YIELD) == "R2"


def test_vector_12_a_gambled_card_counts_wherever_it_went():
    deck = {f"d{i}": risk(thrust=1) for i in range(8)}
    stage = Stage(
        Side(
            crew={"kaspar": character(at=FORUMS, resolve=9, finesse=0)},
            hand={f"a{i}": risk(thrust=1) for i in range(4)},
        ),
        Side(crew={"soline": character(at=FORUMS, resolve=20, finesse=2)}, hand={"x": risk()}, deck=deck),
    )
    stage.do(Kind.CHALLENGE, "kaspar").do(Kind.ACCEPT).do(Kind.GAMBLE).do(Kind.TAKE, "d0")
    # The card leaves the line before the duel is over.
    stage.state.duel.line[1].remove(stage["d0"])
    stage.state.zone[stage["d0"]] = Zone.DISCARD
    stage.state.discard[B].append(stage["d0"])
    stage.do(Kind.FIGHT, "a0").do(Kind.GAMBLE).do(Kind.TAKE, "d2").do(Kind.FIGHT, "a1")
    assert stage.state.duel.gambles[1] == 2
    assert stage.rule(Kind.GAMBLE) == "R2"


@pytest.mark.parametrize("finesse", [0, DASH])
def test_vector_13_no_finesse_no_gamble(finesse):
    stage = Stage(
        Side(crew={"kaspar": character(at=FORUMS)}),
        Side(
            crew={"soline": character(at=FORUMS, finesse=finesse)},
            hand={"x": risk(), "y": risk()},
            deck={"d": risk(), "e": risk()},
        ),
    )
    stage.do(Kind.CHALLENGE, "kaspar").do(Kind.ACCEPT)
    assert stage.rule(Kind.GAMBLE) == "R2"


def test_vector_14_the_engaged():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, engaged=True), "amy": character(at=FORUMS, influence=1)}),
        Side(crew={"bob": character(at=FORUMS), "ben": character(at=FORUMS, engaged=True, influence=0)}),
    )
    assert stage.rule(Kind.CHALLENGE, "ann") == "5.5"
    assert stage.rule(Kind.CLAIM, "ann") == "5.6"
    stage.do(Kind.CLAIM, "amy")
    assert stage.state.holder[FORUMS] == A
    stage.do(Kind.CHALLENGE, "bob").do(Kind.TARGET, "amy")
    assert stage.rule(Kind.INTERVENE, "ann") == "Q17"


@pytest.mark.parametrize(("others", "succeeds"), [([[4]], False), ([[3], [1]], True)])
def test_vector_15_pressure(others, succeeds):
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=4)}),
        *(Side(crew={f"x{seat}": character(at=FORUMS, influence=i[0])}) for seat, i in enumerate(others)),
    ).do(Kind.CLAIM, "ann")
    assert (stage.state.holder[FORUMS] == A) is succeeds


@pytest.mark.parametrize(("influence", "paid"), [(3, 1), (6, 0)])
def test_vector_16_parley(influence, paid):
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=influence)}, hand={"h": risk()}),
        Side(),
        city={"m": mercenary(at=FORUMS, cost=4)},
    ).do(Kind.RECRUIT, "m", "ann")
    assert stage.zone("m") is Zone.PLAY
    assert len(stage.told(Moment.PAID)) == paid


def test_vector_17_wealth():
    stage = Stage(Side(hand={"sword": attachment(cost=3), "w": wealth(), "h": risk()}), Side())
    assert stage.do(Kind.EQUIP, "sword", "leader_a").zone("sword") is Zone.PLAY


def test_vector_18_a_second_weapon():
    stage = Stage(
        Side(crew={"ann": character(gear={"old": attachment(("Weapon",))})}, hand={"new": attachment(("Weapon",))}),
        Side(),
    ).do(Kind.EQUIP, "new", "ann")
    assert stage.game.to_choose == A
    assert stage.offered(Kind.DESTROY) == {"old", "new"}


def test_vector_19_the_crew_cap():
    crew = {f"c{i}": character() for i in range(5)} | {f"t{i}": brute() for i in range(2)}
    stage = Stage(
        Side(leader=leader(crew_cap=6, at=DOCKS), crew=crew, hand={}), Side(), city={"m": mercenary(at=DOCKS, cost=0)}
    )
    assert Kind.SEND not in stage.asked()
    stage.do(Kind.RECRUIT, "m")
    assert stage.offered(Kind.SEND) == {*(f"c{i}" for i in range(5)), "m"}
    assert stage.do(Kind.SEND, "c2").zone("c2") is Zone.LOCKER


@pytest.mark.parametrize(("options", "first"), [(Options(), B), (PLAYTEST, A)])
def test_vector_20_initiative(options, first):
    def side(name: str) -> Side:
        return Side(approach={f"{name}1": scheme(40), f"{name}2": scheme(40)})

    stage = Stage(side("s"), side("t"), begin=False, options=options)
    stage.do(Kind.PLAN, "s1").do(Kind.PLAN, "t1")
    assert stage.state.first in (A, B)
    stage.state.first = A
    stage.passes(2)
    assert stage.state.day == 2
    assert stage.state.first == first


def test_vector_21_panache():
    side = Side(
        leader=leader(panache=6),
        approach={"s": scheme(panache_mod=-1)},
        deck={f"d{i}": risk() for i in range(20)},
    )
    stage = Stage(side, Side(), begin=False)
    assert len(stage.state.hand[A]) == 5
    for _ in range(2):
        stage.passes(2)
    # Five of the first Day and six of the second make eleven, of which six are kept.
    assert stage.asked() == {Kind.DISCARD}
    for _ in range(5):
        stage.game.push(stage.game.legal()[0])
    assert stage.state.day == 3


def test_vector_22_dominance_beats_renown():
    stage = Stage(Side(), Side(renown=9))
    for place in (DOCKS, FORUMS, BAZAAR):
        stage.state.holder[place] = A
    assert stage.passes(2).game.outcome == (Victory.DOMINANCE, A)


@pytest.mark.parametrize(
    ("renown", "day", "outcome"),
    [((8, 7), 1, (Victory.ECONOMIC, A)), ((7, 7), 3, None), ((7, 7), 5, (Victory.DRAW, None))],
)
def test_vector_23_economic(renown, day, outcome):
    stage = Stage(Side(renown=renown[0]), Side(renown=renown[1]), day=day).passes(2)
    assert stage.game.outcome == outcome


def test_vector_24_the_fifth_day():
    assert Stage(Side(renown=4), Side(renown=5), day=5).passes(2).game.outcome == (Victory.FIFTH_DAY, B)


FORMATS = {format.code: format for format in load_formats()}


def legal(leader: str | None, approach: Iterable[str], faction: Mapping[str, int], code: str = "rulebook-2023") -> bool:
    return check(Decklist.of(leader, approach, faction), FORMATS[code], CARDS).legal


def test_vector_25_decks_that_are_not_legal():
    good = STARTERS["vodacce-starter"]
    approach, faction = good.approach, dict(good.faction)
    pair = next(code for code, copies in faction.items() if copies == 2)
    single = next(code for code, copies in faction.items() if copies == 1 and not CARDS.card(code).is_unique)
    unique = next(code for code in faction if CARDS.card(code).is_unique)
    thug = next(code for code in faction if CARDS.card(code).is_brute)
    character_code = next(code for code in approach if CARDS.card(code).type == "character")
    scheme_code = next(
        card.code for card in CARDS if card.type == "scheme" and card.is_neutral and card.code not in approach
    )
    assert legal(good.leader, approach, faction)
    assert not legal(good.leader, approach, {**faction, pair: 1})
    assert legal(good.leader, approach, {**faction, single: 2})
    assert not legal(good.leader, approach, {**faction, single: 2}, "playtest-5.9.4e")
    assert not legal(good.leader, approach, {**faction, pair: 3})
    assert not legal(good.leader, approach, {**faction, unique: 2})
    swapped = [code for code in approach if code != character_code]
    assert not legal(good.leader, [*swapped, thug], faction)
    assert not legal(good.leader, [*swapped, scheme_code], faction)


def test_vector_26_moves():
    stage = Stage(Side(crew={"ann": character(at=BAZAAR), "amy": character(), "abe": character(at=DOCKS)}), Side())
    assert stage.rule(Kind.MOVE, "ann", place=DOCKS) == "3.3"
    stage.do(Kind.MOVE, "amy", place=BAZAAR).passes()
    assert not stage.engaged("amy")
    stage.do(Kind.MOVE, "abe", place=HOME + A)
    assert stage.engaged("abe")


@pytest.mark.parametrize(("decks", "cards"), [((0, 1, 2), 4), ((0, 1, 2, 3), 5)])
def test_vector_27_city_cards_at_dawn(decks, cards):
    assert sum(map(len, random_game(*decks, choices=0).state.city_cards)) == cards


def test_vector_28_the_end_of_high_drama():
    stage = Stage(Side(), Side(crew={"bob": character()}), Side())
    stage.passes().do(Kind.MOVE, "bob", place=DOCKS)
    assert stage.game.to_choose == C
    stage.passes(2)
    assert not stage.told(Moment.DRAMA_ENDS)
    stage.passes()
    assert stage.told(Moment.DRAMA_ENDS)


def test_vector_29_where_cards_go():
    stage = Stage(
        Side(crew={"thug": brute(at=FORUMS, wounds=4)}, deck={f"d{i}": risk() for i in range(8)}),
        Side(crew={"bob": character(at=FORUMS, combat=3), "ben": character(at=FORUMS, combat=3)}),
        city={"m": mercenary(), "left": mercenary(at=DOCKS)},
        first=B,
    )
    stage.settle("m", mercenary(at=FORUMS, wounds=4), A).again()
    stage.do(Kind.CHALLENGE, "bob").do(Kind.TARGET, "thug").do(Kind.REFUSE).passes()
    stage.do(Kind.CHALLENGE, "ben").do(Kind.REFUSE).passes(2)
    assert stage["thug"] in stage.state.discard[A]
    assert stage["m"] in stage.state.locker[NONE]
    assert stage["left"] in stage.state.discard[NONE]


def test_vector_30_the_survivor():
    stage = duelists(
        {"combat": 3, "resolve": 9},
        {"combat": 3, "resolve": 3},
        hand_a={"z": risk(riposte=2, parry=1)},
        hand_b={"x": risk(thrust=3), "y": risk()},
    )
    stage.do(Kind.ACCEPT).do(Kind.FIGHT, "x")
    assert stage.zone("soline") is Zone.LOCKER
    assert stage.state.duel.threat == [3, 0]
    stage.do(Kind.FIGHT, "z")
    assert stage.wounds("kaspar") == 0
    assert stage.state.duel is None


@pytest.mark.parametrize("code", sorted(STARTERS))
def test_vector_31_the_starter_decks_validate(code):
    deck = STARTERS[code]
    assert legal(deck.leader, deck.approach, dict(deck.faction))
