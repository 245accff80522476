"""The parts of the builder that an edit changes, each under an id of its own so that it alone can be sent again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html import escape

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.formats import Format
from cards.searching import Desk
from decks.checklist import Item, State
from decks.models import Deck, DeckVersion
from decks.offering import Offer
from decks.pages.build_pool import Search, changed_steppers, glance_path, pool_html
from decks.pages.build_sheet import Kind, Sheet, sheet_of


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
    def sheet(self) -> Sheet:
        """What the builder says about the list."""
        return sheet_of(self.offer, self.desk)

    @property
    def leader(self) -> Card | None:
        """The card that leads the deck."""
        return self.sheet.leader

    @property
    def zones(self) -> Iterator[tuple[SafeString, list[SafeString]]]:
        """The two decks as they are shown: of each its head, and its kinds of cards."""
        for head, kinds in self.sheet.zones:
            yield head, [kind.html(self.way(kind)) for kind in kinds]

    def way(self, kind: Kind) -> str:
        """Where cards of a kind are found that the deck has none of."""
        if kind.rows or not kind.query:
            return ""
        path = escape(self.showing(kind.query))
        return f'<p class="empty"><a href="{path}" data-pool="go">Show {kind.title.lower()}</a></p>'

    @property
    def checks(self) -> Iterator[SafeString]:
        """The format's requirements, each as it is shown."""
        return (self.check(item) for item in self.sheet.items)

    def check(self, item: Item) -> SafeString:
        """A requirement; its ways out lead to this deck's pool."""
        searched = any(fix.query for problem in item.problems for fix in problem.fixes)
        return _check_html(item, self.search, self.deck.id) if searched else _check_html(item)

    @property
    def verdict(self) -> SafeString:
        """The deck in a word or two, beside the requirements."""
        return _verdict_html(self.sheet.verdict)

    @property
    def history(self) -> SafeString:
        """The buttons that go back and forth among versions."""
        return _history_html(self.head.parent_id is not None, self.can_redo)

    def part(self, name: str, *, oob: bool = True) -> str:
        """One of the parts that are made anew each time."""
        return get_template(f"decks/build/{name}.html").render({"bench": self, "oob": oob})

    def showing(self, query: str) -> str:
        """The builder's address with another search in its pool."""
        return _showing(query, self.search, self.deck.id)

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


def _showing(query: str, search: Search, deck_id: str) -> str:
    return replace(search, q=query, rest=False, page=1).path(deck_id)


@lru_cache(maxsize=4)
def _history_html(back: bool, forth: bool) -> SafeString:
    html = get_template("decks/build/history.html").render({"back": back, "forth": forth})
    return mark_safe(html)  # noqa: S308 - a rendered template


@lru_cache(maxsize=512)
def _check_html(item: Item, search: Search | None = None, deck_id: str = "") -> SafeString:
    """Kept: most decks meet most requirements alike, and an edit that is taken back meets them as before."""
    paths = {
        fix.query: _showing(fix.query, search, deck_id)
        for problem in item.problems
        for fix in problem.fixes
        if fix.query and search
    }
    html = get_template("decks/build/check.html").render({"item": item, "paths": paths})
    return mark_safe(html)  # noqa: S308 - a rendered template


def _verdict_html(verdict: tuple[State, str]) -> SafeString:
    html = f'<span class="verdict is-{verdict[0]}" id="verdict">{escape(verdict[1])}</span>'
    return mark_safe(html)  # noqa: S308 - escaped


def _changed_checks(before: Sheet, bench: Bench) -> str:
    """The requirements that are no longer the same; all of them if they are not the same ones."""
    after = bench.sheet
    if [item.key for item in before.items] != [item.key for item in after.items]:
        return bench.part("checks")
    changed = [item for was, item in zip(before.items, after.items, strict=True) if was != item]
    html = "".join(map(bench.check, changed))
    return html if before.verdict == after.verdict else html + bench.verdict


def _changed_list(before: Sheet, bench: Bench) -> str:
    """What is no longer the same in the list; all of it if its kinds are not the same ones."""
    after = bench.sheet
    same = (before.leader, bool(before.lines)) == (after.leader, bool(after.lines))
    if not same or [_keys(zone) for zone in before.zones] != [_keys(zone) for zone in after.zones]:
        return bench.part("list")
    parts: list[str] = []
    for (earlier, kinds_before), (head, kinds) in zip(before.zones, after.zones, strict=True):
        parts += [head] if head != earlier else []
        for was, kind in zip(kinds_before, kinds, strict=True):
            changed = kind.since(was)
            parts.append(kind.html(bench.way(kind)) if changed is None else changed)
    return "".join(parts)


def _keys(zone: tuple[SafeString, tuple[Kind, ...]]) -> list[str]:
    return [kind.key for kind in zone[1]]


def answer_html(bench: Bench, before: Offer, said: str, shown: Iterable[str]) -> str:
    """What an edit changed, for a page that stays where it is."""
    earlier, sheet = sheet_of(before, bench.desk), bench.sheet
    parts = [bench.history, f'<input type="hidden" name="expected" id="expected" value="{bench.head.number}">\n']
    if (earlier.counters, earlier.verdict) != (sheet.counters, sheet.verdict):
        parts.append(sheet.counts)
    if before.decklist.faction != bench.offer.decklist.faction:
        parts.append(sheet.charts)
    parts += [_changed_checks(earlier, bench), _changed_list(earlier, bench), said_html(said)]
    # A card that has become free again belongs in the pool at once; one that is used up may stay where it is.
    if bench.offer.mask & ~before.mask or bench.offer.format is not before.format:
        parts.append(bench.pool_part)
    else:
        parts.append(changed_steppers(shown, before, bench.offer, bench.desk.catalogue, rest=bench.search.rest))
    return "".join(parts)


def said_html(words: str, *, bad: bool = False) -> str:
    """What is told after an edit, seen and heard."""
    return f'<p id="said" role="status"{" data-bad" if bad else ""}>{escape(words)}</p>'
