"""Lists as people paste them: one test for each kind of mess."""

import time

import pytest

from cards.catalogue import Zone
from decks.exchange import ImportTooLargeError, LineReport, NamedDeck, ParsedDeck, Status, parse, render
from decks.exchange.reader.lines import HEADINGS
from decks.exchange.reader.names import key, name_index
from tests.decks.exchange.lists import CATALOGUE, STARTERS

KASPAR, SOLINE, SANJAY_LEADER = "01035", "01089", "03037"
DANIELLA, SANJAY = "01036", "01097"
BOON, NOT_TODAY, SEA_LEGS, TRICK, SABRE, AMBUSH = "01161", "01169", "01173", "01165", "04054", "01023"


def read(text: str, kind: str = "text") -> ParsedDeck:
    (deck,) = parse(text, CATALOGUE, kind=kind).decks
    return deck


def line(text: str) -> LineReport:
    """The report of one line behind a card, so that it cannot be a title."""
    found = [line for line in read(f"1x Boon\n{text}\n").lines if line.number == 2]
    assert len(found) == 1
    return found[0]


def faction(text: str) -> dict[str, int]:
    return dict(read(text).decklist.faction)


@pytest.mark.parametrize(
    "text",
    [
        "2x Not Today", "2× Not Today", "2X Not Today", "2xNot Today", "2 x Not Today", "2 Not Today", "(2) Not Today",
        "x2 Not Today", "2: Not Today", "Not Today x2", "Not Today x 2", "Not Today ×2", "Not Today 2x",
        "Not Today (2)",
        "Not Today (x2)", "Not Today [2]", "Not Today - 2", "Not Today – 2", "Not Today: 2", "Not Today, 2",
        "Not Today 2",
        "\t2\tNot Today", "Not Today\t2", "- 2x Not Today", "* 2x Not Today", "• 2x Not Today", "> 2x Not Today",
        "3. 2x Not Today", "[ ] 2x Not Today", "2x Not Today*", "*2x Not Today", "2x *Not Today", "**2x** Not Today ★",
        "2x NOT TODAY", "2x not_today", "| 2 | Not Today |", "01169 x2", "2x 01169", "2 01169", "01169\t2", "#01169 x2",
        "2x Not Today [01169]", "2x Not Today (01169)", "01169 Not Today x2", "2x Not Today (neutral)",
        "2x [Not Today](https://example.org/cards/01169/)", "2x Not Today https://example.org/cards/01169/",
    ],
)  # fmt: skip
def test_every_way_to_write_two_copies(text: str) -> None:
    report = line(text)
    assert (report.status, report.code, report.quantity, report.zone) == (Status.MATCHED, NOT_TODAY, 2, Zone.FACTION)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Epee Sanglante", "01071"),
        ("epee sanglante", "01071"),
        ("I Know that Trick", TRICK),
        ("I know that trick!", TRICK),
        ("Rough ’Em Up", "01031"),
        ("Rough 'Em Up", "01031"),
        ("2x The Cat's Glass", "01100"),
        ("2x The Cat’s Glass", "01100"),
        ('"Madre" Dolores', "01091"),
        ("“Madre” Dolores", "01091"),
        ('1x "Madre" Dolores', "01091"),
        ("Madre Dolores", "01091"),
        ("Rough Em Up", "01031"),
        ("Prima Rosa", "02033"),
        ("Lucas Martinez Doomed", "02031"),
        ('Lucas Martinez "Doomed"', "02031"),
        ("Well Equipped", None),
        ("My Fight Alone", None),
        ("Sanjay, Loyal Merrymaker", SANJAY),
        ("Sanjay - Loyal Merrymaker", SANJAY),
        ("Sanjay (Loyal Merrymaker)", SANJAY),
    ],
)
def test_accents_marks_quotes_and_titles(text: str, code: str | None) -> None:
    report = line(text)
    assert report.status is Status.MATCHED
    assert code is None or report.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ambsh", AMBUSH),
        ("2x Not Tooday", NOT_TODAY),
        ("Sea Lesg", SEA_LEGS),
        ("I Knwo taht Trick", TRICK),
        ("Saber", SABRE),
    ],
)
def test_a_slip_is_guessed_and_says_so(text: str, code: str) -> None:
    report = line(text)
    assert (report.status, report.code) == (Status.GUESSED, code)
    assert report.candidates[0].code == code
    assert 50 < report.candidates[0].score < 100
    assert report.message.startswith("Read as ")


def test_a_first_name_or_a_title_is_guessed_when_only_one_person_has_it() -> None:
    assert (line("Odette").status, line("Odette").code) == (Status.GUESSED, "01062")
    assert (line("Rueful Confidante").status, line("Rueful Confidante").code) == (Status.GUESSED, DANIELLA)


@pytest.mark.parametrize("text", ["2x Blorgh", "Boom", "Lucas Martinez", "2x The", "Dragon of Fire"])
def test_what_is_too_far_or_near_to_two_fails(text: str) -> None:
    report = line(text)
    assert (report.status, report.code, report.quantity) == (Status.FAILED, None, 2 if "2x" in text else None)
    assert report.message == "No card has this name."


def test_a_failed_line_offers_what_is_near() -> None:
    assert {candidate.code for candidate in line("Lucas Martinez").candidates} == {"02031", "02032"}


def test_no_guess_ever_changes_one_cards_name_into_another() -> None:
    index = name_index(CATALOGUE)
    names = {card.name for card in CATALOGUE}
    for name in names:
        assert {card.name for card in index.exact(name)} == {name}
    assert len({key(name) for name in names}) == len(names)


def test_no_card_is_called_like_a_heading() -> None:
    assert not [card.name for card in CATALOGUE if all(word in HEADINGS for word in card.name.lower().split())]


@pytest.mark.parametrize("quantity", ["0", "100", "2000", "12345678901234567890"])
def test_a_quantity_that_cannot_be_meant_fails_with_the_card_named(quantity: str) -> None:
    report = line(f"{quantity}x Sabre")
    assert (report.status, report.code, report.quantity) == (Status.FAILED, SABRE, None)
    assert report.message == f"{quantity} copies: the quantity must be from 1 to 99."


def test_an_unknown_code_is_reported_and_not_dropped() -> None:
    report = line("99999 x2")
    assert (report.status, report.message) == (Status.FAILED, "There is no card 99999.")
    named = line("2x Sabre [99999]")
    assert (named.status, named.code, named.quantity) == (Status.GUESSED, SABRE, 2)


def test_a_code_wins_over_a_name_that_does_not_agree_but_is_a_guess() -> None:
    report = line("2x Sabre [01161]")
    assert (report.status, report.code) == (Status.GUESSED, BOON)
    assert {candidate.code for candidate in report.candidates} == {BOON, SABRE}


def test_a_leader_by_code_behind_its_heading() -> None:
    assert read("Leader: 01035\n1x Boon").decklist.leader == KASPAR


def test_a_printings_code_means_the_card() -> None:
    assert line("2x 01159b").code == "01159"


@pytest.mark.parametrize(
    "heading",
    [
        "Schemes", "SCHEMES:", "Schemes (5)", "Scheme x5", "5 Schemes", "Schemes: 5", "Schemes - 5/5", "## Schemes",
        "**Schemes** (5)", "__Schemes__", "[Schemes]", "=== Schemes ===", "Approach deck", "Approach Deck (10 cards)",
        "Approach: Schemes", "Faction deck", "Faction Deck — 40", "Attachments", "Risks", "Brutes", "Deck", "Main deck",
        "Deck: 40", "Castille risks (12)", "Other cards", "* Characters", "Characters and Schemes",
    ],
)  # fmt: skip
def test_every_heading_is_ignored_and_not_taken_for_a_card(heading: str) -> None:
    report = line(heading)
    assert (report.status, report.message) == (Status.IGNORED, "Heading.")


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "// by hand", "# my comment", "---", "====", "https://example.org/decks/1", "www.example.org",
        "by Ann",
        "Author: Ann", "Format: rulebook-2023", "Total: 40", "40 cards", "Faction: Castille", "Castille", "•",
    ],
)  # fmt: skip
def test_what_is_no_card_is_ignored(text: str) -> None:
    assert line(text).status is Status.IGNORED


def test_two_columns_of_a_pdf_on_one_line() -> None:
    assert faction("2x Not Today 1x Sea Legs") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("2 Not Today 1 Sea Legs") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("Not Today x2 Sea Legs x1") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("Not Today (2) Sea Legs (1)") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("Not Today 2 Sea Legs 1") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("Not Today 2x Sea Legs 3x") == {NOT_TODAY: 2, SEA_LEGS: 3}
    assert faction("2x 01169 1x 01173") == {NOT_TODAY: 2, SEA_LEGS: 1}
    assert faction("1x Boon\nNot Today Sea Legs") == {BOON: 1, NOT_TODAY: 1, SEA_LEGS: 1}
    assert faction("1x Boon\nNot Today, Sea Legs, Sabre") == {BOON: 1, NOT_TODAY: 1, SEA_LEGS: 1, SABRE: 1}
    assert faction("Sabre 2x Not Today") == {SABRE: 1, NOT_TODAY: 2}


def test_a_column_that_strayed_is_reported_card_by_card() -> None:
    reports = read("2x Not Today 1x Seaa Legs 1x Blorgh").lines
    assert [(r.number, r.text, r.status, r.code) for r in reports] == [
        (1, "2x Not Today", Status.MATCHED, NOT_TODAY),
        (1, "1x Seaa Legs", Status.GUESSED, SEA_LEGS),
        (1, "1x Blorgh", Status.FAILED, None),
    ]


def test_a_heading_that_strayed_into_a_line() -> None:
    assert faction("2x Not Today Risks (12)\n1x Boon") == {NOT_TODAY: 2, BOON: 1}
    assert faction("Attachments 2x Sabre") == {SABRE: 2}
    assert faction("Risks (12) 2x Boon 1x Ambush") == {BOON: 2, AMBUSH: 1}


def test_a_whole_deck_on_one_line() -> None:
    deck = read("Leader: Kaspar Dietrich 1x Daniella Dietrich 2x Boon 2x Not Today 1x Sabre")
    assert deck.decklist.leader == KASPAR
    assert deck.decklist.approach == (DANIELLA,)
    assert dict(deck.decklist.faction) == {BOON: 2, NOT_TODAY: 2, SABRE: 1}


def test_byte_order_mark_windows_line_ends_and_invisible_spaces() -> None:
    assert faction("\ufeff2x\u00a0Not Today\r\n\u200b1x Sea\u00a0Legs\r\n") == {NOT_TODAY: 2, SEA_LEGS: 1}


def test_cards_land_where_they_can_go() -> None:
    deck = read("Faction deck\n1x Epee Sanglante\nApproach deck\n2x Boon\nRisks\n1x Kaspar Dietrich, Old Iron")
    assert deck.decklist.leader == KASPAR
    assert deck.decklist.approach == ("01071",)
    assert dict(deck.decklist.faction) == {BOON: 2}


def test_two_copies_of_an_approach_card_are_kept_for_legality_to_see() -> None:
    assert read("2x Daniella Dietrich, Rueful Confidante").decklist.approach == (DANIELLA, DANIELLA)


def test_a_city_card_stays_where_it_was_written() -> None:
    deck = read("Faction deck\n1x Mourad\n1x Boon\n1x 01180")
    assert "01180" in dict(deck.decklist.faction)
    assert deck.lines[-1].message == "Kaj Kousei, The Thorn is not a card for players' decks."


def test_a_name_that_a_leader_and_a_character_share() -> None:
    assert read("Kaspar Dietrich\n1x Boon").decklist.leader == KASPAR
    led = read("Kaspar Dietrich\nDaniella Dietrich\n1x Boon").decklist
    assert (led.leader, led.approach) == (KASPAR, (DANIELLA,))
    under = read("Characters\nSanjay\nLeader\nSoline el Gato").decklist
    assert (under.leader, under.approach) == (SOLINE, (SANJAY,))
    before = read("1x Boon\nSanjay\nLeader: Soline el Gato").decklist
    assert (before.leader, before.approach) == (SOLINE, (SANJAY,))
    named = read("Sanjay, Loyal Merrymaker\nSoline el Gato").decklist
    assert (named.leader, named.approach) == (SOLINE, (SANJAY,))
    marked = read("Sanjay\nSoline el Gato (Leader)").decklist
    assert (marked.leader, marked.approach) == (SOLINE, (SANJAY,))


def test_two_of_a_leader_is_one_leader_and_a_guess() -> None:
    report = read("2x Kaspar Dietrich, Old Iron").lines[0]
    assert (report.status, report.code, report.quantity) == (Status.GUESSED, KASPAR, 1)


def test_the_first_line_that_is_nothing_else_is_the_name() -> None:
    assert read("Eisen rush\nKaspar Dietrich\n2x Boon").name == "Eisen rush"
    assert read("Deck: Ambush\nKaspar Dietrich").name == "Ambush"
    assert read("**Name:** Eisen rush\nKaspar Dietrich").name == "Eisen rush"
    assert read("=== Top 8 list ===\nKaspar Dietrich").name == "Top 8 list"
    assert read("Soline el Gato\nLeader: Soline el Gato\n2x Boon").name == "Soline el Gato"
    assert read("# Eisen rush\n- Kaspar Dietrich", "markdown").name == "Eisen rush"
    assert read("Eisen rush").name == ""
    assert read("Eisen rush").lines[0].status is Status.FAILED


def test_several_decks_in_one_paste() -> None:
    iron, cats = "Iron\nKaspar Dietrich\nDaniella Dietrich\n2x Boon", "Cats\nSoline el Gato\nSanjay\n1x Sabre"
    text = f"{iron}\n\n{cats}\n\n---\nLeader: Sanjay\n2x Boon"
    decks = parse(text, CATALOGUE).decks
    assert [(deck.name, deck.decklist.leader, deck.decklist.approach) for deck in decks] == [
        ("Iron", KASPAR, (DANIELLA,)),
        ("Cats", SOLINE, (SANJAY,)),
        ("", SANJAY_LEADER, ()),
    ]
    assert [dict(deck.decklist.faction) for deck in decks] == [{BOON: 2}, {SABRE: 1}, {BOON: 2}]
    numbers = [report.number for deck in decks for report in deck.lines]
    assert numbers[0] == 1
    assert set(numbers) == set(range(1, len(text.splitlines()) + 1))


def test_decks_without_leaders_are_told_apart_by_their_names() -> None:
    decks = parse("Deck: One\n2x Boon\nDeck: Two\n1x Sabre", CATALOGUE).decks
    assert [(deck.name, dict(deck.decklist.faction)) for deck in decks] == [("One", {BOON: 2}), ("Two", {SABRE: 1})]
    decks = parse("# One\n- 2x Boon\n\n# Two\n- 1x Sabre", CATALOGUE, kind="markdown").decks
    assert [(deck.name, dict(deck.decklist.faction)) for deck in decks] == [("One", {BOON: 2}), ("Two", {SABRE: 1})]


def test_a_full_deck_is_followed_by_the_next_even_of_the_same_faction() -> None:
    ussura = next(starter for starter in STARTERS if starter.code == "ussura-starter")
    text = render(NamedDeck("", ussura.decklist), "text", CATALOGUE).text
    decks = parse(f"{text}\nEkaterina Ilyanava\n2x Boon", CATALOGUE).decks
    assert [deck.decklist.leader for deck in decks] == ["01116", "03049"]


@pytest.mark.parametrize("text", ["x" * 1_000_000, "2x Boon\n" * 2_100, "1 a " * 16_000, "{" + " " * 600_000])
def test_too_much_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ImportTooLargeError) as caught:
        parse(text.replace("1 a 1 a 1 a ", "1 a 1 a\n"), CATALOGUE)
    assert caught.value.code == "import_too_large"
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "text",
    ["-" * 3_990 + "a\n", "# a" + " " * 3_900 + "b\n", "boon " * 23 + "zz\n", "(" * 50 + ")" * 50 + "b\n",
     "qwertzuiop asdf yx\n", "a" * 4_100 + "\n"],
)  # fmt: skip
def test_hostile_lines_are_read_in_linear_time(text: str) -> None:
    started = time.process_time()
    reports = read(text * (64_000 // max(len(text), 33))).lines
    assert reports
    assert time.process_time() - started < 3
