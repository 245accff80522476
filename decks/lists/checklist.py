"""A format's requirements as a checklist, each with its problems and their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cards.catalogue import Card, CardType, Catalogue, Zone
from cards.catalogue.formats import Format
from decks.decklist import Decklist
from decks.legality import Code, Report, Severity, Violation
from decks.lists.edits import Edit, Verb
from web.number_format import quantity


class State(StrEnum):
    DONE = "done"
    TODO = "todo"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit to make, a search for cards to add, or neither: the user chooses in the deck."""

    label: str
    edit: Edit | None = None
    query: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A violation's message, with ways to fix it."""

    message: str
    fixes: tuple[Fix, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A requirement of the format."""

    key: str
    title: str
    state: State
    tally: str = ""
    problems: tuple[Problem, ...] = ()
    #: For all its problems at once.
    fixes: tuple[Fix, ...] = ()


#: The violations shown under each requirement.
_CODES: Final = {
    "leader": {Code.NO_LEADER, Code.NOT_A_LEADER},
    "characters": {Code.APPROACH_CHARACTERS},
    "schemes": {Code.APPROACH_SCHEMES},
    "faction": {Code.FACTION_SIZE},
    "copies": {Code.TOO_MANY_COPIES, Code.UNIQUE_COPIES},
    "names": {Code.APPROACH_DUPLICATE, Code.NAME_CLASH},
    "loyalty": {Code.NOT_LOYAL},
    "points": {Code.TOO_MANY_POINTS},
}

_QUERIES: Final = {
    Code.NO_LEADER: ("Show leaders", "t:leader"),
    Code.APPROACH_CHARACTERS: ("Show characters", "t:character d:approach"),
    Code.APPROACH_SCHEMES: ("Show schemes", "t:scheme"),
    Code.FACTION_SIZE: ("Show faction cards", "d:faction"),
}

#: Fixed by removing one copy; for other violations every copy has to go.
_EXCESS_COPIES: Final = {Code.TOO_MANY_COPIES, Code.UNIQUE_COPIES, Code.APPROACH_DUPLICATE}

#: Cards at fault from which on one button removes them all.
_MIN_REMOVE_ALL: Final = 2


def checklist(decklist: Decklist, report: Report, format: Format, catalogue: Catalogue) -> tuple[Item, ...]:
    """Every requirement of the format, met or not, in the order of deck building."""
    characters, schemes = _count_approach(decklist, catalogue)
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    faction = catalogue.by_faction.get(leader.faction or "") if leader else None
    size = f"{decklist.faction_size}/{format.faction_min}{'' if format.faction_max == format.faction_min else '+'}"
    titles = {
        "leader": ("A leader", leader.name if leader else ""),
        "characters": ("Characters", f"{characters}/{format.approach_characters}"),
        "schemes": ("Schemes", f"{schemes}/{format.approach_schemes}"),
        "faction": ("Faction deck", size),
        "copies": (
            f"At most {quantity(format.copies, 'copy', 'copies')} of a name, {format.unique_copies} if Unique",
            "",
        ),
        "names": ("Each person once", ""),
        "loyalty": (f"Loyal to {faction.name}, or neutral" if faction else "Loyal to the leader, or neutral", ""),
        "cards": (f"Every card is allowed in {format.name}", ""),
        "points": (f"At most {quantity(format.points_max or 0, 'point')}", ""),
    }
    if format.points_max is None:
        del titles["points"]
    by_key = {key: list(_violations(key, report)) for key in titles}
    return tuple(
        Item(
            key=key,
            title=title,
            state=_state(key, by_key[key], has_leader=leader is not None),
            tally=tally,
            problems=tuple(
                Problem(violation.message, tuple(_fixes(violation, decklist, catalogue))) for violation in by_key[key]
            ),
            fixes=tuple(_remove_all(by_key[key])),
        )
        for key, (title, tally) in titles.items()
    )


def is_character(card: Card) -> bool:
    """Whether a card counts among the characters of an approach deck (D3)."""
    return card.type is CardType.CHARACTER and not card.is_brute


def is_scheme(card: Card) -> bool:
    """Whether a card counts among its schemes (D4)."""
    return card.type is CardType.SCHEME


#: Too many of a kind: removing any of them helps.
_KINDS: Final = {Code.APPROACH_CHARACTERS: is_character, Code.APPROACH_SCHEMES: is_scheme}


def _count_approach(decklist: Decklist, catalogue: Catalogue) -> tuple[int, int]:
    cards = [card for code in decklist.approach if (card := catalogue.get(code))]
    return sum(map(is_character, cards)), sum(map(is_scheme, cards))


def _violations(key: str, report: Report) -> Iterator[Violation]:
    """The violations under a requirement; those without one of their own come under ``cards``."""
    if key in _CODES:
        yield from (violation for violation in report.violations if violation.code in _CODES[key])
        return
    elsewhere = {code for codes in _CODES.values() for code in codes}
    # Five characters and five schemes already make ten cards.
    if {violation.code for violation in report.violations} & (_CODES["characters"] | _CODES["schemes"]):
        elsewhere.add(Code.APPROACH_SIZE)
    yield from (violation for violation in report.violations if violation.code not in elsewhere)


def _state(key: str, violations: Iterable[Violation], *, has_leader: bool) -> State:
    severities = {violation.severity for violation in violations}
    if Severity.ERROR in severities:
        return State.WRONG
    return State.TODO if severities or (key == "loyalty" and not has_leader) else State.DONE


def _fixes(violation: Violation, decklist: Decklist, catalogue: Catalogue) -> Iterator[Fix]:
    if violation.severity is Severity.INCOMPLETE:
        if violation.code in _QUERIES:
            label, query = _QUERIES[violation.code]
            yield Fix(label, query=query)
        return
    if violation.code is Code.FACTION_SIZE:
        yield Fix("Choose what to cut")
        return
    zone = Zone(violation.zone)
    if violation.code in _KINDS:
        is_of_kind = _KINDS[violation.code]
        cards = [card for code in dict.fromkeys(decklist.approach) if (card := catalogue.get(code))]
        for card in filter(is_of_kind, cards):
            yield Fix(f"Remove {card.name}", Edit(Verb.REMOVE, (card.code,), zone))
        return
    verb, label = (Verb.REMOVE, "Remove one") if violation.code in _EXCESS_COPIES else (Verb.DROP, "Remove")
    for code in violation.cards:
        card = catalogue.get(code)
        if card:
            yield Fix(f"{label} {card.name}", Edit(verb, (card.code,), zone))


def _remove_all(violations: Iterable[Violation]) -> Iterator[Fix]:
    """One button for all the cards that do not belong in the deck."""
    codes = dict.fromkeys(
        code
        for violation in violations
        if violation.severity is Severity.ERROR and violation.code not in _EXCESS_COPIES
        for code in violation.cards
    )
    if len(codes) >= _MIN_REMOVE_ALL:
        yield Fix(f"Remove all {len(codes)}", Edit(Verb.DROP, tuple(codes)))
