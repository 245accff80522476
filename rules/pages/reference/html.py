"""The book's blocks as HTML. Every string made here is safe to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import count
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.paths import card_path
from decks.lists.starters import read_starters
from rules.pages.reference.library import Library, card_name, explained, rule_link
from rules.reference.book import (
    Block,
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
    RuleRef,
    Span,
    Spans,
    Strong,
    Table,
    TermRef,
    Words,
    said,
)

LABELS: Final[Mapping[NoteKind, str]] = {
    NoteKind.EXAMPLE: "Example",
    NoteKind.CARD: "On cards",
    NoteKind.RULING: "Ruling",
    NoteKind.READING: "Reading",
}
#: A ruling is the answer itself; the others may stand beside the text where there is room.
_BESIDE: Final = frozenset({NoteKind.EXAMPLE, NoteKind.CARD, NoteKind.READING})


class Writer:
    """Writes one chapter's page; ids of pop-ups are counted through."""

    def __init__(self, library: Library, here: str) -> None:
        self._library = library
        self._here = here
        self._keys: Iterator[str] = (f"gloss-{number}" for number in count(1))

    def chapter(self, chapter: Chapter) -> dict[str, Any]:
        """What the template prints of a chapter."""
        return {
            "opening": self.blocks(chapter.blocks),
            "parts": [
                {
                    "anchor": part.anchor,
                    "number": part.number,
                    "title": part.title,
                    "opening": self.blocks(part.blocks),
                    "entries": [self.entry(entry) for entry in part.entries],
                }
                for part in chapter.parts
            ],
        }

    def entry(self, entry: Entry) -> dict[str, Any]:
        """One rule: its text, and what stands beside it."""
        beside = [block for block in entry.blocks if isinstance(block, Note) and block.kind in _BESIDE]
        return {
            "anchor": entry.anchor,
            "number": entry.number,
            "title": entry.title,
            "text": self.blocks(block for block in entry.blocks if block not in beside),
            "beside": self.blocks(beside),
        }

    def blocks(self, blocks: Iterable[Block]) -> SafeString:
        """Blocks, one after the other."""
        return mark_safe("\n".join(map(self._block, blocks)))  # noqa: S308 - every part is escaped below

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(spans):
                return f"<p>{self._spans(spans)}</p>"
            case Listing(items, ordered):
                tag = "ol" if ordered else "ul"
                return f"<{tag}>{''.join(map(self._item, items))}</{tag}>"
            case Table():
                return self._table(block)
            case Note(kind, spans):
                label = f'<p class="eyebrow">{LABELS[kind]}</p>'
                return f'<div class="aside aside-{kind}" role="note">{label}<p>{self._spans(spans)}</p></div>'
            case Figure(name):
                return render_to_string(f"rules/reference/figures/{name}.html", _figure_context(name))

    def _item(self, item: Item) -> str:
        anchor = f' id="{escape(item.number)}"' if item.number else ""
        return f"<li{anchor}><p>{self._spans(item.spans)}</p></li>"

    def _table(self, table: Table) -> str:
        names = [said(cell, self._card_name) for cell in table.head]
        head = "".join(f'<th scope="col">{self._spans(cell)}</th>' for cell in table.head)
        rows = []
        for first, *others in table.rows:
            cells = "".join(
                f'<td data-label="{escape(name)}">{self._spans(cell)}</td>'
                for name, cell in zip(names[1:], others, strict=True)
            )
            rows.append(f'<tr><th scope="row">{self._spans(first)}</th>{cells}</tr>')
        wide = " wide" if len(names) > 3 else ""
        return f'<table class="chart{wide}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _spans(self, spans: Spans) -> str:
        return "".join(map(self._span, spans))

    def _span(self, span: Span) -> str:
        match span:
            case Words(text):
                return escape(text)
            case Strong(spans):
                return f"<b>{self._spans(spans)}</b>"
            case TermRef(name, words):
                return explained(self._library, name, words, next(self._keys), self._here)
            case RuleRef(number):
                return rule_link(self._library.book, number, self._here)
            case CardRef(code, words):
                return self._card(code, words)
            case OptionRef(name):
                # It may break where its words end, as narrow screens need.
                return f"<code>{escape(name).replace('_', '_<wbr>')}</code>"

    def _card(self, code: str, words: str | None) -> str:
        card = self._library.catalogue.get(code)
        name = escape(words or self._card_name(code))
        return f'<a href="{escape(card_path(card))}">{name}</a>' if card else name

    def _card_name(self, code: str) -> str:
        return card_name(self._library.catalogue, code)


def _figure_context(name: str) -> dict[str, Any]:
    if name != "starters":
        return {}
    starters = [
        {"name": starter.name, "faction": starter.code.partition("-")[0], "path": _deck_path(starter.code)}
        for starter in read_starters()
    ]
    return {"starters": starters}


def _deck_path(code: str) -> str:
    return reverse("decks:deck", kwargs={"deck_id": code})
