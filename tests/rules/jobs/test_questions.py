"""What may be asked, and when two questions are the same."""

from dataclasses import replace

import pytest

from cards.catalogue import CardType
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.lists.starters import read_starters
from rules.jobs.run.questions import QuestionError, SimulationOptions, parse_question

CATALOGUE = load_catalogue()
STARTERS = {starter.code: starter.decklist for starter in read_starters()}
DECK, OTHER = STARTERS["castille-starter"], STARTERS["montaigne-starter"]
LIMIT = 1_000_000


def asked(deck=DECK, catalogue=CATALOGUE, against=None, **options):
    return parse_question(deck, against, SimulationOptions(**options), catalogue, LIMIT)


def faults(deck=DECK, **options):
    with pytest.raises(QuestionError) as caught:
        asked(deck, **options)
    return caught.value.faults


@pytest.mark.parametrize(
    ("options", "field", "words"),
    [
        ({"games": 0}, "games", "from 1 to 1,000,000, not 0"),
        ({"games": LIMIT + 1}, "games", "not 1,000,001"),
        ({"games": "many"}, "games", "not 'many'"),
        ({"games": True}, "games", "not 'True'"),
        ({"games": 1.5}, "games", "not '1.5'"),
        ({"games": "9" * 5000}, "games", "from 1 to 1,000,000"),
        ({"days": 6}, "days", "from 1 to 5, not 6"),
        ({"days": None}, "days", "from 1 to 5"),
        ({"seed": " "}, "seed", "at least one letter or digit"),
        ({"seed": "x" * 65}, "seed", "at most 64"),
        ({"seed": None}, "seed", "a whole number or a few words"),
        ({"policy": "reckless"}, "policy", "no policy 'reckless'; choose one of thrifty"),
        ({"policy": 7}, "policy", "an object of parameters"),
        ({"policy": {"base": "reckless"}}, "policy.base", "no policy 'reckless'"),
        ({"policy": {"reserve": 21}}, "policy.reserve", "must be from 0 to 20"),
        ({"policy": {"courage": 1}}, "policy.courage", "no such parameter"),
        ({"adversary": {"combat": -1}}, "adversary.combat", "must be from 0 to 12"),
        ({"city": "atlantis"}, "city", "no City Deck 'atlantis'"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(options, field, words):
    found = faults(**options)
    assert list(found) == [field]
    assert words in found[field]


def test_everything_that_is_wrong_is_told_at_once():
    found = faults(Decklist.of(None, (), {}), against=Decklist.of("99999", (), {}), games=0, seed="", policy="x")
    assert set(found) == {"deck", "against", "games", "seed", "policy"}
    assert "no leader" in found["deck"]
    assert "no card 99999" in found["against"]


def test_a_deck_that_cannot_be_played_is_refused():
    leader = DECK.leader
    assert "empty" in faults(Decklist.of(leader, DECK.approach, {}))["deck"]
    assert "not a leader" in faults(Decklist.of(DECK.faction[0][0], (), dict(DECK.faction)))["deck"]
    assert "quantity" in faults(Decklist.of(leader, (), {DECK.faction[0][0]: 0}))["deck"]


def test_a_deck_too_large_for_the_quick_engine_may_ask_for_fewer_games():
    large = Decklist.of(DECK.leader, DECK.approach, {code: 4 for code, _ in DECK.faction})
    assert large.faction_size > 63
    assert not asked(large, games=2000).compiled
    assert "at most 2,000 games" in faults(large, games=2001)["games"]


def test_numbers_may_come_as_they_are_typed():
    assert asked(games="500", days="3", seed=" 12 ").key == asked(games=500, days=3, seed=12).key


def test_the_same_question_has_the_same_key():
    key = asked().key
    assert asked(Decklist(DECK.leader, DECK.approach[::-1], DECK.faction[::-1])).key == key
    assert asked(policy={"base": "spender"}).key == key
    assert asked(policy={}, adversary={}).key == key


def test_a_printing_stands_for_its_card():
    card = next(card for card in CATALOGUE if len(card.printings) > 1 and card.type is CardType.RISK)
    lists = [Decklist.of(DECK.leader, DECK.approach, {each.code: 2}) for each in card.printings]
    assert len({each.fingerprint for each in lists}) > 1
    assert len({asked(each).key for each in lists}) == 1


def test_what_changes_a_game_changes_the_key():
    questions = [
        asked(),
        asked(OTHER),
        asked(games=99_999),
        asked(seed=2),
        asked(days=4),
        asked(policy="duelist"),
        asked(policy={"reserve": 1}),
        asked(adversary={"combat": 4}),
        asked(city="core"),
        asked(against=OTHER),
        asked(OTHER, against=DECK),
        asked(against=DECK),
    ]
    assert len({each.key for each in questions}) == len(questions)


def test_only_facts_that_a_game_depends_on_change_the_key():
    """New words on a card leave the stored results good; another number does not."""
    code = DECK.faction[0][0]

    def with_card(**facts):
        cards = tuple(replace(card, **facts) if card.code == code else card for card in CATALOGUE.cards)
        return replace(CATALOGUE, version="another", cards=cards)

    assert asked(catalogue=with_card(title="Another")).key == asked().key
    assert asked(catalogue=with_card(cost=7)).key != asked().key
