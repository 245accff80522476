"""The survey of all abilities: the words that a rules language needs, and which card needs which.

``survey.json`` holds a closed vocabulary and, written in it, what the language must be able to express for each ability
of every card. The kind, qualifiers and text of an ability are in the card data. ``tables`` writes the tables of
docs/explanation/abilities.md.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from cards.catalogue import Ability, AbilityKind, Catalogue
from cards.catalogue.datafiles import load_catalogue, load_city_decks
from cards.catalogue.phrases import ICON_TOKENS
from decks.lists.starters import read_starters

SURVEY: Final = Path(__file__).parent / "survey.json"

#: What else may fill a slot, besides words of its own name and ``logic``, which joins words of any kind.
_ALSO_FILLED_BY: Final[Mapping[str, frozenset[str]]] = {
    "thing": frozenset({"zone"}),
    "filter": frozenset({"condition", "thing"}),
    "amount": frozenset({"number"}),
    "property": frozenset({"icon"}),
    "effect": frozenset({"modifier", "flow"}),
}

#: The fields of an entry that hold phrases, and the part of speech of each.
_FIELDS: Final[Mapping[str, str]] = {
    "when": "timing",
    "if": "condition",
    "cost": "effect",
    "target": "thing",
    "do": "effect",
    "limit": "limit",
}

_WINDOWS: Final[Mapping[AbilityKind, str]] = {
    AbilityKind.ACTION: "with priority in High Drama (6.2)",
    AbilityKind.TECHNIQUE: "while issuing a challenge, or in a round of a duel (6.5)",
    AbilityKind.MANEUVER: "in a round, on the combat card just played (6.4)",
    AbilityKind.SCHEME: "when schemes resolve (4.2.5)",
    AbilityKind.WHEN_REVEALED: "when revealed (4.2.2)",
}

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<word>[a-z_]+)|(?P<number>-?\d+)|'(?P<name>[^']*)'|\{(?P<icon>\w+)\}|(?P<mark>[(),]))"
)
_SLOT: Final = re.compile(r"(?P<kinds>[a-z|]+)(?P<times>[?*+]?)")


class SurveyError(ValueError):
    """The survey is invalid; the message lists every fault, one per line."""


@dataclass(frozen=True, slots=True)
class Name:
    """A trait, keyword, kind of ability, place or card by its name."""

    text: str

    def __str__(self) -> str:
        return f"'{self.text}'"


@dataclass(frozen=True, slots=True)
class Icon:
    """A stat or combat value, by its icon."""

    token: str

    def __str__(self) -> str:
        return f"{{{self.token}}}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word with its arguments."""

    word: str
    parts: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.parts))})" if self.parts else self.word

    def walk(self) -> Iterator[Phrase]:
        """The phrase and every phrase inside it."""
        yield self
        for part in self.parts:
            if isinstance(part, Phrase):
                yield from part.walk()

    def says(self, word: str) -> bool:
        """Whether a word occurs in it."""
        return any(phrase.word == word for phrase in self.walk())


Term = Phrase | Name | Icon | int


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the vocabulary: its part of speech, its slots and its meaning."""

    name: str
    part: str
    takes: str
    means: str


@dataclass(frozen=True)
class Entry:
    """What the language must be able to express for one ability."""

    ability: Ability
    #: Phrases by field: ``when``, ``if``, ``cost``, ``target``, ``do``, ``limit``.
    phrases: Mapping[str, tuple[Phrase, ...]]
    note: str = ""

    def walk(self, *fields: str) -> Iterator[Phrase]:
        """Every phrase of these fields, or of all fields."""
        for field in fields or self.phrases:
            for phrase in self.phrases.get(field, ()):
                yield from phrase.walk()

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(phrase.word for phrase in self.walk())

    @property
    def window(self) -> str:
        """When the ability can be used or takes effect."""
        if not self.phrases.get("when"):
            return _WINDOWS.get(self.ability.kind, "always")
        (trigger,) = self.phrases["when"]
        if trigger.word == "before" or trigger.says("would"):
            return "before it happens, so that it can be changed (6.15)"
        if trigger.word == "after":
            return "when the whole ability or action has resolved (6.3)"
        return "in the midst of what happens (6.3)"

    def __str__(self) -> str:
        shown = (f"{field}: {'; '.join(map(str, phrases))}" for field, phrases in self.phrases.items())
        return "\n".join(shown)


@dataclass(frozen=True)
class Survey:
    """The vocabulary, and the entries of every card in the order of its abilities."""

    catalogue: Catalogue
    #: Parts of speech, with what each is for.
    parts: Mapping[str, str]
    words: Mapping[str, Word]
    entries: Mapping[str, tuple[Entry, ...]]

    @cached_property
    def _needs(self) -> Mapping[str, frozenset[str]]:
        return {code: frozenset().union(*(entry.words for entry in entries)) for code, entries in self.entries.items()}

    def needs(self, code: str) -> frozenset[str]:
        """The words that a card's abilities need."""
        return self._needs[code]

    def counts(self, codes: Iterable[str] | None = None) -> Counter[str]:
        """How many of these cards, or of all, need each word."""
        return Counter(word for code in (self.entries if codes is None else codes) for word in self.needs(code))

    def by_set(self) -> dict[str, Counter[str]]:
        """How many cards of each set need each word."""
        return {
            each.code: self.counts(card.code for card in self.catalogue if card.set == each.code)
            for each in self.catalogue.sets
        }


def read_survey(catalogue: Catalogue, path: Path = SURVEY) -> Survey:
    """Read the survey and check it against the cards of its sets. :raises SurveyError: listing all faults.

    Sets that are not surveyed yet are ignored.
    """
    content: Any = json.loads(path.read_text(encoding="utf-8"))
    sets = [each for each in catalogue.sets if each.code in content["sets"]]
    cards = [card for card in catalogue if card.set in content["sets"]]
    catalogue = replace(catalogue, cards=tuple(cards), sets=tuple(sets))
    words = {
        name: Word(name, record["part"], record.get("takes", ""), record["means"])
        for name, record in content["words"].items()
    }
    faults = [
        f"{word.name}: no part of speech {word.part}" for word in words.values() if word.part not in content["parts"]
    ]
    faults += [f"{code}: no such card" for code in content["cards"] if code not in catalogue]
    entries: dict[str, tuple[Entry, ...]] = {}
    for card in catalogue:
        records = content["cards"].get(card.code, [])
        if len(records) != len(card.abilities):
            faults.append(f"{card.code}: {len(card.abilities)} abilities, but {len(records)} entries")
            continue
        read: list[Entry] = []
        for number, (ability, record) in enumerate(zip(card.abilities, records, strict=True)):
            try:
                read.append(_entry(ability, record))
            except SurveyError as error:
                faults.append(f"{card.code}, ability {number}: {error}")
            else:
                faults += (f"{card.code}, ability {number}: {fault}" for fault in _entry_faults(read[-1], words))
        entries[card.code] = tuple(read)
    used = {word for each in entries.values() for entry in each for word in entry.words}
    faults += [f"{name}: no ability needs it" for name in words if name not in used]
    if faults:
        raise SurveyError("\n".join(faults))
    return Survey(catalogue, content["parts"], words, entries)


@cache
def load_survey() -> Survey:
    """The project's own survey, read once per process."""
    return read_survey(load_catalogue())


def parse(text: str) -> Phrase:
    """Read one phrase. :raises SurveyError: if it is not a phrase."""
    tokens = _tokens(text)
    term, after = _term(text, tokens, 0)
    if after != len(tokens) or not isinstance(term, Phrase):
        raise SurveyError(f"not one phrase: {text}")
    return term


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise SurveyError(f"cannot read {text[at:]!r}")
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return tokens


def _term(text: str, tokens: Sequence[tuple[str, str]], at: int) -> tuple[Term, int]:
    kind, value = tokens[at] if at < len(tokens) else ("", "")
    at += 1
    match kind:
        case "number":
            return int(value), at
        case "name":
            return Name(value), at
        case "icon":
            return Icon(value), at
        case "word":
            parts: list[Term] = []
            if tokens[at : at + 1] == [("mark", "(")]:
                separator = ("mark", ",")
                while separator == ("mark", ","):
                    part, at = _term(text, tokens, at + 1)
                    parts.append(part)
                    separator = tokens[at] if at < len(tokens) else ("", "")
                if separator != ("mark", ")"):
                    raise SurveyError(f"a bracket is not closed: {text}")
                at += 1
            return Phrase(value, tuple(parts)), at
    raise SurveyError(f"something is missing: {text}")


def _entry(ability: Ability, record: Mapping[str, Any]) -> Entry:
    phrases = {}
    for field in _FIELDS:
        texts = record.get(field, [])
        if texts:
            phrases[field] = tuple(parse(text) for text in ([texts] if isinstance(texts, str) else texts))
    return Entry(ability, phrases, record.get("note", ""))


def _entry_faults(entry: Entry, words: Mapping[str, Word]) -> Iterator[str]:
    if "do" not in entry.phrases:
        yield "it does nothing"
    if entry.ability.trigger and "when" not in entry.phrases:
        yield "its trigger is not surveyed"
    if entry.ability.cost and not entry.phrases.keys() & {"if", "cost", "target"}:
        yield "what stands before its bullet is not surveyed"
    for field, phrases in entry.phrases.items():
        for phrase in phrases:
            if not _can_fill(phrase, {_FIELDS[field]}, words):
                yield f"{field}: {phrase} is no {_FIELDS[field]}"
            for inner in phrase.walk():
                yield from _word_faults(inner, words)


def _word_faults(phrase: Phrase, words: Mapping[str, Word]) -> Iterator[str]:
    if phrase.word not in words:
        yield f"no such word: {phrase.word}"
        return
    yield from (
        f"no such icon: {part}" for part in phrase.parts if isinstance(part, Icon) and part.token not in ICON_TOKENS
    )
    left = list(phrase.parts)
    for slot in _SLOT.finditer(words[phrase.word].takes):
        kinds, times = set(slot["kinds"].split("|")), slot["times"]
        filled = 0
        while left and (times in ("*", "+") or not filled) and _can_fill(left[0], kinds, words):
            left.pop(0)
            filled += 1
        if not filled and times in ("", "+"):
            yield f"{phrase.word} lacks {slot['kinds']}: {phrase}"
            return
    if left:
        yield f"{phrase.word} does not take {left[0]}: {phrase}"


def _can_fill(term: Term, kinds: Collection[str], words: Mapping[str, Word]) -> bool:
    if isinstance(term, Phrase):
        part = words[term.word].part if term.word in words else "logic"
    else:
        part = {int: "number", Name: "name", Icon: "icon"}[type(term)]
    if part == "logic" or "any" in kinds:
        return True
    return any(part == kind or part in _ALSO_FILLED_BY.get(kind, ()) for kind in kinds)


@cache
def first_lists() -> Mapping[str, frozenset[str]]:
    """The lists that are implemented first, as card codes."""
    starters = {starter.code: starter.decklist.codes for starter in read_starters()}
    (city,) = (deck for deck in load_city_decks() if deck.code == "core")
    return {
        "Castille": starters["castille-starter"],
        "Eisen": starters["eisen-starter"],
        "City": frozenset(city.cards),
    }


def implementation_order(survey: Survey, codes: Collection[str]) -> list[tuple[str, frozenset[str]]]:
    """An order to implement these cards in, with the words each adds: greedily, most cards for fewest words."""
    needs = {code: survey.needs(code) for code in sorted(codes)}
    known: frozenset[str] = frozenset()
    order: list[tuple[str, frozenset[str]]] = []
    while missing := {code: need - known for code, need in needs.items() if need - known}:

        def worth(code: str, missing: Mapping[str, frozenset[str]] = missing) -> float:
            return sum(other <= missing[code] for other in missing.values()) / len(missing[code])

        best = max(missing, key=worth)
        order.append((best, missing[best]))
        known |= missing[best]
    return order
