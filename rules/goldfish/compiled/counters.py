"""Bit-sliced counters for all cards of a deck at once."""

from __future__ import annotations

from typing import Any

from rules.goldfish.compiled.bits import entry, step
from rules.goldfish.layout import MAX_MARGIN, MAX_RENOWN

#: Games after which a group's small counters are flushed into its table: as many as six bits can count.
BATCH = 63
PLANES = 6

#: Groups of counters: played, paid with, idle, and drawn by final Renown and by margin.
PLAYED, PAID, IDLE, BY_RENOWN = 0, 1, 2, 3
BY_MARGIN = BY_RENOWN + MAX_RENOWN + 1
GROUPS = BY_MARGIN + 2 * MAX_MARGIN


@step
def count(planes: Any, filled: Any, table: Any, group: Any, cards: Any, size: Any) -> None:
    """Count one game for each of these cards; bit b of all counters is in plane b."""
    carry = cards
    for plane in range(PLANES):
        before = planes[group, plane]
        planes[group, plane] = before ^ carry
        carry &= before
    filled[group] += 1
    if filled[group] == BATCH:
        empty(planes, filled, table, group, size)


@step
def empty(planes: Any, filled: Any, table: Any, group: Any, size: Any) -> None:
    """Add a group's small counters to its table and reset them."""
    one, two, four = planes[group, 0], planes[group, 1], planes[group, 2]
    eight, sixteen, thirty_two = planes[group, 3], planes[group, 4], planes[group, 5]
    for index in range(size):
        low = ((one >> index) & 1) + ((two >> index) & 1) * 2 + ((four >> index) & 1) * 4
        high = ((eight >> index) & 1) * 8 + ((sixteen >> index) & 1) * 16 + ((thirty_two >> index) & 1) * 32
        table[group, index] += low + high
    for plane in range(PLANES):
        planes[group, plane] = 0
    filled[group] = 0


@step
def first_copies(cards: Any, extra: Any, most: Any) -> Any:
    """A bit at the index of the first copy, for each card with any copy among these."""
    for _ in range(most - 1):
        cards |= (cards & extra) >> 1
    return cards & ~extra


@entry
def add_up(planes: Any, filled: Any, table: Any, counts: Any) -> None:
    """Empty every group and add the rows of ``layout.CARD_COUNTS``."""
    size = counts.shape[1]
    for group in range(GROUPS):
        empty(planes, filled, table, group, size)
    for index in range(size):
        counts[1, index] += table[PLAYED, index]
        counts[2, index] += table[PAID, index]
        counts[3, index] += table[IDLE, index]
        for amount in range(MAX_RENOWN + 1):
            games = table[BY_RENOWN + amount, index]
            counts[0, index] += games
            counts[4, index] += games * amount
            counts[5, index] += games * amount * amount
        for group in range(2 * MAX_MARGIN):
            games, amount = table[BY_MARGIN + group, index], group - MAX_MARGIN
            counts[6, index] += games * amount
            counts[7, index] += games * amount * amount
