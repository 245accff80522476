"""The cards of a deck that is being read, in numbers that a deck can have."""

from __future__ import annotations

from collections import Counter

from cards.catalogue import Zone
from decks.decklist import MAX_CARDS, MAX_COPIES, Decklist
from decks.exchange.values import quantity_fault


class CardCounts:
    """Copies by card; ``fault`` is asked before ``add``."""

    def __init__(self) -> None:
        self._approach: Counter[str] = Counter()
        self._faction: Counter[str] = Counter()
        self._different = 0

    def fault(self, zone: Zone, code: str, quantity: int) -> str:
        """Why the deck cannot hold so many more copies of a card, or nothing."""
        cards = self._of(zone)
        if cards[code] + quantity > MAX_COPIES:
            return quantity_fault(cards[code] + quantity)
        if self._different + self._adds(zone, code, quantity) > MAX_CARDS:
            return f"A deck has at most {MAX_CARDS} different cards."
        return ""

    def add(self, zone: Zone, code: str, quantity: int) -> None:
        """Count copies."""
        self._different += self._adds(zone, code, quantity)
        self._of(zone)[code] += quantity

    def decklist(self, leader: str | None) -> Decklist:
        """The list so far."""
        return Decklist.of(leader, self._approach.elements(), self._faction)

    def _of(self, zone: Zone) -> Counter[str]:
        return self._approach if zone is Zone.APPROACH else self._faction

    def _adds(self, zone: Zone, code: str, quantity: int) -> int:
        return quantity if zone is Zone.APPROACH else int(code not in self._faction)
