"""Deck-building rules on random decks: one mutation breaks exactly the rules it should."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cards.catalogue import Card, CardType, Zone, may_run
from decks.decklist import Decklist
from decks.legality import AdditionCheck, Code, add_card, check, is_legal, why_not
from tests.decks.strategies import CATALOGUE, FORMATS, RULEBOOK, any_decks, legal_decks

EXAMPLES = settings(max_examples=60, deadline=None)
PLAYTEST = FORMATS["playtest-5.9.4e"]


def codes(decklist: Decklist) -> set[Code]:
    return {violation.code for violation in check(decklist, RULEBOOK, CATALOGUE).violations}


def leader_of(decklist: Decklist) -> Card:
    assert decklist.leader is not None
    return CATALOGUE.card(decklist.leader)


@EXAMPLES
@given(legal_decks())
def test_a_deck_built_by_the_rules_is_legal(deck: Decklist) -> None:
    assert check(deck, RULEBOOK, CATALOGUE).violations == ()


@EXAMPLES
@given(legal_decks(), st.data())
def test_d2_taking_an_approach_card_away(deck: Decklist, data: st.DataObject) -> None:
    gone = CATALOGUE.card(data.draw(st.sampled_from(deck.approach)))
    left = Decklist.of(deck.leader, [code for code in deck.approach if code != gone.code], dict(deck.faction))
    kind = Code.APPROACH_SCHEMES if gone.type is CardType.SCHEME else Code.APPROACH_CHARACTERS
    assert codes(left) == {Code.APPROACH_SIZE, kind}


@EXAMPLES
@given(legal_decks(), st.data())
def test_d9_taking_a_faction_card_away(deck: Decklist, data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from([code for code, _ in deck.faction]))
    faction = +(Counter(dict(deck.faction)) - Counter([gone]))
    assert codes(Decklist.of(deck.leader, deck.approach, faction)) == {Code.FACTION_SIZE}


@EXAMPLES
@given(legal_decks(), st.data())
def test_d11_d12_one_copy_too_many(deck: Decklist, data: st.DataObject) -> None:
    code = data.draw(st.sampled_from([code for code, _ in deck.faction]))
    unique = CATALOGUE.card(code).is_unique
    crowded = Decklist.of(deck.leader, deck.approach, {**dict(deck.faction), code: 2 if unique else 3})
    assert codes(crowded) - {Code.FACTION_SIZE} == {Code.UNIQUE_COPIES if unique else Code.TOO_MANY_COPIES}


@EXAMPLES
@given(legal_decks(), st.data())
def test_d10_a_disloyal_card(deck: Decklist, data: st.DataObject) -> None:
    leader = leader_of(deck)
    strangers = [c for c in CATALOGUE if c.deck is Zone.FACTION and not may_run(leader, c)]
    stranger = data.draw(st.sampled_from(strangers))
    assert codes(add_card(deck, stranger)) == {Code.NOT_LOYAL}


@EXAMPLES
@given(legal_decks(), st.data())
def test_d7_a_disloyal_leader(deck: Decklist, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from([c for c in CATALOGUE.leaders if c.faction != leader_of(deck).faction]))
    loyal = {CATALOGUE.card(code).faction for code in (*deck.approach, *dict(deck.faction))} - {"neutral"}
    found = codes(Decklist(other.code, deck.approach, deck.faction)) - {Code.NAME_CLASH}
    assert found == ({Code.NOT_LOYAL} if loyal else set())


@EXAMPLES
@given(legal_decks(), st.data())
def test_d13_d14_a_card_in_the_wrong_deck(deck: Decklist, data: st.DataObject) -> None:
    wrong = data.draw(st.sampled_from([code for code, _ in deck.faction]))
    swapped = Decklist.of(deck.leader, (*deck.approach[1:], wrong), dict(deck.faction))
    lost = CATALOGUE.card(deck.approach[0])
    kind = Code.APPROACH_SCHEMES if lost.type is CardType.SCHEME else Code.APPROACH_CHARACTERS
    assert codes(swapped) == {Code.APPROACH_WRONG_TYPE, kind}
    astray = Decklist.of(deck.leader, deck.approach[1:], {**dict(deck.faction), lost.code: 1})
    assert codes(astray) == {Code.FACTION_WRONG_TYPE, Code.APPROACH_SIZE, kind}


@EXAMPLES
@given(legal_decks(), st.data())
def test_q3_a_character_of_the_leaders_name(deck: Decklist, data: st.DataObject) -> None:
    leader = leader_of(deck)
    twins = [c for c in CATALOGUE if c.person == leader.person and c.deck is Zone.APPROACH]
    if not twins:
        return
    twin = data.draw(st.sampled_from(twins))
    character = next(code for code in deck.approach if CATALOGUE.card(code).type is CardType.CHARACTER)
    swapped = Decklist.of(
        deck.leader, [twin.code if code == character else code for code in deck.approach], dict(deck.faction)
    )
    assert codes(swapped) >= {Code.NAME_CLASH}
    assert codes(swapped) <= {Code.NAME_CLASH, Code.NOT_LOYAL}


@EXAMPLES
@given(legal_decks())
def test_order_and_printings_do_not_matter(deck: Decklist) -> None:
    reprinted = {(CATALOGUE.card(code).printings[-1].code): quantity for code, quantity in reversed(deck.faction)}
    again = Decklist.of(deck.leader, reversed(deck.approach), reprinted)
    assert check(again, RULEBOOK, CATALOGUE).violations == ()


@EXAMPLES
@given(any_decks() | legal_decks() | legal_decks(faction_size=38), st.sampled_from(CATALOGUE.cards))
def test_why_not_agrees_with_check(deck: Decklist, card: Card) -> None:
    for format in (RULEBOOK, PLAYTEST):
        before = set(check(deck, format, CATALOGUE).errors)
        after = check(add_card(deck, card), format, CATALOGUE).errors
        expected = {violation for violation in after if card.code in violation.cards or violation not in before}
        assert set(why_not(card, deck, format, CATALOGUE)) == expected


@EXAMPLES
@given(any_decks() | legal_decks() | legal_decks(faction_size=41), st.sampled_from(sorted(FORMATS)))
def test_the_quick_verdict_is_the_whole_one(deck: Decklist, format: str) -> None:
    assert is_legal(deck, FORMATS[format], CATALOGUE) == check(deck, FORMATS[format], CATALOGUE).legal


@EXAMPLES
@given(legal_decks(faction_size=38))
def test_what_is_allowed_breaks_no_rule(deck: Decklist) -> None:
    additions = AdditionCheck(deck, RULEBOOK, CATALOGUE)
    allowed = [card for card in CATALOGUE if additions.allows(card)]
    assert allowed
    before = len(check(deck, RULEBOOK, CATALOGUE).errors)
    for card in allowed[::17]:
        assert len(check(add_card(deck, card), RULEBOOK, CATALOGUE).errors) == before


def test_an_empty_deck_allows_leaders_and_everything_that_may_be_in_a_deck() -> None:
    additions = AdditionCheck(Decklist.of(None, (), {}), RULEBOOK, CATALOGUE)
    allowed = [card for card in CATALOGUE if additions.allows(card)]
    assert len(allowed) == 364
    assert {card.deck for card in allowed} == {Zone.LEADER, Zone.APPROACH, Zone.FACTION}
