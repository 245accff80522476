"""The values that a query can name, their alternative spellings, and which one was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rapidfuzz import fuzz, process

from cards.catalogue import Catalogue
from cards.catalogue.folding import fold
from cards.catalogue.formats import Format
from cards.query.entries import SearchEntry, searchable
from cards.query.fields import CARDS
from cards.query.kinds import ChoiceField, Option, Table, WordsField, World

#: How similar two words must be, out of 100, before one is suggested for the other.
_MIN_SIMILARITY: Final = 65

#: How much less similar than the best guess another one may be.
_CLOSE: Final = 15

_SEPARATORS: Final = re.compile(r"[\s_-]+")


def spellings(words: Iterable[str]) -> Mapping[str, str]:
    """Words by their folded spelling, for ``nearest``; of equal ones the first."""
    by_spelling: dict[str, str] = {}
    for word in words:
        by_spelling.setdefault(fold(word), word)
    return by_spelling


def nearest(written: str, candidates: Mapping[str, str]) -> str | None:
    """The candidate most similar to what was written, if any is similar enough; ties go to the first."""
    return next(iter(nearest_few(written, candidates, 1)), None)


def nearest_few(written: str, candidates: Mapping[str, str], limit: int) -> tuple[str, ...]:
    """Up to ``limit`` candidates that are about as similar as the best one, which comes first."""
    scored = process.extract(
        fold(written), candidates.keys(), scorer=fuzz.ratio, score_cutoff=_MIN_SIMILARITY, limit=limit
    )
    return tuple(candidates[word] for word, score, _ in scored if score > scored[0][1] - _CLOSE)


def normalise(text: str) -> str:
    """One spelling for codes and names: ``City Character`` is ``city_character``."""
    return _SEPARATORS.sub(" ", fold(text)).strip()


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of one field, indexed."""

    options: tuple[Option, ...]
    by_code: Mapping[str, Option]
    by_spelling: Mapping[str, Option]

    @classmethod
    def of(cls, options: tuple[Option, ...]) -> Choices:
        """Index the options; a code wins over a name, a name over another option's alias."""
        spellings: dict[str, Option] = {}
        for option in options:
            spellings.setdefault(normalise(option.code), option)
        for option in options:
            for name in (option.label, *option.aliases):
                spellings.setdefault(normalise(name), option)
        return cls(options, {option.code: option for option in options}, spellings)

    def matching(self, written: str) -> tuple[Option, ...]:
        """The options that may be meant: the one spelled exactly so, or else all with a word that starts so."""
        key = normalise(written)
        exact = self.by_spelling.get(key)
        if exact is not None:
            return (exact,)
        matches = [option for spelling, option in self.by_spelling.items() if spelling.startswith(key)]
        if not matches:
            matches = [option for spelling, option in self.by_spelling.items() if f" {key}" in spelling]
        return tuple(dict.fromkeys(matches)) if key else ()

    def nearest(self, written: str) -> Option | None:
        """The option most similar to what was written, by its whole spelling or by a word that no other has."""
        owners: dict[str, set[Option]] = {}
        for spelling, option in self.by_spelling.items():
            for word in spelling.split():
                owners.setdefault(word, set()).add(option)
        by_word = {word: next(iter(owning)) for word, owning in owners.items() if len(owning) == 1}
        by_word.update(self.by_spelling)
        found = nearest(normalise(written), {word: word for word in by_word})
        return None if found is None else by_word[found]


class Vocabulary:
    """Every value that a catalogue and its formats give a query."""

    def __init__(
        self, catalogue: Catalogue | None = None, formats: Sequence[Format] = (), table: Table = CARDS
    ) -> None:
        self.table: Final = table
        self.world: Final = World(catalogue or Catalogue(version="", cards=()), tuple(formats))
        self._choices: Final = {
            field.name: Choices.of(field.options(self.world))
            for field in table.fields
            if isinstance(field, ChoiceField)
        }
        self._terms: Final = {
            field.name: {searchable(term): term for term in field.known(self.world)}
            for field in table.fields
            if isinstance(field, WordsField)
        }

    @cached_property
    def entries(self) -> tuple[SearchEntry, ...]:
        """Every card prepared for searching, in the catalogue's order."""
        catalogue = self.world.catalogue
        return tuple(SearchEntry.of(card, catalogue.leaders, self.world.formats) for card in catalogue)

    def choices(self, field: str) -> Choices:
        """The options of a field with fixed values."""
        return self._choices[field]

    def option(self, field: str, code: str) -> Option:
        """The option with this code; an unknown code stands for itself."""
        return self._choices[field].by_code.get(code) or Option(code, code, code)

    def _options(self, field: str) -> tuple[Option, ...]:
        return self._choices[field].options if field in self._choices else ()

    def terms(self, field: str) -> Mapping[str, str]:
        """The terms of a field: as the search sees them, and as they are printed."""
        return self._terms[field]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Every name and full name."""
        return spellings(name for card in self.world.catalogue for name in (card.name, card.full_name))

    @cached_property
    def name_words(self) -> Mapping[str, str]:
        """The words of names and titles."""
        return spellings(_words(self.names.values()))

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Every searchable word: those of names and traits, then of what plain words can name, then of rules text."""
        labels = (option.label for field in self.table.plain for option in self._options(field))
        texts = (entry.text for entry in self.entries)
        return spellings(
            dict.fromkeys(
                (*self.name_words.values(), *_words(self.world.catalogue.traits), *_words(labels), *_words(texts))
            )
        )

    @cached_property
    def artists(self) -> Mapping[str, str]:
        """Everyone who illustrated a card."""
        return spellings(self.world.catalogue.artists)

    @cached_property
    def artist_words(self) -> Mapping[str, str]:
        """The words of artists' names."""
        return spellings(_words(self.artists.values()))


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (word for text in texts for word in re.findall(r"[^\W\d_]{3,}", text))
