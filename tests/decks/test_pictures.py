"""The picture of a deck: as large as chats want it, new when what it shows is new."""

import io
from pathlib import Path

import pytest
from django.test import Client, override_settings
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from cards.faces import FaceStore
from decks.decklist import Decklist
from decks.exports.pictures import SIZE, PictureDeck, draw_picture, picture_key
from decks.lists.starters import read_starters
from decks.models import Visibility
from tests.decks.factories import deck_of, person
from tests.decks.strategies import CATALOGUE, any_decks
from tests.decks.test_pdf import Blank

CASTILLE, EISEN = (starter.decklist for starter in read_starters()[:2])


@pytest.fixture(scope="session")
def faces(tmp_path_factory: pytest.TempPathFactory) -> FaceStore:
    """A store whose faces cost nothing."""
    return Blank(tmp_path_factory.mktemp("faces"))


@example(name="\n", decklist=CASTILLE)
@given(name=st.text(max_size=80), decklist=any_decks())
@settings(max_examples=6)
def test_any_deck_has_a_picture(faces: FaceStore, name: str, decklist: Decklist) -> None:
    drawn = draw_picture(PictureDeck(name, decklist, "ana"), CATALOGUE, faces)
    with Image.open(io.BytesIO(drawn)) as picture:
        assert picture.size == SIZE
        assert picture.format == "PNG"


def test_a_picture_is_light_enough_for_every_chat(faces: FaceStore) -> None:
    assert len(draw_picture(PictureDeck("Castille", CASTILLE), CATALOGUE, faces)) < 600_000


def test_each_faction_has_its_colour(faces: FaceStore) -> None:
    corners = set()
    for starter in read_starters():
        drawn = draw_picture(PictureDeck("Deck", starter.decklist), CATALOGUE, faces)
        with Image.open(io.BytesIO(drawn)) as picture:
            corners.add(picture.convert("RGB").resize((1, 1), box=(0, 0, 1200, 30)).getpixel((0, 0)))
    assert len(corners) == len(read_starters())


def test_a_picture_changes_with_what_it_shows() -> None:
    keys = {
        picture_key(PictureDeck(name, decklist, author), CATALOGUE)
        for name in ("One", "Two")
        for decklist in (CASTILLE, EISEN)
        for author in ("", "ana")
    }
    assert len(keys) == 8
    assert picture_key(PictureDeck("One", CASTILLE), CATALOGUE) in keys


@pytest.mark.django_db
def test_a_picture_may_be_shown_anywhere(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("decks.exports.files.FaceStore", Blank)
    tmp_path.joinpath("faces").mkdir()
    with override_settings(FACES_ROOT=tmp_path / "faces", VAR=tmp_path):
        answer = client.get("/decks/castille-starter/picture.png")
        assert answer["Content-Type"] == "image/png"
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "public" in answer["Cache-Control"]
        again = client.get("/decks/castille-starter/picture.png", headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304
        shared = deck_of(person("ana"), Visibility.LINK)
        whispered = client.get(f"/d/{shared.link}/picture.png")
        assert "private" in whispered["Cache-Control"]
