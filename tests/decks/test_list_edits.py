"""Edits of deck lists as values: what each button does, and how two people's edits become one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.catalogue import CardType, Zone
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality import add_card, check, why_not
from decks.lists.card_pool import CardPool
from decks.lists.edits import MAX_SET_COPIES, Edit, EditError, RefusedError, Verb, apply, copies, counts, merge
from tests.decks.strategies import CATALOGUE, FORMATS, RULEBOOK, any_decks, legal_decks

SOLINE = "01089"
EMPTY = Decklist.of(None, (), {})
LED = Decklist.of(SOLINE, (), {})
CODES = st.sampled_from([card.code for card in CATALOGUE])
RISK = next(card for card in CATALOGUE if card.type is CardType.RISK and card.is_neutral and not card.is_unique)
FOREIGN = next(card for card in CATALOGUE if card.type is CardType.RISK and card.faction == "eisen")
EVENT = next(card for card in CATALOGUE if card.type is CardType.EVENT)


def edited(decklist: Decklist, *words: str) -> Decklist:
    for each in words:
        decklist = apply(Edit.parse(each), decklist, RULEBOOK, CATALOGUE)
    return decklist


@given(
    st.one_of(
        st.builds(Edit, st.sampled_from([Verb.ADD, Verb.FORCE, Verb.LEAD]), st.tuples(CODES)),
        st.builds(Edit, st.just(Verb.REMOVE), st.tuples(CODES), st.none() | st.sampled_from(list(Zone)[:3])),
        st.builds(Edit, st.just(Verb.SET), st.tuples(CODES), st.none(), st.integers(0, MAX_SET_COPIES)),
        st.builds(Edit, st.just(Verb.DROP), st.lists(CODES, min_size=1, max_size=9).map(tuple)),
        st.builds(Edit, st.just(Verb.CLEAR), st.just(()), st.none() | st.sampled_from(list(Zone)[:3])),
    )
)
def test_an_edit_is_read_as_it_is_written(edit: Edit) -> None:
    assert Edit.parse(str(edit)) == edit


@given(st.text(max_size=60))
def test_anything_else_is_refused_in_words(text: str) -> None:
    try:
        Edit.parse(text)
    except EditError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("", "no edit"),
        ("steal 01100", "no edit “steal”"),
        ("add", "0 cards"),
        ("add 01100 01101", "2 cards"),
        ("set x 01100", "“x” is not a number"),
        ("set 10 01100", "from 0 to 9"),
        ("set", "not a number"),
        ("clear 01100", "1 card,"),
        ("add 99999", "no card “99999”"),
        (f"lead {RISK.code}", "is not a leader"),
    ],
)
def test_what_is_wrong_with_an_edit_is_said(words: str, part: str) -> None:
    with pytest.raises(EditError, match=part):
        edited(LED, words)


def test_adding_stops_where_the_rules_say_so() -> None:
    two = edited(LED, f"add {RISK.code}", f"add {RISK.code}")
    assert copies(two, RISK.code) == 2
    with pytest.raises(RefusedError) as refused:
        edited(two, f"add {RISK.code}")
    assert refused.value.violations == why_not(RISK, two, RULEBOOK, CATALOGUE)
    assert RISK.name in str(refused.value)
    with pytest.raises(RefusedError, match="not loyal"):
        edited(LED, f"add {FOREIGN.code}")


def test_insisting_adds_all_the_same_but_never_a_city_card() -> None:
    three = edited(LED, *[f"force {RISK.code}"] * 3)
    assert copies(three, RISK.code) == 3
    assert not check(three, RULEBOOK, CATALOGUE).legal
    with pytest.raises(RefusedError):
        edited(LED, f"force {EVENT.code}")


def test_setting_a_number_adds_or_removes() -> None:
    two = edited(LED, f"set 2 {RISK.code}")
    assert copies(two, RISK.code) == 2
    assert edited(two, f"set 0 {RISK.code}") == LED
    with pytest.raises(RefusedError):
        edited(LED, f"set 3 {RISK.code}")


def test_a_card_is_removed_from_where_it_is() -> None:
    stray = Decklist.of(SOLINE, (RISK.code,), {RISK.code: 2})
    assert edited(stray, f"remove {RISK.code}") == Decklist.of(SOLINE, (), {RISK.code: 2})
    assert edited(stray, f"remove {RISK.code} faction") == Decklist.of(SOLINE, (RISK.code,), {RISK.code: 1})
    assert edited(stray, f"drop {RISK.code}") == LED
    assert edited(stray, f"drop {RISK.code} faction") == Decklist.of(SOLINE, (RISK.code,), {})
    assert edited(LED, f"remove {RISK.code}") == LED


def test_another_leader_takes_the_place_of_the_first() -> None:
    assert edited(LED, "lead 01035").leader == "01035"
    assert edited(LED, f"remove {SOLINE}") == EMPTY


@given(legal_decks())
def test_clearing_leaves_the_leader(deck: Decklist) -> None:
    assert edited(deck, "clear") == Decklist.of(deck.leader, (), {})
    assert edited(deck, "clear faction") == Decklist.of(deck.leader, deck.approach, {})


@given(any_decks(), CODES)
def test_adding_and_removing_cancel(deck: Decklist, code: str) -> None:
    card = CATALOGUE.card(code)
    if card.deck in (Zone.APPROACH, Zone.FACTION):
        assert edited(deck, f"force {code}", f"remove {code} {card.deck}") == deck


@given(any_decks(), CODES, st.sampled_from(list(FORMATS.values())))
def test_an_addition_is_refused_exactly_when_there_is_a_reason(deck: Decklist, code: str, format: object) -> None:
    card = CATALOGUE.card(code)
    reasons = why_not(card, deck, format, CATALOGUE)
    try:
        apply(Edit(Verb.ADD, (code,)), deck, format, CATALOGUE)
    except RefusedError as error:
        assert error.violations == reasons != ()
    else:
        assert reasons == ()


# --- merging ---


@given(any_decks(), any_decks())
def test_who_changed_nothing_takes_the_others_list(base: Decklist, other: Decklist) -> None:
    assert merge(base, base, other) == other
    assert merge(base, other, base) == other
    assert merge(base, other, other) == other


@given(any_decks(), any_decks(), any_decks())
def test_merging_asks_nobody_to_go_first_but_for_the_leader(base: Decklist, one: Decklist, two: Decklist) -> None:
    first, second = merge(base, one, two), merge(base, two, one)
    assert (first.approach, first.faction) == (second.approach, second.faction)


@given(any_decks(), any_decks(), any_decks())
def test_nothing_that_either_added_is_lost(base: Decklist, one: Decklist, two: Decklist) -> None:
    before, both = counts(base), counts(merge(base, one, two))
    for mine in (counts(one), counts(two)):
        for place, number in mine.items():
            if place[0] is not Zone.LEADER and number > before[place]:
                assert both[place] >= number


# --- the card pool ---


@settings(max_examples=12)
@given(any_decks() | legal_decks(), st.sampled_from(list(FORMATS.values())))
def test_the_pool_shows_what_may_be_added_and_what_is_in(deck: Decklist, format: object) -> None:
    offered = CardPool(deck, format, CATALOGUE)
    led = deck.leader is not None and CATALOGUE.card(deck.leader).deck is Zone.LEADER
    for place, card in enumerate(CATALOGUE):
        addable = not why_not(card, deck, format, CATALOGUE) and not (led and card.deck is Zone.LEADER)
        inside = copies(deck, card.code) > 0 and card.deck is not Zone.LEADER
        assert bool(offered.mask >> place & 1) == (addable or inside), card.full_name


@settings(max_examples=40, deadline=None)
@given(any_decks() | legal_decks(), st.sampled_from(list(FORMATS.values())))
def test_a_card_is_allowed_exactly_if_no_rule_speaks_against_it(deck: Decklist, format: Format) -> None:
    offered = CardPool(deck, format, CATALOGUE)
    fresh = CardPool(deck, format, CATALOGUE)
    assert [card.code for card in CATALOGUE if offered.allows(card)] == [
        card.code for card in CATALOGUE if not fresh.why_not(card)
    ]


@settings(max_examples=40, deadline=None)
@given(legal_decks(), CODES, st.sampled_from(list(FORMATS.values())))
def test_lists_with_the_same_approach_deck_say_the_same_about_its_cards(
    deck: Decklist, code: str, format: Format
) -> None:
    before = CardPool(deck, format, CATALOGUE)
    for changed in (add_card(deck, CATALOGUE.card(code)), apply(Edit.parse(f"drop {code}"), deck, format, CATALOGUE)):
        after = CardPool(changed, format, CATALOGUE)
        if before.same_approach(after):
            approach = [card for card in CATALOGUE if card.deck is Zone.APPROACH]
            assert [before.why_not(card) for card in approach] == [after.why_not(card) for card in approach]
            assert changed.approach == deck.approach
