"""Names that run together, divided into the cards they most likely are.

Lines copied from a PDF or a scan hold several names with nothing between them, misread letters, and words that belong
to no name. A division covers the words with names, exact or nearly so, and leaves as few words over as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from cards.catalogue import Card
from decks.exchange.names import LETTERS_PER_SLIP, MAX_NAME_LENGTH, MAX_TYPOS, NameIndex, key

#: More words than any name has, with a title.
MAX_NAME_WORDS: Final = 9
#: Longer lines are prose.
MAX_WORDS: Final = 120

#: How many spans of one text are compared with every name: enough for a long list with a slip in each name.
MAX_COMPARISONS: Final = 4_000

_ALIKE: Final = str.maketrans("1i0", "llo")

# Costs of a division. A name costs a little, so that one long name beats two short ones; a slip costs less than a word
# left over, so that a misread name is read, and two slips in a word of five letters cost more than leaving it.
_NAME: Final = 0.2
_NEAR: Final = 0.4
_SLIP: Final = 0.6
_LEFT_OVER: Final = 1.5


@dataclass(frozen=True, slots=True)
class Part:
    """Some words in a row: a name with the cards it can mean, or words left over."""

    words: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    slips: int = 0
    exact: bool = True

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Near:
    """The cards of the one name that is nearest to what was read."""

    cards: tuple[Card, ...]
    slips: int


class NearNames:
    """Names compared by shape, since scanners confuse letters that look alike; bounded for one text."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index
        self._shapes = {shape(spelling): cards for spelling, cards in index.spellings.items()}
        self._known: dict[str, Near | None] = {}

    def exact(self, spelling: str) -> tuple[Card, ...]:
        return self._index.spelled(spelling)

    def near(self, spelling: str) -> Near | None:
        """The name that a spelling is nearest to, if it is near enough and no other is as near."""
        wanted = shape(spelling)
        if wanted not in self._known:
            if len(self._known) >= MAX_COMPARISONS:
                return None
            self._known[wanted] = self._nearest(wanted)
        return self._known[wanted]

    def _nearest(self, wanted: str) -> Near | None:
        allowed = min(MAX_TYPOS, len(wanted) // LETTERS_PER_SLIP)
        if not allowed or len(wanted) > MAX_NAME_LENGTH:
            return None
        found = process.extract(
            wanted, self._shapes.keys(), scorer=OSA.distance, processor=None, score_cutoff=allowed, limit=2
        )
        if not found or (len(found) > 1 and found[1][1] == found[0][1]):
            return None
        name, slips, _ = found[0]
        return Near(self._shapes[name], int(slips))


def shape(spelling: str) -> str:
    """A spelling in which letters that scanners confuse are one."""
    return spelling.replace("rn", "m").replace("vv", "w").translate(_ALIKE)


def divide(text: str, names: NearNames) -> tuple[Part, ...]:
    """The cheapest division of a line without counts; empty if most of its letters belong to no name."""
    words = text.split()
    if not words or len(words) > MAX_WORDS:
        return ()
    keys = [key(word) for word in words]
    gaps = _uncovered(keys, names)
    parts = _cheapest(words, keys, names, gaps)
    named = sum(len(key(part.text)) for part in parts if part.cards)
    return parts if 2 * named > sum(map(len, keys)) else ()


def _uncovered(keys: Sequence[str], names: NearNames) -> list[bool]:
    """The words that no exact name covers: only spans that hold one of them are worth comparing with every name."""
    covered = [False] * len(keys)
    for start in range(len(keys)):
        for end in range(start + 1, min(start + MAX_NAME_WORDS, len(keys)) + 1):
            if names.exact("".join(keys[start:end])):
                covered[start:end] = [True] * (end - start)
    return [not each for each in covered]


def _cheapest(
    words: Sequence[str], keys: Sequence[str], names: NearNames, uncovered: Sequence[bool]
) -> tuple[Part, ...]:
    costs = [0.0] + [float("inf")] * len(words)
    last: list[tuple[int, Part]] = [(0, Part(()))] * (len(words) + 1)
    for start in range(len(words)):
        for end in range(start + 1, min(start + MAX_NAME_WORDS, len(words)) + 1):
            cost, part = _read(words[start:end], keys[start:end], names, any(uncovered[start:end]))
            if part is not None and costs[start] + cost < costs[end]:
                costs[end] = costs[start] + cost
                last[end] = (start, part)
    parts: list[Part] = []
    end = len(words)
    while end:
        end, part = last[end]
        parts.append(part)
    return tuple(_joined(parts[::-1]))


def _read(words: Sequence[str], keys: Sequence[str], names: NearNames, doubtful: bool) -> tuple[float, Part | None]:
    spelling = "".join(keys)
    if cards := names.exact(spelling):
        return _NAME, Part(tuple(words), cards)
    if doubtful and keys[0] and keys[-1] and (near := names.near(spelling)):
        return _NAME + _NEAR + _SLIP * near.slips, Part(tuple(words), near.cards, near.slips, exact=False)
    if len(words) == 1:
        return (_LEFT_OVER if spelling else 0.0), Part(tuple(words))
    return 0.0, None


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Neighbouring words left over as one part."""
    joined: list[Part] = []
    for part in parts:
        if joined and not part.cards and not joined[-1].cards:
            joined[-1] = Part(joined[-1].words + part.words)
        else:
            joined.append(part)
    return joined
