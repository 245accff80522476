"""What the builder's pool may offer to a deck, worked out once for a list and a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from cards.catalogue import Card, Catalogue, Zone, may_run
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality import Candidates, Report, Violation
from decks.lists.edits import DECK_ZONES


class Offer:
    """One list held against every card: how many copies are in, whether one more may be, and why not."""

    def __init__(self, decklist: Decklist, format: Format, catalogue: Catalogue) -> None:
        self.decklist: Final = decklist
        self.format: Final = format
        self._catalogue: Final = catalogue
        self._candidates: Final = Candidates(decklist, format, catalogue)
        self._reasons: Final[dict[str, tuple[Violation, ...]]] = {}
        self._allowed: Final[dict[str, bool]] = {}

    @property
    def report(self) -> Report:
        """The judgement on the list as it is."""
        return self._candidates.report

    @cached_property
    def copies(self) -> Counter[str]:
        """How many copies of each card are in the list, wherever they are."""
        found = Counter(self.decklist.approach)
        for code, number in self.decklist.faction:
            found[code] = found.get(code, 0) + number
        if self.decklist.leader:
            found[self.decklist.leader] += 1
        return found

    def why_not(self, card: Card) -> tuple[Violation, ...]:
        """The rules that one more copy would break."""
        reasons = self._reasons.get(card.code)
        if reasons is None:
            reasons = self._reasons[card.code] = self._candidates.why_not(card)
        return reasons

    def allows(self, card: Card) -> bool:
        """Whether one more copy would break no rule."""
        allowed = self._allowed.get(card.code)
        if allowed is None:
            allowed = self._allowed[card.code] = self._candidates.admits(card)
        return allowed

    def same_approach(self, other: Offer) -> bool:
        """Whether both say the same about every card of approach decks, as when only the faction deck was changed.

        Not where a rule is broken, since cards may then be where they do not belong, nor where points are added up
        over both decks.
        """
        one, two = self.decklist, other.decklist
        same = (one.leader, one.approach, self.format) == (two.leader, two.approach, other.format)
        return same and self.format.points_max is None and not (self.report.errors or other.report.errors)

    @cached_property
    def mask(self) -> int:
        """The cards to show: what may be added, and what is in already, as bits over the catalogue's order."""
        bits, places = 0, _places(self._catalogue)
        for code in self.copies:
            place = places.get(code)
            if place is not None and self._catalogue.card(code).deck is not Zone.LEADER:
                bits |= 1 << place
        for bit, card in _worth_asking(self._catalogue, self.decklist.leader):
            if self.allows(card):
                bits |= bit
        return bits


@lru_cache(maxsize=2)
def _places(catalogue: Catalogue) -> Mapping[str, int]:
    """Where each card is in the catalogue's order."""
    return {card.code: place for place, card in enumerate(catalogue)}


@lru_cache(maxsize=128)
def _worth_asking(catalogue: Catalogue, code: str | None) -> tuple[tuple[int, Card], ...]:
    """Spares the rules the cards that a leader cannot run anyhow; there is one leader only, once there is one."""
    leader = catalogue.get(code) if code else None
    if leader is not None and leader.deck is not Zone.LEADER:
        leader = None
    return tuple(
        (1 << place, card)
        for place, card in enumerate(catalogue)
        if (may_run(leader, card) if leader else card.deck in DECK_ZONES)
    )
