"""Every card as the builder offers it to a deck, worked out once for a list and a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from cards.catalogue import Card, Catalogue, Zone, may_run
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality import AdditionCheck, Report, Violation
from decks.lists.edits import DECK_ZONES


class CardPool:
    """How many copies of each card a list has, whether one more may be added, and why not."""

    def __init__(self, decklist: Decklist, format: Format, catalogue: Catalogue) -> None:
        self.decklist: Final = decklist
        self.format: Final = format
        self._catalogue: Final = catalogue
        self._additions: Final = AdditionCheck(decklist, format, catalogue)
        self._reasons: Final[dict[str, tuple[Violation, ...]]] = {}
        self._allowed: Final[dict[str, bool]] = {}

    @property
    def report(self) -> Report:
        """On the list as it is."""
        return self._additions.report

    @cached_property
    def copies(self) -> Counter[str]:
        """Copies by card code, all zones together."""
        copies = Counter(self.decklist.approach)
        for code, number in self.decklist.faction:
            copies[code] = copies.get(code, 0) + number
        if self.decklist.leader:
            copies[self.decklist.leader] += 1
        return copies

    def why_not(self, card: Card) -> tuple[Violation, ...]:
        """The rules that one more copy would break."""
        reasons = self._reasons.get(card.code)
        if reasons is None:
            reasons = self._reasons[card.code] = self._additions.why_not(card)
        return reasons

    def allows(self, card: Card) -> bool:
        """Whether one more copy would break no rule."""
        allowed = self._allowed.get(card.code)
        if allowed is None:
            allowed = self._allowed[card.code] = self._additions.allows(card)
        return allowed

    def same_approach(self, other: CardPool) -> bool:
        """Whether both give the same answers for approach cards, as when only the faction deck changed.

        Never if a rule is broken, since cards may then be in the wrong deck, or if the format adds up points over both
        decks.
        """
        one, two = self.decklist, other.decklist
        same = (one.leader, one.approach, self.format) == (two.leader, two.approach, other.format)
        return same and self.format.points_max is None and not (self.report.errors or other.report.errors)

    @cached_property
    def mask(self) -> int:
        """The cards to show, those that may be added and those in the list, as bits in the catalogue's order."""
        bits, positions = 0, _positions(self._catalogue)
        for code in self.copies:
            position = positions.get(code)
            if position is not None and self._catalogue.card(code).deck is not Zone.LEADER:
                bits |= 1 << position
        for bit, card in _possible_additions(self._catalogue, self.decklist.leader):
            if self.allows(card):
                bits |= bit
        return bits


@lru_cache(maxsize=2)
def _positions(catalogue: Catalogue) -> Mapping[str, int]:
    return {card.code: position for position, card in enumerate(catalogue)}


@lru_cache(maxsize=128)
def _possible_additions(catalogue: Catalogue, code: str | None) -> tuple[tuple[int, Card], ...]:
    """Leaves out what the leader can never run, so that the rules need not be asked about it."""
    leader = catalogue.get(code) if code else None
    if leader is not None and leader.deck is not Zone.LEADER:
        leader = None
    return tuple(
        (1 << position, card)
        for position, card in enumerate(catalogue)
        if (may_run(leader, card) if leader else card.deck in DECK_ZONES)
    )
