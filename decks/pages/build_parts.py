"""The parts of the builder that an edit changes, each under an id of its own so that it alone can be sent again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html import escape
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card, CardType, Zone
from cards.folding import fold
from cards.formats import Format
from cards.fragments import Gallery
from cards.presenting import card_path, emblem, faction_attribute, number, stat_icon, ui
from cards.searching import Desk
from decks.charts import Chart, building_charts
from decks.checklist import Item, State, checklist, is_character, is_scheme
from decks.legality import Severity
from decks.models import Deck, DeckVersion
from decks.offering import Offer
from decks.pages.build_pool import Search, changed_steppers, glance_path, pool_html
from decks.statistics import statistics


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


@dataclass(frozen=True, slots=True)
class Kind:
    """The cards of one kind in one zone, as rows in their order."""

    key: str
    head: str
    rows: Mapping[tuple[str, str], str]
    #: What stands in the place of rows where there are none.
    way: str

    @property
    def html(self) -> SafeString:
        """All of it."""
        rows = f'<ul class="lines">{"".join(self.rows.values())}</ul>' if self.rows else self.way
        html = f'<div class="kind" id="kind-{self.key}">{self.head}{rows}</div>'
        return mark_safe(html)  # noqa: S308 - rows are escaped

    def since(self, before: Kind) -> str:
        """What changed: its title, and rows, as long as they are the same rows; otherwise all of it."""
        if before.rows.keys() != self.rows.keys() or self.way != before.way:
            return self.html
        rows = (row for key, row in self.rows.items() if row != before.rows[key])
        return (self.head if self.head != before.head else "") + "".join(rows)


@dataclass(frozen=True)
class Bench:
    """A deck on the builder's bench: everything its parts are made of."""

    deck: Deck
    head: DeckVersion
    offer: Offer
    desk: Desk
    search: Search
    can_redo: bool

    @property
    def format(self) -> Format:
        """The format by which the deck is judged."""
        return self.offer.format

    @cached_property
    def leader(self) -> Card | None:
        """The card that leads the deck."""
        code = self.offer.decklist.leader
        return self.desk.catalogue.get(code) if code else None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The format's requirements."""
        return checklist(self.offer.decklist, self.offer.report, self.format, self.desk.catalogue)

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
            Counter("characters", "Characters", "Char.", people, self.format.approach_characters),
            Counter("schemes", "Schemes", "Schemes", schemes, self.format.approach_schemes),
            Counter(
                "faction",
                "Faction deck",
                "Faction",
                self.offer.decklist.faction_size,
                self.format.faction_min,
                self.format.faction_max != self.format.faction_min,
            ),
        )

    @property
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
        approach = [line for line in self.lines if line[0] is Zone.APPROACH]
        cards = [line for line in self.lines if line[0] is Zone.FACTION]
        kinds = {
            "brutes": ("Brutes", "is:brute", lambda card: card.is_brute),
            "attachments": ("Attachments", "t:attachment", lambda card: card.type is CardType.ATTACHMENT),
            "risks": ("Risks", "t:risk", lambda card: card.type is CardType.RISK),
        }
        sorted_out = [line for line in cards if not any(fits(line[1]) for _, _, fits in kinds.values())]
        stray = [line for line in approach if not (is_character(line[1]) or is_scheme(line[1]))]
        return (
            (
                _head("approach", "Approach deck"),
                (
                    self._kind(
                        "characters",
                        "Characters",
                        [line for line in approach if is_character(line[1])],
                        people.tally,
                        "t:character d:approach",
                    ),
                    self._kind(
                        "schemes",
                        "Schemes",
                        [line for line in approach if is_scheme(line[1])],
                        schemes.tally,
                        "t:scheme",
                    ),
                    *([self._kind("stray", "Out of place", stray)] if stray else []),
                ),
            ),
            (
                _head("faction", "Faction deck", faction.tally),
                (
                    *(
                        self._kind(key, title, [line for line in cards if fits(line[1])], query=query)
                        for key, (title, query, fits) in kinds.items()
                    ),
                    *([self._kind("astray", "Out of place", sorted_out)] if sorted_out else []),
                ),
            ),
        )

    def _kind(
        self, key: str, title: str, lines: Sequence[tuple[Zone, Card, int]], tally: str = "", query: str = ""
    ) -> Kind:
        """The cards of one kind, or the way to some."""
        number = tally or f'"tally num">{sum(line[2] for line in lines)}'
        head = f'<h4 id="title-{key}">{title} <span class={number}</span></h4>'
        way = ""
        if query and not lines:
            path = escape(self.showing(query))
            way = f'<p class="empty"><a href="{path}" data-pool="go">Show {title.lower()}</a></p>'
        return Kind(key, head, dict(sorted(self._line(*line) for line in lines)), way)

    def _line(self, zone: Zone, card: Card, quantity: int) -> tuple[tuple[str, str], str]:
        """A card's row under what it is sorted by."""
        kept = _lines_of(self.desk.gallery)
        pieces = kept.get((zone, card.code))
        if pieces is None:
            pieces = kept[zone, card.code] = Line.of(zone, card, self.desk.gallery)
        wrong = " wrong" if card.code in self._at_fault else ""
        off = ' aria-disabled="true"' if pieces.more and self.offer.why_not(card) else ""
        return pieces.order, f'<li class="line{wrong}{pieces.begin}{quantity}{pieces.middle}{off}{pieces.end}'

    @cached_property
    def _at_fault(self) -> frozenset[str]:
        return frozenset(code for violation in self.offer.report.errors for code in violation.cards)

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        """The cost curve and the combat values."""
        return building_charts(statistics(self.offer.decklist, self.desk.catalogue))

    def parts(self, names: Iterable[str], *, oob: bool) -> str:
        """Some of the parts."""
        context: dict[str, Any] = {"bench": self, "oob": oob, "verdict": self.verdict}
        return "".join(get_template(f"decks/build/{name}.html").render(context) for name in names)

    def showing(self, query: str) -> str:
        """The builder's address with another search in its pool."""
        return replace(self.search, q=query, rest=False, page=1).path(self.deck.id)

    @property
    def leaders_path(self) -> str:
        """Where another leader is chosen; a deck that has one is offered no other, so the rest must be shown."""
        return replace(self.search, q="t:leader", rest=self.leader is not None, page=1).path(self.deck.id)

    @property
    def leader_glance(self) -> str:
        """The leader's picture beside the name."""
        return glance_path(self.desk.gallery, self.leader) if self.leader else ""

    @property
    def leader_picture(self) -> SafeString:
        """The leader's small face."""
        picture = self.desk.gallery.picture(self.leader, "thumb", alt="") if self.leader else ""
        return mark_safe(picture)  # noqa: S308 - the gallery escapes

    @property
    def pool(self) -> SafeString:
        """The pool below its search box."""
        return pool_html(self.search, self.offer, self.desk, self.deck.id)

    @property
    def pool_part(self) -> str:
        """The same, to be put where it belongs."""
        return f'<div data-into="#pool">{self.pool}</div>'


def _changed_checks(before: Bench, after: Bench) -> str:
    """The requirements that are no longer the same; all of them if they are not the same ones."""
    if [item.key for item in before.items] != [item.key for item in after.items]:
        return after.parts(["checks"], oob=True)
    template = get_template("decks/build/check.html")
    changed = [item for was, item in zip(before.items, after.items, strict=True) if was != item]
    html = "".join(template.render({"bench": after, "item": item}) for item in changed)
    return html if before.verdict == after.verdict else html + after.parts(["verdict"], oob=True)


def _changed_list(before: Bench, after: Bench) -> str:
    """What is no longer the same in the list; all of it if its kinds are not the same ones."""
    same = (before.leader, bool(before.lines)) == (after.leader, bool(after.lines))
    if not same or [_keys(zone) for zone in before.zones] != [_keys(zone) for zone in after.zones]:
        return after.parts(["list"], oob=True)
    parts: list[str] = []
    for (earlier, kinds_before), (head, kinds) in zip(before.zones, after.zones, strict=True):
        parts += [head] if head != earlier else []
        parts += [kind.since(was) for was, kind in zip(kinds_before, kinds, strict=True)]
    return "".join(parts)


def _keys(zone: tuple[SafeString, tuple[Kind, ...]]) -> list[str]:
    return [kind.key for kind in zone[1]]


def answer_html(bench: Bench, before: Offer, said: str, shown: Iterable[str]) -> str:
    """What an edit changed, for a page that stays where it is."""
    earlier = replace(bench, offer=before)
    names = ["history"]
    if (earlier.counters, earlier.verdict) != (bench.counters, bench.verdict):
        names.append("counts")
    if before.decklist.faction != bench.offer.decklist.faction:
        names.append("charts")
    html = (
        bench.parts(names, oob=True) + _changed_checks(earlier, bench) + _changed_list(earlier, bench) + said_html(said)
    )
    # A card that has become free again belongs in the pool at once; one that is used up may stay where it is.
    if bench.offer.mask & ~before.mask or bench.offer.format is not before.format:
        return html + bench.pool_part
    return html + changed_steppers(shown, before, bench.offer, bench.desk.catalogue, rest=bench.search.rest)


def said_html(words: str, *, bad: bool = False) -> str:
    """What is told after an edit, seen and heard."""
    return f'<p id="said" role="status"{" data-bad" if bad else ""}>{escape(words)}</p>'


def _head(key: str, title: str, tally: str = "") -> SafeString:
    """The title of one of the two decks."""
    number = f"<span class={tally}</span>" if tally else ""
    html = f'<div class="zone-head" id="head-{key}"><h3 id="zone-{key}">{title}</h3>{number}</div>'
    return mark_safe(html)  # noqa: S308 - words of our own


@dataclass(frozen=True, slots=True)
class Line:
    """What never changes of a card's row: only its number, its faults and its button do."""

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
        return cls((fold(card.name), code), begin, middle, end, more)


@lru_cache(maxsize=2)
def _lines_of(gallery: Gallery) -> dict[tuple[Zone, str], Line]:
    """The rows' pieces, made once for each catalogue."""
    return {}


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
