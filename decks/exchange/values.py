"""The values that deck import and export take and return."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from cards.catalogue import Catalogue, Zone
from cards.catalogue.folding import fold
from decks.decklist import MAX_COPIES, Decklist
from web.text import one_line

#: As in the database; imports cut longer names.
MAX_NAME_LENGTH: Final = 80


class Status(StrEnum):
    MATCHED = "matched"
    GUESSED = "guessed"
    FAILED = "failed"
    IGNORED = "ignored"


class Candidate(NamedTuple):
    """A card that a line may mean, with a score up to 100."""

    code: str
    score: int


@dataclass(frozen=True, slots=True)
class LineReport:
    """What became of a line, or of one card on a line with several; ``number`` counts from 1."""

    number: int
    text: str
    status: Status
    code: str | None = None
    quantity: int | None = None
    zone: Zone | None = None
    candidates: tuple[Candidate, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class NamedDeck:
    name: str
    decklist: Decklist


@dataclass(frozen=True, slots=True)
class ParsedDeck:
    """An imported deck, with a report on every line."""

    name: str
    decklist: Decklist
    lines: tuple[LineReport, ...]

    @property
    def named(self) -> NamedDeck:
        return NamedDeck(self.name, self.decklist)

    @property
    def failed(self) -> tuple[LineReport, ...]:
        """The lines that added no card, though they may name one."""
        return tuple(line for line in self.lines if line.status is Status.FAILED)

    @property
    def guessed(self) -> tuple[LineReport, ...]:
        """The lines that somebody should check."""
        return tuple(line for line in self.lines if line.status is Status.GUESSED)


@dataclass(frozen=True, slots=True)
class Parsed:
    """The decks of a text in their order, and the kind it was read as."""

    kind: str
    decks: tuple[ParsedDeck, ...]


@dataclass(frozen=True, slots=True)
class Rendered:
    """An exported deck, ready to download."""

    text: str
    media_type: str
    filename: str

    @property
    def content(self) -> bytes:
        return self.text.encode()


MAX_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Kind:
    """An import and export format, registered in ``decks.exchange.KINDS``."""

    name: str
    label: str
    media_type: str
    extension: str
    parse: Callable[[str, Catalogue], tuple[ParsedDeck, ...]]
    #: Takes a deck and the catalogue, and with ``needs_sheets`` a function from sheet names to URLs.
    render: Callable[..., str]
    #: Whether a text looks like this kind.
    recognises: Callable[[str], bool]
    max_bytes: int = MAX_BYTES
    needs_sheets: bool = False


class DeckImportError(ValueError):
    """The text cannot be read; ``line`` and ``column`` (from 1) say where, if known."""

    def __init__(self, code: str, message: str, line: int | None = None, column: int | None = None) -> None:
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        super().__init__(message)


class ImportTooLargeError(DeckImportError):
    """Refused without reading."""

    def __init__(self, message: str) -> None:
        super().__init__("import_too_large", message)


class DeckExportError(ValueError):
    """The deck cannot be exported as this kind."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


class UnknownKindError(ValueError):
    def __init__(self, kind: str, known: tuple[str, ...]) -> None:
        self.code = "unknown_kind"
        self.message = f"There is no kind {kind!r}; the kinds are {', '.join(known)}."
        super().__init__(self.message)


def clean_name(raw: str) -> str:
    """A name on one line, cut to length; empty if nothing in it is visible."""
    return one_line(one_line(raw)[:MAX_NAME_LENGTH])


def filename(name: str, extension: str) -> str:
    """A file name that is valid on every system."""
    words = re.findall(r"[a-z0-9]+", fold(name))
    return f"{'-'.join(words) or 'deck'}.{extension}"


def parse_quantity(raw: object) -> int | None:
    """An integer, or its digits; ``None`` for anything else."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int):
        return raw
    if isinstance(raw, str) and raw.strip().isascii() and re.fullmatch(r"\d{1,9}", raw.strip()):
        return int(raw)
    return None


def quantity_error(quantity: int) -> str:
    """Why a quantity is out of range, or an empty string."""
    if 1 <= quantity <= MAX_COPIES:
        return ""
    return f"{quantity} copies: the quantity must be from 1 to {MAX_COPIES}."
