"""Deck-building rules of section 2: each with a deck that keeps it and one that breaks it."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from cards.catalogue.datafiles import load_catalogue, load_formats
from decks.decklist import Decklist
from decks.legality import Code, Severity, check
from decks.lists.starters import Starter, read_starters

CATALOGUE = load_catalogue()
FORMATS = {format.code: format for format in load_formats()}
CASTILLE, EISEN, *_ = (starter.decklist for starter in read_starters())


def codes(decklist: Decklist, format: str = "rulebook-2023") -> set[Code]:
    return {violation.code for violation in check(decklist, FORMATS[format], CATALOGUE).violations}


def swapped(decklist: Decklist, old: str, new: str) -> Decklist:
    return replace(decklist, approach=tuple(new if code == old else code for code in decklist.approach))


def with_faction(decklist: Decklist, **quantities: int) -> Decklist:
    changed = {**dict(decklist.faction), **{code.removeprefix("c"): count for code, count in quantities.items()}}
    return Decklist.of(decklist.leader, decklist.approach, changed)


@pytest.mark.parametrize("starter", read_starters(), ids=lambda starter: starter.code)
@pytest.mark.parametrize("format", FORMATS)
def test_18_31_each_starter_deck_validates(starter: Starter, format: str) -> None:
    assert check(starter.decklist, FORMATS[format], CATALOGUE).violations == ()


BROKEN: list[tuple[str, Callable[[], Decklist], set[Code]]] = [
    ("D1 no leader", lambda: replace(CASTILLE, leader=None), {Code.NO_LEADER}),
    ("D1 not a leader", lambda: replace(CASTILLE, leader="01100"), {Code.NOT_A_LEADER}),
    (
        "D2 eleven cards",
        lambda: replace(CASTILLE, approach=(*CASTILLE.approach, "01090")),
        {Code.APPROACH_SIZE, Code.APPROACH_CHARACTERS},
    ),
    (
        "D3 D4 six characters and four schemes",
        lambda: swapped(CASTILLE, "01098", "01090"),
        {Code.APPROACH_CHARACTERS, Code.APPROACH_SCHEMES},
    ),
    (
        "D6 a name twice",
        lambda: swapped(CASTILLE, "01091", "01092"),
        {Code.APPROACH_DUPLICATE},
    ),
    (
        "D13 a Brute in the approach deck",
        lambda: swapped(CASTILLE, "01091", "01017"),
        {Code.APPROACH_WRONG_TYPE, Code.APPROACH_CHARACTERS, Code.NOT_LOYAL},
    ),
    ("D7 a disloyal character", lambda: swapped(CASTILLE, "01091", "01007"), {Code.NOT_LOYAL}),
    ("D10 a disloyal risk", lambda: with_faction(CASTILLE, c01100=0 + 1, c01101=1, c01054=1), {Code.NOT_LOYAL}),
    ("D9 thirty-nine cards", lambda: with_faction(CASTILLE, c01101=1), {Code.FACTION_SIZE}),
    ("D11 three copies", lambda: with_faction(CASTILLE, c01101=3), {Code.TOO_MANY_COPIES}),
    ("D12 two of a Unique", lambda: with_faction(EISEN, c01046=2), {Code.UNIQUE_COPIES}),
    ("D14 a scheme in the faction deck", lambda: with_faction(CASTILLE, c01099=1), {Code.FACTION_WRONG_TYPE}),
    ("Q3 the leader's own name", lambda: swapped(CASTILLE, "01091", "03040"), {Code.NAME_CLASH}),
    ("a card for no deck", lambda: swapped(CASTILLE, "01091", "02032"), {Code.APPROACH_FORBIDDEN}),
    ("an unknown code", lambda: with_faction(CASTILLE, c99999=1), {Code.UNKNOWN_CARD}),
    (
        "a quantity of nothing",
        lambda: with_faction(CASTILLE, c01104=0, c01176=3),
        {Code.BAD_QUANTITY, Code.TOO_MANY_COPIES},
    ),
]


@pytest.mark.parametrize(("deck", "expected"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_each_rule_is_broken_by_its_deck(deck: Callable[[], Decklist], expected: set[Code]) -> None:
    assert codes(deck()) == expected


def test_25_forty_one_cards_are_legal_in_the_rulebook_and_not_in_the_playtest_rules() -> None:
    deck = with_faction(CASTILLE, c01100=1, c01174=1)
    assert codes(deck) == set()
    assert codes(deck, "playtest-5.9.4e") == {Code.FACTION_SIZE}


def test_q3_two_cards_of_one_person_clash_with_each_other() -> None:
    deck = swapped(swapped(CASTILLE, "01091", "02031"), "01092", "02032")
    assert Code.APPROACH_DUPLICATE in codes(deck)


def test_core_only_admits_no_later_card() -> None:
    deck = swapped(CASTILLE, "01091", "02031")
    assert codes(deck) == set()
    assert codes(deck, "core-only") == {Code.NOT_IN_FORMAT}


def test_printings_of_a_card_count_together() -> None:
    deck = with_faction(CASTILLE, c01159a=1, c01159b=2)
    assert codes(deck) == {Code.TOO_MANY_COPIES}


def test_what_is_still_to_add_is_incomplete_and_not_an_error() -> None:
    report = check(Decklist.of(None, (), {}), FORMATS["rulebook-2023"], CATALOGUE)
    assert {violation.severity for violation in report.violations} == {Severity.INCOMPLETE}
    assert not report.legal


def test_order_does_not_matter_to_a_list() -> None:
    again = Decklist.of(CASTILLE.leader, reversed(CASTILLE.approach), dict(reversed(CASTILLE.faction)))
    assert again == CASTILLE
    assert again.fingerprint == CASTILLE.fingerprint


def test_a_long_list_is_judged_in_time_linear_in_its_length() -> None:
    deck = replace(CASTILLE, approach=("01148",) * 40_000)
    began = time.process_time()
    report = check(deck, FORMATS["rulebook-2023"], CATALOGUE)
    assert time.process_time() - began < 0.5
    (twice,) = (each for each in report.violations if each.code is Code.APPROACH_DUPLICATE)
    assert (twice.actual, twice.cards) == (40_000, ("01148",))
