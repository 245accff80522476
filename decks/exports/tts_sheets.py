"""The sheets of faces that a deck saved for Tabletop Simulator points to."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from PIL import Image

from cards.catalogue import Catalogue
from cards.faces import SIZES, FaceStore
from cards.faces.canvas import Canvas
from cards.faces.frame import dressed
from cards.faces.palette import BRASS, FACTION_COLOURS, INK, PAPER
from cards.faces.renderer import drawing_digest
from decks.exchange.tts import BACK, COLUMNS, Sheet, sheets

#: The size of one face on a sheet: what a table shows when one leans over it.
FACE: Final = "page"
_JPEG: Final = {"quality": 82, "subsampling": 0, "optimize": True}


@lru_cache(maxsize=4)
def _sheets(catalogue: Catalogue) -> dict[str, Sheet]:
    return {sheet.name: sheet for sheet in sheets(catalogue)}


def find_sheet(name: str, catalogue: Catalogue) -> Sheet | None:
    """The sheet of a name; ``None`` if there is none. The back is one too, of no cards."""
    return Sheet(BACK, 0, ()) if name == BACK else _sheets(catalogue).get(name)


def draw_sheet(sheet: Sheet, catalogue: Catalogue, store: FaceStore) -> bytes:
    """Draw a sheet as JPEG: ten faces beside each other, row below row; or the one back of all cards."""
    picture = _back() if sheet.name == BACK else _faces(sheet, catalogue, store)
    out = io.BytesIO()
    picture.save(out, "JPEG", **_JPEG)
    return out.getvalue()


def sheet_mark(catalogue: Catalogue) -> str:
    """Changes whenever any sheet may look different."""
    return f"{catalogue.version}-{drawing_digest()[:12]}"


def _faces(sheet: Sheet, catalogue: Catalogue, store: FaceStore) -> Image.Image:
    wide, high = SIZES[FACE]
    picture = Image.new("RGB", (COLUMNS * wide, sheet.rows * high), INK.rgb)
    for place, code in enumerate(sheet.codes):
        card = catalogue.card(code)
        row, column = divmod(place, COLUMNS)
        corner = (column * wide, row * high)
        with Image.open(store.path(card, FACE, "webp")) as face:
            picture.paste(face, corner, face.getchannel("A") if "A" in face.getbands() else None)
    return picture


def _back() -> Image.Image:
    wide, high = SIZES["full"]
    picture = dressed(FACTION_COLOURS["city"], wide, high, 1.0)
    canvas = Canvas(picture, 1.0)
    canvas.frame(0, 0, wide, high, INK, 8)
    canvas.frame(28, 28, wide - 28, high - 28, BRASS, 4)
    canvas.disc(wide / 2, high / 2, 210, INK)
    canvas.disc(wide / 2, high / 2, 202, PAPER)
    canvas.icon("five-sails", wide / 2, high / 2, 260, FACTION_COLOURS["city"].text)
    return picture
