"""Decks in and out of every form that players use; ``parse`` and ``render`` are all that the rest of the site needs."""

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

#: Every kind, in the order in which they are offered. What is read as ``auto`` is tried from the last to the first.
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

#: No text is longer, whatever its kind.
MAX_INPUT_BYTES: Final = max(kind.max_bytes for kind in KINDS.values())


def render(deck: NamedDeck, kind: str, catalogue: Catalogue, *, sheet_url: SheetUrl | None = None) -> Rendered:
    """Write a deck down; a kind with ``needs_sheets`` needs ``sheet_url``.

    :raises UnknownKindError: if there is no such kind. :raises DeckExportError: if the kind cannot hold the deck.
    """
    form = _kind(kind)
    deck = NamedDeck(clean_name(deck.name), deck.decklist)
    if not form.needs_sheets:
        written = form.render(deck, catalogue)
    elif sheet_url is None:
        raise ValueError("A saved object needs the addresses of its sheets: pass sheet_url.")
    else:
        written = form.render(deck, catalogue, sheet_url)
    return Rendered(written, form.media_type, filename(deck.name, form.extension))


def parse(source: str, catalogue: Catalogue, *, kind: str = AUTO) -> Parsed:
    """Read every deck of a text, and report every line.

    :raises DeckImportError: if nothing can be read from it; ``ImportTooLargeError`` if it is too long to try.
    :raises UnknownKindError: if there is no such kind.
    """
    form = None if kind == AUTO else _kind(kind)
    source = source.removeprefix(_BOM)
    # Before the kind is known: only documents in braces may be longer than a list that people write.
    guess = MAX_INPUT_BYTES if source[:100].lstrip().startswith("{") else MAX_BYTES
    _check_size(source, form.max_bytes if form else guess)
    if not source.strip():
        raise DeckImportError("empty", "There is nothing to read.")
    if form is None:
        form = KINDS[recognise(source)]
        _check_size(source, form.max_bytes)
    if form.max_bytes == MAX_BYTES and source.count("\n") > MAX_LINES:
        raise ImportTooLargeError(f"More than {MAX_LINES} lines: no deck list is so long.")
    return Parsed(form.name, form.parse(source, catalogue))


def recognise(source: str) -> str:
    """The kind that a text is most likely of; ``text`` if it looks like nothing else."""
    start = source.removeprefix(_BOM).lstrip()
    return next((kind.name for kind in reversed(tuple(KINDS.values())) if kind.recognises(start)), text.KIND.name)


def _check_size(source: str, most: int) -> None:
    if len(source) > most or len(source.encode(errors="replace")) > most:
        raise ImportTooLargeError(f"The text is longer than {most // 1024} KiB: no deck list is so long.")


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise UnknownKindError(name, tuple(KINDS))
    return KINDS[name]
