"""The book as frozen values: chapters of parts of entries, made of blocks, made of spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rules.reference.numbers import key

# --- what a line is made of ---


@dataclass(frozen=True, slots=True)
class Words:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Text that stands out."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class TermRef:
    """A word of the glossary, as the sentence says it."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class RuleRef:
    """Another rule, by its number."""

    number: str


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card by its code; named by its own name unless the sentence has other words for it."""

    code: str
    words: str | None = None


@dataclass(frozen=True, slots=True)
class OptionRef:
    """An option of the game's library that plays it otherwise, by its name."""

    name: str


Span: TypeAlias = Words | Strong | TermRef | RuleRef | CardRef | OptionRef
Spans: TypeAlias = tuple[Span, ...]

# --- what an entry is made of ---


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Item:
    """A point of a list; a step that other texts cite has a number of its own."""

    spans: Spans
    number: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Points, in order or not."""

    items: tuple[Item, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A row of headings over rows whose first cell names the row."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]


class NoteKind(StrEnum):
    """What a note tells."""

    EXAMPLE = "example"
    CARD = "card"
    RULING = "ruling"
    READING = "reading"

    @property
    def label(self) -> str:
        """The heading of such a note."""
        return "On cards" if self is NoteKind.CARD else self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Note:
    """An example, cards that show the rule, a ruling, or how an existing implementation reads it."""

    kind: NoteKind
    spans: Spans


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, by its name."""

    name: str


Block: TypeAlias = Paragraph | Listing | Table | Note | Figure

# --- what the book is made of ---


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, ruling or example; without a number it is known by its anchor alone."""

    anchor: str
    title: str
    number: str = ""
    blocks: tuple[Block, ...] = ()

    @property
    def text(self) -> tuple[Block, ...]:
        """Its blocks without the notes beside them. A ruling is the answer itself, and no such note."""
        return tuple(block for block in self.blocks if not _is_side_note(block))

    @property
    def side_notes(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if _is_side_note(block))

    @property
    def steps(self) -> tuple[str, ...]:
        """The numbers of its steps that can be cited alone."""
        lists = [block for block in self.blocks if isinstance(block, Listing)]
        return tuple(item.number for listing in lists for item in listing.items if item.number)


def _is_side_note(block: Block) -> bool:
    return isinstance(block, Note) and block.kind is not NoteKind.RULING


@dataclass(frozen=True, slots=True)
class Part:
    """Entries under a heading of their own, which may bear a number; the first part of a chapter may have none."""

    anchor: str = ""
    title: str = ""
    number: str = ""
    blocks: tuple[Block, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the book."""

    slug: str
    number: str
    title: str
    lead: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def entries(self) -> Iterator[Entry]:
        """All entries, in the order of reading."""
        for part in self.parts:
            yield from part.entries

    @property
    def all_blocks(self) -> Iterator[Block]:
        """Every block of the chapter, wherever it stands."""
        yield from self.blocks
        for part in self.parts:
            yield from part.blocks
            for entry in part.entries:
                yield from entry.blocks


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number is found: a chapter and an anchor in it (none for the chapter itself), and what it is called."""

    chapter: str
    anchor: str
    number: str
    title: str


class BookError(ValueError):
    """The text of the book cannot be used; ``faults`` says everything that is wrong with it."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True, eq=False)
class Book:
    """All chapters, and where each number stands. :raises BookError: on a number given twice or leading nowhere."""

    chapters: tuple[Chapter, ...]
    _places: Mapping[str, Place] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = [place for chapter in self.chapters for place in _numbered(chapter)]
        uses = Counter(key(place.number) for place in found)
        object.__setattr__(self, "_places", {key(place.number): place for place in found})
        faults = [f"the number {place.number} is given twice" for place in found if uses[key(place.number)] > 1]
        for chapter in self.chapters:
            anchors = Counter(_anchors(chapter))
            faults += [f"{chapter.slug}: the anchor {name} is given twice" for name, n in anchors.items() if n > 1]
            faults += [
                f"{chapter.slug}: there is no rule {span.number}"
                for span in spans_in(chapter.all_blocks)
                if isinstance(span, RuleRef) and self.place(span.number) is None
            ]
        slugs = Counter(chapter.slug for chapter in self.chapters)
        faults += [f"two chapters are called {slug}" for slug, count in slugs.items() if count > 1]
        if faults:
            raise BookError(dict.fromkeys(faults))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every number of the book, in the order of reading."""
        return tuple(place.number for place in self._places.values())

    def place(self, number: str) -> Place | None:
        """Where a number stands, whatever its capitals."""
        return self._places.get(key(number))

    def chapter(self, slug: str) -> Chapter | None:
        """A chapter by the name it has in addresses."""
        return next((chapter for chapter in self.chapters if chapter.slug == slug), None)


def _numbered(chapter: Chapter) -> Iterator[Place]:
    yield Place(chapter.slug, "", chapter.number, chapter.title)
    for part in chapter.parts:
        if part.number:
            yield Place(chapter.slug, part.anchor, part.number, part.title)
        for entry in part.entries:
            if entry.number:
                yield Place(chapter.slug, entry.anchor, entry.number, entry.title)
            for number in entry.steps:
                yield Place(chapter.slug, number, number, entry.title)


def _anchors(chapter: Chapter) -> Iterator[str]:
    for part in chapter.parts:
        if part.anchor:
            yield part.anchor
        for entry in part.entries:
            yield entry.anchor
            yield from entry.steps


def spans_in(blocks: Iterable[Block]) -> Iterator[Span]:
    """Every span of some blocks, those inside others included."""
    for block in blocks:
        match block:
            case Paragraph(spans) | Note(_, spans):
                yield from _deep(spans)
            case Listing(items):
                for item in items:
                    yield from _deep(item.spans)
            case Table(head, rows):
                for row in (head, *rows):
                    for cell in row:
                        yield from _deep(cell)
            case Figure():
                pass


def _deep(spans: Spans) -> Iterator[Span]:
    for span in spans:
        yield span
        if isinstance(span, Strong):
            yield from _deep(span.spans)


def plain(blocks: Iterable[Block], card_name: Callable[[str], str]) -> str:
    """Blocks as one line of text, for searching and for short descriptions."""
    return " ".join(text for block in blocks if (text := _plain_block(block, card_name)))


def _plain_block(block: Block, card_name: Callable[[str], str]) -> str:
    match block:
        case Paragraph(spans) | Note(_, spans):
            return said(spans, card_name)
        case Listing(items):
            return " ".join(said(item.spans, card_name) for item in items)
        case Table(_, rows):
            lines = (": ".join((said(row[0], card_name), _cells(row[1:], card_name))) for row in rows)
            return " ".join(f"{line}." for line in lines)
        case Figure():
            return ""


def _cells(row: tuple[Spans, ...], card_name: Callable[[str], str]) -> str:
    return ", ".join(filter(None, (said(cell, card_name) for cell in row)))


def said(spans: Spans, card_name: Callable[[str], str]) -> str:
    """Spans as the words a reader sees."""
    parts = []
    for span in spans:
        match span:
            case Words(text):
                parts.append(text)
            case Strong(inner):
                parts.append(said(inner, card_name))
            case TermRef(_, words):
                parts.append(words)
            case RuleRef(number):
                parts.append(number)
            case OptionRef(name):
                parts.append(name)
            case CardRef(code, words):
                parts.append(words or card_name(code))
    return "".join(parts)
