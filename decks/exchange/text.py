"""The text kind: a list as players write it in chats and forums, read forgivingly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.catalogue import Catalogue
from decks.exchange.assembly import assemble
from decks.exchange.lines import LineReader, Role, unescape
from decks.exchange.names import name_index
from decks.exchange.prose import leader_line, text_sections
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
    reader = LineReader(name_index(catalogue), markdown=markdown)
    return assemble(
        item for number, line in enumerate(text.splitlines(), start=1) for item in reader.read(number, line)
    )


def title_line(name: str, catalogue: Catalogue, prefixes: Iterable[str], *, markdown: bool = False) -> str:
    """The name after the first prefix with which it is read back as a name; "Name: " always works."""
    for prefix in prefixes:
        items = LineReader(name_index(catalogue), markdown=markdown).read(1, prefix + name)
        title = unescape(name) if markdown else name
        if [(item.role in (Role.UNREAD, Role.TITLE), item.title) for item in items] == [(True, title)]:
            return prefix + name
    return f"{'# ' if markdown else ''}Name: {name}"


KIND: Final = Kind("text", "Text", "text/plain; charset=utf-8", "txt", parse, render, recognises=bool)
