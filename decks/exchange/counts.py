"""Counts the cards of an imported deck, within the limits of a deck."""

from __future__ import annotations

from collections import Counter

from cards.catalogue import Zone
from decks.decklist import MAX_CARDS, MAX_COPIES, Decklist
from decks.exchange.values import quantity_error


class CardCounts:
    """Callers ask ``error`` before they ``add``."""

    def __init__(self) -> None:
        self._approach: Counter[str] = Counter()
        self._faction: Counter[str] = Counter()
        self._different = 0

    def error(self, zone: Zone, code: str, quantity: int) -> str:
        """Why these copies cannot be added, or an empty string."""
        cards = self._of(zone)
        if cards[code] + quantity > MAX_COPIES:
            return quantity_error(cards[code] + quantity)
        if self._different + self._adds(zone, code, quantity) > MAX_CARDS:
            return f"A deck can have at most {MAX_CARDS} different cards."
        return ""

    def add(self, zone: Zone, code: str, quantity: int) -> None:
        self._different += self._adds(zone, code, quantity)
        self._of(zone)[code] += quantity

    def decklist(self, leader: str | None) -> Decklist:
        return Decklist.of(leader, self._approach.elements(), self._faction)

    def _of(self, zone: Zone) -> Counter[str]:
        return self._approach if zone is Zone.APPROACH else self._faction

    def _adds(self, zone: Zone, code: str, quantity: int) -> int:
        return quantity if zone is Zone.APPROACH else int(code not in self._faction)
