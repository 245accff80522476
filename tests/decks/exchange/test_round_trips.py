"""What is written can be read again: every kind, every starter deck, and lists nobody would build."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue.folding import fold
from decks.decklist import Decklist
from decks.exchange import KINDS, DeckImportError, NamedDeck, Status, parse, recognise, render
from decks.exchange.prose import leader_line, text_sections
from decks.lists.starters import Starter
from tests.decks.exchange.lists import CATALOGUE, STARTERS, decklists, named_decks, sheet_url

EACH_KIND = pytest.mark.parametrize("kind", KINDS)


@EACH_KIND
@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.code)
def test_every_starter_deck_comes_back_and_is_recognised(starter: Starter, kind: str) -> None:
    deck = NamedDeck(starter.name, starter.decklist)
    rendered = render(deck, kind, CATALOGUE, sheet_url=sheet_url)
    parsed = parse(rendered.text, CATALOGUE)
    assert parsed.kind == kind == recognise(rendered.text)
    assert [found.named for found in parsed.decks] == [deck]
    assert {line.status for line in parsed.decks[0].lines} <= {Status.MATCHED, Status.IGNORED}
    assert rendered.filename == f"{starter.code}.{KINDS[kind].extension}"
    assert rendered.content.decode() == rendered.text


QUOTED = NamedDeck("Quoted", Decklist.of("01089", ["01091", "01094", "01098"], {"01100": 2, "01107": 1, "01166": 2}))


@EACH_KIND
def test_names_with_quotes_come_back(kind: str) -> None:
    rendered = render(QUOTED, kind, CATALOGUE, sheet_url=sheet_url)
    assert [found.named for found in parse(rendered.text, CATALOGUE).decks] == [QUOTED]


@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_lists_with_straight_quotes_are_read_too(kind: str) -> None:
    rendered = render(QUOTED, kind, CATALOGUE, sheet_url=sheet_url)
    straight = rendered.text.translate(str.maketrans("“”’", '""\''))
    assert straight != rendered.text
    assert [found.decklist for found in parse(straight, CATALOGUE).decks] == [QUOTED.decklist]


@pytest.mark.parametrize("kind", ["json", "csv", "tts"])
def test_documents_with_straight_apostrophes_are_read_too(kind: str) -> None:
    rendered = render(QUOTED, kind, CATALOGUE, sheet_url=sheet_url)
    straight = rendered.text.replace("’", "'")
    assert [found.decklist for found in parse(straight, CATALOGUE).decks] == [QUOTED.decklist]


@EACH_KIND
@pytest.mark.fuzz
@given(deck=named_decks())
def test_every_list_comes_back(kind: str, deck: NamedDeck) -> None:
    rendered = render(deck, kind, CATALOGUE, sheet_url=sheet_url)
    try:
        (found,) = parse(rendered.text, CATALOGUE, kind=kind).decks
    except DeckImportError as error:
        assert error.code == "empty"
        assert not deck.name
        assert deck.decklist == Decklist.of(None, (), {})
        return
    assert found.decklist == deck.decklist
    assert found.failed == ()
    nameless = (kind == "csv" and not deck.decklist.codes) or (kind == "bga" and not deck.name)
    assert nameless or found.name == deck.name


@EACH_KIND
@pytest.mark.parametrize("quantity", [1, 10, 99])
def test_every_quantity_comes_back(kind: str, quantity: int) -> None:
    deck = NamedDeck("Many", Decklist.of("01035", [], {"01161": quantity}))
    rendered = render(deck, kind, CATALOGUE, sheet_url=sheet_url)
    assert [found.named for found in parse(rendered.text, CATALOGUE).decks] == [deck]


@pytest.mark.parametrize("kind", ["json", "csv", "tts", "bga"])
@pytest.mark.fuzz
@given(data=st.data())
def test_kinds_that_state_the_zone_keep_cards_where_they_break_a_rule(kind: str, data: st.DataObject) -> None:
    anything = st.sampled_from([card.code for card in CATALOGUE])
    decklist = data.draw(
        st.builds(Decklist.of, anything, st.lists(anything, max_size=8), st.dictionaries(anything, st.integers(1, 9)))
    )
    rendered = render(NamedDeck("Odd", decklist), kind, CATALOGUE, sheet_url=sheet_url)
    assert parse(rendered.text, CATALOGUE, kind=kind).decks[0].decklist == decklist


STYLES = [
    "{n}x {c}",
    "{n}× {c}",
    "{n} {c}",
    "{c} x{n}",
    "{c} ({n})",
    "{c} - {n}",
    "{c}\t{n}",
    "{n}X {c}",
    "{c} {n}x",
    "x{n} {c}",
]
BULLETS = ["", "- ", "* ", "• ", "  ", "\t", "*", "**", "> ", "— ", "[ ] "]
ENDS = ["", " ", "*", " ★", "**", "  "]
LINE_ENDS = ["\n", "\r\n", "\r", "\n\n"]


def as_people_write(deck: Decklist, hand: random.Random) -> str:
    """The list with every liberty that people take."""
    spellings = [
        str,
        str.upper,
        str.lower,
        fold,
        lambda name: name.replace("'", "’").replace("!", "").replace("-", " "),
    ]
    style, bullet, heading = (
        hand.choice(STYLES),
        hand.choice(BULLETS),
        hand.choice(["{}", "{}:", "## {}", "**{}**", "=== {} ==="]),
    )
    blocks = []
    leader = leader_line(deck, CATALOGUE)
    if leader:
        blocks.append(
            hand.choice(
                [f"Leader: {leader}", f"LEADER\n{leader}", f"{leader} (Leader)", f"- **Leader** - {fold(leader)}"]
            )
        )
    for section in text_sections(deck, CATALOGUE):
        lines = [
            bullet + style.format(n=quantity, c=hand.choice(spellings)(name)) + hand.choice(ENDS)
            for quantity, name in section.entries
        ]
        hand.shuffle(lines)
        if hand.random() < 0.7:
            lines.insert(0, heading.format(hand.choice([section.title, section.heading, section.title.upper()])))
        blocks.append("\n".join(lines))
    hand.shuffle(blocks)
    remarks = ["", "// a comment", "https://example.org/decks/1", "---", "Total: 50 cards"]
    text = f"\n{hand.choice(remarks)}\n".join(blocks)
    return hand.choice(["", "\ufeff"]) + text.replace("\n", hand.choice(LINE_ENDS))


@pytest.mark.fuzz
@given(deck=decklists(), seed=st.integers(0, 2**32))
def test_a_list_in_anybodys_hand_is_the_same_list(deck: Decklist, seed: int) -> None:
    text = as_people_write(deck, random.Random(seed))
    if not text.strip("\ufeff\r\n "):
        return
    (found,) = parse(text, CATALOGUE, kind="text").decks
    assert found.decklist == deck, text
    assert found.failed == ()


@pytest.mark.fuzz
@given(text=st.text(max_size=300), kind=st.sampled_from(["auto", *KINDS]))
def test_anything_is_read_or_refused_in_our_own_words(text: str, kind: str) -> None:
    try:
        parsed = parse(text, CATALOGUE, kind=kind)
    except DeckImportError as error:
        assert error.code
        assert error.message.endswith(".")
    else:
        assert parsed.decks


WORDS = [
    *("2x", "1", "(2)", "x3", "01100", ":", ",", "-", "#", "*", "//", "\n", "\t"),
    *("Boon", "Not", "Today", "Sea", "Legs", "Leader", "Kaspar", "Dietrich", "Sanjay", "Risks"),
]


@pytest.mark.fuzz
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_every_line_is_reported(words: list[str]) -> None:
    text = " ".join(words)
    try:
        parsed = parse(text, CATALOGUE, kind="text")
    except DeckImportError:
        return
    reported = [line.number for deck in parsed.decks for line in deck.lines]
    assert sorted(set(reported)) == list(range(1, len(text.splitlines()) + 1))
    for deck in parsed.decks:
        numbers = [line.number for line in deck.lines]
        assert numbers == sorted(numbers)
    total = sum(
        len(d.decklist.approach) + d.decklist.faction_size + (d.decklist.leader is not None) for d in parsed.decks
    )
    taken = (line for deck in parsed.decks for line in deck.lines if line.status in (Status.MATCHED, Status.GUESSED))
    assert total == sum(line.quantity or 0 for line in taken)


def json_values() -> st.SearchStrategy[object]:
    leaves = (
        st.none()
        | st.booleans()
        | st.integers(-5, 200)
        | st.text(max_size=8)
        | st.sampled_from(["01100", "01159a", "01035"])
    )
    ours = ["format", "version", "name", "leader", "approach", "faction", "01100"]
    theirs = ["approach_deck", "faction_deck", "id", "count"]
    tables = ["ObjectStates", "ContainedObjects", "CardID", "GMNotes", "Nickname"]
    keys = st.sampled_from([*ours, *theirs, *tables])
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=6), max_leaves=20
    )


@pytest.mark.fuzz
@given(document=json_values(), kind=st.sampled_from(["auto", "json", "bga", "tts"]))
def test_any_json_is_read_or_refused_in_our_own_words(document: object, kind: str) -> None:
    try:
        parsed = parse(json.dumps(document), CATALOGUE, kind=kind)
    except DeckImportError as error:
        assert error.message
    else:
        for deck in parsed.decks:
            assert all(code in CATALOGUE for code in deck.decklist.codes)
