"""The Markdown kind: bold headings and bullets that look right on Discord and on Reddit alike."""

from __future__ import annotations

import re
from typing import Final

from cards.catalogue import Catalogue
from decks.exchange import text as plain
from decks.exchange.values import NamedDeck, ParsedDeck
from decks.exchange.writing import written_leader, written_sections

_SPECIAL: Final = re.compile(r"([\\`*_~|<>\[\]#])")


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """As the text kind has it, with marks; a list needs a blank line before it on Reddit."""
    leader = written_leader(deck.decklist, catalogue)
    blocks = []
    if deck.name:
        blocks.append(plain.title_line(_escaped(deck.name), catalogue, ["# ", "# Deck: "], markdown=True))
    if leader:
        blocks.append(f"**Leader:** {_escaped(leader)}")
    for section in written_sections(deck.decklist, catalogue):
        blocks.append(f"**{section.heading}**")
        blocks.append("\n".join(f"- {quantity}x {_escaped(name)}" for quantity, name in section.entries))
    return "\n\n".join(blocks) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """As the text kind reads, but a line with a hash is a heading and not a comment."""
    return plain.parse(text, catalogue, markdown=True)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
