"""The parts of the builder's page, each with an id of its own, so that an edit sends only those it changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from django.template.loader import get_template

from cards.catalogue import Card
from cards.catalogue.formats import Format
from cards.search import Snapshot
from decks.builder.pool import Pick, Search, changed_picks, pool_html
from decks.builder.summary import Counter, Kind, Row, Summary, ZoneSummary
from decks.lists.card_pool import CardPool
from decks.lists.checklist import Item
from decks.models import Deck, DeckVersion

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class Builder:
    """A deck open in the builder: everything the page's parts are made of."""

    deck: Deck
    head: DeckVersion
    card_pool: CardPool
    snapshot: Snapshot
    search: Search
    can_redo: bool

    @property
    def format(self) -> Format:
        return self.card_pool.format

    @cached_property
    def summary(self) -> Summary:
        return Summary(self.card_pool, self.snapshot)

    @property
    def leader(self) -> Card | None:
        return self.summary.leader

    def part(self, name: str, **more: Any) -> str:
        """Render a part by the name of its template."""
        return get_template(f"decks/build/{name}.html").render({"builder": self, **more})

    def pool_path(self, query: str) -> str:
        """The URL of the builder with another search."""
        return replace(self.search, q=query, rest=False, page=1).path(self.deck.id)

    @property
    def leaders_path(self) -> str:
        """The URL that shows the leaders; once a deck has one, the others count as illegal and must be shown too."""
        return replace(self.search, q="t:leader", rest=self.leader is not None, page=1).path(self.deck.id)

    @property
    def pool(self) -> str:
        return pool_html(self.search, self.card_pool, self.snapshot, self.deck.id)


@dataclass(frozen=True)
class Changes:
    """What an edit changed on the page; only this is rendered again."""

    before: CardPool
    builder: Builder
    #: The codes of the cards that the pool shows.
    shown: Sequence[str]

    @cached_property
    def _earlier(self) -> Summary:
        return Summary(self.before, self.builder.snapshot)

    @property
    def _summary(self) -> Summary:
        return self.builder.summary

    @property
    def counters(self) -> list[Counter]:
        """The counters that changed."""
        return _different(self._earlier.counters, self._summary.counters)

    @property
    def verdict(self) -> bool:
        """Whether the verdict changed."""
        return self._earlier.verdict != self._summary.verdict

    @property
    def charts(self) -> bool:
        """Whether the charts changed: they show the faction deck."""
        return self.before.decklist.faction != self.builder.card_pool.decklist.faction

    @property
    def whole_checklist(self) -> bool:
        """Whether the set of requirements changed."""
        return [item.key for item in self._earlier.items] != [item.key for item in self._summary.items]

    @property
    def items(self) -> list[Item]:
        """The requirements whose state or problems changed."""
        return _different(self._earlier.items, self._summary.items)

    @property
    def whole_list(self) -> bool:
        """Whether the leader or the kinds of cards changed, or the list became empty or stopped being so."""
        return _outline(self._earlier) != _outline(self._summary)

    @property
    def zones(self) -> list[ZoneSummary]:
        """The decks whose counter changed."""
        pairs = zip(self._earlier.zones, self._summary.zones, strict=True)
        return [zone for earlier, zone in pairs if zone.counter != earlier.counter]

    @property
    def kinds(self) -> list[KindChanges]:
        """The changes of each kind of card in which anything changed."""
        return [
            KindChanges(was, kind)
            for earlier, zone in zip(self._earlier.zones, self._summary.zones, strict=True)
            for was, kind in zip(earlier.kinds, zone.kinds, strict=True)
            if was != kind
        ]

    @property
    def whole_pool(self) -> bool:
        """Whether a card became available again and must appear at once; one that is used up may stay."""
        card_pool = self.builder.card_pool
        return bool(card_pool.mask & ~self.before.mask) or card_pool.format is not self.before.format

    @property
    def picks(self) -> list[Pick]:
        """The shown cards whose buttons or reasons changed."""
        builder = self.builder
        return changed_picks(
            self.shown, self.before, builder.card_pool, builder.snapshot.catalogue, rest=builder.search.rest
        )


@dataclass(frozen=True, slots=True)
class KindChanges:
    """What an edit changed among the cards of one kind."""

    before: Kind
    kind: Kind

    @property
    def whole(self) -> bool:
        """Whether the kind had no cards before or has none now."""
        return bool(self.before.rows) != bool(self.kind.rows)

    @property
    def title(self) -> bool:
        """Whether the count in the title changed."""
        return (self.before.counter, self.before.count) != (self.kind.counter, self.kind.count)

    @property
    def removed(self) -> list[Row]:
        """The rows that are gone."""
        return [row for code, row in self.before.rows.items() if code not in self.kind.rows]

    @property
    def added(self) -> list[tuple[int, Row]]:
        """The new rows with their index in the list."""
        if self.kind.rows.keys() <= self.before.rows.keys():
            return []
        rows = enumerate(self.kind.sorted_rows)
        return [(index, row) for index, row in rows if row.card.code not in self.before.rows]

    @property
    def changed(self) -> list[Row]:
        """The rows that stay and look different."""
        return [row for code, row in self.kind.rows.items() if row != self.before.rows.get(code, row)]


def _different(before: Iterable[_Value], after: Iterable[_Value]) -> list[_Value]:
    return [now for was, now in zip(before, after, strict=True) if was != now]


def _outline(summary: Summary) -> tuple[object, ...]:
    return summary.leader, bool(summary.lines), [[kind.key for kind in zone.kinds] for zone in summary.zones]


def changes_html(builder: Builder, before: CardPool, said: str, shown: Sequence[str]) -> str:
    """What an edit changed, for a page that stays open."""
    return builder.part("answer", changes=Changes(before, builder, shown), said=said)


def message_html(words: str, *, bad: bool = False) -> str:
    """The message after an edit; screen readers announce it."""
    return get_template("decks/build/said.html").render({"said": words, "bad": bad})
