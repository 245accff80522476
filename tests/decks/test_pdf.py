"""Decks on paper: everything is there, once, in its true size."""

import gc
import io
import re
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, override_settings
from hypothesis import given, settings
from PIL import Image

from cards.catalogue import Zone
from cards.faces import SIZES, FaceStore, face_name
from decks.decklist import Decklist
from decks.exchange import DeckExportError
from decks.exchange.tts import sheets
from decks.exports import files
from decks.exports.file_cache import FileCache
from decks.exports.pdf import (
    MAX_PROXIES,
    PAPERS,
    SheetDeck,
    _columns,
    _rows,
    draw_proxies,
    faces_to_draw,
    proxy_cards,
    registration_sheet,
)
from decks.exports.tts_sheets import draw_sheet, find_sheet
from decks.lists.starters import read_starters
from tests.decks.strategies import CATALOGUE, any_decks
from web.rate_limits import Limit

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


@given(any_decks())
@settings(max_examples=15)
def test_no_group_is_broken_across_columns_that_could_hold_it(decklist: Decklist) -> None:
    blocks = _rows(decklist, CATALOGUE)
    for fit in (12, 25, 60):
        columns = list(_columns(blocks, fit))
        assert [row for column in columns for row in column if row] == [row for block in blocks for row in block]
        assert all(len(column) <= fit + 1 for column in columns)
        for block in blocks:
            homes = {
                place for place, column in enumerate(columns) for row in column if any(row is each for each in block)
            }
            assert len(homes) == 1 or len(block) > fit


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
    out = io.BytesIO()
    draw_proxies(out, "Castille", cards, Blank(tmp_path), "letter")
    pdf = out.getvalue()
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
    many = Decklist.of(None, (), {CASTILLE.faction[0][0]: MAX_PROXIES + 1})
    with pytest.raises(DeckExportError, match=str(MAX_PROXIES + 1)):
        proxy_cards(many, CATALOGUE)


def test_faces_are_drawn_as_long_as_there_is_time(tmp_path: Path) -> None:
    cards = proxy_cards(CASTILLE, CATALOGUE)
    store = Blank(tmp_path)
    assert faces_to_draw(cards, store, -1) == len(set(cards))
    assert faces_to_draw(cards, store, 60) == 0
    assert faces_to_draw(cards, store, -1) == 0


@pytest.mark.django_db
def test_a_page_tells_how_far_the_drawing_is(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("decks.exports.files.FaceStore", Blank)
    monkeypatch.setattr("decks.exports.files.PATIENCE", -1.0)
    with override_settings(FACES_ROOT=tmp_path, VAR=tmp_path):
        waiting = client.get("/decks/castille-starter/export/proxies.pdf/")
        assert waiting.status_code == 202
        assert waiting["Refresh"] == "1"
        assert "card images are ready" in waiting.content.decode()
        monkeypatch.setattr("decks.exports.files.PATIENCE", 60.0)
        done = client.get("/decks/castille-starter/export/proxies.pdf/")
        assert done.status_code == 200
        assert done["Content-Type"] == "application/pdf"
        assert 'filename="castille-starter.proxies.pdf"' in done["Content-Disposition"]
        assert pages(done.getvalue()) == 6
        assert len(list((tmp_path / "decks" / "proxies").glob("*.pdf"))) == 1


@pytest.fixture
def blank_faces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setattr("decks.exports.files.FaceStore", Blank)
    # On a busy machine even blank faces take long.
    monkeypatch.setattr(files, "PATIENCE", 600.0)
    with override_settings(FACES_ROOT=tmp_path, VAR=tmp_path):
        yield tmp_path


@pytest.mark.django_db
def test_proxies_are_drawn_in_little_memory_and_leave_none_behind(client: Client, blank_faces: Path) -> None:
    def fetch(paper: str) -> None:
        answer = client.get(f"/decks/castille-starter/export/proxies.pdf/?paper={paper}")
        assert answer.status_code == 200
        assert answer.getvalue().startswith(b"%PDF")

    fetch("a4")
    gc.collect()
    tracemalloc.start()
    try:
        fetch("letter")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.django_db
def test_one_file_is_drawn_at_a_time(client: Client, blank_faces: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[HttpResponse] = []

    def ask_meanwhile(*_: object) -> int:
        asked.append(client.get("/decks/eisen-starter/export/proxies.pdf/"))
        asked.append(client.get("/api/v1/decks/eisen-starter/export/proxies.pdf/"))
        asked.append(client.get("/decks/eisen-starter/picture.png"))
        return 0

    monkeypatch.setattr("decks.exports.files.faces_to_draw", ask_meanwhile)
    path = "/decks/castille-starter/export/proxies.pdf/"
    assert pages(client.get(path).getvalue()) == 6
    assert [(each.status_code, each["Retry-After"]) for each in asked] == [(503, "2")] * 3
    assert asked[1].json()["code"] == "busy"
    # What was drawn before comes at once, whoever draws.
    with files._drawing.take():
        assert pages(client.get(path).getvalue()) == 6


@pytest.mark.django_db
def test_page_and_api_share_a_limit_that_spares_what_is_kept(
    client: Client, blank_faces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A window that does not end while the test runs.
    monkeypatch.setattr(files, "HEAVY_EXPORTS", Limit("heavy-exports-test", "large exports", 1, 10**10))
    cache.clear()
    page, api = (f"{root}/decks/castille-starter/export/proxies.pdf/" for root in ("", "/api/v1"))
    assert client.get(page).getvalue() == client.get(api).getvalue()
    refused = [client.get(f"{path}?paper=letter") for path in (page, api)]
    assert [each.status_code for each in refused] == [429, 429]
    assert all(int(each["Retry-After"]) > 0 for each in refused)


@pytest.mark.django_db
def test_a_kept_file_is_not_sent_again_to_who_has_it(client: Client, blank_faces: Path) -> None:
    path = "/api/v1/decks/castille-starter/export/proxies.pdf/"
    answer = client.get(path)
    answer.close()
    tag = answer["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.django_db
def test_the_sheet_comes_as_a_file(client: Client) -> None:
    sheet = client.get("/decks/castille-starter/export/sheet.pdf/?paper=letter")
    assert sheet.status_code == 200
    assert sheet.content.startswith(b"%PDF")


def read(file: BinaryIO) -> bytes:
    with file:
        return file.read()


def test_what_takes_long_is_made_once_and_the_oldest_is_forgotten(tmp_path: Path) -> None:
    made = []

    def write(out: BinaryIO, name: str) -> None:
        made.append(name)
        out.write(name.encode())

    kept = FileCache(tmp_path / "kept", 2)
    assert kept.open("a") is None
    for name in ("a", "a", "b", "c", "c"):
        assert read(kept.make(name, lambda out, name=name: write(out, name))) == name.encode()
    assert made == ["a", "b", "c"]
    assert read(kept.open("c") or io.BytesIO()) == b"c"
    assert len([path for path in (tmp_path / "kept").iterdir() if path.is_file()]) == 2


def test_a_failed_making_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail(out: BinaryIO) -> None:
        raise RuntimeError("out of ink")

    kept = FileCache(tmp_path / "kept", 2)
    with pytest.raises(RuntimeError):
        kept.make("a", fail)
    assert kept.open("a") is None
    assert [path for path in (tmp_path / "kept").iterdir() if path.is_file()] == []


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
