"""Reads lines that were broken in the middle of a name, as when running text is copied from a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from decks.exchange.reader.division import MAX_NAME_WORDS
from decks.exchange.reader.lines import Item, LineReader, Role, check_quantity
from decks.exchange.reader.names import key
from decks.exchange.reader.quantities import only_quantity, shortest_reading

Line = tuple[int, str]

#: Longer lines were not broken to fit a page.
_MAX_LENGTH: Final = 250
#: Every join costs some twenty readings of a line.
_MAX_JOINS: Final = 150


#: What a broken name leaves at the end of a line and at the start of the next.
_BREAKS: Final = ((Role.UNREAD, Role.UNREAD), (Role.UNREAD, Role.CARD), (Role.CARD, Role.UNREAD))


def read_lines(lines: Iterable[Line], reader: LineReader) -> Iterator[Item]:
    """Every item of a text. Where the end of one line and the start of the next make more sense together, they are
    read as part of the next line.
    """
    above: Line | None = None
    pending: list[Item] = []
    joins = 0
    for line in lines:
        may_be_title = not reader.started
        below, items = line, reader.read(*line)
        if above and joins < _MAX_JOINS and _is_broken(above, line, pending, items, may_be_title=may_be_title):
            joins += 1
            below, pending, items = _join(above, line, pending, items, reader)
        yield from _settle(pending)
        above, pending = below, items
    yield from _settle(pending)


def _is_broken(above: Line, below: Line, pending: list[Item], items: list[Item], *, may_be_title: bool) -> bool:
    ends = (pending[-1].role, items[0].role)
    if len(above[1]) + len(below[1]) > _MAX_LENGTH or ends not in _BREAKS:
        return False
    return not may_be_title or shortest_reading(above[1])[0] is not None


def _join(
    above: Line, below: Line, pending: list[Item], items: list[Item], reader: LineReader
) -> tuple[Line, list[Item], list[Item]]:
    """Move as many words down as leave the fewest letters unread; none if that loses a card or gains nothing."""
    words = above[1].split()
    best, fewest = (below, pending, items), count_unread(pending) + count_unread(items)
    # The end of a line without a card is moved only if it makes one: it may be a title.
    wanted = _sure_cards(pending) + _sure_cards(items) + (not _sure_cards(pending))
    for moved in range(1, min(MAX_NAME_WORDS, len(words)) + 1):
        kept, text = " ".join(words[:-moved]), " ".join((*words[-moved:], below[1]))
        first = reader.preview(above[0], kept) if kept else [_continued(above)]
        second = reader.preview(below[0], text)
        unread = count_unread(first) + count_unread(second)
        if unread < fewest and _sure_cards(first) + _sure_cards(second) >= wanted:
            best, fewest = ((below[0], text), first, second), unread
    return best


def _settle(items: list[Item]) -> list[Item]:
    """Give a number that nothing follows to the card before it."""
    if len(items) > 1 and items[-1].role is Role.UNREAD and items[-2].role is Role.CARD:
        quantity = only_quantity(items[-1].text)
        if quantity is not None and items[-2].quantity is None:
            text = f"{items[-2].text} {items[-1].text}"
            return [*items[:-2], check_quantity(replace(items[-2], text=text, quantity=quantity))]
    return items


def _continued(line: Line) -> Item:
    return Item(line[0], line[1], Role.REMARK, message="Continues on the next line.")


def count_unread(items: Iterable[Item]) -> int:
    """Letters that are in no card; a guess counts as one."""
    return sum(
        max(1, len(key(shortest_reading(item.text)[1]))) if item.role is Role.UNREAD else not item.sure
        for item in items
    )


def _sure_cards(items: list[Item]) -> int:
    return sum(item.role is Role.CARD and item.sure for item in items)
