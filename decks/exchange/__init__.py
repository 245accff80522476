"""Deck import and export: ``parse`` and ``render`` handle every format that players use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cards.catalogue import Catalogue
from decks.exchange import bga, csv_format, json_format, markdown, text, tts
from decks.exchange.tts import SheetUrl
from decks.exchange.values import (
    MAX_BYTES,
    Candidate,
    DeckExportError,
    DeckImportError,
    ImportTooLargeError,
    Kind,
    LineReport,
    NamedDeck,
    Parsed,
    ParsedDeck,
    Rendered,
    Status,
    UnknownKindError,
    clean_name,
    filename,
)

__all__ = [
    "AUTO",
    "KINDS",
    "MAX_BYTES",
    "MAX_INPUT_BYTES",
    "MAX_LINES",
    "Candidate",
    "DeckExportError",
    "DeckImportError",
    "ImportTooLargeError",
    "Kind",
    "LineReport",
    "NamedDeck",
    "Parsed",
    "ParsedDeck",
    "Rendered",
    "Status",
    "UnknownKindError",
    "clean_name",
    "parse",
    "recognise",
    "render",
]

AUTO: Final = "auto"

MAX_LINES: Final = 2_000

_BOM: Final = "\ufeff"

#: In the order of the menus. ``auto`` tries them from last to first.
KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        text.KIND,
        markdown.KIND,
        json_format.KIND,
        bga.KIND,
        csv_format.KIND,
        tts.KIND,
    )
}

#: The largest input of any kind.
MAX_INPUT_BYTES: Final = max(kind.max_bytes for kind in KINDS.values())


def render(deck: NamedDeck, kind: str, catalogue: Catalogue, *, sheet_url: SheetUrl | None = None) -> Rendered:
    """Export a deck; a kind with ``needs_sheets`` also takes ``sheet_url``.

    :raises UnknownKindError: if there is no such kind. :raises DeckExportError: if the kind cannot hold the deck.
    """
    format = _kind(kind)
    deck = NamedDeck(clean_name(deck.name), deck.decklist)
    if not format.needs_sheets:
        rendered = format.render(deck, catalogue)
    elif sheet_url is None:
        raise ValueError(f"{kind} needs sheet_url")
    else:
        rendered = format.render(deck, catalogue, sheet_url)
    return Rendered(rendered, format.media_type, filename(deck.name, format.extension))


def parse(source: str, catalogue: Catalogue, *, kind: str = AUTO) -> Parsed:
    """Import every deck in a text, with a report on every line.

    :raises DeckImportError: if nothing can be read; ``ImportTooLargeError`` if the text is too long.
    :raises UnknownKindError: if there is no such kind.
    """
    format = None if kind == AUTO else _kind(kind)
    source = source.removeprefix(_BOM)
    # Before the kind is known: only JSON may be longer than a list that people write.
    likely_limit = MAX_INPUT_BYTES if source[:100].lstrip().startswith("{") else MAX_BYTES
    _check_size(source, format.max_bytes if format else likely_limit)
    if not source.strip():
        raise DeckImportError("empty", "There is nothing to read.")
    if format is None:
        format = KINDS[recognise(source)]
        _check_size(source, format.max_bytes)
    if format.max_bytes == MAX_BYTES and source.count("\n") > MAX_LINES:
        raise ImportTooLargeError(f"The text has more than {MAX_LINES:,} lines, too many for a deck list.")
    return Parsed(format.name, format.parse(source, catalogue))


def recognise(source: str) -> str:
    """Guess the kind of a text; ``text`` if it looks like nothing else."""
    start = source.removeprefix(_BOM).lstrip()
    return next((kind.name for kind in reversed(tuple(KINDS.values())) if kind.recognises(start)), text.KIND.name)


def _check_size(source: str, limit: int) -> None:
    if len(source) > limit or len(source.encode(errors="replace")) > limit:
        raise ImportTooLargeError(f"The text is longer than {limit // 1024} KiB, too long for a deck list.")


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise UnknownKindError(name, tuple(KINDS))
    return KINDS[name]
