"""The odds page's query string: what it asks, and the links to what might be asked next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from cards.query.lexer import MAX_LENGTH
from decks.decklist import MAX_CARDS, MAX_DECK_SIZE
from decks.pages.base import parse_number
from decks.services import DeckError
from rules.facts import DAYS, TYPICAL_PANACHE
from rules.odds.exact import MAX_WANTS
from rules.odds.wants import Wish

AT_LEAST, EXACTLY, AT_MOST = "least", "exactly", "most"
#: How a number is meant, with its label.
MODES: Final[Mapping[str, str]] = {AT_LEAST: "at least", EXACTLY: "exactly", AT_MOST: "at most"}
#: The two ways to say when.
BY_DAY, BY_DRAWS = "day", "draws"


@dataclass(frozen=True, slots=True)
class Row:
    """One want as the form has it."""

    q: str = ""
    cards: tuple[str, ...] = ()
    mode: str = AT_LEAST
    number: int = 1

    @property
    def used(self) -> bool:
        return bool(self.q or self.cards)

    @property
    def wish(self) -> Wish:
        least = 0 if self.mode == AT_MOST else self.number
        return Wish(self.q, self.cards, least, None if self.mode == AT_LEAST else self.number)


@dataclass(frozen=True, slots=True)
class State:
    """The whole question; ``faults`` has the error and ``typed`` the text of each invalid field, by its name."""

    rows: tuple[Row, ...] = ()
    version: int | None = None
    by: str = BY_DAY
    day: int = 1
    draws: int | None = None
    #: One for each Day; an empty one is not chosen.
    schemes: tuple[str, ...] = ("",) * DAYS
    faults: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, source: QueryDict) -> State:
        """Parse a query string. :raises DeckError: for one that the form never sends."""
        faults: dict[str, str] = {}
        typed: dict[str, str] = {}

        def number(name: str, low: int, high: int) -> int | None:
            raw = source.get(name, "").strip()
            if not raw:
                return None
            if raw.isascii() and raw.isdigit() and len(raw) < 6 and low <= int(raw) <= high:
                return int(raw)
            faults[name] = f"“{raw[:20]}” is not a whole number from {low} to {high}."
            typed[name] = raw[:20]
            return None

        def row(place: int) -> Row:
            cards = tuple(dict.fromkeys(filter(None, source.getlist(f"c{place}"))))
            if len(cards) > MAX_CARDS:
                raise DeckError(f"Want {place} names {len(cards)} cards. A deck has at most {MAX_CARDS}.")
            q = " ".join(source.get(f"q{place}", "").split())
            mode = _one_of(source.get(f"m{place}") or AT_LEAST, MODES, "way to count")
            count = number(f"n{place}", 0, MAX_DECK_SIZE)
            return Row(q[: MAX_LENGTH + 1], cards, mode, 1 if count is None else count)

        if any(f"{name}{MAX_WANTS + 1}" in source for name in ("q", "c")):
            raise DeckError(f"Ask for at most {MAX_WANTS} things at once.")
        rows = [row(place) for place in range(1, MAX_WANTS + 1)]
        while rows and not rows[-1].used:
            rows.pop()
        usual = BY_DRAWS if source.get("draws") and not source.get("day") else BY_DAY
        version = source.get("version", "")
        day = number("day", 1, DAYS)
        return cls(
            tuple(rows),
            parse_number(version, "version") if version else None,
            _one_of(source.get("by") or usual, (BY_DAY, BY_DRAWS), "way to say when"),
            day or 1,
            number("draws", 0, MAX_DECK_SIZE),
            tuple(source.get(f"s{day}", "") for day in range(1, DAYS + 1)),
            faults,
            typed,
        )

    @property
    def query(self) -> str:
        """The shortest query string that asks the same, with its question mark."""
        pairs: list[tuple[str, str]] = [("version", str(self.version))] if self.version else []
        used = [row for row in self.rows if row.used]
        for place, row in enumerate(used, 1):
            pairs += [(f"q{place}", row.q)] if row.q else []
            pairs += [(f"c{place}", code) for code in row.cards]
            pairs += [(f"m{place}", row.mode)] if row.mode != AT_LEAST else []
            pairs += [(f"n{place}", str(row.number))] if row.number != 1 else []
        if self.by == BY_DRAWS:
            pairs.append(("draws", str(TYPICAL_PANACHE if self.draws is None else self.draws)))
        else:
            pairs += [("day", str(self.day))] if used or self.day != 1 else []
            pairs += [(f"s{day}", code) for day, code in enumerate(self.schemes, 1) if code]
        return f"?{urlencode(pairs)}" if pairs else "?"

    def with_wants(self, *rows: Row, day: int | None = None) -> str:
        """The address with other wants and the same settings."""
        return replace(self, rows=rows, day=day or self.day).query

    def without(self, place: int) -> str:
        """The address without one of the wants."""
        return replace(self, rows=self.rows[:place] + self.rows[place + 1 :]).query

    def with_search(self, place: int, q: str) -> str:
        """The address with a different search for one of the wants."""
        rows = list(self.rows)
        rows[place] = replace(rows[place], q=q)
        return replace(self, rows=tuple(rows)).query


def _one_of(value: str, known: Mapping[str, str] | tuple[str, ...], what: str) -> str:
    if value not in known:
        raise DeckError(f"“{value[:40]}” is no {what}. There are {', '.join(known)}.")
    return value
