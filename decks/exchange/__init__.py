"""Decks in and out of every form that players use; ``parse`` and ``render`` are all that the rest of the site needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cards.catalogue import Catalogue
from decks.exchange import bga, csv_kind, json_kind, markdown, text, tts
from decks.exchange.tts import SheetUrl
from decks.exchange.values import (
    Candidate,
    DeckExportError,
    DeckImportError,
    ImportTooLargeError,
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
    "MOST_BYTES",
    "MOST_LINES",
    "MOST_SAVED_BYTES",
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

MOST_BYTES: Final = 64 * 1024
MOST_LINES: Final = 2_000
#: A saved object repeats itself for every card on the table.
MOST_SAVED_BYTES: Final = 512 * 1024

_BOM: Final = "\ufeff"
_MARKDOWN: Final = re.compile(r"^(?: {0,3}#{1,6}[ \t]+\S| {0,3}(?:[-*+][ \t]+)?(?:\*\*|__)\S)", re.MULTILINE)
_LISTED: Final = re.compile(r"^ {0,3}[-*+][ \t]+\S|\*\*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Kind:
    """A form in which decks travel."""

    name: str
    label: str
    media_type: str
    extension: str
    parse: Callable[[str, Catalogue], tuple[ParsedDeck, ...]]
    most_bytes: int = MOST_BYTES


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("text", "Text", "text/plain; charset=utf-8", "txt", text.parse),
        Kind("markdown", "Markdown", "text/markdown; charset=utf-8", "md", markdown.parse),
        Kind("json", "JSON", "application/json", "json", json_kind.parse),
        Kind("bga", "Board Game Arena", "application/json", "bga.json", bga.parse),
        Kind("csv", "CSV", "text/csv; charset=utf-8", "csv", csv_kind.parse),
        Kind("tts", "Tabletop Simulator", "application/json", "tts.json", tts.parse, MOST_SAVED_BYTES),
    )
}

_WRITERS: Final[Mapping[str, Callable[[NamedDeck, Catalogue], str]]] = {
    "text": text.render,
    "markdown": markdown.render,
    "json": json_kind.render,
    "bga": bga.render,
    "csv": csv_kind.render,
}


def render(deck: NamedDeck, kind: str, catalogue: Catalogue, *, sheet_url: SheetUrl | None = None) -> Rendered:
    """Write a deck down; ``tts`` alone needs ``sheet_url``.

    :raises UnknownKindError: if there is no such kind. :raises DeckExportError: if the kind cannot hold the deck.
    """
    form = _kind(kind)
    deck = NamedDeck(clean_name(deck.name), deck.decklist)
    if kind != "tts":
        written = _WRITERS[kind](deck, catalogue)
    elif sheet_url is None:
        raise ValueError("A saved object needs the addresses of its sheets: pass sheet_url.")
    else:
        written = tts.render(deck, catalogue, sheet_url)
    return Rendered(written, form.media_type, filename(deck.name, form.extension))


def parse(source: str, catalogue: Catalogue, *, kind: str = AUTO) -> Parsed:
    """Read every deck of a text, and report every line.

    :raises DeckImportError: if nothing can be read from it; ``ImportTooLargeError`` if it is too long to try.
    :raises UnknownKindError: if there is no such kind.
    """
    form = None if kind == AUTO else _kind(kind)
    source = source.removeprefix(_BOM)
    _check_size(source, form.most_bytes if form else _most_bytes(source))
    if not source.strip():
        raise DeckImportError("empty", "There is nothing to read.")
    if form is None:
        form = KINDS[recognise(source)]
        _check_size(source, form.most_bytes)
    if form.most_bytes == MOST_BYTES and source.count("\n") > MOST_LINES:
        raise ImportTooLargeError(f"More than {MOST_LINES} lines: no deck list is so long.")
    return Parsed(form.name, form.parse(source, catalogue))


def recognise(source: str) -> str:
    """The kind that a text is most likely of; ``text`` if it looks like nothing else."""
    start = source.removeprefix(_BOM).lstrip()
    if start.startswith(("{", "[")):
        found = _recognise_json(start)
        if found:
            return found
    first, _, _ = start.partition("\n")
    if csv_kind.header(first):
        return "csv"
    if _MARKDOWN.search(source) and _LISTED.search(source):
        return "markdown"
    return "text"


def _recognise_json(start: str) -> str | None:
    try:
        document: Any = json.loads(start)
    except (ValueError, RecursionError):
        # A line in square brackets is a heading; nobody begins a list with a brace.
        return "json" if start.startswith(("{", "[{", "[[")) else None
    first = document[0] if isinstance(document, list) and document else document
    if tts.is_saved_object(first):
        return "tts"
    if bga.is_code(first):
        return "bga"
    return "json"


def _most_bytes(source: str) -> int:
    """Before the kind is known: only a document in braces can be a saved object."""
    return MOST_SAVED_BYTES if source[:100].lstrip().startswith("{") else MOST_BYTES


def _check_size(source: str, most: int) -> None:
    if len(source) > most or len(source.encode(errors="replace")) > most:
        raise ImportTooLargeError(f"The text is longer than {most // 1024} KiB: no deck list is so long.")


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise UnknownKindError(name, tuple(KINDS))
    return KINDS[name]
