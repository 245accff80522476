"""Finding the glossary's words in a text: inflected, at the start of a sentence, and apart from names and traits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.reference.glossary import Glossary, Meaning

#: What must follow where the word alone would mean too much: "lose 1", not "lose control" or "loses Brute".
_FOLLOWED: Final[Mapping[str, re.Pattern[str]]] = {"lose": re.compile(r" \d"), "set": re.compile(r" to\b")}
#: Terms that cards write with a capital and sentences about decks without one.
_ALSO_SMALL: Final = frozenset({"Brute", "Leader", "Loyal", "Unique"})
#: Forms that no rule of spelling gives.
_FURTHER: Final[Mapping[str, tuple[str, ...]]] = {"control": ("controller", "controllers"), "sink": ("sunk",)}
#: A capital after one of these opens a sentence or a clause.
_OPENERS: Final = frozenset('.:!?•"“')
_WORD: Final = re.compile(r"\w+")
_LETTER: Final = re.compile(r"\w")
_DOUBLED: Final = re.compile(r"(?:^|[^aeiou])[aeiou][pt]$|uip$")


@dataclass(frozen=True, slots=True)
class TextPart:
    """Part of a text; with a meaning, it is a glossary term."""

    words: str
    meaning: Meaning | None = None


@dataclass(frozen=True, slots=True)
class _Form:
    """One spelling that is looked for: of a term, or of a name that only looks like one."""

    meaning: Meaning | None
    followed: re.Pattern[str] | None = None
    opening_only: bool = False

    def stands(self, text: str, start: int, end: int, words: str) -> bool:
        """Whether it stands there as a whole, and where it may."""
        return (
            text.startswith(words, start)
            and not (end < len(text) and _LETTER.match(text, end))
            and (self.followed is None or self.followed.match(text, end) is not None)
            and (not self.opening_only or not start or text[:start].rstrip()[-1:] in _OPENERS)
        )


class TermMatcher:
    """Finds glossary terms in text; ``names`` are skipped even where they contain a term."""

    def __init__(self, glossary: Glossary, names: Iterable[str] = ()) -> None:
        forms = {words: form for meaning in glossary for words, form in _forms(meaning)}
        # What is a term as it stands is not a form of another: Gambling, and gamble.
        forms |= {meaning.term.name: _Form(meaning, _followed(meaning)) for meaning in glossary}
        self._by_word: Mapping[str, tuple[tuple[str, _Form], ...]] = _indexed(forms)
        self._by_word = _indexed(forms | {name: _Form(None) for name in names if any(self._found(name))})

    def split(self, text: str, seen: set[str]) -> Iterator[TextPart]:
        """The text in parts, with each term where it first occurs; anchors in ``seen`` are skipped."""
        last = 0
        for start, words, meaning in self._found(text):
            if meaning is None or meaning.anchor in seen:
                continue
            seen.add(meaning.anchor)
            if start > last:
                yield TextPart(text[last:start])
            yield TextPart(words, meaning)
            last = start + len(words)
        if last < len(text):
            yield TextPart(text[last:])

    def _found(self, text: str) -> Iterator[tuple[int, str, Meaning | None]]:
        """Every term and name, the longest of those that begin at one place."""
        end = 0
        for word in _WORD.finditer(text):
            start = word.start()
            if start < end:
                continue
            for words, form in self._by_word.get(word[0], ()):
                if form.stands(text, start, start + len(words), words):
                    end = start + len(words)
                    yield start, words, form.meaning
                    break


def _indexed(forms: Mapping[str, _Form]) -> Mapping[str, tuple[tuple[str, _Form], ...]]:
    """Forms by their first words; the longest first, as "City Deck" is no City."""
    found: dict[str, list[tuple[str, _Form]]] = {}
    for words, form in sorted(forms.items(), key=lambda item: (-len(item[0]), item[0])):
        if first := _WORD.match(words):
            found.setdefault(first[0], []).append((words, form))
    return {word: tuple(begun) for word, begun in found.items()}


def _forms(meaning: Meaning) -> Iterator[tuple[str, _Form]]:
    name, followed = meaning.term.name, _followed(meaning)
    for words in _inflected(name):
        yield words, _Form(meaning, followed)
        if name.startswith("The "):
            yield f"the {words[4:]}", _Form(meaning, followed)
        if " " in name:
            # Words that stand together mean the term however they are written.
            yield from ((each, _Form(meaning, followed)) for each in (words.lower(), words.title()))
            yield words[0].upper() + words[1:], _Form(meaning, followed)
        elif name in _ALSO_SMALL:
            yield words.lower(), _Form(meaning, followed)
        elif name[0].islower():
            # Inside a sentence a capital is a name's or a trait's.
            yield words.capitalize(), _Form(meaning, followed, opening_only=True)


def _followed(meaning: Meaning) -> re.Pattern[str] | None:
    return _FOLLOWED.get(meaning.term.name)


def _inflected(name: str) -> Iterator[str]:
    """A term as sentences bend it; forms that English lacks do no harm, since nobody writes them."""
    yield name
    yield from _FURTHER.get(name, ())
    last = name.rpartition(" ")[2]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        yield f"{name[:-1]}ies"
        if name[0].islower():
            yield f"{name[:-1]}ied"
        return
    yield f"{name}s"
    if name[0].isupper() or " " in name:
        return
    stem = name[:-1] if name.endswith("e") else name + name[-1] if _DOUBLED.search(name) else name
    yield from (f"{stem}ed", f"{stem}ing")
    if stem != name and not name.endswith("e"):
        yield from (f"{name}ed", f"{name}ing")
