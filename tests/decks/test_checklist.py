"""The requirements of a format as a checklist: all green for a legal deck, and a way out of every problem."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import CardType
from decks.decklist import Decklist
from decks.legality import Code, check
from decks.lists.checklist import Item, State, checklist
from decks.lists.edits import apply
from tests.decks.strategies import CATALOGUE, FORMATS, RULEBOOK, any_decks, legal_decks

NAMES = ["leader", "characters", "schemes", "faction", "copies", "names", "loyalty", "cards"]


def items(deck: Decklist, format=RULEBOOK) -> dict[str, Item]:
    found = checklist(deck, check(deck, format, CATALOGUE), format, CATALOGUE)
    return {item.key: item for item in found}


@given(legal_decks())
def test_a_legal_deck_is_all_green(deck: Decklist) -> None:
    assert {item.state for item in items(deck).values()} == {State.DONE}


@given(any_decks(), st.sampled_from(list(FORMATS.values())))
def test_green_means_legal_and_every_problem_is_shown_once(deck: Decklist, format) -> None:
    report = check(deck, format, CATALOGUE)
    found = checklist(deck, report, format, CATALOGUE)
    assert [item.key for item in found] == NAMES
    assert report.legal == all(item.state is State.DONE for item in found)
    shown = Counter(problem.message for item in found for problem in item.problems)
    known = Counter(each.message for each in report.violations)
    assert shown <= known
    # Ten cards in all need not be said where five and five are.
    hidden = [each.code for each in report.violations if each.message in known - shown]
    assert set(hidden) <= {Code.APPROACH_SIZE}


@given(any_decks())
def test_following_the_advice_leaves_nothing_broken(deck: Decklist) -> None:
    for _ in range(300):
        edits = [
            fix.edit
            for item in items(deck).values()
            for fix in (*item.fixes, *(fix for problem in item.problems for fix in problem.fixes))
            if fix.edit
        ]
        if not edits:
            break
        after = apply(edits[0], deck, RULEBOOK, CATALOGUE)
        assert after != deck, edits[0]
        deck = after
    assert State.WRONG not in {item.state for item in items(deck).values()}


def test_an_empty_deck_says_what_to_begin_with() -> None:
    found = items(Decklist.of(None, (), {}))
    queries = [fix.query for item in found.values() for problem in item.problems for fix in problem.fixes]
    assert queries == ["t:leader", "t:character d:approach", "t:scheme", "d:faction"]
    assert found["faction"].tally == "0/40+"
    assert found["loyalty"].state is State.TODO


def test_the_exact_size_of_a_format_has_no_plus() -> None:
    assert items(Decklist.of(None, (), {}), FORMATS["playtest-5.9.4e"])["faction"].tally == "0/40"


def test_a_deck_too_large_for_its_format_is_to_be_cut_by_its_owner() -> None:
    risks = [card.code for card in CATALOGUE if card.type is CardType.RISK][:21]
    item = items(Decklist.of(None, (), dict.fromkeys(risks, 2)), FORMATS["playtest-5.9.4e"])["faction"]
    assert item.state is State.WRONG
    assert [(fix.edit, fix.query) for problem in item.problems for fix in problem.fixes] == [(None, None)]


def test_points_are_a_requirement_only_where_they_count() -> None:
    risk = next(card for card in CATALOGUE if card.type is CardType.RISK and card.is_neutral)
    capped = replace(RULEBOOK, code="capped", points={risk.code: 2}, points_max=1)
    found = items(Decklist.of(None, (), {risk.code: 1}), capped)
    assert found["points"].state is State.WRONG


def test_many_strangers_leave_at_one_stroke() -> None:
    strangers = [card.code for card in CATALOGUE if card.type is CardType.RISK and card.faction == "eisen"][:3]
    deck = Decklist.of("01089", (), dict.fromkeys(strangers, 1))
    item = items(deck)["loyalty"]
    assert item.title == "Loyal to Castille, or neutral"
    assert [fix.label for fix in item.fixes] == ["Remove all 3"]
    assert apply(item.fixes[0].edit, deck, RULEBOOK, CATALOGUE) == Decklist.of("01089", (), {})
