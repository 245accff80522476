"""What each kind promises on its own: shapes, ids, guards, and refusals that say where."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import decks.exchange
from cards.catalogue import Zone
from decks.decklist import MAX_CARDS, MAX_COPIES, Decklist
from decks.exchange import (
    KINDS,
    DeckExportError,
    DeckImportError,
    NamedDeck,
    ParsedDeck,
    Status,
    UnknownKindError,
    parse,
    recognise,
    render,
    tts,
)
from tests.decks.exchange.lists import CATALOGUE, STARTERS, sheet_url

EISEN = next(NamedDeck(starter.name, starter.decklist) for starter in STARTERS if starter.code == "eisen-starter")
SCHEMA = json.loads(
    (Path(decks.exchange.__file__).parent / "schema" / "deck-v1.schema.json").read_text(encoding="utf-8")
)
APPEALING = "01159"


def read(text: str | dict[str, Any], kind: str) -> ParsedDeck:
    (deck,) = parse(text if isinstance(text, str) else json.dumps(text), CATALOGUE, kind=kind).decks
    return deck


def written(deck: NamedDeck, kind: str) -> Any:
    return json.loads(render(deck, kind, CATALOGUE, sheet_url=sheet_url).text)


def refusal(text: str | dict[str, Any], kind: str) -> DeckImportError:
    with pytest.raises(DeckImportError) as caught:
        read(text, kind)
    return caught.value


# --- all of them ---


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(UnknownKindError, match=f"'pdf'.*{', '.join(KINDS)}"):
        render(EISEN, "pdf", CATALOGUE)
    with pytest.raises(UnknownKindError):
        parse("2x Boon", CATALOGUE, kind="pdf")


@pytest.mark.parametrize("text", ["", " \n\t", "\ufeff"])
def test_nothing_is_refused(text: str) -> None:
    with pytest.raises(DeckImportError) as caught:
        parse(text, CATALOGUE)
    assert caught.value.code == "empty"


MAROONED = "01148"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("text", "99x Marooned\n" * 400),
        ("markdown", "- 99x Marooned\n" * 400),
        ("csv", "quantity,code\n" + f"99,{MAROONED}\n" * 400),
        ("json", json.dumps({"approach": [MAROONED] * 5_000})),
        ("bga", json.dumps({"approach_deck": [MAROONED] * 5_000, "faction_deck": []})),
        ("bga", json.dumps({"approach_deck": [], "faction_deck": [{"id": MAROONED, "count": 99}] * 400})),
    ],
)
def test_copies_are_bounded_however_many_lines_ask_for_them(kind: str, text: str) -> None:
    deck = read(text, kind)
    assert {*Counter(deck.decklist.approach).values(), *dict(deck.decklist.faction).values()} == {MAX_COPIES}
    assert deck.failed[0].message.endswith(f"the quantity must be from 1 to {MAX_COPIES}.")


@pytest.mark.parametrize("kind", ["text", "json", "csv"])
def test_no_list_holds_more_cards_than_a_deck_can(kind: str) -> None:
    people = [card for card in CATALOGUE if card.deck is Zone.APPROACH][:8]
    text = {
        "text": "\n".join(f"99x {card.code}" for card in people),
        "csv": "\n".join(["quantity,code", *(f"99,{card.code}" for card in people)]),
        "json": json.dumps({"approach": [card.code for card in people for _ in range(MAX_COPIES)]}),
    }[kind]
    deck = read(text, kind)
    assert MAX_CARDS - MAX_COPIES < len(deck.decklist.approach) <= MAX_CARDS
    assert deck.failed[0].message == f"A deck can have at most {MAX_CARDS} different cards."


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2x Boon", "text"),
        ("# remark\n2x Boon", "text"),
        ("[Leader]\nKaspar Dietrich", "text"),
        ("# Deck\n\n- 2x Boon", "markdown"),
        ("**Risks**\n- 2x Boon", "markdown"),
        ('{"leader": null, "approach": [], "faction": {}}', "json"),
        ('[{"format": "five-sails-deck"}]', "json"),
        ("{oops", "json"),
        ('{"name": "x", "approach_deck": [], "faction_deck": []}', "bga"),
        ('\ufeff {"SaveName": "x", "ObjectStates": []}', "tts"),
        ("zone,quantity,code,name\n", "csv"),
        ("Name;Qty\nBoon;2", "csv"),
        ("Boon, Taunt, Ambush", "text"),
    ],
)
def test_auto_recognises_the_kind(text: str, kind: str) -> None:
    assert recognise(text) == kind


def test_unknown_codes_are_written_and_reported_when_read() -> None:
    deck = NamedDeck("Odd", Decklist.of("99998", ["99999"], {"99997": 2, "01161": 2}))
    for kind in KINDS:
        found = parse(render(deck, kind, CATALOGUE, sheet_url=sheet_url).text, CATALOGUE, kind=kind).decks[0]
        assert len(found.failed) == 3, kind
        assert all("There is no card 9999" in line.message for line in found.failed)
        assert found.decklist == Decklist.of(None, [], {"01161": 2})


def test_file_names_fit_every_system() -> None:
    assert render(NamedDeck("Épée & “Rose”/2", EISEN.decklist), "text", CATALOGUE).filename == "epee-rose-2.txt"
    assert render(NamedDeck("", EISEN.decklist), "bga", CATALOGUE).filename == "deck.bga.json"


# --- json ---


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.code)
def test_json_keeps_to_its_schema(starter: Any) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    document = written(NamedDeck(starter.name, starter.decklist), "json")
    assert list(Draft202012Validator(SCHEMA).iter_errors(document)) == []
    assert (document["format"], document["version"]) == ("five-sails-deck", 1)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"version": 2}, "unknown_version", "Version 2 of 'five-sails-deck' is not supported; use version 1."),
        ({"version": "1"}, "unknown_version", 'Version "1" of'),
        ({"version": True}, "unknown_version", "Version true of"),
        ({"format": "other"}, "bad_document", '"other"'),
        ({"name": 7}, "bad_document", "'name' must be a string, not a number."),
        ({"leader": []}, "bad_document", "'leader' must be a card code or null, not a list."),
        ({"approach": {}}, "bad_document", "'approach' must be a list of card codes, not an object."),
        ({"faction": None}, "bad_document", "'faction' must be an object of card codes and quantities, not null"),
    ],
)
def test_json_refuses_what_the_schema_refuses_and_says_what(change: dict[str, Any], code: str, words: str) -> None:
    document = {**written(EISEN, "json"), **change}
    assert not Draft202012Validator(SCHEMA).is_valid(document)
    error = refusal(document, "json")
    assert error.code == code
    assert words in error.message


def test_json_says_where_it_stops_being_json() -> None:
    error = refusal('{\n  "name": "x",\n  oops\n}', "json")
    assert (error.code, error.line, error.column) == ("bad_json", 3, 3)
    assert "line 3, column 3" in error.message
    assert refusal("[" * 60_000, "json").code == "bad_json"
    assert refusal("9" * 60_000, "json").code == "bad_json"
    assert refusal("7", "json").code == "bad_document"


def test_json_reports_each_entry_that_cannot_be_taken() -> None:
    deck = read(
        {
            "leader": "01035",
            "approach": [7, "01036"],
            "faction": {"01161": 0, "01169": 2, "01173": "many"},
            "color": "red",
        },
        "json",
    )
    assert deck.decklist == Decklist.of("01035", ["01036"], {"01169": 2})
    assert [(line.text, line.message) for line in deck.failed] == [
        ("7", "The card code is missing."),
        ("01161: 0", "0 copies: the quantity must be from 1 to 99."),
        ('01173: "many"', "The quantity must be a whole number."),
    ]
    assert (deck.lines[-1].text, deck.lines[-1].status) == ("color", Status.IGNORED)


def test_json_and_bga_take_lists_of_decks() -> None:
    for kind in ("json", "bga"):
        both = json.dumps([written(EISEN, kind), written(EISEN, kind)])
        assert [deck.named for deck in parse(both, CATALOGUE).decks] == [EISEN, EISEN]


# --- bga ---


def test_bga_has_exactly_the_keys_of_a_custom_deck_code() -> None:
    text = render(EISEN, "bga", CATALOGUE).text
    code = json.loads(text)
    assert list(code) == ["name", "faction", "leader", "approach_deck", "faction_deck"]
    assert (code["name"], code["faction"], code["leader"]) == ("Eisen Starter", "Eisen", "01035")
    assert all(isinstance(card, str) for card in code["approach_deck"])
    assert all(set(entry) == {"id", "count"} and isinstance(entry["count"], int) for entry in code["faction_deck"])
    assert (len(code["approach_deck"]), sum(entry["count"] for entry in code["faction_deck"])) == (10, 40)
    assert text == json.dumps(code, separators=(",", ":"), ensure_ascii=False) + "\n"


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.code)
def test_bga_ids_are_printed_on_cards(starter: Any) -> None:
    printed = {printing.code for card in CATALOGUE for printing in card.printings}
    code = written(NamedDeck(starter.name, starter.decklist), "bga")
    assert {code["leader"], *code["approach_deck"], *(entry["id"] for entry in code["faction_deck"])} <= printed


def test_bga_knows_01159_by_its_printings_only() -> None:
    zone = CATALOGUE.card(APPEALING).deck
    assert zone is Zone.FACTION
    code = written(NamedDeck("x", Decklist.of("01035", [], {APPEALING: 2})), "bga")
    assert code["faction_deck"] == [{"id": "01159a", "count": 2}]
    code["faction_deck"] = [{"id": "01159a", "count": 1}, {"id": "01159b", "count": 1}]
    assert read(code, "bga").decklist.faction == ((APPEALING, 2),)


def test_bga_takes_lists_with_more_keys_and_reports_them() -> None:
    code = {**written(EISEN, "bga"), "uuid": "1-2", "faction": "Vodacce"}
    deck = read(code, "bga")
    assert deck.named == EISEN
    assert [line.text for line in deck.lines if line.status is Status.IGNORED] == ["faction: Vodacce", "uuid"]


def test_bga_without_a_leader_leaves_the_key_out() -> None:
    deck = NamedDeck("x", Decklist.of(None, ["01036"], {}))
    code = written(deck, "bga")
    assert "leader" not in code
    assert code["faction"] == "Neutral"
    assert read(code, "bga").named == deck


@pytest.mark.parametrize(
    "entry", [None, "01161", {"id": "01161"}, {"count": 2}, {"id": "01161", "count": 1.5}, {"id": 1, "count": 1}]
)
def test_bga_entries_that_cannot_be_read_fail_alone(entry: Any) -> None:
    deck = read({"name": "x", "approach_deck": [], "faction_deck": [entry, {"id": "01169", "count": 2}]}, "bga")
    assert [line.status for line in deck.lines] == [Status.FAILED, Status.MATCHED]


def test_bga_refuses_other_objects() -> None:
    assert refusal({"name": "x"}, "bga").code == "bad_document"
    assert "'approach_deck' must be a list of card ids, not a string" in refusal({"approach_deck": "x"}, "bga").message


# --- csv ---


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "''", "'tis", "＝1"])
def test_csv_cells_are_no_formulas_and_come_back(name: str) -> None:
    deck = NamedDeck(name.strip(), Decklist.of("01035", [], {"01161": 2}))
    text = render(deck, "csv", CATALOGUE).text
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))]
    assert read(text, "csv").named == deck


def test_csv_out_of_a_spreadsheet() -> None:
    deck = read(
        "Name;Qty;Code\nKaspar Dietrich;1;1035\nNot Today;2;\nAmbsh;1;\n\nBlorgh;1;\nBoon;0;\nSabre;two;\n", "csv"
    )
    assert deck.decklist == Decklist.of("01035", [], {"01169": 2, "01023": 1})
    assert [(line.number, line.status) for line in deck.lines] == [
        (2, Status.MATCHED),
        (3, Status.MATCHED),
        (4, Status.GUESSED),
        (6, Status.FAILED),
        (7, Status.FAILED),
        (8, Status.FAILED),
        (5, Status.IGNORED),
    ]


def test_csv_zone_tells_a_leader_from_a_character() -> None:
    deck = read("zone,name\nleader,Kaspar Dietrich\napproach,Daniella Dietrich\nleader,Sanjay\n", "csv")
    assert deck.decklist == Decklist.of("01035", ["01036"], {})
    assert [line.message for line in deck.failed] == ["The deck already has a leader."]


def test_csv_of_several_decks() -> None:
    decks = parse("quantity,code,deck\n2,01161,One\n1,04054,Two\n1,01169,One\n", CATALOGUE).decks
    assert [(deck.name, dict(deck.decklist.faction)) for deck in decks] == [
        ("One", {"01161": 2, "01169": 1}),
        ("Two", {"04054": 1}),
    ]


def test_csv_without_a_header_is_refused() -> None:
    error = refusal("2,Boon\n", "csv")
    assert (error.code, error.line) == ("bad_csv", 1)


# --- markdown ---


def test_markdown_escapes_what_would_be_a_mark() -> None:
    text = render(NamedDeck("*Stars* & [links](x) #1", EISEN.decklist), "markdown", CATALOGUE).text
    assert text.startswith(
        "# \\*Stars\\* & \\[links\\](x) \\#1\n\n**Leader:** Kaspar Dietrich, Old Iron\n\n**Characters (5)**\n\n- 1x "
    )


# --- tts ---


def test_tts_sheets_hold_every_card_of_players_decks_once() -> None:
    sheets = tts.sheets(CATALOGUE)
    codes = [code for sheet in sheets for code in sheet.codes]
    playable = [card.code for card in CATALOGUE if card.deck in (Zone.LEADER, Zone.APPROACH, Zone.FACTION)]
    assert sorted(codes) == sorted(playable)
    assert all(len(sheet.codes) <= tts.CARDS_PER_SHEET and 2 <= sheet.rows <= 7 for sheet in sheets)
    assert len({sheet.name for sheet in sheets}) == len({sheet.number for sheet in sheets}) == len(sheets)
    for sheet in sheets:
        assert {CATALOGUE.card(code).set for code in sheet.codes} == {sheet.name.rpartition("-")[0]}


def test_tts_cards_point_to_their_place_on_a_sheet() -> None:
    saved = written(EISEN, "tts")
    leader, approach, faction = saved["ObjectStates"]
    assert (leader["Name"], leader["Nickname"]) == ("Card", "Kaspar Dietrich, Old Iron")
    assert (len(approach["ContainedObjects"]), len(faction["ContainedObjects"])) == (10, 40)
    by_number = {sheet.number: sheet for sheet in tts.sheets(CATALOGUE)}
    for pile in (approach, faction):
        assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
        for card in pile["ContainedObjects"]:
            sheet = by_number[card["CardID"] // 100]
            assert card["GMNotes"] == f"{pile['GMNotes']} {sheet.codes[card['CardID'] % 100]}"
            assert pile["CustomDeck"][str(sheet.number)] == card["CustomDeck"][str(sheet.number)]
            assert card["CustomDeck"][str(sheet.number)]["FaceURL"] == sheet_url(sheet.name)
            assert card["CustomDeck"][str(sheet.number)]["BackURL"] == sheet_url("back")
    marks = [thing["GUID"] for pile in (approach, faction) for thing in pile["ContainedObjects"]]
    assert len(set(marks)) == 50


def test_tts_refuses_more_cards_than_a_table_holds() -> None:
    with pytest.raises(DeckExportError, match="at most 500 cards; this deck has 1,000,000,000"):
        written(NamedDeck("x", Decklist.of(None, [], {"01161": 10**9})), "tts")


def test_tts_needs_the_addresses_of_its_sheets() -> None:
    with pytest.raises(ValueError, match="sheet_url"):
        render(EISEN, "tts", CATALOGUE)


def test_tts_reads_other_peoples_objects_by_nickname_in_bags_too() -> None:
    card = {"Name": "Card", "CardID": 100, "Nickname": "Not Today"}
    bag = {"Name": "Bag", "ContainedObjects": [{"Name": "DeckCustom", "ContainedObjects": [card, card]}]}
    other = {"Name": "Card", "CardID": 101, "Nickname": "Blorgh", "GMNotes": 7}
    deck = read({"SaveName": "Mine", "ObjectStates": [bag, other, {"Name": "Die"}, 5]}, "tts")
    assert (deck.name, deck.decklist.faction) == ("Mine", (("01169", 2),))
    assert [line.text for line in deck.failed] == ["1x Blorgh"]


def test_tts_refuses_other_documents() -> None:
    assert refusal({"ObjectStates": {}}, "tts").code == "bad_document"
    assert refusal("[]", "tts").code == "bad_document"
