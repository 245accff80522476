"""A list as the builder shows it: counters, requirements, the cards by zone and kind, charts."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from cards.catalogue import Card, CardType, Zone
from cards.catalogue.folding import fold
from cards.search import Snapshot
from cards.templatetags.card_text import stat_value
from cards.templatetags.site import stat_icon
from decks.legality import Severity
from decks.lists.card_pool import CardPool
from decks.lists.charts import builder_charts
from decks.lists.checklist import Item, State, checklist, is_character, is_scheme
from decks.lists.statistics import faction_numbers
from web.charts import Chart
from web.number_format import plural


@dataclass(frozen=True, slots=True)
class Counter:
    """A count and its target."""

    key: str
    label: str
    short: str
    actual: int
    wanted: int
    #: Whether more than wanted is fine too.
    open_end: bool = False

    @property
    def words(self) -> str:
        """Such as 3/5, or 31/40+."""
        return f"{self.actual}/{self.wanted}{'+' if self.open_end else ''}"

    @property
    def spoken(self) -> str:
        """Such as 3 of 5."""
        return f"{self.actual} of {self.wanted}"

    @property
    def state(self) -> State:
        if self.actual < self.wanted:
            return State.TODO
        return State.DONE if self.open_end or self.actual == self.wanted else State.WRONG


class Row(NamedTuple):
    """A card of the list, and everything about it that can change."""

    card: Card
    zone: Zone
    quantity: int
    wrong: bool
    #: Whether its button for one more is off.
    off: bool

    @property
    def id(self) -> str:
        """The id of its element."""
        return f"line-{self.zone}-{self.card.code}"

    @property
    def more(self) -> bool:
        """Whether there is a button for one more."""
        return has_more(self.zone, self.card)

    @property
    def numbers(self) -> list[tuple[SafeString, str, SafeString]]:
        """The stats that matter for its kind: icon, name and value."""
        names: tuple[str, ...] = ("cost",)
        if is_scheme(self.card):
            names = ("initiative", "panache_mod")
        elif is_character(self.card):
            names = ("combat", "finesse", "influence")
        return [
            (stat_icon(name), name.replace("_", " "), stat_value(name, stat))
            for name in names
            if (stat := self.card.stat(name)) is not None
        ]


def has_more(zone: Zone, card: Card) -> bool:
    """Whether the list has a button for one more copy: in the faction deck, for cards that belong there."""
    return card.deck is zone and zone is Zone.FACTION


@dataclass(frozen=True, slots=True)
class Kind:
    """The cards of one kind in one zone."""

    key: str
    title: str
    #: Where the format wants a number of them.
    counter: Counter | None
    #: The search that finds more of them, if there is one.
    query: str
    rows: Mapping[str, Row]

    @property
    def sorted_rows(self) -> list[Row]:
        """The rows by name. Sorted only when shown: to see what an edit changed, their order does not matter."""
        return sorted(self.rows.values(), key=lambda row: (fold(row.card.name), row.card.code))

    @property
    def count(self) -> int:
        return sum(row.quantity for row in self.rows.values())


@dataclass(frozen=True, slots=True)
class ZoneSummary:
    """One of the two decks, by kinds of cards."""

    key: str
    title: str
    counter: Counter | None
    kinds: tuple[Kind, ...]


#: What the faction deck is sorted into.
_SORTS: Final[tuple[tuple[str, str, str, Callable[[Card], bool]], ...]] = (
    ("brutes", "Brutes", "is:brute", lambda card: card.is_brute),
    ("attachments", "Attachments", "t:attachment", lambda card: card.type is CardType.ATTACHMENT),
    ("risks", "Risks", "t:risk", lambda card: card.type is CardType.RISK),
)


@dataclass(frozen=True, eq=False)
class Summary:
    """Everything the builder shows about a list that depends on nothing but the list and its format."""

    card_pool: CardPool
    snapshot: Snapshot

    @cached_property
    def leader(self) -> Card | None:
        code = self.card_pool.decklist.leader
        return self.snapshot.catalogue.get(code) if code else None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The format's requirements."""
        return checklist(self.card_pool.decklist, self.card_pool.report, self.card_pool.format, self.snapshot.catalogue)

    @cached_property
    def lines(self) -> tuple[tuple[Zone, Card, int], ...]:
        """Every card in the approach and the faction deck, with its copies."""
        catalogue, decklist = self.snapshot.catalogue, self.card_pool.decklist
        return (
            *((Zone.APPROACH, catalogue.card(code), number) for code, number in Counted(decklist.approach).items()),
            *((Zone.FACTION, catalogue.card(code), quantity) for code, quantity in decklist.faction),
        )

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """Characters, schemes and the faction deck, against what the format requires."""
        approach = [card for zone, card, number in self.lines for _ in range(number) if zone is Zone.APPROACH]
        people = sum(map(is_character, approach))
        schemes = sum(map(is_scheme, approach))
        return (
            Counter("characters", "Characters", "Char.", people, self.card_pool.format.approach_characters),
            Counter("schemes", "Schemes", "Schemes", schemes, self.card_pool.format.approach_schemes),
            Counter(
                "faction",
                "Faction deck",
                "Faction",
                self.card_pool.decklist.faction_size,
                self.card_pool.format.faction_min,
                self.card_pool.format.faction_max != self.card_pool.format.faction_min,
            ),
        )

    @cached_property
    def verdict(self) -> tuple[State, str]:
        """The deck in a word or two."""
        errors = len(self.card_pool.report.errors)
        if errors:
            return State.WRONG, f"{errors} {plural(errors, 'problem')}"
        if self.card_pool.report.legal:
            return State.DONE, "Legal"
        missing = sum(
            each.allowed - each.actual
            for each in self.card_pool.report.violations
            if each.severity is Severity.INCOMPLETE
            and each.allowed is not None
            and each.actual is not None
            and each.code != "approach_size"
        )
        return State.TODO, f"{missing} to add"

    @cached_property
    def zones(self) -> tuple[ZoneSummary, ...]:
        people, schemes, faction = self.counters
        sorts: dict[str, list[Row]] = {}
        for zone, card, quantity in self.lines:
            off = has_more(zone, card) and not self.card_pool.allows(card)
            row = Row(card, zone, quantity, card.code in self._at_fault, off)
            sorts.setdefault(_sort(zone, card), []).append(row)
        approach = [
            _kind("characters", "Characters", sorts, people, "t:character d:approach"),
            _kind("schemes", "Schemes", sorts, schemes, "t:scheme"),
        ]
        cards = [_kind(key, title, sorts, query=query) for key, title, query, _ in _SORTS]
        if "stray" in sorts:
            approach.append(_kind("stray", "Out of place", sorts))
        if "astray" in sorts:
            cards.append(_kind("astray", "Out of place", sorts))
        return (
            ZoneSummary("approach", "Approach deck", None, tuple(approach)),
            ZoneSummary("faction", "Faction deck", faction, tuple(cards)),
        )

    @cached_property
    def _at_fault(self) -> frozenset[str]:
        return frozenset(code for violation in self.card_pool.report.errors for code in violation.cards)

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        """The cost curve and the combat values."""
        return builder_charts(faction_numbers(self.card_pool.decklist, self.snapshot.catalogue))


def _kind(
    key: str, title: str, sorts: Mapping[str, list[Row]], counter: Counter | None = None, query: str = ""
) -> Kind:
    return Kind(key, title, counter, query, {row.card.code: row for row in sorts.get(key, ())})


def _sort(zone: Zone, card: Card) -> str:
    """The key of the kind under which a card is listed."""
    if zone is Zone.APPROACH:
        return "characters" if is_character(card) else "schemes" if is_scheme(card) else "stray"
    return next((key for key, _, _, fits in _SORTS if fits(card)), "astray")
