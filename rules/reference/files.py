"""Reads the book's text files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from cards.catalogue import Term
from rules.reference.book import Book
from rules.reference.markup import parse_chapter

TEXT: Final = Path(__file__).parent / "text"


def read_book(directory: Path = TEXT) -> Book:
    """All chapters, in the order of their file names. :raises BookError: if something is wrong with them."""
    files = sorted(directory.glob("*.md"))
    return Book(tuple(parse_chapter(path.read_text(encoding="utf-8"), path.name) for path in files))


def read_terms(directory: Path = TEXT) -> tuple[Term, ...]:
    """The terms that the book explains in addition to those on cards."""
    return tuple(Term(**record) for record in json.loads((directory / "glossary.json").read_text(encoding="utf-8")))


@cache
def load_book() -> Book:
    """The project's own book, read once per process."""
    return read_book()


@cache
def load_terms() -> tuple[Term, ...]:
    """The project's own further terms, read once per process."""
    return read_terms()
