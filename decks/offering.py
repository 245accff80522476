"""What the builder's pool may offer to a deck, worked out once for a list and a format."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Final

from cards.catalogue import Card, Catalogue, Zone, may_run
from cards.formats import Format
from decks.building import DECK_ZONES, counts
from decks.decklist import Decklist
from decks.legality import Candidates, Report, Violation, check


class Offer:
    """One list held against every card: how many copies are in, whether one more may be, and why not."""

    def __init__(self, decklist: Decklist, format: Format, catalogue: Catalogue) -> None:
        self.decklist: Final = decklist
        self.format: Final = format
        self._catalogue: Final = catalogue
        self._candidates: Final = Candidates(decklist, format, catalogue)
        self._reasons: Final[dict[str, tuple[Violation, ...]]] = {}

    @cached_property
    def report(self) -> Report:
        """The judgement on the list as it is."""
        return check(self.decklist, self.format, self._catalogue)

    @cached_property
    def copies(self) -> Counter[str]:
        """How many copies of each card are in the list, wherever they are."""
        found: Counter[str] = Counter()
        for (_, code), number in counts(self.decklist).items():
            found[code] += number
        return found

    def why_not(self, card: Card) -> tuple[Violation, ...]:
        """The rules that one more copy would break."""
        reasons = self._reasons.get(card.code)
        if reasons is None:
            reasons = self._reasons[card.code] = self._candidates.why_not(card)
        return reasons

    @cached_property
    def mask(self) -> int:
        """The cards to show: what may be added, and what is in already, as bits over the catalogue's order."""
        bits = 0
        for place, card in enumerate(self._catalogue):
            inside = self.copies[card.code] and card.deck is not Zone.LEADER
            if inside or (self._worth_asking(card) and not self.why_not(card)):
                bits |= 1 << place
        return bits

    def _worth_asking(self, card: Card) -> bool:
        """Spares the rules the cards that a leader cannot run anyhow; there is one leader only, once there is one."""
        leader = self._catalogue.get(self.decklist.leader) if self.decklist.leader else None
        if leader is None or leader.deck is not Zone.LEADER:
            return card.deck in DECK_ZONES
        return may_run(leader, card)


@lru_cache(maxsize=256)
def offer(decklist: Decklist, format: Format, catalogue: Catalogue) -> Offer:
    """The offer to a list; kept, because every edit asks for the one before it again."""
    return Offer(decklist, format, catalogue)
