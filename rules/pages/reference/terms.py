"""Glossary terms in texts, as links with a tooltip."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString

from cards.catalogue import Catalogue
from rules.pages.reference.library import tooltip
from rules.reference.files import load_terms
from rules.reference.glossary import Glossary, Meaning
from rules.reference.term_matcher import TermMatcher, TextPart


@dataclass(frozen=True, slots=True, eq=False)
class _Lexicon:
    glossary: Glossary
    matcher: TermMatcher


@lru_cache(maxsize=2)
def _lexicon(catalogue: Catalogue) -> _Lexicon:
    glossary = Glossary.of(catalogue.terms, load_terms())
    names = {name for card in catalogue for name in (card.name, card.full_name, *card.traits)}
    # Card names and traits are no terms, except those that the card database itself explains, such as the trait City.
    return _Lexicon(glossary, TermMatcher(glossary, names - {term.name for term in catalogue.terms}))


class Linker:
    """Links each term of one text where it first occurs; ``key`` makes the ids of its tooltips unique."""

    def __init__(self, catalogue: Catalogue, key: str) -> None:
        self._lexicon, self._key = _lexicon(catalogue), f"term-{key}"
        self._seen: set[str] = set()

    def term(self, name: str) -> SafeString:
        """A word known to be a term, linked unless it was linked before or the glossary does not have it."""
        meaning = self._lexicon.glossary.get(name)
        if meaning is None or meaning.anchor in self._seen:
            return conditional_escape(name)
        self._seen.add(meaning.anchor)
        return self._tooltip(meaning, name)

    def text(self, words: str) -> SafeString:
        """Plain text with its terms linked."""
        parts = self._lexicon.matcher.split(words, self._seen)
        return format_html_join("", "{}", ((self._part(part),) for part in parts))

    def _part(self, part: TextPart) -> str:
        return self._tooltip(part.meaning, part.words) if part.meaning else part.words

    def _tooltip(self, meaning: Meaning, words: str) -> SafeString:
        return tooltip(meaning, words, f"{self._key}-{meaning.anchor}")


def begin_explaining(catalogue: Catalogue, key: str) -> Linker:
    """The factory that is registered with ``cards.explanations``."""
    return Linker(catalogue, key)
