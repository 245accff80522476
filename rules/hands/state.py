"""One player's cards at a moment of the game, without the rules that change them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.catalogue import Card, CardType, Catalogue
from decks.decklist import Decklist
from rules.facts import worth
from rules.hands.actions import Action, Phase


@dataclass(frozen=True, slots=True)
class DayRecord:
    """What a Day began with, to look back on."""

    day: int
    scheme: str | None
    character: str | None
    kept: tuple[str, ...]
    drawn: tuple[str, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand at the beginning of High Drama."""
        return self.kept + self.drawn


@dataclass(frozen=True, slots=True)
class State:
    """A player's zones by card codes (1.2), and everything that led there; the top of the deck comes first."""

    decklist: Decklist
    catalogue: Catalogue = field(repr=False, compare=False)
    seed: int
    day: int
    phase: Phase
    approach: tuple[str, ...]
    crew: tuple[str, ...]
    deck: tuple[str, ...]
    #: How many words of the random stream are behind us.
    words: int
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    locker: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()
    scheme: str | None = None
    kept: tuple[str, ...] = ()
    reshuffles: int = 0
    days: tuple[DayRecord, ...] = ()
    actions: tuple[Action, ...] = ()

    @property
    def leader(self) -> Card:
        return self.catalogue.card(self.crew[0])

    @property
    def schemes(self) -> tuple[str, ...]:
        """The schemes still in the approach deck."""
        return tuple(code for code in self.approach if self.catalogue.card(code).type is CardType.SCHEME)

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters still in the approach deck."""
        return tuple(code for code in self.approach if self.catalogue.card(code).type is CardType.CHARACTER)

    @property
    def playable(self) -> tuple[str, ...]:
        """The hand cards whose cost the rest of the hand can pay (6.9, Q16)."""
        wealth = sum(worth(self.catalogue.card(code)) for code in self.hand)
        cards = (self.catalogue.card(code) for code in dict.fromkeys(self.hand))
        return tuple(c.code for c in cards if isinstance(c.cost, int) and wealth - worth(c) >= c.cost)

    def over_the_cap(self, character: str | None) -> int:
        """How many characters must go to The Locker when this one musters (9.1)."""
        cap = self.leader.crew_cap
        crew = len(self.crew) + (character is not None)
        return max(0, crew - cap) if isinstance(cap, int) else 0
