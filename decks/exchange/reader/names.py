"""Finds cards by name, code or title, and by misspelt names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.catalogue import Card, CardType, Catalogue, Zone
from cards.catalogue.folding import fold
from decks.exchange.values import Candidate

#: Set number, card number and the letter of a second printing; city cards have their own numbering.
CODE: Final = re.compile(r"(?<!\w)[\[(]?#?(\d{5}[a-z]?|\d{2}cd\d{2})[\])]?(?!\w)", re.IGNORECASE)

_PLAYER_ZONES: Final = (Zone.LEADER, Zone.APPROACH, Zone.FACTION)
_PEOPLE: Final = (CardType.LEADER, CardType.CHARACTER)

#: One typo is allowed for so many letters: with fewer, every name is close to another.
LETTERS_PER_TYPO: Final = 5
MAX_TYPOS: Final = 3
#: Longer texts are no card names.
MAX_CARD_NAME_LENGTH: Final = 80
#: Comparing with every name is expensive; a text with more unknown names is no deck list.
MAX_GUESSES: Final = 200

_FIRST_NAME_SCORE: Final = 80
_TITLE_SCORE: Final = 85
_MAX_CANDIDATES: Final = 3
_MIN_SIMILARITY: Final = 0.55


def key(text: str) -> str:
    """Letters and digits alone: case, accents, quotes, hyphens and spaces do not matter."""
    return "".join(char for char in fold(text) if char.isalnum())


@dataclass(frozen=True, slots=True)
class Guess:
    """The cards that a misspelt name means, empty if that is unclear, and similar ones."""

    cards: tuple[Card, ...] = ()
    candidates: tuple[Candidate, ...] = ()


class NameIndex:
    """The cards of a catalogue by every way to write them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._exact: dict[str, tuple[Card, ...]] = {}
        self._playable: dict[str, tuple[Card, ...]] = {}
        self._first_names: dict[str, tuple[Card, ...]] = {}
        self._titles: dict[str, tuple[Card, ...]] = {}
        for card in catalogue:
            for name_key in dict.fromkeys((key(card.name), key(card.full_name))):
                self._exact[name_key] = (*self._exact.get(name_key, ()), card)
            if card.title:
                self._titles[key(card.title)] = (*self._titles.get(key(card.title), ()), card)
        for name_key, cards in self._exact.items():
            playable = tuple(card for card in cards if card.deck in _PLAYER_ZONES)
            if playable:
                # A City card of the same name cannot be meant.
                self._exact[name_key] = self._playable[name_key] = playable
        self._playable_keys = tuple(self._playable)
        for card in catalogue:
            if card.type in _PEOPLE:
                words = card.name.split()
                for length in range(1, len(words)):
                    start = key(" ".join(words[:length]))
                    if card not in self._first_names.get(start, ()):
                        self._first_names[start] = (*self._first_names.get(start, ()), card)

    @property
    def playable(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards for players' decks by the ``key`` of their names, with and without titles."""
        return self._playable

    def by_code(self, code: str) -> Card | None:
        """By its own code or that of a printing."""
        return self.catalogue.get(code) or self.catalogue.get(code.lower())

    def exact(self, name: str) -> tuple[Card, ...]:
        """By name, or name and title; several where a leader and a character share it."""
        return self.by_key(key(name))

    def by_key(self, name_key: str) -> tuple[Card, ...]:
        """As ``exact``, for a name's ``key``."""
        return self._exact.get(name_key, ())

    def guess(self, name: str) -> Guess:
        """Guess what a misspelt name means. A wrong guess is worse than none."""
        wanted = key(name)
        if not wanted or len(wanted) > MAX_CARD_NAME_LENGTH:
            return Guess()
        for cards, score in ((self._titles.get(wanted), _TITLE_SCORE), (self._first_name(wanted), _FIRST_NAME_SCORE)):
            if cards and len({card.name for card in cards}) == 1:
                return Guess(cards, tuple(Candidate(card.code, score) for card in cards))
        matches = process.extract(
            wanted,
            self._playable_keys,
            scorer=OSA.normalized_similarity,
            processor=None,
            score_cutoff=_MIN_SIMILARITY,
            limit=2 * _MAX_CANDIDATES,
        )
        near = [(self._playable[name_key], OSA.distance(wanted, name_key), score) for name_key, score, _ in matches]
        candidates = _unique(Candidate(card.code, round(100 * score)) for cards, _, score in near for card in cards)
        if near:
            best, typos, _ = near[0]
            allowed = min(MAX_TYPOS, len(matches[0][0]) // LETTERS_PER_TYPO)
            names = {card.name for card in best}
            rivals = [distance for cards, distance, _ in near[1:] if {card.name for card in cards} != names]
            if typos <= allowed and all(rival > typos for rival in rivals):
                return Guess(best, candidates)
        return Guess((), candidates)

    def _first_name(self, wanted: str) -> tuple[Card, ...]:
        return self._first_names.get(wanted, ()) if len(wanted) >= LETTERS_PER_TYPO else ()


def similarity(text: str, card: Card) -> int:
    """How close a text is to a card's name, 100 for the same."""
    return round(100 * OSA.normalized_similarity(key(text), key(card.name)))


def _unique(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        best.setdefault(candidate.code, candidate)
    return tuple(best.values())[:_MAX_CANDIDATES]


class Guesser:
    """Guesses for one text, cached and limited in number so that reading stays linear."""

    def __init__(self, index: NameIndex) -> None:
        self.index = index
        self._guesses: dict[str, Guess] = {}

    def guess(self, name: str) -> Guess:
        """As ``NameIndex.guess``; empty after too many unknown names."""
        wanted = key(name)
        if wanted not in self._guesses:
            if len(self._guesses) >= MAX_GUESSES:
                return Guess()
            self._guesses[wanted] = self.index.guess(name)
        return self._guesses[wanted]


_latest: list[NameIndex] = []


def name_index(catalogue: Catalogue) -> NameIndex:
    """The index of a catalogue; the latest is cached, since a process uses one catalogue at a time."""
    for index in _latest:
        if index.catalogue is catalogue:
            return index
    index = NameIndex(catalogue)
    _latest[:] = [index]
    return index
