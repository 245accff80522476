"""The icons: one for everything that has one, legible when small, and the same on the page as on a face."""

import io
import itertools
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from cards.catalogue import CardType
from cards.catalogue.phrases import ICON_TOKENS
from cards.catalogue.stats import STAT_NAMES
from cards.faces.icons import FACTIONS, ICONS, STATS, TYPES, icon_mask
from cards.faces.sprite import FAVICON_SIZES, favicon_png, files, sprite
from cards.faces.vector import rings

STATIC = Path(__file__).parents[3] / "static" / "icons"
SVG = "{http://www.w3.org/2000/svg}"


def test_every_token_stat_type_and_faction_has_an_icon(catalogue):
    assert set(ICON_TOKENS) <= set(STATS)
    assert set(STAT_NAMES) - {"cost", "panache_mod"} <= set(STATS)
    assert set(TYPES) == {kind.value for kind in CardType}
    assert set(FACTIONS) == {faction.code for faction in catalogue.factions}


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_stays_on_its_grid(name):
    points = [point for shape in ICONS[name].shapes for ring in rings(shape.d) for point in ring]
    assert all(-0.01 <= x <= 24.01 and -0.01 <= y <= 24.01 for x, y in points)


def test_no_two_icons_look_alike_at_16_px():
    small = {name: icon_mask(name, 16).tobytes() for name in ICONS}
    for (one, a), (other, b) in itertools.combinations(small.items(), 2):
        difference = sum(abs(x - y) for x, y in zip(a, b, strict=True)) / 256
        assert difference > 6, f"{one} and {other}"


def test_the_files_for_the_page_are_up_to_date():
    for name, content in files():
        path = STATIC / name
        assert path.exists(), f"{name} is missing: python -m cards.faces.sprite"
        if name.endswith(".svg"):
            assert path.read_bytes() == content, f"{name} is out of date: python -m cards.faces.sprite"
        else:
            fresh = Image.open(io.BytesIO(content)).convert("RGBA").tobytes()
            assert Image.open(path).convert("RGBA").tobytes() == fresh, f"{name} is out of date"


def test_the_sprite_names_and_titles_every_icon():
    root = ET.fromstring(sprite())
    symbols = {symbol.get("id"): symbol for symbol in root}
    assert set(symbols) == {f"icon-{name}" for name in ICONS}
    for name, icon in ICONS.items():
        symbol = symbols[f"icon-{name}"]
        assert symbol.find(f"{SVG}title").text == icon.title
        assert symbol.get("viewBox") == "0 0 24 24"
        assert len(symbol.findall(f"{SVG}path")) == len(icon.shapes)
        assert not any("style" in element.attrib for element in symbol.iter())


@pytest.mark.parametrize("size", FAVICON_SIZES)
def test_the_mark_is_a_picture_of_its_size(size):
    assert Image.open(io.BytesIO(favicon_png(size))).size == (size, size)
