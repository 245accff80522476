"""A deck counted up in one pass, with everything set aside that some rule will object to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cards.catalogue import NEUTRAL, Zone
from decks.decklist import Decklist
from decks.legality.facts import Book, Facts


class Copies(NamedTuple):
    """The cards of one name in the faction deck, printings together, or of one person in the approach deck."""

    total: int
    allowed: int
    codes: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """The counts and the offenders of a deck, for all formats of the same pool; a legal deck has no offenders."""

    leader_code: str | None
    leader: Facts | None = None
    approach_size: int = 0
    characters: int = 0
    schemes: int = 0
    faction_size: int = 0
    points: int = 0
    people: dict[str, Copies] = field(default_factory=dict)
    names: dict[str, Copies] = field(default_factory=dict)
    crowded: dict[str, Copies] = field(default_factory=dict)
    unknown: dict[tuple[Zone, str], None] = field(default_factory=dict)
    bad_quantities: list[tuple[str, int]] = field(default_factory=list)
    barred: dict[tuple[Zone, str], Facts] = field(default_factory=dict)
    misplaced: dict[tuple[Zone, str], Facts] = field(default_factory=dict)
    disloyal: dict[tuple[Zone, str], Facts] = field(default_factory=dict)

    @property
    def serves(self) -> str | None:
        """The faction to which cards must be loyal, once there is a leader who has one."""
        return self.leader.faction if self.leader and self.leader.is_leader else None


def count(decklist: Decklist, facts: Book) -> Tally:
    """Count a deck up, in time linear in its length."""
    tally = Tally(decklist.leader)
    if decklist.leader is not None:
        tally.leader = facts.get(decklist.leader)
        if tally.leader is None:
            tally.unknown[Zone.LEADER, decklist.leader] = None
        else:
            tally.points += tally.leader.points
            if tally.leader.barred:
                tally.barred[Zone.LEADER, tally.leader.code] = tally.leader
    serves = tally.serves
    for code in decklist.approach:
        found = facts.get(code)
        if found is None:
            tally.unknown[Zone.APPROACH, code] = None
        else:
            _count_approach(tally, found, serves)
    for code, quantity in decklist.faction:
        found = facts.get(code)
        if quantity < 1:
            tally.bad_quantities.append((code, quantity))
        if found is None:
            tally.unknown[Zone.FACTION, code] = None
        elif quantity > 0:
            _count_faction(tally, found, quantity, serves)
    return tally


def with_one_more(tally: Tally, found: Facts) -> Tally:
    """The tally of the deck with one more copy of a card other than a leader, without counting the whole deck again."""
    more = Tally(
        leader_code=tally.leader_code,
        leader=tally.leader,
        approach_size=tally.approach_size,
        characters=tally.characters,
        schemes=tally.schemes,
        faction_size=tally.faction_size,
        points=tally.points,
        people=tally.people.copy(),
        names=tally.names.copy(),
        crowded=tally.crowded.copy(),
        unknown=tally.unknown,
        bad_quantities=tally.bad_quantities,
        barred=tally.barred.copy(),
        misplaced=tally.misplaced.copy(),
        disloyal=tally.disloyal.copy(),
    )
    if found.zone is Zone.APPROACH:
        _count_approach(more, found, more.serves)
    else:
        _count_faction(more, found, 1, more.serves)
    return more


def _more(before: Copies | None, found: Facts, quantity: int) -> Copies:
    if before is None:
        return Copies(quantity, found.copies, (found.code,))
    codes = before.codes if found.code in before.codes else (*before.codes, found.code)
    return Copies(before.total + quantity, min(before.allowed, found.copies), codes)


def _count_approach(tally: Tally, found: Facts, serves: str | None) -> None:
    tally.approach_size += 1
    tally.points += found.points
    tally.characters += found.is_character
    tally.schemes += found.is_scheme
    tally.people[found.person] = _more(tally.people.get(found.person), found, 1)
    if not found.fits_approach:
        tally.misplaced[Zone.APPROACH, found.code] = found
    _set_aside(tally, Zone.APPROACH, found, serves)


def _count_faction(tally: Tally, found: Facts, quantity: int, serves: str | None) -> None:
    tally.faction_size += quantity
    tally.points += found.points * quantity
    copies = tally.names[found.name] = _more(tally.names.get(found.name), found, quantity)
    if copies.total > copies.allowed:
        tally.crowded[found.name] = copies
    if not found.fits_faction:
        tally.misplaced[Zone.FACTION, found.code] = found
    _set_aside(tally, Zone.FACTION, found, serves)


def _set_aside(tally: Tally, zone: Zone, found: Facts, serves: str | None) -> None:
    if found.barred:
        tally.barred[zone, found.code] = found
    if not loyal(found, serves):
        tally.disloyal[zone, found.code] = found


def loyal(found: Facts, serves: str | None) -> bool:
    """Whether a card may stand beside a leader of a faction, if there is one (D7, D8, D10)."""
    # City cards bear no faction; they are refused for what they are, not for whom they serve.
    return serves is None or found.faction in (serves, NEUTRAL, None)
