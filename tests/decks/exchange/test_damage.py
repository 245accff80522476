"""Lists that were copied from a PDF or a scan: most of their cards must come out right, whatever the damage."""

import time

import pytest

from decks.exchange import Status, parse
from tests.decks.exchange.damage import KINDS, shares
from tests.decks.exchange.lists import CATALOGUE
from tests.decks.exchange.test_people import (
    AMBUSH,
    BOON,
    DANIELLA,
    KASPAR,
    NOT_TODAY,
    SABRE,
    SANJAY,
    SEA_LEGS,
    SOLINE,
    faction,
    line,
    read,
)

ADAPTABLE, AMOUR, BLADE, ROBBERY, UNFORTUNATE = "01103", "01104", "01101", "01113", "01102"


@pytest.mark.parametrize("kind", KINDS)
def test_nearly_every_card_comes_out_right(kind: str) -> None:
    right, wrong = shares(kind)
    assert right >= 0.95
    assert wrong <= 0.03


def test_quantities_before_names_where_the_first_has_none() -> None:
    deck = read("Soline el Gato, 2 Unfortunate, 2 Amour, 2 Robbery").decklist
    assert (deck.leader, dict(deck.faction)) == (SOLINE, {UNFORTUNATE: 2, AMOUR: 2, ROBBERY: 2})


def test_quantities_after_names_where_the_last_has_none() -> None:
    assert faction("Boon 2 Not Today 2 Sea Legs 1\nAmbush 1 Sabre 2") == {
        BOON: 2,
        NOT_TODAY: 2,
        SEA_LEGS: 1,
        AMBUSH: 1,
        SABRE: 2,
    }


def test_a_name_broken_at_the_end_of_a_line() -> None:
    reports = read("2 Not\nToday 1 Sabre 1\nSea Legs").lines
    assert [(report.number, report.status, report.code, report.quantity) for report in reports] == [
        (1, Status.IGNORED, None, None),
        (2, Status.MATCHED, NOT_TODAY, 2),
        (2, Status.MATCHED, SABRE, 1),
        (3, Status.MATCHED, SEA_LEGS, 1),
    ]
    assert reports[0].message == "Continues on the next line."
    assert faction("1 Sabre 2 Gal-\nlegos Blade") == {SABRE: 1, BLADE: 2}


def test_a_quantity_is_not_carried_over_a_divider() -> None:
    assert faction("Ambush\t1\nAdaptable\t2\n---\nSea Legs\t1") == {AMBUSH: 1, ADAPTABLE: 2, SEA_LEGS: 1}


def test_a_title_is_not_pulled_into_the_first_line() -> None:
    assert read("Cats of Castille\nLeader: Soline el Gato\n2 Amour").name == "Cats of Castille"


def test_words_left_over_are_reported_and_the_rest_is_read() -> None:
    reports = [report for report in read("1x Boon\nAmour Robery Gallegos Blade xyz").lines if report.number == 2]
    assert [(report.text, report.status, report.code) for report in reports] == [
        ("Amour", Status.MATCHED, AMOUR),
        ("Robery", Status.GUESSED, ROBBERY),
        ("Gallegos Blade", Status.MATCHED, BLADE),
        ("xyz", Status.FAILED, None),
    ]


@pytest.mark.parametrize(
    "prose",
    [
        "This deck is about Robbery and Amour",
        "I cut Sabre for the mirror",
        "Thanks to everybody who played Boon with me",
        "Sabre is too slow in this deck",
    ],
)
def test_prose_adds_no_card(prose: str) -> None:
    assert faction(f"1x Boon\n{prose}") == {BOON: 1}


def test_two_columns_are_read_one_after_the_other() -> None:
    text = "\n".join(
        [
            "Leader                   Leader",
            "Kaspar Dietrich          Soline el Gato",
            "1 Daniella Dietrich      1 Sanjay",
            "2 Boon                   2 Boon",
            "2 Ambush                 2 Amour",
            "                         1 Sabre",
        ]
    )
    decks = parse(text, CATALOGUE).decks
    assert [(deck.decklist.leader, deck.decklist.approach) for deck in decks] == [
        (KASPAR, (DANIELLA,)),
        (SOLINE, (SANJAY,)),
    ]
    assert dict(decks[1].decklist.faction) == {BOON: 2, AMOUR: 2, SABRE: 1}


@pytest.mark.parametrize(
    ("text", "code", "quantity"),
    [
        ("Unfortunate (CORE) 102", UNFORTUNATE, 1),
        ("2 Unfortunate (CORE) 102", UNFORTUNATE, 2),
        ("Gallegos Blade (core) #101", BLADE, 1),
        ("Gallegos Blade........2", BLADE, 2),
        ("Gallegos Blade . . . . . 2", BLADE, 2),
        ("🗡️ 2x Gallegos Blade", BLADE, 2),
        (":crossed_swords: Gallegos Blade x2", BLADE, 2),
    ],
)
def test_ways_of_other_sites_and_chats(text: str, code: str, quantity: int) -> None:
    report = line(text)
    assert (report.status, report.code, report.quantity) == (Status.MATCHED, code, quantity)


def test_a_title_from_a_chat_is_plain() -> None:
    deck = read("**Cats of Castille** :flag_es:\nLeader: Soline el Gato\n2x Amour", "auto")
    assert deck.name == "Cats of Castille"


@pytest.mark.parametrize(
    "table",
    [
        "Qty\tName\tType\n1\tSoline el Gato\tLeader\n1\tSanjay\tCharacter\n2\tAmour\tRisk\n",
        "count,card\n1,Soline el Gato\n1,Sanjay\n2,Amour\n",
    ],
)
def test_a_table_with_a_header(table: str) -> None:
    deck = read(table, "auto").decklist
    assert (deck.leader, deck.approach, dict(deck.faction)) == (SOLINE, (SANJAY,), {AMOUR: 2})


@pytest.mark.parametrize(
    "text", ["2 Amuor Robery\n", "Amuor Robery Sabre\n", "2 Not\nTody 1 Sabre 1\n", "qwe rtz 2 uio pas 2\n"]
)
def test_damage_without_end_is_read_in_bounded_time(text: str) -> None:
    started = time.process_time()
    read(text * (700 // text.count("\n")))
    assert time.process_time() - started < 5
