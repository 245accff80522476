"""Violations of the deck-building rules, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error breaks a rule; incomplete says what the deck still needs."""

    ERROR = "error"
    INCOMPLETE = "incomplete"
    WARNING = "warning"


class Code(StrEnum):
    """Part of the public API: never renamed."""

    NO_LEADER = "no_leader"
    NOT_A_LEADER = "not_a_leader"
    APPROACH_SIZE = "approach_size"
    APPROACH_CHARACTERS = "approach_characters"
    APPROACH_SCHEMES = "approach_schemes"
    APPROACH_WRONG_TYPE = "approach_wrong_type"
    APPROACH_DUPLICATE = "approach_duplicate"
    APPROACH_FORBIDDEN = "approach_forbidden"
    FACTION_SIZE = "faction_size"
    FACTION_WRONG_TYPE = "faction_wrong_type"
    TOO_MANY_COPIES = "too_many_copies"
    UNIQUE_COPIES = "unique_copies"
    NOT_LOYAL = "not_loyal"
    NAME_CLASH = "name_clash"
    UNKNOWN_CARD = "unknown_card"
    BAD_QUANTITY = "bad_quantity"
    NOT_IN_FORMAT = "not_in_format"
    BANNED = "banned"
    TOO_MANY_POINTS = "too_many_points"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule, with the cards that break it and a message for people."""

    code: Code
    severity: Severity
    zone: str
    cards: tuple[str, ...]
    actual: int | None
    allowed: int | None
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is wrong with a deck in one format."""

    format: str
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        return all(violation.severity is Severity.WARNING for violation in self.violations)

    @property
    def errors(self) -> tuple[Violation, ...]:
        """The broken rules, without what is merely incomplete."""
        return tuple(violation for violation in self.violations if violation.severity is Severity.ERROR)

    @property
    def outside(self) -> tuple[Violation, ...]:
        """One for each card that the format does not have."""
        return tuple(violation for violation in self.violations if violation.code is Code.NOT_IN_FORMAT)

    @property
    def within(self) -> tuple[Violation, ...]:
        """What is wrong besides cards that the format does not have."""
        return tuple(violation for violation in self.violations if violation.code is not Code.NOT_IN_FORMAT)
