"""Finding a card by what people write for it: its name, its code, its title, or something near."""

from __future__ import annotations

import re
from collections.abc import Iterable
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

#: Letters for each typo allowed: with fewer, every name is close to some other.
LETTERS_PER_SLIP: Final = 5
MAX_TYPOS: Final = 3
#: Nothing that anybody meant to be a card's name is longer.
MAX_CARD_NAME_LENGTH: Final = 80
#: Comparing with every name is the dear part of reading; a list with more unknown names than this is no list.
MAX_GUESSES: Final = 200

_FIRST_NAME_SCORE: Final = 80
_TITLE_SCORE: Final = 85
_CANDIDATES: Final = 3
_NEAR_ENOUGH_TO_SHOW: Final = 0.55


def key(text: str) -> str:
    """The letters and digits alone, so that marks, quotes, hyphens and spaces never matter."""
    return "".join(char for char in fold(text) if char.isalnum())


@dataclass(frozen=True, slots=True)
class Guess:
    """The cards that a misspelt name must mean (empty: too far, or two are as near), and those that are near."""

    cards: tuple[Card, ...] = ()
    candidates: tuple[Candidate, ...] = ()


class NameIndex:
    """Every way to write a card of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._exact: dict[str, tuple[Card, ...]] = {}
        self._slips: dict[str, tuple[Card, ...]] = {}
        self._first_names: dict[str, tuple[Card, ...]] = {}
        self._titles: dict[str, tuple[Card, ...]] = {}
        for card in catalogue:
            for spelling in dict.fromkeys((key(card.name), key(card.full_name))):
                self._exact[spelling] = (*self._exact.get(spelling, ()), card)
            if card.title:
                self._titles[key(card.title)] = (*self._titles.get(key(card.title), ()), card)
        for spelling, cards in self._exact.items():
            playable = tuple(card for card in cards if card.deck in _PLAYER_ZONES)
            if playable:
                # A City card of the same name cannot have been meant.
                self._exact[spelling] = self._slips[spelling] = playable
        self._spellings = tuple(self._slips)
        for card in catalogue:
            if card.type in _PEOPLE:
                words = card.name.split()
                for length in range(1, len(words)):
                    start = key(" ".join(words[:length]))
                    if card not in self._first_names.get(start, ()):
                        self._first_names[start] = (*self._first_names.get(start, ()), card)

    def by_code(self, code: str) -> Card | None:
        """The card of a code, or of the code of one of its printings."""
        return self.catalogue.get(code) or self.catalogue.get(code.lower())

    def exact(self, name: str) -> tuple[Card, ...]:
        """The cards of a name, or of a name with its title; several where a leader and a character share it."""
        return self.spelled(key(name))

    def spelled(self, spelling: str) -> tuple[Card, ...]:
        """As ``exact``, for letters and digits alone."""
        return self._exact.get(spelling, ())

    def guess(self, name: str) -> Guess:
        """What a name that no card has was meant to be. A wrong guess is worse than none."""
        wanted = key(name)
        if not wanted or len(wanted) > MAX_CARD_NAME_LENGTH:
            return Guess()
        for cards, score in ((self._titles.get(wanted), _TITLE_SCORE), (self._first_name(wanted), _FIRST_NAME_SCORE)):
            if cards and len({card.name for card in cards}) == 1:
                return Guess(cards, tuple(Candidate(card.code, score) for card in cards))
        found = process.extract(
            wanted,
            self._spellings,
            scorer=OSA.normalized_similarity,
            processor=None,
            score_cutoff=_NEAR_ENOUGH_TO_SHOW,
            limit=2 * _CANDIDATES,
        )
        near = [(self._slips[spelling], OSA.distance(wanted, spelling), score) for spelling, score, _ in found]
        candidates = _distinct(Candidate(card.code, round(100 * score)) for cards, _, score in near for card in cards)
        if near:
            best, slips, _ = near[0]
            allowed = min(MAX_TYPOS, len(found[0][0]) // LETTERS_PER_SLIP)
            names = {card.name for card in best}
            rivals = [s for cards, s, _ in near[1:] if {card.name for card in cards} != names]
            if slips <= allowed and all(rival > slips for rival in rivals):
                return Guess(best, candidates)
        return Guess((), candidates)

    def _first_name(self, wanted: str) -> tuple[Card, ...]:
        return self._first_names.get(wanted, ()) if len(wanted) >= LETTERS_PER_SLIP else ()


def _distinct(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        best.setdefault(candidate.code, candidate)
    return tuple(best.values())[:_CANDIDATES]


class Guesser:
    """Guesses for one text: remembered, and bounded in number so that reading stays linear."""

    def __init__(self, index: NameIndex) -> None:
        self.index = index
        self._known: dict[str, Guess] = {}

    def guess(self, name: str) -> Guess:
        """As ``NameIndex.guess``; nothing once too many names were unknown."""
        wanted = key(name)
        if wanted not in self._known:
            if len(self._known) >= MAX_GUESSES:
                return Guess()
            self._known[wanted] = self.index.guess(name)
        return self._known[wanted]


_latest: list[NameIndex] = []


def name_index(catalogue: Catalogue) -> NameIndex:
    """The index of a catalogue; the last one is kept, as a process reads with one catalogue at a time."""
    for index in _latest:
        if index.catalogue is catalogue:
            return index
    index = NameIndex(catalogue)
    _latest[:] = [index]
    return index
