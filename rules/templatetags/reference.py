"""Tags of the rule book: its text as HTML, and links from any page to terms and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards.paths import card_path
from decks.lists.starters import read_starters
from rules.pages.reference import library as books
from rules.pages.reference.library import Library, card_name, current_library, place_path, rule_links, term_link
from rules.reference.book import Block, CardRef, OptionRef, RuleRef, Span, Spans, Strong, Table, TermRef, Words, said
from rules.reference.files import load_book

register = template.Library()

_COUNT: Final = "reference-terms"


@register.simple_tag(takes_context=True)
def term(context: Context, name: str, words: str = "") -> SafeString:
    """A glossary term as a link with a tooltip; ``words`` where the sentence words it differently."""
    # The lowest layer is one for the whole page; included templates have others of their own.
    page = context.render_context.dicts[0]
    page[_COUNT] = str(int(page.get(_COUNT, "0")) + 1)
    return term_link(current_library(), name, words or name, f"term-tag-{page[_COUNT]}")


@register.filter
def rule_link(citation: str) -> SafeString:
    """A citation as terms and violations have it (``D12``, ``7 S1-S3``) with every number in it linked."""
    return rule_links(load_book(), str(citation))


@register.simple_tag
def rule_url(number: str) -> str:
    """The address of a rule, for links with words of their own. :raises LookupError: if there is no such rule."""
    place = load_book().place(number)
    if place is None:
        raise LookupError(f"There is no rule {number}.")
    return place_path(place)


@register.filter
def block_kind(block: Block) -> str:
    """The name of a block's class, by which ``blocks.html`` chooses its markup."""
    return type(block).__name__


@register.simple_tag(takes_context=True)
def spans(context: Context, content: Spans) -> SafeString:
    """A line of the book. A tag, since templates would put white space between its spans."""
    return _spans(content, context["library"], context["chapter"].slug, context["tooltip_numbers"])


def _spans(content: Spans, library: Library, here: str, numbers: Iterator[int]) -> SafeString:
    return format_html_join("", "{}", ((_span(span, library, here, numbers),) for span in content))


def _span(span: Span, library: Library, here: str, numbers: Iterator[int]) -> str:
    match span:
        case Words(text):
            return text
        case Strong(content):
            return format_html("<b>{}</b>", _spans(content, library, here, numbers))
        case TermRef(name, words):
            return term_link(library, name, words, f"gloss-{next(numbers)}", here)
        case RuleRef(number):
            return books.rule_link(library.book, number, here)
        case CardRef(code, words):
            card = library.catalogue.get(code)
            name = words or card_name(library.catalogue, code)
            return format_html('<a href="{}">{}</a>', card_path(card), name) if card else name
        case OptionRef(name):
            # It may break after each underscore, as narrow screens need.
            words = format_html_join(SafeString("_<wbr>"), "{}", ((word,) for word in name.split("_")))
            return format_html("<code>{}</code>", words)


@register.simple_tag(takes_context=True)
def column_label(context: Context, table: Table, column: int) -> str:
    """A column's heading as plain text: narrow screens show it in front of each cell."""
    catalogue = context["library"].catalogue
    return said(table.head[column], lambda code: card_name(catalogue, code))


@register.simple_tag
def starter_decks() -> list[dict[str, Any]]:
    return [
        {
            "name": starter.name,
            "faction": starter.code.partition("-")[0],
            "path": reverse("decks:deck", kwargs={"deck_id": starter.code}),
        }
        for starter in read_starters()
    ]
