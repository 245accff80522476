"""Glossary terms in texts, as links with a pop-up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from cards.catalogue import Catalogue
from rules.pages.reference.library import pop_up
from rules.reference.files import load_terms
from rules.reference.glossary import Glossary
from rules.reference.term_matcher import TermMatcher


@dataclass(frozen=True, slots=True, eq=False)
class _Lexicon:
    glossary: Glossary
    matcher: TermMatcher


@lru_cache(maxsize=2)
def _lexicon(catalogue: Catalogue) -> _Lexicon:
    """Compiled once for each load of cards."""
    glossary = Glossary.of(catalogue.terms, load_terms())
    names = {name for card in catalogue for name in (card.name, card.full_name, *card.traits)}
    # What the card database itself explains, such as the trait City, is a term all the same.
    return _Lexicon(glossary, TermMatcher(glossary, names - {term.name for term in catalogue.terms}))


class Linker:
    """Links each term of one text where it stands first; ``key`` makes the ids of its pop-ups its own."""

    def __init__(self, catalogue: Catalogue, key: str) -> None:
        self._lexicon, self._key = _lexicon(catalogue), f"term-{key}"
        self._seen: set[str] = set()

    def term(self, name: str) -> str:
        """A word known to be a term; one that the glossary lacks or that had its turn stays a word."""
        meaning = self._lexicon.glossary.get(name)
        if meaning is None or meaning.anchor in self._seen:
            return escape(name)
        self._seen.add(meaning.anchor)
        return pop_up(meaning, name, f"{self._key}-{meaning.anchor}")

    def text(self, words: str) -> str:
        """Plain text, escaped, with its terms linked."""
        return "".join(
            pop_up(part.meaning, part.words, f"{self._key}-{part.meaning.anchor}")
            if part.meaning
            else escape(part.words)
            for part in self._lexicon.matcher.split(words, self._seen)
        )


def begin_explaining(catalogue: Catalogue, key: str) -> Linker:
    """What ``cards.explanations`` asks for."""
    return Linker(catalogue, key)
