"""Which rules speak of which cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.reference.book import Book, CardRef, Place, spans_in


@lru_cache(maxsize=2)
def places_of_cards(book: Book) -> Mapping[str, tuple[Place, ...]]:
    """For each card that the book names, by its code, the entries that name it."""
    found: dict[str, dict[Place, None]] = {}
    for code, place in _mentions(book):
        found.setdefault(code, {})[place] = None
    return {code: tuple(places) for code, places in found.items()}


def _mentions(book: Book) -> Iterator[tuple[str, Place]]:
    for chapter in book.chapters:
        for entry in chapter.entries:
            for span in spans_in(entry.blocks):
                if isinstance(span, CardRef):
                    yield span.code, Place(chapter.slug, entry.anchor, entry.number, entry.title)
