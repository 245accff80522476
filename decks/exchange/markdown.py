"""The Markdown kind: bold headings and bullets that look right on both Discord and Reddit."""

from __future__ import annotations

import re
from typing import Final

from cards.catalogue import Catalogue
from decks.exchange import text as plain
from decks.exchange.prose import leader_line, text_sections
from decks.exchange.values import Kind, NamedDeck, ParsedDeck

_HEADED: Final = re.compile(r"^(?: {0,3}#{1,6}[ \t]+\S| {0,3}(?:[-*+][ \t]+)?(?:\*\*|__)\S)", re.MULTILINE)
_LISTED: Final = re.compile(r"^ {0,3}[-*+][ \t]+\S|\*\*\S", re.MULTILINE)
_SPECIAL: Final = re.compile(r"([\\`*_~|<>\[\]#])")


def render(deck: NamedDeck, catalogue: Catalogue) -> str:
    """Like the text kind, in Markdown; Reddit needs a blank line before a list."""
    leader = leader_line(deck.decklist, catalogue)
    blocks = []
    if deck.name:
        blocks.append(plain.title_line(_escape(deck.name), catalogue, ["# ", "# Deck: "], markdown=True))
    if leader:
        blocks.append(f"**Leader:** {_escape(leader)}")
    for section in text_sections(deck.decklist, catalogue):
        blocks.append(f"**{section.heading}**")
        blocks.append("\n".join(f"- {quantity}x {_escape(name)}" for quantity, name in section.entries))
    return "\n\n".join(blocks) + "\n"


def parse(text: str, catalogue: Catalogue) -> tuple[ParsedDeck, ...]:
    """Like the text kind, but a line with a hash is a heading instead of a comment."""
    return plain.parse(text, catalogue, markdown=True)


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _recognises(source: str) -> bool:
    return bool(_HEADED.search(source) and _LISTED.search(source))


KIND: Final = Kind("markdown", "Markdown", "text/markdown; charset=utf-8", "md", parse, render, _recognises)
