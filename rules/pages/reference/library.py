"""The rule book as pages and template tags need it: addresses, links to rules, terms with their tooltips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from rules.reference.book import Book, Place
from rules.reference.files import load_book, load_terms
from rules.reference.glossary import SLUG, Glossary, Meaning
from rules.reference.numbers import cited
from rules.reference.search import Index


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """The rule book, with the glossary and the cards that it mentions."""

    book: Book
    glossary: Glossary
    index: Index
    catalogue: Catalogue


def current_library() -> Library:
    """The library for the newest load of cards."""
    return _library(current_snapshot().catalogue)


@lru_cache(maxsize=2)
def _library(catalogue: Catalogue) -> Library:
    book, glossary = load_book(), Glossary.of(catalogue.terms, load_terms())
    return Library(book, glossary, Index.of(book, glossary, lambda code: card_name(catalogue, code)), catalogue)


def card_name(catalogue: Catalogue, code: str) -> str:
    """A card's name; its code if it is no longer in the data."""
    card = catalogue.get(code)
    return card.name if card else code


def chapter_path(slug: str, anchor: str = "") -> str:
    """The address of a chapter, or of one place in it."""
    path = reverse("rules:reference-chapter", kwargs={"name": slug})
    return f"{path}#{anchor}" if anchor else path


def place_path(place: Place, here: str = "") -> str:
    """The address of a numbered place; only the anchor on the page of its own chapter, ``here``."""
    if place.chapter == here and place.anchor:
        return f"#{place.anchor}"
    return chapter_path(place.chapter, place.anchor)


def rule_link(book: Book, number: str, here: str = "") -> SafeString:
    """A rule's number as a link to it; plain text if there is no such rule."""
    place = book.place(number)
    if place is None:
        return conditional_escape(number)
    title = format_html(' title="{}"', place.title) if place.title else ""
    return format_html('<a class="ref" href="{}"{}>{}</a>', place_path(place, here), title, place.number)


def rule_links(book: Book, citation: str) -> SafeString:
    """A citation such as ``6.7, 6.21`` with every number in it linked."""
    links = format_html_join(", ", "{}", ((rule_link(book, number),) for number in cited(citation)))
    return links or conditional_escape(citation)


def tooltip(meaning: Meaning, words: str, key: str, here: str = "") -> SafeString:
    """A link to the glossary that shows the explanation on hover and focus; ``key`` is the tooltip's id."""
    path = f"#{meaning.anchor}" if here == SLUG else chapter_path(SLUG, meaning.anchor)
    return format_html(
        '<span class="term"><a href="{}" aria-describedby="{}">{}</a><span role="tooltip" id="{}">{}</span></span>',
        path,
        key,
        words,
        key,
        meaning.term.explanation,
    )


def term_link(library: Library, name: str, words: str, key: str, here: str = "") -> SafeString:
    """A term with its tooltip; plain text if the glossary does not have it."""
    meaning = library.glossary.get(name)
    return tooltip(meaning, words, key, here) if meaning else escape(words)
