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
from decks.legality import Violation, add_card, why_not
from web.number_format import quantity

#: The zones of a deck list, in the order in which they are searched for a card.
DECK_ZONES: Final = (Zone.LEADER, Zone.APPROACH, Zone.FACTION)

#: The most copies that one edit may set; far above what any format allows.
MAX_SET_COPIES: Final = 9


class EditError(ValueError):
    """An edit that cannot be parsed or makes no sense; the message is for people."""


class RefusedError(Exception):
    """A card that the rules keep out; ``violations`` say why."""

    def __init__(self, card: Card, violations: tuple[Violation, ...]) -> None:
        self.card = card
        self.violations = violations
        super().__init__(
            f"{card.full_name} was not added. {' '.join(violation.message for violation in violations)}".strip()
        )


class Verb(StrEnum):
    ADD = "add"
    #: Add a card even if it breaks a rule.
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
            number = _parse_number(words.pop(0) if words else "")
        edit = cls(verb, tuple(words), zone, number)
        edit._check(text)
        return edit

    def _check(self, text: str) -> None:
        minimum, maximum = {Verb.CLEAR: (0, 0), Verb.DROP: (1, MAX_CARDS)}.get(self.verb, (1, 1))
        if not minimum <= len(self.codes) <= maximum:
            given = quantity(len(self.codes), "card")
            raise EditError(f"“{text[:80]}” names {given}, which does not work with {self.verb}.")


def _parse_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word[:9]) <= MAX_SET_COPIES):
        raise EditError(f"“{word[:40]}” is not a number of copies from 0 to {MAX_SET_COPIES}.")
    return int(word)


def apply(edit: Edit, decklist: Decklist, format: Format, catalogue: Catalogue) -> Decklist:
    """The list after an edit.

    :raises EditError: for a code that no card has.
    :raises RefusedError: for a card that the rules keep out, unless the verb is ``force``.
    """
    cards = [_card(code, catalogue) for code in edit.codes]
    match edit.verb:
        case Verb.CLEAR:
            changed = _clear(decklist, edit.zone)
        case Verb.DROP:
            changed = _drop(decklist, edit.codes, edit.zone)
        case Verb.REMOVE:
            changed = remove_card(decklist, cards[0].code, edit.zone)
        case Verb.SET:
            changed = _set_copies(decklist, cards[0], edit.number, format, catalogue)
        case Verb.LEAD:
            changed = _set_leader(decklist, cards[0])
        case Verb.FORCE if cards[0].deck in DECK_ZONES:
            changed = add_card(decklist, cards[0])
        case _:
            changed = _add_if_legal(decklist, cards[0], format, catalogue)
    return changed


def _card(code: str, catalogue: Catalogue) -> Card:
    card = catalogue.get(code)
    if card is None:
        raise EditError(f"There is no card “{code[:40]}”.")
    return card


def _add_if_legal(decklist: Decklist, card: Card, format: Format, catalogue: Catalogue) -> Decklist:
    reasons = why_not(card, decklist, format, catalogue)
    if reasons:
        raise RefusedError(card, reasons)
    return add_card(decklist, card)


def _set_leader(decklist: Decklist, card: Card) -> Decklist:
    if card.deck is not Zone.LEADER:
        raise EditError(f"{card.full_name} is not a leader.")
    return add_card(decklist, card)


def _set_copies(decklist: Decklist, card: Card, number: int, format: Format, catalogue: Catalogue) -> Decklist:
    while copies(decklist, card.code) > number:
        decklist = remove_card(decklist, card.code)
    while copies(decklist, card.code) < number:
        decklist = _add_if_legal(decklist, card, format, catalogue)
    return decklist


def counts(decklist: Decklist) -> Counter[tuple[Zone, str]]:
    """Copies by zone and card code."""
    numbers: Counter[tuple[Zone, str]] = Counter()
    if decklist.leader:
        numbers[Zone.LEADER, decklist.leader] = 1
    for code in decklist.approach:
        numbers[Zone.APPROACH, code] = numbers.get((Zone.APPROACH, code), 0) + 1
    for code, number in decklist.faction:
        numbers[Zone.FACTION, code] = numbers.get((Zone.FACTION, code), 0) + number
    return numbers


def copies(decklist: Decklist, code: str) -> int:
    """Copies of a card in all zones together."""
    faction = sum(number for held, number in decklist.faction if held == code)
    return (decklist.leader == code) + decklist.approach.count(code) + faction


def remove_card(decklist: Decklist, code: str, zone: Zone | None = None) -> Decklist:
    """The list with one copy fewer, from ``zone`` or from wherever the card is; unchanged if it is not there."""
    for source in (zone,) if zone else DECK_ZONES:
        if source is Zone.LEADER and decklist.leader == code:
            return Decklist(None, decklist.approach, decklist.faction)
        if source is Zone.APPROACH and code in decklist.approach:
            approach = list(decklist.approach)
            approach.remove(code)
            return Decklist(decklist.leader, tuple(approach), decklist.faction)
        if source is Zone.FACTION and any(held == code for held, _ in decklist.faction):
            fewer = ((held, number - (held == code)) for held, number in decklist.faction)
            return Decklist(decklist.leader, decklist.approach, tuple(pair for pair in fewer if pair[1] > 0))
    return decklist


def _drop(decklist: Decklist, codes: Iterable[str], zone: Zone | None) -> Decklist:
    """Remove every copy; codes that no card has are fine here."""
    numbers = counts(decklist)
    for code in codes:
        for source in (zone,) if zone else DECK_ZONES:
            del numbers[source, code]
    return from_counts(numbers)


def _clear(decklist: Decklist, zone: Zone | None) -> Decklist:
    """Remove everything but the leader, or empty one zone."""
    cleared = (zone,) if zone else (Zone.APPROACH, Zone.FACTION)
    return from_counts(Counter({key: number for key, number in counts(decklist).items() if key[0] not in cleared}))


def from_counts(numbers: Counter[tuple[Zone, str]]) -> Decklist:
    """The inverse of ``counts``."""
    present = {key: number for key, number in numbers.items() if number > 0}
    leaders = [code for zone, code in present if zone is Zone.LEADER]
    return Decklist.of(
        leaders[0] if leaders else None,
        [code for (zone, code), number in present.items() if zone is Zone.APPROACH for _ in range(number)],
        {code: number for (zone, code), number in present.items() if zone is Zone.FACTION},
    )


def merge(base: Decklist, mine: Decklist, theirs: Decklist) -> Decklist:
    """Both sets of changes to ``base``; where both changed a card, the larger number.

    Nothing that either side added is lost, and what both added is added once.
    """
    base_counts, my_counts, their_counts = counts(base), counts(mine), counts(theirs)
    merged: Counter[tuple[Zone, str]] = Counter()
    for key in base_counts.keys() | my_counts.keys() | their_counts.keys():
        if key[0] is not Zone.LEADER:
            merged[key] = _merge_count(base_counts[key], my_counts[key], their_counts[key])
    both = from_counts(merged)
    leader = theirs.leader if mine.leader == base.leader else mine.leader
    return Decklist(leader, both.approach, both.faction)


def _merge_count(base: int, mine: int, theirs: int) -> int:
    if mine == base:
        return theirs
    return mine if theirs == base else max(mine, theirs)
