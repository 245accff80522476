"""A deck counted in one pass, with the cards that break a rule sorted out for the rules to report."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cards.catalogue import NEUTRAL, Zone
from decks.decklist import Decklist
from decks.legality.facts import CardFacts, FactsByCode


class Copies(NamedTuple):
    """The cards of one name in the faction deck, printings together, or of one person in the approach deck."""

    total: int
    allowed: int
    codes: tuple[str, ...]


@dataclass(slots=True)
class DeckCounts:
    """How many cards of each sort a deck has, and which of them break a rule."""

    leader_code: str | None
    leader: CardFacts | None = None
    approach_size: int = 0
    characters: int = 0
    schemes: int = 0
    faction_size: int = 0
    points: int = 0
    by_person: dict[str, Copies] = field(default_factory=dict)
    by_name: dict[str, Copies] = field(default_factory=dict)
    over_limit: dict[str, Copies] = field(default_factory=dict)
    unknown: dict[tuple[Zone, str], None] = field(default_factory=dict)
    bad_quantities: list[tuple[str, int]] = field(default_factory=list)
    barred: dict[tuple[Zone, str], CardFacts] = field(default_factory=dict)
    misplaced: dict[tuple[Zone, str], CardFacts] = field(default_factory=dict)
    disloyal: dict[tuple[Zone, str], CardFacts] = field(default_factory=dict)

    @property
    def leader_faction(self) -> str | None:
        """The faction to which cards must be loyal, once there is a leader who has one."""
        return self.leader.faction if self.leader and self.leader.is_leader else None


def count_deck(decklist: Decklist, cards: FactsByCode) -> DeckCounts:
    counts = DeckCounts(decklist.leader)
    if decklist.leader is not None:
        counts.leader = cards.get(decklist.leader)
        if counts.leader is None:
            counts.unknown[Zone.LEADER, decklist.leader] = None
        else:
            counts.points += counts.leader.points
            if counts.leader.barred:
                counts.barred[Zone.LEADER, counts.leader.code] = counts.leader
    leader_faction = counts.leader_faction
    for code in decklist.approach:
        facts = cards.get(code)
        if facts is None:
            counts.unknown[Zone.APPROACH, code] = None
        else:
            _count_approach(counts, facts, leader_faction)
    for code, quantity in decklist.faction:
        facts = cards.get(code)
        if quantity < 1:
            counts.bad_quantities.append((code, quantity))
        if facts is None:
            counts.unknown[Zone.FACTION, code] = None
        elif quantity > 0:
            _count_faction(counts, facts, quantity, leader_faction)
    return counts


def count_one_more(counts: DeckCounts, facts: CardFacts) -> DeckCounts:
    """Count the deck with one more copy of a card other than a leader, without going through the deck again."""
    after = replace(
        counts,
        by_person=counts.by_person.copy(),
        by_name=counts.by_name.copy(),
        over_limit=counts.over_limit.copy(),
        barred=counts.barred.copy(),
        misplaced=counts.misplaced.copy(),
        disloyal=counts.disloyal.copy(),
    )
    if facts.zone is Zone.APPROACH:
        _count_approach(after, facts, after.leader_faction)
    else:
        _count_faction(after, facts, 1, after.leader_faction)
    return after


def is_loyal(facts: CardFacts, leader_faction: str | None) -> bool:
    """Whether a card may be in a deck of the leader's faction (D7, D8, D10)."""
    # City cards have no faction; another rule keeps them out.
    return leader_faction is None or facts.faction in (leader_faction, NEUTRAL, None)


def _count_approach(counts: DeckCounts, facts: CardFacts, leader_faction: str | None) -> None:
    counts.approach_size += 1
    counts.points += facts.points
    counts.characters += facts.is_character
    counts.schemes += facts.is_scheme
    counts.by_person[facts.person] = _add_copies(counts.by_person.get(facts.person), facts, 1)
    if not facts.fits_approach:
        counts.misplaced[Zone.APPROACH, facts.code] = facts
    _note_forbidden(counts, Zone.APPROACH, facts, leader_faction)


def _count_faction(counts: DeckCounts, facts: CardFacts, quantity: int, leader_faction: str | None) -> None:
    counts.faction_size += quantity
    counts.points += facts.points * quantity
    copies = counts.by_name[facts.name] = _add_copies(counts.by_name.get(facts.name), facts, quantity)
    if copies.total > copies.allowed:
        counts.over_limit[facts.name] = copies
    if not facts.fits_faction:
        counts.misplaced[Zone.FACTION, facts.code] = facts
    _note_forbidden(counts, Zone.FACTION, facts, leader_faction)


def _add_copies(before: Copies | None, facts: CardFacts, quantity: int) -> Copies:
    if before is None:
        return Copies(quantity, facts.copies, (facts.code,))
    codes = before.codes if facts.code in before.codes else (*before.codes, facts.code)
    return Copies(before.total + quantity, min(before.allowed, facts.copies), codes)


def _note_forbidden(counts: DeckCounts, zone: Zone, facts: CardFacts, leader_faction: str | None) -> None:
    if facts.barred:
        counts.barred[zone, facts.code] = facts
    if not is_loyal(facts, leader_faction):
        counts.disloyal[zone, facts.code] = facts
