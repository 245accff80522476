"""Decks on paper: everything is there, once, in its true size."""

import io
import re
import zlib
from pathlib import Path

import pytest
from django.test import Client, override_settings
from hypothesis import given, settings
from PIL import Image

from cards.catalogue import Zone
from cards.faces import SIZES, FaceStore, face_name
from decks.decklist import Decklist
from decks.exchange import DeckExportError
from decks.exchange.tts import sheets
from decks.keeping import Keeper
from decks.sheets import (
    MOST_PROXIES,
    PAPERS,
    SheetDeck,
    faces_to_draw,
    proxies,
    proxy_cards,
    registration_sheet,
)
from decks.starters import read_starters
from decks.tables import draw_sheet, find_sheet
from tests.decks.strategies import CATALOGUE, any_decks

CASTILLE = read_starters()[0].decklist


class Blank(FaceStore):
    """Faces of one colour, for tests that look at paper and not at faces."""

    def path(self, card, size, ending):  # type: ignore[no-untyped-def]
        path = self.directory / face_name(card, size, ending)
        if not path.exists():
            Image.new("RGBA", SIZES[size], (200, 40, 40, 255)).save(path)
        return path


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def streams(pdf: bytes) -> str:
    """What is drawn on the pages."""
    found = []
    for match in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompressobj().decompress(match[1]).decode("latin-1"))
        except zlib.error:
            continue
    return "\n".join(found)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_has_one_page_with_our_fonts(paper: str) -> None:
    pdf = registration_sheet(
        SheetDeck("Castille", CASTILLE, "Rulebook 2023", "Ana", "https://example.org/"), CATALOGUE, paper
    )
    assert pages(pdf) == 1
    assert b"FiveSailsText" in pdf
    assert b"Helvetica" not in pdf
    wide, high = PAPERS[paper]
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf.replace(b"\n", b" "))
    assert box
    assert (float(box[1]), float(box[2])) == pytest.approx((wide, high), abs=0.1)


def test_the_same_deck_gives_the_same_sheet() -> None:
    deck = SheetDeck("Castille", CASTILLE, "Rulebook 2023")
    assert registration_sheet(deck, CATALOGUE) == registration_sheet(deck, CATALOGUE)


@given(any_decks())
@settings(max_examples=15)
def test_any_deck_fits_on_one_page(decklist: Decklist) -> None:
    assert pages(registration_sheet(SheetDeck("Any \u0000 name 名前", decklist, ""), CATALOGUE)) == 1


def test_every_card_of_the_game_still_fits_on_one_page() -> None:
    everything = Decklist.of(
        CATALOGUE.leaders[0].code,
        [card.code for card in CATALOGUE if card.deck is Zone.APPROACH],
        {card.code: 2 for card in CATALOGUE if card.deck is Zone.FACTION},
    )
    pdf = registration_sheet(SheetDeck("W" * 80, everything, ""), CATALOGUE)
    assert pages(pdf) == 1
    cards = 1 + len(everything.approach) + len(everything.faction)
    # Each card is three strings: quantity, name, code.
    assert streams(pdf).count("Tj") >= cards * 3


def test_proxies_have_their_true_size_and_marks(tmp_path: Path) -> None:
    cards = proxy_cards(CASTILLE, CATALOGUE)
    assert len(cards) == 1 + len(CASTILLE.approach) + CASTILLE.faction_size
    pdf = proxies("Castille", cards, Blank(tmp_path), "letter")
    assert pages(pdf) == 6
    drawn = streams(pdf)
    sizes = set(re.findall(r"([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm\s+/FormXob", drawn))
    millimetres = {tuple(round(float(side) / 72 * 25.4, 1) for side in size) for size in sizes}
    assert millimetres == {(63.0, 88.0)}
    assert drawn.count("/FormXob") == len(cards)
    # Two marks at both ends of each of the eight lines, on every page.
    assert len(re.findall(r" l S", drawn)) == 6 * 16
    # A picture that is printed twice is in the file once.
    assert pdf.count(b"/DCTDecode") <= len(set(cards))


def test_a_deck_too_large_for_paper_is_refused() -> None:
    many = Decklist.of(None, (), {CASTILLE.faction[0][0]: MOST_PROXIES + 1})
    with pytest.raises(DeckExportError, match=str(MOST_PROXIES + 1)):
        proxy_cards(many, CATALOGUE)


def test_faces_are_drawn_as_long_as_there_is_time(tmp_path: Path) -> None:
    cards = proxy_cards(CASTILLE, CATALOGUE)
    store = Blank(tmp_path)
    assert faces_to_draw(cards, store, -1) == len(set(cards))
    assert faces_to_draw(cards, store, 60) == 0
    assert faces_to_draw(cards, store, -1) == 0


@pytest.mark.django_db
def test_a_page_tells_how_far_the_drawing_is(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("decks.exporting.FaceStore", Blank)
    monkeypatch.setattr("decks.exporting.PATIENCE", -1.0)
    with override_settings(FACES_ROOT=tmp_path, VAR=tmp_path):
        waiting = client.get("/decks/castille-starter/export/proxies.pdf/")
        assert waiting.status_code == 202
        assert waiting["Refresh"] == "1"
        assert "faces are done" in waiting.content.decode()
        monkeypatch.setattr("decks.exporting.PATIENCE", 60.0)
        done = client.get("/decks/castille-starter/export/proxies.pdf/")
        assert done.status_code == 200
        assert done["Content-Type"] == "application/pdf"
        assert 'filename="castille-starter.proxies.pdf"' in done["Content-Disposition"]
        assert len(list((tmp_path / "decks" / "proxies").glob("*.pdf"))) == 1


@pytest.mark.django_db
def test_the_sheet_comes_as_a_file(client: Client) -> None:
    sheet = client.get("/decks/castille-starter/export/sheet.pdf/?paper=letter")
    assert sheet.status_code == 200
    assert sheet.content.startswith(b"%PDF")


def test_what_takes_long_is_made_once_and_the_oldest_is_forgotten(tmp_path: Path) -> None:
    made = []

    def make(name: str) -> bytes:
        made.append(name)
        return name.encode()

    kept = Keeper(tmp_path / "kept", 2)
    for name in ("a", "a", "b", "c", "c"):
        assert kept.get(name, lambda name=name: make(name)) == name.encode()
    assert made == ["a", "b", "c"]
    assert len([path for path in (tmp_path / "kept").iterdir() if path.is_file()]) == 2


def test_a_failed_making_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail() -> bytes:
        raise RuntimeError("out of ink")

    kept = Keeper(tmp_path / "kept", 2)
    with pytest.raises(RuntimeError):
        kept.get("a", fail)
    assert kept.get("a", lambda: b"ink") == b"ink"


def test_a_sheet_for_the_table_has_every_face_in_its_place(tmp_path: Path) -> None:
    first = sheets(CATALOGUE)[0]
    found = find_sheet(first.name, CATALOGUE)
    assert found == first
    with Image.open(io.BytesIO(draw_sheet(first, CATALOGUE, Blank(tmp_path)))) as picture:
        wide, high = SIZES["page"]
        assert picture.size == (10 * wide, first.rows * high)
        for place in (0, len(first.codes) - 1):
            red, green, _ = picture.getpixel((place % 10 * wide + wide // 2, place // 10 * high + high // 2))
            assert red > 150 > green
    assert find_sheet("nothing", CATALOGUE) is None
