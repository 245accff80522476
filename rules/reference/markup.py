r"""The markup of the book's text files.

A file is a chapter: ``# Title``, lines of ``name: value``, and a few opening paragraphs. ``## 4.1 Dawn`` opens a part
and ``### 4.2.3 Initiative`` an entry; what has no number has an anchor instead, ``### @golden-rule The golden rule``,
and a part may do without either. Blocks are paragraphs, lists (``- point``, ``1. step``, ``1. =R5.1 step with a
number``), tables, notes (``> Example: ...``) and figures (``!figure day``). Inside a line ``**word**`` stands out,
``[[term]]`` and ``[[term|as it is said]]`` lead to the glossary, ``{4.2.3}`` to a rule, ``<01019>`` and
``<01019|as it is said>`` to a card, and a name in backticks is an option of the game's library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cards.catalogue.folding import fold
from rules.reference.book import (
    Block,
    BookError,
    CardRef,
    Chapter,
    Entry,
    Figure,
    Item,
    Listing,
    Note,
    NoteKind,
    OptionRef,
    Paragraph,
    Part,
    RuleRef,
    Span,
    Spans,
    Strong,
    Table,
    TermRef,
    Words,
)
from rules.reference.numbers import is_number

_INLINE: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*"
    r"|\[\[(?P<term>[^\]|]+)(?:\|(?P<said>[^\]]+))?\]\]"
    r"|\{(?P<rule>[^{}]+)\}"
    r"|<(?P<card>\w+)(?:\|(?P<words>[^>]+))?>"
    r"|`(?P<option>[a-z_]+)`"
)
_CELL: Final = re.compile(r"(?<!\\)\|")
_NOTE: Final = re.compile(r"> (?P<kind>[A-Z][a-z]+): (?P<text>.+)", re.DOTALL)
_STEP: Final = re.compile(r"(?:- |\d+\. (?:=(?P<number>\S+) )?)(?P<text>.+)")
#: Sums stay on one line.
_SUM: Final = re.compile(r"(?<=\d) ([+−=]) (?=\d)")
_RULER: Final = re.compile(r"\|[-|]+\|")
_HEADER: Final = ("slug", "number", "lead")


def slug(words: str) -> str:
    """Words as an anchor: plain letters with hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(words)))


def typeset(words: str) -> str:
    """Words with typographic apostrophes, and with sums that do not break."""
    return _SUM.sub("\u00a0\\1\u00a0", words.replace("'", "’"))


def parse_chapter(text: str, name: str) -> Chapter:
    """Read a chapter. :raises BookError: that names the file and says what is wrong."""
    try:
        return _chapter(text)
    except ValueError as error:
        raise BookError([f"{name}: {error}"]) from error


def _chapter(text: str) -> Chapter:
    first, _, rest = text.partition("\n\n")
    title, *lines = first.splitlines()
    if not title.startswith("# "):
        raise ValueError("a chapter begins with its title")
    header = _header(lines)
    opening, *parts = re.split(r"^(?=##)", rest, flags=re.MULTILINE)
    return Chapter(
        slug=header["slug"],
        number=header["number"],
        title=typeset(title[2:].strip()),
        lead=typeset(header["lead"]),
        blocks=tuple(parse_blocks(opening)),
        parts=tuple(_parts(parts)),
    )


def _header(lines: Iterable[str]) -> Mapping[str, str]:
    header = dict(line.split(": ", 1) for line in lines)
    if tuple(header) != _HEADER:
        raise ValueError(f"the lines under the title must be {', '.join(_HEADER)}")
    return header


def _parts(sections: Iterable[str]) -> Iterator[Part]:
    part = Part()
    entries: list[Entry] = []
    for section in sections:
        heading, _, body = section.partition("\n")
        marks, _, words = heading.partition(" ")
        number, anchor, title = _heading(words)
        if marks == "###":
            if not anchor:
                raise ValueError(f"“{heading}” has neither a number nor an anchor")
            entries.append(Entry(anchor, title, number, tuple(parse_blocks(body))))
        else:
            yield from _closed(part, entries)
            part, entries = Part(anchor or slug(title), title, number, tuple(parse_blocks(body))), []
    yield from _closed(part, entries)


def _closed(part: Part, entries: Iterable[Entry]) -> Iterator[Part]:
    full = Part(part.anchor, part.title, part.number, part.blocks, tuple(entries))
    if full.title or full.entries:
        yield full


def _heading(words: str) -> tuple[str, str, str]:
    """Number, anchor and title; the anchor of a numbered heading is its number."""
    first, _, rest = words.partition(" ")
    if first.startswith("@"):
        return "", first[1:], typeset(rest)
    if is_number(first):
        return first, first, typeset(rest)
    return "", "", typeset(words)


def parse_blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, separated by blank lines."""
    for piece in re.split(r"\n\s*\n", text.strip("\n")):
        if piece.strip():
            yield _block(piece)


def _block(piece: str) -> Block:
    lines = piece.splitlines()
    if piece.startswith("!figure "):
        return Figure(piece.removeprefix("!figure ").strip())
    if piece.startswith("> "):
        return _note(piece)
    if piece.startswith("|"):
        return _table(lines)
    if _STEP.fullmatch(lines[0]):
        return _listing(lines)
    return Paragraph(parse_spans(" ".join(lines)))


def _note(piece: str) -> Note:
    found = _NOTE.fullmatch(" ".join(piece.splitlines()))
    if found is None:
        raise ValueError(f"a note says first what it is: “{piece[:40]}”")
    return Note(NoteKind(found["kind"].lower()), parse_spans(found["text"]))


def _listing(lines: Iterable[str]) -> Listing:
    kinds, items = set(), []
    for line in lines:
        found = _STEP.fullmatch(line)
        if found is None:
            raise ValueError(f"“{line}” is no point of a list")
        kinds.add(line.startswith("- "))
        items.append(Item(parse_spans(found["text"]), found["number"] or ""))
    if len(kinds) > 1:
        raise ValueError("a list has numbers or it has none")
    return Listing(tuple(items), ordered=not kinds.pop())


def _table(lines: list[str]) -> Table:
    if len(lines) < 3 or not _RULER.fullmatch(lines[1]):
        raise ValueError(f"a table has a head, a ruler and rows: “{lines[0]}”")
    head, *rows = [
        tuple(parse_spans(cell.replace(r"\|", "|").strip()) for cell in _CELL.split(line.strip())[1:-1])
        for line in (lines[0], *lines[2:])
    ]
    if {len(row) for row in rows} != {len(head)}:
        raise ValueError(f"the rows of a table are as long as its head: “{lines[0]}”")
    return Table(head, tuple(rows))


def parse_spans(text: str) -> Spans:
    """One line's markup."""
    return tuple(_spans(typeset(text)))


def _spans(text: str) -> Iterator[Span]:
    last = 0
    for found in _INLINE.finditer(text):
        if found.start() > last:
            yield Words(text[last : found.start()])
        yield _span(found)
        last = found.end()
    if last < len(text):
        yield Words(text[last:])


def _span(found: re.Match[str]) -> Span:
    match found.lastgroup:
        case "strong":
            return Strong(parse_spans(found["strong"]))
        case "term" | "said":
            return TermRef(found["term"], found["said"] or found["term"])
        case "rule":
            if not is_number(found["rule"]):
                raise ValueError(f"{found[0]} is not the number of a rule")
            return RuleRef(found["rule"])
        case "option":
            return OptionRef(found["option"])
        case _:
            return CardRef(found["card"], found["words"])
