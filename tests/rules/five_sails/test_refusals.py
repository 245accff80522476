"""What is said of choices that the rules forbid: the rule, and in words what stands in the way."""

import pytest

from rules.five_sails import PLAYTEST, Choice, Game, Kind, Options, Refusal
from rules.five_sails.abilities.nouns.filters import OPPOSING
from rules.five_sails.abilities.nouns.groups import Target, characters
from rules.five_sails.abilities.nouns.roles import That
from rules.five_sails.abilities.verbs.deeds import Aim, Wound, add_renown_to
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from rules.five_sails.terms.parts import Ability, AbilityKind, Question
from tests.rules.five_sails.factories import ruled
from tests.rules.five_sails.known import BARE, DECKS, random_game
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
    mercenary,
    risk,
    scheme,
    wealth,
)


def said(stage: Stage, kind: Kind, card: str | None = None, target: str | None = None, **rest: int) -> tuple[str, str]:
    """The rule and the words of a refusal, with the cards' references left out."""
    refusal = stage.game.why_not(stage.choice(kind, card, target, **rest))
    assert refusal is not None
    words = refusal.message
    for ref in stage.table.refs:
        words = words.replace(f" ({ref})", "")
    return refusal.rule, words


# What is no choice in this game.


@pytest.mark.parametrize(
    ("field", "lowest", "beyond"),
    [("card", NONE, "size"), ("target", NONE, "size"), ("place", NONE, "places")],
)
def test_only_cards_and_places_of_the_game_can_be_named(field, lowest, beyond):
    stage = Stage(Side(), Side())
    end = {"size": stage.table.size, "places": HOME + 2}[beyond]
    for number, rule in ((lowest - 1, "1"), (lowest, ""), (end - 1, "4.3.1"), (end, "1")):
        refusal = stage.game.why_not(Choice(Kind.PASS)._replace(**{field: number}))
        assert ("" if refusal is None else refusal.rule) == rule


def test_4_3_1_whoever_has_to_do_something_else_is_told_what():
    stage = Stage(Side(), Side())
    assert said(stage, Kind.ACCEPT) == ("4.3.1", "player A must take an action or pass now")
    assert said(stage.passes(), Kind.PAY) == ("4.3.1", "player B must take an action or pass now")


def test_what_is_merely_written_wrongly_is_not_among_the_choices():
    stage = Stage(Side(hand={"sword": attachment(cost=1), "h": risk()}), Side())
    assert stage.can(Kind.EQUIP, "sword", "leader_a")
    assert said(stage, Kind.EQUIP, "sword", "leader_a", place=DOCKS) == (
        "4.3.1",
        "that is not one of the options: take an action or pass",
    )


def test_6_9_of_equal_cards_the_one_to_name_is_named():
    game = next(
        game
        for game in (random_game(0, 1, seed=seed, choices=12, book=BARE) for seed in range(50))
        if any(equal(game, choice) for choice in game.legal())
    )
    for choice in game.legal():
        for other in equal(game, choice):
            refs = game.table.refs
            assert game.why_not(choice._replace(card=other)) == Refusal(
                "6.9", f"copies of a card are one choice: use {refs[choice.card]}"
            )
            # Equal cards do not make different choices equal.
            assert "equal cards" not in game.why_not(choice._replace(card=other, number=9)).message
        assert "equal cards" not in game.why_not(choice._replace(number=9)).message


def equal(game: Game, choice: Choice) -> list[int]:
    """The other cards of the same hand that are equal to a choice's."""
    table, hand = game.table, game.state.hand[game.to_choose]
    if choice.card not in hand:
        return []
    return [card for card in hand if card != choice.card and table.kin[card] == table.kin[choice.card]]


# 5.2, 5.5, 5.6: what characters do.


def test_3_3_moves_are_refused_by_where_they_lead():
    sides = (Side(crew={"ann": character(at=BAZAAR)}), Side(crew={"bob": character(), "bea": character(at=DOCKS)}))
    stage = Stage(*sides)
    assert said(stage, Kind.MOVE, "ann", place=HOME + B) == ("3.3", "characters cannot enter an enemy Home")
    assert said(stage, Kind.MOVE, "ann", place=DOCKS) == ("3.3", "Ann is not adjacent to that location")
    assert said(stage, Kind.MOVE, place=DOCKS) == ("5.2", "that is not one of your characters in play")
    stage.passes()
    assert said(stage, Kind.MOVE, "bea", place=HOME + A) == ("3.3", "characters cannot enter an enemy Home")
    assert said(stage, Kind.MOVE, "bob", place=HOME + B) == ("3.3", "Bob is not adjacent to that location")


def test_5_5_who_may_challenge_engaged_is_refused_for_what_else_there_is():
    stage = Stage(
        Side(
            crew={
                "ann": ruled(Question.CHALLENGE_ENGAGED, 1, engaged=True),
                "amy": ruled(Question.CHALLENGE_ENGAGED, 1, at=DOCKS, engaged=True),
            }
        ),
        Side(),
    )
    assert said(stage, Kind.CHALLENGE, "ann") == (
        "6.12",
        "Ann is at Home, and challenges can only be issued in the City",
    )
    assert said(stage, Kind.CHALLENGE, "amy") == ("5.5", "there is nobody for Amy to challenge")


def test_s2_only_opposing_characters_are_challenged():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS), "amy": character(at=FORUMS)}, hand={"h": risk()}),
        Side(
            crew={
                "bob": character(at=FORUMS, gear={"hat": attachment()}),
                "bea": character(at=FORUMS, combat=DASH),
                "ben": character(at=DOCKS),
                "ban": ruled(Question.MAY_CHALLENGE, 0, at=FORUMS),
            },
            approach={"out": character()},
        ),
    ).do(Kind.CHALLENGE, "ann")
    assert stage.offered(Kind.TARGET) == {"bob", "bea"}
    assert said(stage, Kind.TARGET) == ("S2", "that is not a character in play")
    for name in ("hat", "out", "h"):
        assert said(stage, Kind.TARGET, name) == ("S2", f"{name.title()} is not a character in play")
    for name in ("amy", "ben"):
        assert said(stage, Kind.TARGET, name) == ("S2", f"{name.title()} does not oppose Ann")
    assert said(stage, Kind.TARGET, "ban") == ("6.1", "a card effect protects Ban from challenges")


def test_6_19_where_a_dash_keeps_from_being_challenged_it_is_said():
    crew = {"bob": character(at=FORUMS), "bea": character(at=FORUMS, combat=DASH), "ben": character(at=FORUMS)}
    sides = (Side(crew={"ann": character(at=FORUMS)}), Side(crew={**crew, "ban": ruled(Question.MAY_CHALLENGE, 0)}))
    stage = Stage(*sides, options=Options(dash_may_be_challenged=False))
    stage.state.place[stage["ban"]] = FORUMS
    stage.again().do(Kind.CHALLENGE, "ann")
    assert said(stage, Kind.TARGET, "bea") == ("6.19", "Bea has a dash in the stat of the duel")
    assert said(stage, Kind.TARGET, "ban") == ("6.1", "a card effect protects Ban from challenges")


@pytest.mark.parametrize("kind", [AbilityKind.ACTION, AbilityKind.TECHNIQUE])
def test_6_7_a_target_of_an_ability_is_not_one_of_a_challenge(kind):
    strike = Ability(kind=kind, cost=(Aim(Target(characters(OPPOSING))),), effect=(Wound(That("character")),))
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, abilities=(strike,))}),
        Side(crew={"bob": character(at=FORUMS), "bea": character(at=FORUMS)}),
    )
    if kind is AbilityKind.TECHNIQUE:
        stage.do(Kind.CHALLENGE, "ann")
    stage.do(Kind.USE, "ann", number=0)
    assert said(stage, Kind.TARGET, "ann") == ("6.7", "that is not one of the options: choose for the ability")


def test_s3_only_who_is_there_and_en_garde_intervenes():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS)}),
        Side(
            crew={
                "bob": character(at=FORUMS),
                "bea": character(at=FORUMS, engaged=True),
                "ben": character(at=DOCKS),
            }
        ),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob")
    assert said(stage, Kind.INTERVENE, "bob") == ("S3", "Bob is the character being challenged")
    assert said(stage, Kind.INTERVENE, "ben") == ("S3", "Ben is not at the location of the challenge")
    assert said(stage, Kind.INTERVENE, "bea") == ("Q17", "Bea is engaged and cannot engage to intervene")
    assert said(stage, Kind.INTERVENE, "ann") == ("S3", "Ann is not one of your characters in play")


# 5.3, 5.4, 5.8, 6.9: what costs something.


def test_5_3_who_can_bear_an_attachment():
    stage = Stage(
        Side(hand={"sword": attachment(cost=2), "h": risk()}, crew={"ann": character(at=DOCKS)}),
        Side(crew={"bob": character(at=FORUMS)}, hand={"far": attachment()}),
        city={"eye": city_attachment(at=FORUMS)},
    )
    assert said(stage, Kind.EQUIP, None, "ann") == ("5.3", "that is not an attachment")
    assert said(stage, Kind.EQUIP, "h", "ann") == ("5.3", "H is not an attachment")
    assert said(stage, Kind.EQUIP, "far", "ann") == ("5.3", "Far is neither in your hand nor available")
    assert said(stage, Kind.EQUIP, "eye", "ann") == ("5.3", "Ann is not one of your characters at that location")
    assert said(stage, Kind.EQUIP, "eye", "bob") == ("5.3", "Bob is not one of your characters at that location")
    for bearer, name in ((None, "that"), ("h", "H"), ("eye", "Eye")):
        assert said(stage, Kind.EQUIP, "sword", bearer) == ("5.3", f"{name} is not a character in play")
    assert said(stage, Kind.EQUIP, "sword", "bob") == ("9.4", "Bob is not yours")
    assert said(stage, Kind.EQUIP, "sword", "ann") == ("6.9", "Sword costs 2, and the rest of your hand is worth 1")


def test_5_4_who_parleys_with_whom():
    city = {
        "m": mercenary(at=FORUMS),
        "deaf": mercenary(at=FORUMS, keywords=()),
        "far": mercenary(at=BAZAAR),
        "old": mercenary(),
        "ev": event(at=FORUMS),
    }
    crew = {"ann": character(at=FORUMS), "amy": character(at=DOCKS), "abe": character(at=FORUMS, influence=DASH)}
    stage = Stage(Side(crew=crew, hand={"h": risk()}), Side(), city=city)
    stage.settle("old", Spec({}, at=FORUMS), A).again()
    assert said(stage, Kind.RECRUIT, "ev", "ann") == ("1.7", "Ev is not an available Mercenary")
    assert said(stage, Kind.RECRUIT, "old", "ann") == ("1.7", "Old is not an available Mercenary")
    assert said(stage, Kind.RECRUIT, "far", "ann") == ("5.4", "you have no character where Far is")
    assert said(stage, Kind.RECRUIT, "m", "amy") == ("5.4", "Amy is not one of your characters where M is")
    assert said(stage, Kind.RECRUIT, "m", "abe") == ("Q13", "the Influence of Abe is a dash")
    assert said(stage, Kind.RECRUIT, "m", "old") == ("5.4", "Old is a Mercenary, and Mercenaries cannot parley")
    assert said(stage, Kind.RECRUIT, "deaf", "ann") == ("5.4", "Deaf is not Negotiable")
    assert said(stage, Kind.RECRUIT, "m", "ann") == ("6.9", "M costs 2, and the rest of your hand is worth 1")
    assert said(stage, Kind.RECRUIT, "m") == ("6.9", "M costs 4, and the rest of your hand is worth 1")


def test_5_8_only_brutes_of_the_hand_are_played():
    stage = Stage(Side(hand={"thug": brute(cost=1)}, crew={"ann": character()}), Side(hand={"far": brute(cost=0)}))
    assert said(stage, Kind.PLAY, "far") == ("5.8", "Far is not a Brute in your hand")
    assert said(stage, Kind.PLAY, "ann") == ("5.8", "Ann is not a Brute in your hand")
    assert said(stage, Kind.PLAY, "thug") == ("6.9", "Thug costs 1, and the rest of your hand is worth 0")


def test_q16_payments_go_by_the_order_of_the_cards():
    hand = {"sword": attachment(cost=3), "w": wealth(), "h0": risk(), "h1": risk(), "h2": risk()}
    stage = Stage(Side(hand=hand), Side(hand={"far": risk()})).do(Kind.EQUIP, "sword", "leader_a")
    assert stage.offered(Kind.PAY) == {"w", "h0"}
    assert said(stage, Kind.PAY, "sword") == ("Q16", "Sword cannot pay for itself")
    assert said(stage, Kind.PAY, "far") == ("6.9", "Far is not in your hand")
    assert said(stage, Kind.PAY, "h1") == ("Q16", "after H1, the remaining cards cannot pay 3")
    stage.do(Kind.PAY, "w")
    assert said(stage, Kind.PAY, "w") == ("6.9", "W is not in your hand")
    again = Stage(Side(hand={**hand, "h3": risk()}), Side()).do(Kind.EQUIP, "sword", "leader_a").do(Kind.PAY, "h0")
    assert said(again, Kind.PAY, "w") == ("Q16", "cards are paid in order, and the turn of W has passed")


def test_q16_of_equal_cards_one_pays_and_is_named():
    game = next(
        game
        for game in (random_game(0, 1, seed=seed, choices=14, book=BARE) for seed in range(400))
        if game.legal() and game.legal()[0].kind is Kind.PAY and any(equal(game, each) for each in game.legal())
    )
    first = next(each for each in game.legal() if equal(game, each))
    for other in equal(game, first):
        assert game.why_not(first._replace(card=other)) == Refusal(
            "6.9", f"copies of a card are one choice: use {game.table.refs[first.card]}"
        )


def test_4_5_2e_only_hand_cards_are_discarded():
    hand = {f"h{i}": risk() for i in range(9)}
    stage = Stage(Side(hand=hand), Side(hand={"far": risk()})).passes(2)
    assert stage.asked() == {Kind.DISCARD}
    assert said(stage, Kind.DISCARD, "far") == ("4.5.2e", "Far is not in your hand")
    assert said(stage, Kind.DISCARD, "h8")[1] == "that is not one of the options: discard"


# 5.1: abilities.


def deed(**more: object) -> Ability:
    return Ability(kind=AbilityKind.ACTION, effect=(add_renown_to(DOCKS),), **more)  # type: ignore[arg-type]


def test_5_1_abilities_belong_to_whoever_has_the_card():
    acts = (deed(),)
    stage = Stage(
        Side(crew={"ann": character(abilities=(deed(qualifiers=("City",)),))}, deck={"d": risk(abilities=acts)}),
        Side(crew={"bob": character(at=FORUMS, abilities=acts)}, hand={"far": risk(abilities=acts)}),
        city={"m": mercenary(at=FORUMS, abilities=acts), "old": mercenary(abilities=acts)},
    )
    stage.settle("old", Spec({}, at=FORUMS), B).again()
    for number in (NONE, 1):
        assert said(stage, Kind.USE, "ann", number=number) == ("5.1", "Ann has no such ability")
    assert said(stage, Kind.USE, number=0) == ("5.1", "that has no such ability")
    for name in ("d", "bob", "far", "m", "old"):
        words = f"that ability of {name.title()} is not yours to use, or not from where the card is"
        assert said(stage, Kind.USE, name, number=0) == ("5.1", words)
    assert said(stage, Kind.USE, "ann", number=0) == ("6.11", "none of your characters can perform that ability of Ann")


def test_6_1_an_ability_that_is_not_built_says_so():
    game = Game.new(BARE, DECKS[:2])
    while Kind.PASS not in {choice.kind for choice in game.legal()}:
        game.push(game.legal()[0])
    leader = game.table.leaders[game.to_choose]
    refusal = game.why_not(Choice(Kind.USE, leader, number=0))
    assert (refusal.rule, refusal.message.endswith("is not implemented yet")) == ("6.1", True)


# 4.2.1 and R2: planning and dueling.


def test_4_2_1_the_plan_is_a_scheme_then_a_character():
    approach = {"s": scheme(), "t": scheme(), "c": character(), "d": character()}
    stage = Stage(Side(approach=approach), Side(approach={"x": scheme()}), begin=False)
    assert said(stage, Kind.PLAN, "x") == ("4.2.1", "X is not in your approach deck")
    assert said(stage, Kind.PLAN, "c") == ("4.2.1", "C is not a scheme")
    stage.do(Kind.PLAN, "s")
    assert said(stage, Kind.PLAN, "t") == ("4.2.1", "T is not a character")


def dueling(deck: dict[str, Spec], discard: dict[str, Spec], **facts: object) -> Stage:
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, resolve=9)}, hand={"far": risk()}),
        Side(
            crew={"bob": character(at=FORUMS, resolve=9, **facts)},
            hand={"x": risk(), "y": risk()},
            deck=deck,
            discard=discard,
        ),
    )
    return stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)


def test_r2_combat_cards_come_from_the_hand_or_from_the_deck():
    nothing = dueling({}, {})
    assert said(nothing, Kind.FIGHT, "far") == ("R2", "Far is not in your hand")
    assert said(nothing, Kind.GAMBLE) == ("Q1", "your deck and discard pile are empty, so there is nothing to reveal")
    for deck, discard in (({"d": risk()}, {}), ({}, {"d": risk()})):
        words = "Bob may gamble at most 0 times in a duel"
        assert said(dueling(deck, discard, finesse=0), Kind.GAMBLE) == ("R2", words)
    stage = dueling({"d": risk(), "e": risk()}, {}).do(Kind.GAMBLE)
    assert said(stage, Kind.TAKE, "x") == ("R2", "X is not one of the revealed cards")
    assert (
        said(stage, Kind.TAKE, "d", place=DOCKS)[1] == "that is not one of the options: take one of the revealed cards"
    )


def test_17_the_playtest_edition_has_no_refusing():
    sides = (Side(crew={"ann": character(at=FORUMS)}), Side(crew={"bob": character(at=FORUMS), "bea": character()}))
    stage = Stage(*sides, options=PLAYTEST)
    stage.state.place[stage["bea"]] = FORUMS
    stage.again().do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "bob")
    assert said(stage, Kind.REFUSE) == ("17", "a challenge cannot be refused in this edition")
