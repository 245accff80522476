"""What players are asked: by whom, about what, at what price; and that no two answers read alike."""

from collections import Counter
from collections.abc import Callable

import pytest

from decks.lists.starters import read_starters
from rules.five_sails import Choice, Game, Happening, Kind, Moment, say_choice
from rules.five_sails.bots import BOTS, Bot
from rules.five_sails.state.agenda import F
from rules.five_sails.state.state import State
from rules.five_sails.terms.basics import FORUMS, NONE
from rules.five_sails.terms.happenings import Cause
from rules.five_sails.terms.parts import Until
from rules.five_sails.text.board import board, narrate
from rules.five_sails.text.prompts import option_labels, prompt
from rules.five_sails.text.sentences import ability_text, choice_text, say_duration, say_log
from tests.rules.five_sails.known import BOOK, random_game
from tests.rules.five_sails.scenarios import A, B, Side, Stage, attachment, brute, character, mercenary, risk, wealth

#: Frames that ask by themselves, without an ability.
PLAIN = {F.PLAN, F.PAY, F.DRAMA, F.S2_TARGET, F.S3_ANSWER, F.R2_CARD, F.R2_TAKE, F.R3_ABILITIES, F.WINDOW}


def played(seed: int, bot: str) -> tuple[Game, Callable[[int, int], Bot]]:
    """A game of the two starters with every ability implemented, and its bots."""
    decks = {starter.code: starter.decklist for starter in read_starters()}
    return Game.new(BOOK, [decks["castille-starter"], decks["eisen-starter"]], seed=seed), BOTS[bot]


def in_the_middle(wanted: Callable[[State], bool]) -> Game:
    """The first moment like that in some random games."""
    for seed in range(50):
        game, make = played(seed, "random")
        bots = [make(seed, seat + 1) for seat in (0, 1)]
        while (player := game.to_choose) is not None:
            if wanted(game.state):
                return game
            game.push(bots[player].choose(game))
    raise LookupError("no game of fifty came there")


def test_every_question_of_whole_games_is_asked_in_words_and_no_two_answers_read_alike():
    asked: Counter[F] = Counter()
    for seed, bot in ((3, "random"), (4, "random"), (5, "random"), (12, "heuristic")):
        game, make = played(seed, bot)
        bots = [make(seed, seat + 1) for seat in (0, 1)]
        while (player := game.to_choose) is not None:
            said, words = prompt(game.state), option_labels(game.state)
            kind = F(game.state.agenda[-1][0])
            asked[kind] += 1
            assert said.words not in ("", "Choose.")
            # A card that prints the same Technique twice offers the same thing twice.
            told = [(each._replace(number=0), choice_text(game.table, each) or each.number) for each in game.legal()]
            assert len(set(words)) == len(set(told)), words
            assert not any("{" in each for each in (said.words, said.text, *words))
            if kind in (F.RUN, F.PERFORM):
                # Which card asks, and what its ability says.
                assert said.words.startswith(game.table.definitions[said.card].name)
                assert said.text in {
                    ability_text(game.table, said.card, number)
                    for number in range(len(game.table.definitions[said.card].abilities))
                }
            game.push(bots[player].choose(game))
    assert set(asked) > PLAIN | {F.RUN}


def test_nothing_is_asked_when_the_game_is_over():
    with pytest.raises(LookupError, match="nobody has to choose"):
        prompt(random_game(0, 1, seed=5).state)


def test_prices_are_said_before_they_are_paid():
    """6.9, 5.4: what is left after a parley; a Wealth card is worth 2."""
    stage = Stage(
        Side(
            crew={"speaker": character(at=FORUMS, influence=2)},
            hand={
                "coin": wealth(),
                "small": risk(),
                "more": risk(),
                "thug": brute(cost=1),
                "sword": attachment(cost=2),
            },
        ),
        Side(),
        city={"hireling": mercenary(at=FORUMS, cost=4)},
    )
    said = dict(zip(stage.game.legal(), option_labels(stage.game.state), strict=True))
    prices = {choice.kind: words.rpartition(", costs ")[2] for choice, words in said.items() if ", costs " in words}
    assert prices == {Kind.EQUIP: "2", Kind.RECRUIT: "2", Kind.PLAY: "1"}
    assert "recruit Hireling, costs 4" in said.values()
    stage.game.push(next(choice for choice in said if choice.kind is Kind.EQUIP))
    assert prompt(stage.game.state).words == "Pay for Sword: 2 left to pay (rule 6.9)."
    assert any(words == "pay with Coin, worth 2" for words in option_labels(stage.game.state))
    assert "pay with Small" in option_labels(stage.game.state)


def test_two_cards_of_one_name_are_told_apart():
    game = random_game(0, 0, choices=0)
    state, (mine, other) = game.state, game.table.leaders
    state.legal = (Choice(Kind.TARGET, mine), Choice(Kind.TARGET, other))
    assert [words.partition(" (")[2] for words in option_labels(state)] == [
        f"player {'AB'[seat]}'s, at {'AB'[seat]}'s Home, {game.table.refs[card]})"
        for seat, card in enumerate((mine, other))
    ]


# What is told and shown.


def test_what_an_ability_does_unannounced_is_told_with_its_card():
    table = random_game(0, 1, choices=0).table
    a, b = table.leaders
    by_a, by_b = Cause(A, a, 0), Cause(B, b, 0)
    log = [
        Happening(Moment.ANNOUNCED, a, by=by_a),
        Happening(Moment.TARGETED, b, by=by_a),
        Happening(Moment.WOUNDED, b, number=1, by=by_a),
        Happening(Moment.HEALED, b, number=1, by=by_b),
        Happening(Moment.HEALED, b, number=1, by=by_b),
        Happening(Moment.CANCELED, a, by=by_a),
    ]
    name_a, name_b = (table.definitions[card].name for card in (a, b))
    assert list(say_log(table, log)) == [
        f"Player A uses {name_a}.",
        f"{name_b} is targeted by {name_a}.",
        f"{name_b} takes 1 wound.",
        f"{name_b}: {name_b} heals 1 wound.",
        f"{name_b} heals 1 wound.",
        f"The effects of {name_a} are cancelled.",
    ]
    # In a terminal nobody else shows what the other player's card says.
    assert ability_text(table, a, 0) in "\n".join(narrate(table, log))


def test_lasting_effects_and_renown_on_cards_are_on_the_board():
    """6.16: shown once for each use; Renown on an event lies on the event."""
    game = in_the_middle(lambda state: bool(state.lasting and any(state.city_cards)))
    state = game.state
    seen = game.view(A)
    assert {each.source for each in seen.lasting} == {each.scene.card for each in (*state.lasting, *state.waiting)}
    one = seen.lasting[0]
    line = next(line for line in board(game.table, seen) if line.lower().startswith(say_duration(one.until)))
    assert game.table.definitions[one.source].name in line
    assert ability_text(game.table, one.source, one.ability) in line
    lying = next(card for place in state.city_cards for card in place)
    state.notes[lying, "renown"] = 3
    assert 3 in {card.renown for place in game.view(None).places for card in place.lying}
    assert any("3 Renown on it" in line for line in board(game.table, game.view(A)))


def test_every_duration_has_words():
    assert all(say_duration(until) for until in set(Until) - {Until.USUAL})


def test_a_choice_of_more_or_less_says_which():
    game = random_game(0, 1, choices=0)
    choice = game.legal()[0]._replace(kind=Kind.CHOOSE, card=game.table.leaders[0])
    words = [say_choice(game.table, choice._replace(number=number)) for number in (NONE, 0, 1)]
    assert [each.removeprefix(words[0]) for each in words] == ["", ": remove", ": add"]
