"""What can be wrong with a query: a message, where it applies, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a query.

    ``start`` and ``end`` are character offsets into the query. ``suggestion`` replaces what is between them; it is
    ``None`` when there is no good guess.
    """

    message: str
    start: int
    end: int
    suggestion: str | None = None

    def correct(self, text: str) -> str | None:
        """The whole query with the suggestion applied, if there is one."""
        if self.suggestion is None:
            return None
        return text[: self.start] + self.suggestion + text[self.end :]


class QueryError(ValueError):
    """A query that cannot be answered; ``faults`` has everything wrong with it, in reading order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: Final = tuple(sorted(faults, key=lambda fault: (fault.start, fault.end)))
        super().__init__("; ".join(fault.message for fault in self.faults))


def apply_suggestions(text: str, faults: Sequence[Fault]) -> str | None:
    """The query with all suggestions applied, or ``None`` unless every fault has one."""
    for fault in reversed(faults):
        corrected = fault.correct(text)
        if corrected is None:
            return None
        text = corrected
    return text
