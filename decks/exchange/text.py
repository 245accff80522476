"""The text kind: a list as players write it in chats and forums, read forgivingly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.catalogue import Card, Catalogue, Zone
from decks.exchange.prose import leader_line, text_sections
from decks.exchange.reader.assembly import assemble
from decks.exchange.reader.columns import one_column
from decks.exchange.reader.lines import Item, LineReader, Role, strip_marks, unescape
from decks.exchange.reader.names import name_index
from decks.exchange.reader.quantities import quantity_positions, shortest_reading
from decks.exchange.reader.wraps import count_unread, read_lines
from decks.exchange.values import Kind, NamedDeck, ParsedDeck


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """Name, leader, then a section for each card type."""
    leader = leader_line(deck.decklist, catalogue)
    blocks = [f"Leader: {leader}"] if leader else []
    blocks += (
        "\n".join([section.heading, *(f"{quantity}x {name}" for quantity, name in section.entries)])
        for section in text_sections(deck.decklist, catalogue)
    )
    if deck.name:
        blocks.insert(0, title_line(deck.name, catalogue, ["", "Deck: "] if blocks else ["Deck: "]))
    return "\n\n".join(blocks) + "\n"


def parse(text: str, catalogue: Catalogue, *, markdown: bool = False) -> tuple[ParsedDeck, ...]:
    """Every deck of a text, with a report of every line."""
    index = name_index(catalogue)
    lines = list(enumerate(text.splitlines(), start=1))
    lines = one_column(lines, lambda cell: bool(index.exact(shortest_reading(cell)[1])))
    readings: list[list[Item]] = []
    for follow in quantity_positions(strip_marks(line) for _, line in lines):
        reader = LineReader(index, markdown=markdown, quantities_follow=follow)
        readings.append(list(read_lines(lines, reader)))
    best = min(readings, key=_doubt)
    return assemble(best)


def _doubt(items: list[Item]) -> tuple[int, int, int]:
    """How much of a reading makes no sense: letters unread, copies that no deck may have, cards without a quantity."""
    cards = [(item.cards[-1], item.quantity) for item in items if item.role is Role.CARD]
    too_many = sum((quantity or 1) > _allowed(card) for card, quantity in cards)
    return count_unread(items), too_many, sum(quantity is None for _, quantity in cards)


def _allowed(card: Card) -> int:
    """How many copies of a card a deck may have (rules D5, D6, D11, D12), which tells two readings of a text apart."""
    return 1 if card.is_unique or card.deck is not Zone.FACTION else 2


def title_line(name: str, catalogue: Catalogue, prefixes: Iterable[str], *, markdown: bool = False) -> str:
    """The name after the first prefix with which it is read back as a name; "Name: " always works."""
    for prefix in prefixes:
        items = LineReader(name_index(catalogue), markdown=markdown).read(1, prefix + name)
        title = unescape(name) if markdown else name
        if [(item.role in (Role.UNREAD, Role.TITLE), item.title) for item in items] == [(True, title)]:
            return prefix + name
    return f"{'# ' if markdown else ''}Name: {name}"


KIND: Final = Kind("text", "Text", "text/plain; charset=utf-8", "txt", parse, render, recognises=bool)
