"""Divides a line of names that run together into the cards they most likely are.

Text copied from a PDF or a scan has several names in a row with nothing between them, misread letters, headings in the
middle of a line, and words that belong to no name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.catalogue import Card
from decks.exchange.reader.names import LETTERS_PER_TYPO, MAX_CARD_NAME_LENGTH, MAX_TYPOS, NameIndex, key

#: No name with its title has more words.
MAX_NAME_WORDS: Final = 9
#: A longer line is prose.
MAX_WORDS: Final = 120
#: Comparisons with every name in one text: enough for a long list with a typo in each name.
MAX_COMPARISONS: Final = 4_000

# The cheapest division wins. A name costs a little, so one long name beats two short ones. A typo costs less than a
# word left over, so a misread name is still read.
_NAME_COST: Final = 0.2
_NEAR_COST: Final = 0.4
_TYPO_COST: Final = 0.6
_LEFT_OVER_COST: Final = 1.5

_LOOK_ALIKES: Final = str.maketrans("1i0", "llo")


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive words: a name with the cards it can mean, a heading, or neither."""

    text: str
    cards: tuple[Card, ...] = ()
    heading: bool = False
    sure: bool = True


@dataclass(frozen=True, slots=True)
class NearMatch:
    cards: tuple[Card, ...]
    typos: int


class NearNames:
    """Misread names of one text; cached, and limited in number so that reading stays linear."""

    def __init__(self, index: NameIndex) -> None:
        self._cards = {_shape(name_key): cards for name_key, cards in index.playable.items()}
        self._shapes = tuple(self._cards)
        self._matches: dict[str, NearMatch | None] = {}

    def find(self, name_key: str) -> NearMatch | None:
        """The nearest name, if it is near enough and no other is as near."""
        wanted = _shape(name_key)
        if wanted not in self._matches:
            if len(self._matches) >= MAX_COMPARISONS:
                return None
            self._matches[wanted] = self._nearest(wanted)
        return self._matches[wanted]

    def _nearest(self, wanted: str) -> NearMatch | None:
        allowed = min(MAX_TYPOS, len(wanted) // LETTERS_PER_TYPO)
        if not allowed or len(wanted) > MAX_CARD_NAME_LENGTH:
            return None
        matches = process.extract(
            wanted, self._shapes, scorer=OSA.distance, processor=None, score_cutoff=allowed, limit=2
        )
        if not matches or (len(matches) == 2 and matches[0][1] == matches[1][1]):
            return None
        shape, typos, _ = matches[0]
        return NearMatch(self._cards[shape], int(typos))


def _shape(name_key: str) -> str:
    """A key in which letters that scanners confuse are the same."""
    return name_key.replace("rn", "m").replace("vv", "w").translate(_LOOK_ALIKES)


@dataclass(frozen=True, slots=True)
class Divider:
    """Divides the lines of one text."""

    index: NameIndex
    near: NearNames
    is_heading: Callable[[str], bool]

    def divide(self, text: str, *, typos: bool) -> list[Part]:
        """The cheapest division of all words; with ``typos``, names may be misread."""
        words = text.split()
        if not words or len(words) > MAX_WORDS:
            return []
        keys = [key(word) for word in words]
        doubtful = self._uncovered(keys) if typos else [False] * len(words)
        costs = [0.0] + [float("inf")] * len(words)
        last: list[tuple[int, Part]] = [(0, Part(""))] * (len(words) + 1)
        for start in range(len(words)):
            for end in range(start + 1, min(start + MAX_NAME_WORDS, len(words)) + 1):
                cost, part = self._read(words[start:end], keys[start:end], typos=any(doubtful[start:end]))
                if part is not None and costs[start] + cost < costs[end]:
                    costs[end] = costs[start] + cost
                    last[end] = start, part
        parts: list[Part] = []
        end = len(words)
        while end:
            end, part = last[end]
            parts.insert(0, part)
        return _join_left_over(parts)

    def _uncovered(self, keys: Sequence[str]) -> list[bool]:
        """The words in no exact name: only names with one of them are compared with every other."""
        uncovered = [True] * len(keys)
        for start in range(len(keys)):
            for end in range(start + 1, min(start + MAX_NAME_WORDS, len(keys)) + 1):
                if "".join(keys[start:end]) in self.index.playable:
                    uncovered[start:end] = [False] * (end - start)
        return uncovered

    def _read(self, words: Sequence[str], keys: Sequence[str], *, typos: bool) -> tuple[float, Part | None]:
        text, name_key = " ".join(words), "".join(keys)
        if cards := self.index.playable.get(name_key):
            return _NAME_COST, Part(text, cards)
        if self.is_heading(text):
            return _NAME_COST, Part(text, heading=True)
        if typos and keys[0] and keys[-1] and (match := self.near.find(name_key)):
            return _NAME_COST + _NEAR_COST + _TYPO_COST * match.typos, Part(text, match.cards, sure=False)
        if len(words) == 1:
            return _LEFT_OVER_COST if name_key else 0.0, Part(text, sure=False)
        return 0.0, None


def _join_left_over(parts: Sequence[Part]) -> list[Part]:
    joined: list[Part] = []
    for part in parts:
        if joined and not (part.cards or part.heading or joined[-1].cards or joined[-1].heading):
            joined[-1] = Part(f"{joined[-1].text} {part.text}", sure=False)
        else:
            joined.append(part)
    return joined
