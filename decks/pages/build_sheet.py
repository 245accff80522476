"""A list as the builder shows it, whoever's it is: worked out once for an offer, since every edit needs two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from html import escape
from typing import Final, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card, CardType, Zone
from cards.folding import fold
from cards.fragments import Gallery
from cards.presenting import card_path, emblem, faction_attribute, number, stat_icon, ui
from cards.searching import Desk
from decks.charts import building_charts, figure
from decks.checklist import Item, State, checklist, is_character, is_scheme
from decks.legality import Severity
from decks.offering import Offer
from decks.pages.build_pool import glance_path
from decks.statistics import faction_numbers


@dataclass(frozen=True, slots=True)
class Counter:
    """A number on the way to another."""

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
        """Below, reached, or beyond."""
        if self.actual < self.wanted:
            return State.TODO
        return State.DONE if self.open_end or self.actual == self.wanted else State.WRONG

    @property
    def tally(self) -> str:
        """As a title has it beside itself: the classes and the words."""
        return f'"tally num is-{self.state}">{self.words}'


class Row(NamedTuple):
    """All that ever changes of a card's row; it is drawn only where it is sent."""

    code: str
    quantity: int
    wrong: bool
    #: Whether its button for one more is off.
    off: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """The cards of one kind in one zone, as rows in their order."""

    key: str
    zone: Zone
    title: str
    head: str
    #: The search that finds more of them, if there is one.
    query: str
    rows: Mapping[str, Row]
    gallery: Gallery

    def html(self, way: str) -> SafeString:
        """All of it; where it has no rows, the way to some."""
        rows = f'<ul class="lines">{"".join(map(self.row, self.rows.values()))}</ul>' if self.rows else way
        html = f'<div class="kind" id="kind-{self.key}">{self.head}{rows}</div>'
        return mark_safe(html)  # noqa: S308 - rows are escaped

    def row(self, row: Row) -> str:
        """One of its rows."""
        pieces = line_of(self.zone, row.code, self.gallery)
        off = ' aria-disabled="true"' if row.off else ""
        wrong = " wrong" if row.wrong else ""
        return f'<li class="line{wrong}{pieces.begin}{row.quantity}{pieces.middle}{off}{pieces.end}'

    def since(self, before: Kind) -> str | None:
        """What changed: its title, and rows; ``None`` if they are not the same rows."""
        if before.rows.keys() != self.rows.keys():
            return None
        rows = (self.row(row) for code, row in self.rows.items() if row != before.rows[code])
        return (self.head if self.head != before.head else "") + "".join(rows)


#: What the faction deck is sorted into.
_SORTS: Final[tuple[tuple[str, str, str, Callable[[Card], bool]], ...]] = (
    ("brutes", "Brutes", "is:brute", lambda card: card.is_brute),
    ("attachments", "Attachments", "t:attachment", lambda card: card.type is CardType.ATTACHMENT),
    ("risks", "Risks", "t:risk", lambda card: card.type is CardType.RISK),
)


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything that the builder says about a list and that no deck, search or visitor changes."""

    offer: Offer
    desk: Desk

    @cached_property
    def leader(self) -> Card | None:
        """The card that leads the deck."""
        code = self.offer.decklist.leader
        return self.desk.catalogue.get(code) if code else None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The format's requirements."""
        return checklist(self.offer.decklist, self.offer.report, self.offer.format, self.desk.catalogue)

    @cached_property
    def lines(self) -> tuple[tuple[Zone, Card, int], ...]:
        """Every card in the approach and the faction deck, with its number."""
        catalogue, decklist = self.desk.catalogue, self.offer.decklist
        approach = dict.fromkeys(decklist.approach)
        return (
            *((Zone.APPROACH, catalogue.card(code), decklist.approach.count(code)) for code in approach),
            *((Zone.FACTION, catalogue.card(code), quantity) for code, quantity in decklist.faction),
        )

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """Characters, schemes and the faction deck, against what the format wants."""
        approach = [card for zone, card, number in self.lines for _ in range(number) if zone is Zone.APPROACH]
        people = sum(map(is_character, approach))
        schemes = sum(map(is_scheme, approach))
        return (
            Counter("characters", "Characters", "Char.", people, self.offer.format.approach_characters),
            Counter("schemes", "Schemes", "Schemes", schemes, self.offer.format.approach_schemes),
            Counter(
                "faction",
                "Faction deck",
                "Faction",
                self.offer.decklist.faction_size,
                self.offer.format.faction_min,
                self.offer.format.faction_max != self.offer.format.faction_min,
            ),
        )

    @cached_property
    def verdict(self) -> tuple[State, str]:
        """The deck in a word or two."""
        errors = len(self.offer.report.errors)
        if errors:
            return State.WRONG, "1 problem" if errors == 1 else f"{errors} problems"
        if self.offer.report.legal:
            return State.DONE, "Legal"
        missing = sum(
            each.allowed - each.actual
            for each in self.offer.report.violations
            if each.severity is Severity.INCOMPLETE
            and each.allowed is not None
            and each.actual is not None
            and each.code != "approach_size"
        )
        return State.TODO, f"{missing} to add"

    @cached_property
    def zones(self) -> tuple[tuple[SafeString, tuple[Kind, ...]], ...]:
        """The two decks: of each its head, and its kinds of cards."""
        people, schemes, faction = self.counters
        sorts: dict[str, list[tuple[Line, Card, int]]] = {}
        gallery = self.desk.gallery
        for zone, card, quantity in self.lines:
            line = line_of(zone, card.code, gallery)
            sorts.setdefault(line.sort, []).append((line, card, quantity))
        approach = [
            self._kind("characters", Zone.APPROACH, "Characters", sorts, people.tally, "t:character d:approach"),
            self._kind("schemes", Zone.APPROACH, "Schemes", sorts, schemes.tally, "t:scheme"),
        ]
        cards = [self._kind(key, Zone.FACTION, title, sorts, query=query) for key, title, query, _ in _SORTS]
        if "stray" in sorts:
            approach.append(self._kind("stray", Zone.APPROACH, "Out of place", sorts))
        if "astray" in sorts:
            cards.append(self._kind("astray", Zone.FACTION, "Out of place", sorts))
        return (
            (_head("approach", "Approach deck"), tuple(approach)),
            (_head("faction", "Faction deck", faction.tally), tuple(cards)),
        )

    def _kind(
        self,
        key: str,
        zone: Zone,
        title: str,
        sorts: Mapping[str, list[tuple[Line, Card, int]]],
        tally: str = "",
        query: str = "",
    ) -> Kind:
        lines = sorted(sorts.get(key, ()), key=lambda each: each[0].order)
        number = tally or f'"tally num">{sum(quantity for _, _, quantity in lines)}'
        head = f'<h4 id="title-{key}">{title} <span class={number}</span></h4>'
        rows = {card.code: self._row(line, card, quantity) for line, card, quantity in lines}
        return Kind(key, zone, title, head, query, rows, self.desk.gallery)

    def _row(self, line: Line, card: Card, quantity: int) -> Row:
        off = line.more and not self.offer.allows(card)
        return Row(card.code, quantity, card.code in self._at_fault, off)

    @cached_property
    def _at_fault(self) -> frozenset[str]:
        return frozenset(code for violation in self.offer.report.errors for code in violation.cards)

    @cached_property
    def charts(self) -> SafeString:
        """The cost curve and the combat values."""
        charts = building_charts(faction_numbers(self.offer.decklist, self.desk.catalogue))
        drawn = "\n".join(map(figure, charts))
        before, after = _around_charts(bool(charts))
        return mark_safe(f"{before}{drawn}{after}")  # noqa: S308 - charts escape what they print

    @property
    def counts(self) -> SafeString:
        """The counters, and the deck in a word or two."""
        return _counts_html(self.counters, self.verdict)


@cache
def _around_charts(any_drawn: bool) -> tuple[str, str]:
    """What stands before and after the charts, which never changes."""
    mark = "\1charts"
    html = get_template("decks/build/charts.html").render({"drawn": mark if any_drawn else ""})
    before, _, after = html.partition(mark)
    return before, after


@lru_cache(maxsize=256)
def sheet_of(offer: Offer, desk: Desk) -> Sheet:
    """The sheet of an offer; kept as offers are, because the next edit starts where this one ended."""
    return Sheet(offer, desk)


@lru_cache(maxsize=512)
def _counts_html(counters: tuple[Counter, ...], verdict: tuple[State, str]) -> SafeString:
    """Kept, because most decks pass through the same few numbers."""
    html = get_template("decks/build/counts.html").render({"counters": counters, "verdict": verdict})
    return mark_safe(html)  # noqa: S308 - a rendered template


def _sort(zone: Zone, card: Card) -> str:
    """The key of the kind under which a card is listed."""
    if zone is Zone.APPROACH:
        return "characters" if is_character(card) else "schemes" if is_scheme(card) else "stray"
    return next((key for key, _, _, fits in _SORTS if fits(card)), "astray")


def _head(key: str, title: str, tally: str = "") -> SafeString:
    """The title of one of the two decks."""
    number = f"<span class={tally}</span>" if tally else ""
    html = f'<div class="zone-head" id="head-{key}"><h3 id="zone-{key}">{title}</h3>{number}</div>'
    return mark_safe(html)  # noqa: S308 - words of our own


@dataclass(frozen=True, slots=True)
class Line:
    """What never changes of a card's row: only its number, its faults and its button do."""

    #: The key of the kind under which it is listed, and its place there.
    sort: str
    order: tuple[str, str]
    begin: str
    middle: str
    end: str
    #: Whether there is a button for one more.
    more: bool

    @classmethod
    def of(cls, zone: Zone, card: Card, gallery: Gallery) -> Line:
        """The pieces of a card's row in a zone."""
        code, name = card.code, escape(card.full_name)
        more = card.deck is zone and zone is Zone.FACTION
        middle = (
            '<span aria-hidden="true">×</span></span>'
            f'<a href="{card_path(card)}" data-glance="{glance_path(gallery, card)}">{escape(card.name)}</a>'
            f"{_neutral(card)}{_numbers(card)}"
            f'<span class="bumps"><button class="bump" form="edit" name="do" value="remove {code} {zone}" '
            f'id="in-less-{zone}-{code}" data-less>{ui("minus")}<span class="vh">Remove one {name}</span></button>'
        )
        end = "</span></li>"
        if more:
            middle += f'<button class="bump" form="edit" name="do" value="add {code}" id="in-more-{code}" data-more'
            end = f'>{ui("plus")}<span class="vh">Add one more {name}</span></button>{end}'
        begin = f'" id="line-{zone}-{code}" data-code="{code}"{faction_attribute(card)}><span class="n num">'
        return cls(_sort(zone, card), (fold(card.name), code), begin, middle, end, more)


@lru_cache(maxsize=2)
def _lines_of(gallery: Gallery) -> dict[tuple[Zone, str], Line]:
    """The rows' pieces, made once for each catalogue."""
    return {}


def line_of(zone: Zone, code: str, gallery: Gallery) -> Line:
    """The pieces of a card's row."""
    kept = _lines_of(gallery)
    pieces = kept.get((zone, code))
    if pieces is None:
        pieces = kept[zone, code] = Line.of(zone, gallery.catalogue.card(code), gallery)
    return pieces


def _neutral(card: Card) -> str:
    return f'<span class="neutral">{emblem("neutral")}<span class="vh">neutral</span></span>' if card.is_neutral else ""


def _numbers(card: Card) -> str:
    """The numbers by which cards of its kind are chosen."""
    names: Iterator[str]
    if is_scheme(card):
        names = iter(("initiative", "panache_mod"))
    elif is_character(card):
        names = iter(("combat", "finesse", "influence"))
    else:
        names = iter(("cost",))
    shown = "".join(
        f'<span>{stat_icon(name)}<span class="vh">{name.replace("_", " ")} </span>{number(name, stat)}</span>'
        for name in names
        if (stat := card.stat(name)) is not None
    )
    return f'<span class="stats">{shown}</span>'
