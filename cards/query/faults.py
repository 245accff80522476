"""What can be wrong with a query: said in words, with the place, and with what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a query.

    ``start`` and ``end`` are offsets into the query's text, in characters. ``suggestion`` is the text to put in their
    place, or ``None`` when there is no good guess.
    """

    message: str
    start: int
    end: int
    suggestion: str | None = None

    def corrected(self, text: str) -> str | None:
        """The whole query with the suggestion put in, if there is one."""
        if self.suggestion is None:
            return None
        return text[: self.start] + self.suggestion + text[self.end :]


class QueryError(ValueError):
    """A query that cannot be answered; ``faults`` says everything found wrong with it, in reading order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: Final = tuple(sorted(faults, key=lambda fault: (fault.start, fault.end)))
        super().__init__("; ".join(fault.message for fault in self.faults))


def underline(text: str, fault: Fault) -> str:
    """The query with carets under the fault's place, for a terminal or a ``<pre>``: two lines of equal columns."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    width = max(1, fault.end - fault.start)
    return f"{shown}\n{' ' * fault.start}{'^' * width}"
