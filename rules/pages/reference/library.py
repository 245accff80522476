"""What pages and template tags alike make of the rules' book: addresses, links to rules, terms with their pop-ups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.urls import reverse

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from rules.reference.book import Book, Place
from rules.reference.files import load_book, load_terms
from rules.reference.glossary import SLUG, Glossary, Meaning
from rules.reference.numbers import cited
from rules.reference.search import Index


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """The book beside one catalogue: the words and cards it speaks of."""

    book: Book
    glossary: Glossary
    index: Index
    catalogue: Catalogue


def current_library() -> Library:
    """The book beside the newest load of cards."""
    return _library(current_snapshot().catalogue)


@lru_cache(maxsize=2)
def _library(catalogue: Catalogue) -> Library:
    book, glossary = load_book(), Glossary.of(catalogue.terms, load_terms())
    return Library(book, glossary, Index.of(book, glossary, lambda code: card_name(catalogue, code)), catalogue)


def card_name(catalogue: Catalogue, code: str) -> str:
    """What the book calls a card; a card that left the data is called by its code."""
    card = catalogue.get(code)
    return card.name if card else code


def chapter_path(slug: str, anchor: str = "") -> str:
    """The address of a chapter, or of one place in it."""
    path = reverse("rules:reference-chapter", kwargs={"name": slug})
    return f"{path}#{anchor}" if anchor else path


def place_path(place: Place, here: str = "") -> str:
    """The address of a numbered place, as short as it can be on the page of the chapter ``here``."""
    if place.chapter == here and place.anchor:
        return f"#{place.anchor}"
    return chapter_path(place.chapter, place.anchor)


def rule_link(book: Book, number: str, here: str = "") -> str:
    """A rule's number as a link to it; a number that no rule has stays as it is."""
    place = book.place(number)
    if place is None:
        return escape(number)
    title = f' title="{escape(place.title)}"' if place.title else ""
    return f'<a class="ref" href="{escape(place_path(place, here))}"{title}>{escape(place.number)}</a>'


def rule_links(book: Book, citation: str) -> str:
    """A citation such as ``6.7, 6.21`` with every number in it linked."""
    return ", ".join(rule_link(book, number) for number in cited(citation)) or escape(citation)


def pop_up(meaning: Meaning, words: str, key: str, here: str = "") -> str:
    """A word that leads to the glossary and explains itself on hover and focus, as the terms on card pages do."""
    path = f"#{meaning.anchor}" if here == SLUG else chapter_path(SLUG, meaning.anchor)
    return (
        f'<span class="term"><a href="{escape(path)}" aria-describedby="{key}">{escape(words)}</a>'
        f'<span role="tooltip" id="{key}">{escape(meaning.term.explanation)}</span></span>'
    )


def explained(library: Library, name: str, words: str, key: str, here: str = "") -> str:
    """A term with its pop-up, whose id is ``key``; a word that the glossary lacks stays a plain word."""
    meaning = library.glossary.get(name)
    return pop_up(meaning, words, key, here) if meaning else escape(words)
