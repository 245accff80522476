"""The icons as files for the page: one SVG sprite and the site's own mark in the sizes browsers ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw

from cards.faces.icons import BRAND, ICONS, VIEW, Icon
from cards.faces.palette import BRASS, INK, PAPER
from cards.faces.vector import Shape, mask

#: As devices want the icon of a program.
APP_SIZES: Final = (192, 512)
FAVICON_SIZES: Final = (32, 180, *APP_SIZES)


def _path(shape: Shape) -> str:
    if shape.stroke:
        line = f'fill="none" stroke="currentColor" stroke-width="{shape.stroke:g}"'
        look = f'{line} stroke-linecap="round" stroke-linejoin="round"'
    else:
        look = 'fill="currentColor" fill-rule="evenodd"'
    return f'<path {look} d="{shape.d}"/>'


def _symbol(name: str, icon: Icon) -> str:
    paths = "".join(map(_path, icon.shapes))
    return f'<symbol id="icon-{name}" viewBox="0 0 {VIEW} {VIEW}"><title>{escape(icon.title)}</title>{paths}</symbol>'


def sprite(icons: Mapping[str, Icon] = ICONS) -> str:
    """All icons in one SVG; a page shows one with ``<use href="sprite.svg#icon-NAME">``."""
    symbols = "\n".join(_symbol(name, icon) for name, icon in icons.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def favicon_svg() -> str:
    """The site's mark on its own ground, so that it shows on light and dark tabs alike."""
    paths = "".join(_path(shape) for shape in BRAND["five-sails"].shapes).replace("currentColor", PAPER.hex)
    inset = f'<g transform="translate(4.2 4) scale(.65)">{paths}</g>'
    ground = f'<rect width="{VIEW}" height="{VIEW}" rx="5" fill="{INK.hex}"/>'
    rule = f'<rect x="1" y="1" width="22" height="22" rx="4" fill="none" stroke="{BRASS.hex}" stroke-width=".7"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {VIEW} {VIEW}">{ground}{rule}{inset}</svg>\n'


def favicon_png(size: int) -> bytes:
    """The same mark as a picture of ``size`` pixels, for what cannot show SVG."""
    large = size * 4
    unit = large / VIEW
    picture = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, large - 1, large - 1), 5 * unit, fill=INK.rgb)
    edge = round(unit)
    draw.rounded_rectangle(
        (edge, edge, large - 1 - edge, large - 1 - edge), 4 * unit, outline=BRASS.rgb, width=round(0.7 * unit)
    )
    picture = picture.resize((size, size), Image.Resampling.LANCZOS)
    ship = mask(BRAND["five-sails"].shapes, round(size * 0.65), VIEW)
    picture.paste(Image.new("RGBA", ship.size, (*PAPER.rgb, 255)), (round(size * 0.175), round(size * 0.168)), ship)
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def maskable_png(size: int) -> bytes:
    """The mark on a ground without edges: a device cuts it to a shape of its own, which leaves the middle whole."""
    picture = Image.new("RGB", (size, size), INK.rgb)
    ship = mask(BRAND["five-sails"].shapes, round(size * 0.58), VIEW)
    picture.paste(Image.new("RGB", ship.size, PAPER.rgb), (round(size * 0.21), round(size * 0.205)), ship)
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def files() -> Iterator[tuple[str, bytes]]:
    """Every icon file by its name."""
    yield "sprite.svg", sprite().encode()
    yield "favicon.svg", favicon_svg().encode()
    for size in FAVICON_SIZES:
        yield f"favicon-{size}.png", favicon_png(size)
    for size in APP_SIZES:
        yield f"maskable-{size}.png", maskable_png(size)


def write(directory: Path) -> list[str]:
    """Bring the icon files of a directory up to date; the names of those that changed."""
    changed = []
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in files():
        path = directory / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            changed.append(name)
    return changed


if __name__ == "__main__":
    write(Path(__file__).parents[2] / "static" / "icons")
