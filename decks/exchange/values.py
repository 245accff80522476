"""What goes into an exchange of decks and what comes out of it, as values."""

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

#: Longer names are cut; the same number as in the database.
MAX_NAME_LENGTH: Final = 80


class Status(StrEnum):
    """What became of a line."""

    MATCHED = "matched"
    GUESSED = "guessed"
    FAILED = "failed"
    IGNORED = "ignored"


class Candidate(NamedTuple):
    """A card that a line may have meant, and how near it is: 100 is the same."""

    code: str
    score: int


@dataclass(frozen=True, slots=True)
class LineReport:
    """One line of what was read, or one card of a line that had several; ``number`` counts from 1."""

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
    """A deck list under its name, which is all that an exchange carries."""

    name: str
    decklist: Decklist


@dataclass(frozen=True, slots=True)
class ParsedDeck:
    """A deck that was read, with what became of each of its lines."""

    name: str
    decklist: Decklist
    lines: tuple[LineReport, ...]

    @property
    def named(self) -> NamedDeck:
        """The deck without its reports."""
        return NamedDeck(self.name, self.decklist)

    @property
    def failed(self) -> tuple[LineReport, ...]:
        """The lines from which no card came into the deck, though they may name one."""
        return tuple(line for line in self.lines if line.status is Status.FAILED)

    @property
    def guessed(self) -> tuple[LineReport, ...]:
        """The lines that a person should look at again."""
        return tuple(line for line in self.lines if line.status is Status.GUESSED)


@dataclass(frozen=True, slots=True)
class Parsed:
    """Every deck that was found, in the order of the text, and the kind it was read as."""

    kind: str
    decks: tuple[ParsedDeck, ...]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A deck written down, with what a browser needs to know about it."""

    text: str
    media_type: str
    filename: str

    @property
    def content(self) -> bytes:
        """The bytes of a download."""
        return self.text.encode()


MAX_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Kind:
    """A form in which decks travel; each has a module, and a place in ``decks.exchange.KINDS``."""

    name: str
    label: str
    media_type: str
    extension: str
    parse: Callable[[str, Catalogue], tuple[ParsedDeck, ...]]
    #: Takes a deck and the catalogue; with ``needs_sheets`` also what gives the address of a sheet of faces.
    render: Callable[..., str]
    #: Whether a text looks like this kind and no other.
    recognises: Callable[[str], bool]
    max_bytes: int = MAX_BYTES
    needs_sheets: bool = False


class DeckImportError(ValueError):
    """Nothing can be read from this; ``line`` and ``column`` (from 1) say where it stops, where that is known."""

    def __init__(self, code: str, message: str, line: int | None = None, column: int | None = None) -> None:
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        super().__init__(message)


class ImportTooLargeError(DeckImportError):
    """Refused unread, so that a megabyte of anything costs nothing."""

    def __init__(self, message: str) -> None:
        super().__init__("import_too_large", message)


class DeckExportError(ValueError):
    """The deck cannot be written in this kind."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


class UnknownKindError(ValueError):
    """There is no such kind of exchange."""

    def __init__(self, kind: str, known: tuple[str, ...]) -> None:
        self.code = "unknown_kind"
        self.message = f"There is no kind {kind!r}; the kinds are {', '.join(known)}."
        super().__init__(self.message)


def clean_name(raw: str) -> str:
    """A deck's name on one line, not too long; empty if there is nothing to see."""
    return one_line(one_line(raw)[:MAX_NAME_LENGTH])


def filename(name: str, extension: str) -> str:
    """A file name that every system takes."""
    words = re.findall(r"[a-z0-9]+", fold(name))
    return f"{'-'.join(words) or 'deck'}.{extension}"


def as_quantity(raw: object) -> int | None:
    """A number of copies from a number or its digits; nothing else is one."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int):
        return raw
    if isinstance(raw, str) and raw.strip().isascii() and re.fullmatch(r"\d{1,9}", raw.strip()):
        return int(raw)
    return None


def quantity_fault(quantity: int) -> str:
    """Why a quantity cannot be taken, or nothing."""
    if 1 <= quantity <= MAX_COPIES:
        return ""
    return f"{quantity} copies: a quantity is from 1 to {MAX_COPIES}."
