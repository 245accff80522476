"""Searching the book: every word asked for must begin some word of a passage; accents and case do not matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Final

from cards.catalogue.folding import fold
from rules.reference.book import Book, Chapter, plain
from rules.reference.glossary import SLUG, Glossary
from rules.reference.numbers import key

#: Longer questions are cut: nobody types them, and each word costs a pass over the book.
MAX_LETTERS: Final = 100
MAX_WORDS: Final = 8
#: A rule ranks above its term, and a term above an example.
OF_RULES: Final = 12
OF_TERMS: Final = 6
#: About as much of a passage as two lines hold.
EXCERPT: Final = 190

_WORD: Final = re.compile(r"[^\W_]+(?:[.'-][^\W_]+)*")
_SENTENCE: Final = re.compile(r"[^.!?]*(?:[.!?](?=\d)[^.!?]*)*[.!?”)]*\s*")


@dataclass(frozen=True)
class Passage:
    """A rule, ruling, example, term or chapter opening."""

    chapter: str
    chapter_title: str
    anchor: str
    number: str
    title: str
    text: str
    steps: tuple[str, ...] = ()
    weight: int = 0

    @cached_property
    def folded_title(self) -> str:
        return fold(f"{self.number} {self.title}")

    @cached_property
    def folded_text(self) -> str:
        return fold(self.text)

    def is_called(self, number: str) -> bool:
        """Whether this number is the passage's, or one of its steps'."""
        return bool(number) and key(number) in map(key, (self.number, *self.steps))


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a text, and whether it matches the query."""

    text: str
    found: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found: its title and the part of its text that answers, with the words marked."""

    passage: Passage
    title: tuple[Piece, ...]
    excerpt: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The hits, best first; without any, perhaps a better spelling."""

    query: str
    hits: tuple[Hit, ...] = ()
    suggestion: str = ""


@dataclass(frozen=True)
class Index:
    """All passages of a book, for searching."""

    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, book: Book, glossary: Glossary, card_name: Callable[[str], str]) -> Index:
        """Split a book into passages; cards are found by their names."""
        return cls(tuple(_passages(book, glossary, card_name)))

    def search(self, query: str) -> Results:
        """Every passage that has all words of the query in its number, title or text."""
        text = " ".join(query.split())[:MAX_LETTERS]
        words = tuple(dict.fromkeys(_WORD.findall(fold(text))))[:MAX_WORDS]
        if not words:
            return Results(text)
        patterns = [_pattern(word) for word in words]
        scored = [
            (-score, place, passage)
            for place, passage in enumerate(self.passages)
            if (score := _score(passage, text, patterns))
        ]
        looked_for = re.compile("|".join(pattern.pattern for pattern in patterns))
        hits = tuple(_hit(passage, looked_for, patterns) for _, _, passage in sorted(scored, key=lambda one: one[:2]))
        return Results(text, hits, "" if hits else self._suggestion(words))

    def _suggestion(self, words: Iterable[str]) -> str:
        better = []
        for word in words:
            known = any(_pattern(word).search(each) for each in self._vocabulary)
            near = [word] if known else get_close_matches(word, self._vocabulary, n=1, cutoff=0.7)
            better += near
        return " ".join(better)

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        words = {
            word for passage in self.passages for word in _WORD.findall(f"{passage.folded_title} {passage.folded_text}")
        }
        return tuple(sorted(words))


def _passages(book: Book, glossary: Glossary, card_name: Callable[[str], str]) -> Iterator[Passage]:
    weight = OF_RULES
    for chapter in book.chapters:
        if chapter.slug == SLUG:
            weight = 0
        for anchor, number, title, text, steps in _texts(chapter, card_name):
            yield Passage(chapter.slug, chapter.title, anchor, number, title, text, steps, weight)
        if chapter.slug == SLUG:
            for meaning in glossary:
                name, text = meaning.term.name, meaning.term.explanation
                yield Passage(chapter.slug, chapter.title, meaning.anchor, "", name, text, weight=OF_TERMS)


def _texts(chapter: Chapter, card_name: Callable[[str], str]) -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """Anchor, number, title, text and steps of everything in a chapter that has a heading."""
    yield "", chapter.number, chapter.title, f"{chapter.lead} {plain(chapter.blocks, card_name)}", ()
    for part in chapter.parts:
        if part.blocks or part.number:
            yield part.anchor, part.number, part.title, plain(part.blocks, card_name), ()
        for entry in part.entries:
            yield entry.anchor, entry.number, entry.title, plain(entry.blocks, card_name), entry.steps


def _pattern(word: str) -> re.Pattern[str]:
    """Where some word begins with this one; the plural finds the singular, too."""
    stem = word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    return re.compile(rf"(?<![^\W_]){re.escape(stem)}")


def _score(passage: Passage, query: str, patterns: Iterable[re.Pattern[str]]) -> int:
    """How well a passage answers; 0 if it lacks a word and is not called for by its number."""
    total = passage.weight + (50 if fold(passage.title) == fold(query) else 0)
    called = passage.is_called(query)
    for pattern in patterns:
        in_title = pattern.search(passage.folded_title) is not None
        in_text = len(pattern.findall(passage.folded_text))
        if not in_title and not in_text and not called:
            return 0
        total += 10 * in_title + min(in_text, 3)
    return total + 100 * called


def _hit(passage: Passage, looked_for: re.Pattern[str], patterns: Iterable[re.Pattern[str]]) -> Hit:
    return Hit(
        passage, tuple(_marked(passage.title, looked_for)), tuple(_marked(_excerpt(passage.text, patterns), looked_for))
    )


def _excerpt(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    """The sentences from the first that answers best on, as far as there is room."""
    sentences = [found[0] for found in _SENTENCE.finditer(text) if found[0].strip()]
    if not sentences:
        return ""
    answers = [sum(pattern.search(fold(sentence)) is not None for pattern in patterns) for sentence in sentences]
    start = answers.index(max(answers))
    chosen = ("… " if start else "") + sentences[start]
    for sentence in sentences[start + 1 :]:
        if len(chosen) + len(sentence) > EXCERPT:
            break
        chosen += sentence
    return chosen.strip()


def _marked(text: str, looked_for: re.Pattern[str]) -> Iterator[Piece]:
    """Text in pieces, with each whole word that begins as asked marked. Folding may change a text's length."""
    letters = [fold(letter) for letter in text]
    places = [place for place, folded in enumerate(letters) for _ in folded]
    last = 0
    for found in looked_for.finditer("".join(letters)):
        start = places[found.start()]
        end = places[found.end() - 1] + 1
        while end < len(text) and (text[end].isalnum()):
            end += 1
        if start < last:
            continue
        if start > last:
            yield Piece(text[last:start])
        yield Piece(text[start:end], found=True)
        last = end
    if last < len(text):
        yield Piece(text[last:])
