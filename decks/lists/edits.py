"""Edits of a deck list as values, and how two people's edits are merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from cards.catalogue import Card, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.decklist import MAX_CARDS, Decklist
from decks.legality import Violation, added, why_not
from web.number_format import plural

#: The zones of a deck list, in the order in which they are searched for a card.
DECK_ZONES: Final = (Zone.LEADER, Zone.APPROACH, Zone.FACTION)

#: The most copies that one edit may set; far above what any format allows.
MAX_SET_COPIES: Final = 9


class EditError(ValueError):
    """An edit that cannot be parsed or makes no sense."""


class RefusedError(Exception):
    """A card that the rules keep out; ``violations`` say why."""

    def __init__(self, card: Card, violations: tuple[Violation, ...]) -> None:
        self.card = card
        self.violations = violations
        super().__init__(f"{card.full_name} was not added. {' '.join(each.message for each in violations)}".strip())


class Verb(StrEnum):
    """What an edit does."""

    ADD = "add"
    #: Add a card that breaks a rule, to cut others afterwards.
    FORCE = "force"
    REMOVE = "remove"
    SET = "set"
    DROP = "drop"
    LEAD = "lead"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to a list. Written as words: ``add 01100``, ``remove 01100 faction``, ``set 2 01100``, ``clear``."""

    verb: Verb
    codes: tuple[str, ...] = ()
    #: Where to take the card from, when it is not where it belongs.
    zone: Zone | None = None
    number: int = 0

    def __str__(self) -> str:
        number = (str(self.number),) if self.verb is Verb.SET else ()
        zone = (self.zone.value,) if self.zone else ()
        return " ".join((self.verb.value, *number, *self.codes, *zone))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an edit as ``str`` writes it. :raises EditError: for anything else."""
        first, *words = text.split() or [""]
        try:
            verb = Verb(first)
        except ValueError:
            raise EditError(f"There is no edit “{first[:40]}”. The edits are {', '.join(Verb)}.") from None
        zone = None
        if words and words[-1] in (Zone.LEADER, Zone.APPROACH, Zone.FACTION):
            zone = Zone(words.pop())
        number = 0
        if verb is Verb.SET:
            number = _number(words.pop(0) if words else "")
        edit = cls(verb, tuple(words), zone, number)
        edit._check(text)
        return edit

    def _check(self, text: str) -> None:
        wanted = {Verb.CLEAR: (0, 0), Verb.DROP: (1, MAX_CARDS)}.get(self.verb, (1, 1))
        if not wanted[0] <= len(self.codes) <= wanted[1]:
            number = len(self.codes)
            raise EditError(f"“{text[:80]}” names {number} {plural(number, 'card')}, not what {self.verb} takes.")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word[:9]) <= MAX_SET_COPIES):
        raise EditError(f"“{word[:40]}” is not a number of copies from 0 to {MAX_SET_COPIES}.")
    return int(word)


def apply(edit: Edit, decklist: Decklist, format: Format, catalogue: Catalogue) -> Decklist:
    """The list after an edit.

    :raises EditError: for a code that no card has.
    :raises RefusedError: for a card that the rules keep out, unless the edit insists.
    """
    cards = [_card(code, catalogue) for code in edit.codes]
    match edit.verb:
        case Verb.CLEAR:
            changed = _cleared(decklist, edit.zone)
        case Verb.DROP:
            changed = _dropped(decklist, edit.codes, edit.zone)
        case Verb.REMOVE:
            changed = removed(decklist, cards[0].code, edit.zone)
        case Verb.SET:
            changed = _set(decklist, cards[0], edit.number, format, catalogue)
        case Verb.LEAD:
            changed = _led(decklist, cards[0])
        case Verb.FORCE if cards[0].deck in DECK_ZONES:
            changed = added(decklist, cards[0])
        case _:
            changed = _added(decklist, cards[0], format, catalogue)
    return changed


def _card(code: str, catalogue: Catalogue) -> Card:
    card = catalogue.get(code)
    if card is None:
        raise EditError(f"There is no card “{code[:40]}”.")
    return card


def _added(decklist: Decklist, card: Card, format: Format, catalogue: Catalogue) -> Decklist:
    reasons = why_not(card, decklist, format, catalogue)
    if reasons:
        raise RefusedError(card, reasons)
    return added(decklist, card)


def _led(decklist: Decklist, card: Card) -> Decklist:
    if card.deck is not Zone.LEADER:
        raise EditError(f"{card.full_name} is not a leader.")
    return added(decklist, card)


def _set(decklist: Decklist, card: Card, number: int, format: Format, catalogue: Catalogue) -> Decklist:
    while copies(decklist, card.code) > number:
        decklist = removed(decklist, card.code)
    while copies(decklist, card.code) < number:
        decklist = _added(decklist, card, format, catalogue)
    return decklist


def counts(decklist: Decklist) -> Counter[tuple[Zone, str]]:
    """How many copies of which card are where."""
    found: Counter[tuple[Zone, str]] = Counter()
    if decklist.leader:
        found[Zone.LEADER, decklist.leader] = 1
    for code in decklist.approach:
        found[Zone.APPROACH, code] = found.get((Zone.APPROACH, code), 0) + 1
    for code, quantity in decklist.faction:
        found[Zone.FACTION, code] = found.get((Zone.FACTION, code), 0) + quantity
    return found


def copies(decklist: Decklist, code: str) -> int:
    """How many copies of a card the list has, wherever they are."""
    faction = sum(quantity for each, quantity in decklist.faction if each == code)
    return (decklist.leader == code) + decklist.approach.count(code) + faction


def removed(decklist: Decklist, code: str, zone: Zone | None = None) -> Decklist:
    """The list with one copy fewer, from ``zone`` or from wherever the card is; unchanged if it is not there."""
    for place in (zone,) if zone else DECK_ZONES:
        if place is Zone.LEADER and decklist.leader == code:
            return Decklist(None, decklist.approach, decklist.faction)
        if place is Zone.APPROACH and code in decklist.approach:
            at = decklist.approach.index(code)
            return Decklist(decklist.leader, decklist.approach[:at] + decklist.approach[at + 1 :], decklist.faction)
        if place is Zone.FACTION and any(each == code for each, _ in decklist.faction):
            fewer = ((each, quantity - (each == code)) for each, quantity in decklist.faction)
            return Decklist(decklist.leader, decklist.approach, tuple(pair for pair in fewer if pair[1] > 0))
    return decklist


def _dropped(decklist: Decklist, codes: Iterable[str], zone: Zone | None) -> Decklist:
    """Every copy of some cards out, codes that no card has included."""
    found = counts(decklist)
    for code in codes:
        for place in (zone,) if zone else DECK_ZONES:
            del found[place, code]
    return from_counts(found)


def _cleared(decklist: Decklist, zone: Zone | None) -> Decklist:
    """Everything out but the leader, or one zone emptied."""
    gone = (zone,) if zone else (Zone.APPROACH, Zone.FACTION)
    return from_counts(Counter({place: number for place, number in counts(decklist).items() if place[0] not in gone}))


def from_counts(found: Counter[tuple[Zone, str]]) -> Decklist:
    """The list of such counts, as ``counts`` makes them."""
    present = {place: number for place, number in found.items() if number > 0}
    leaders = [code for zone, code in present if zone is Zone.LEADER]
    return Decklist.of(
        leaders[0] if leaders else None,
        [code for (zone, code), number in present.items() if zone is Zone.APPROACH for _ in range(number)],
        {code: number for (zone, code), number in present.items() if zone is Zone.FACTION},
    )


def merged(base: Decklist, mine: Decklist, theirs: Decklist) -> Decklist:
    """Both sets of changes to ``base``; where both changed a card, the larger number.

    Nothing that either side added is lost, and what both added is added once.
    """
    first, one, other = counts(base), counts(mine), counts(theirs)
    together: Counter[tuple[Zone, str]] = Counter()
    for place in first.keys() | one.keys() | other.keys():
        if place[0] is not Zone.LEADER:
            together[place] = _agreed(first[place], one[place], other[place])
    both = from_counts(together)
    leader = theirs.leader if mine.leader == base.leader else mine.leader
    return Decklist(leader, both.approach, both.faction)


def _agreed(base: int, mine: int, theirs: int) -> int:
    if mine == base:
        return theirs
    return mine if theirs == base else max(mine, theirs)
