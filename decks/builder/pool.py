"""The builder's pool: the cards that can be added, searched and filtered, each with its buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import NEUTRAL, Card, CardType, Catalogue, Zone
from cards.pages.results import highlight_faults
from cards.query import Engine, FacetValue, Result, SortKey, apply_suggestions
from cards.search import Snapshot
from cards.templatetags.site import emblem, icon
from decks.legality import Code, Violation
from decks.lists.card_pool import CardPool
from decks.lists.edits import DECK_ZONES
from decks.services import DeckError

PAGE_SIZE: Final = 36

#: In the order decks are built: characters, schemes, then the faction deck.
ORDER: Final = (SortKey("type"), SortKey("cost"), SortKey("name"))

ROWS: Final = "rows"
FACES: Final = "faces"
VIEWS: Final = (ROWS, FACES)

_TYPES: Final = (CardType.LEADER, CardType.CHARACTER, CardType.SCHEME, CardType.ATTACHMENT, CardType.RISK)
_MAX_QUERY_LENGTH: Final = 500

#: Rules about counts: a card that breaks one may be legal again later.
_COUNTED: Final = frozenset(
    {
        Code.APPROACH_SIZE,
        Code.APPROACH_CHARACTERS,
        Code.APPROACH_SCHEMES,
        Code.APPROACH_DUPLICATE,
        Code.FACTION_SIZE,
        Code.TOO_MANY_COPIES,
        Code.UNIQUE_COPIES,
        Code.TOO_MANY_POINTS,
    }
)


@dataclass(frozen=True, slots=True)
class Search:
    """What the pool shows; all of it is in the URL."""

    q: str = ""
    #: Also what may not be added, with the reasons.
    rest: bool = False
    view: str = ROWS
    page: int = 1

    @classmethod
    def of(cls, source: QueryDict) -> Search:
        """Parse a query string or a form. :raises DeckError: for values that the page never sends."""
        q, rest, view, page = (source.get(name, "") for name in ("q", "all", "view", "page"))
        if view and view not in VIEWS:
            raise DeckError(f"There is no view “{view[:40]}”. Choose {' or '.join(VIEWS)}.")
        if page and not (page.isascii() and page.isdigit() and len(page) < 6 and int(page)):
            raise DeckError(f"“{page[:40]}” is not a page number.")
        return cls(" ".join(q.split())[: _MAX_QUERY_LENGTH + 1], rest == "1", view or ROWS, int(page or 1))

    @property
    def fields(self) -> dict[str, str]:
        """As query parameters or form fields, without the defaults."""
        pairs = {
            "q": self.q,
            "all": "1" if self.rest else "",
            "view": "" if self.view == ROWS else self.view,
            "page": "" if self.page == 1 else str(self.page),
        }
        return {name: value for name, value in pairs.items() if value}

    def path(self, deck_id: str) -> str:
        """The URL of the builder with this search."""
        base = reverse("decks:build", kwargs={"deck_id": deck_id})
        return f"{base}?{urlencode(self.fields)}" if self.fields else base

    def asking(self, q: str) -> Search:
        """The first page of another query."""
        return replace(self, q=q, page=1)


@dataclass(frozen=True, slots=True)
class Pick:
    """A card in the pool, with its copies in the deck and why no more can be added."""

    card: Card
    number: int
    why: str
    leads: bool
    #: Whether cards are shown that may not be added, each of which may be added all the same.
    rest: bool

    @classmethod
    def of(cls, card: Card, card_pool: CardPool, *, rest: bool) -> Pick:
        if card.deck is Zone.LEADER:
            return cls(card, 0, "", card_pool.decklist.leader == card.code, rest)
        return cls(card, card_pool.copies[card.code], refusal_text(card_pool.why_not(card)), False, rest)

    @property
    def leader(self) -> bool:
        """Whether the card is a leader."""
        return self.card.deck is Zone.LEADER

    @property
    def deckable(self) -> bool:
        """Whether the card goes into decks at all."""
        return self.card.deck in DECK_ZONES

    @property
    def what(self) -> str:
        """Its kind, title and traits."""
        kind = "Brute" if self.card.is_brute else self.card.type.label
        return " · ".join(filter(None, (kind, self.card.title or "", ", ".join(self.card.traits))))


def pool_html(search: Search, card_pool: CardPool, snapshot: Snapshot, deck_id: str) -> str:
    """The whole pool below the search box."""
    result = snapshot.engine.search(search.q, ORDER)
    mask = _mask(result, search, card_pool, snapshot.engine)
    cards = snapshot.engine.cards(mask, result.sort)
    # The pool shrinks under the reader's hands, so a page past the last one is the last one.
    search = replace(search, page=min(search.page, max(1, ceil(len(cards) / PAGE_SIZE))))
    start = (search.page - 1) * PAGE_SIZE
    addable = (result.mask & card_pool.mask).bit_count()
    context: dict[str, Any] = {
        "search": search,
        "path": search.path(deck_id),
        "valid": result.valid,
        "sentence": result.sentence if result.query and result.query.root else "",
        "count": len(cards),
        "addable": addable,
        "filters": _filters(search, card_pool, snapshot, deck_id),
        "view_links": [(view, label, symbol, _view_path(search, view, deck_id)) for view, label, symbol in _VIEW_WORDS],
        "picks": [Pick.of(card, card_pool, rest=search.rest) for card in cards[start : start + PAGE_SIZE]],
        "more": replace(search, page=search.page + 1).path(deck_id) if len(cards) > start + PAGE_SIZE else "",
        "before": replace(search, page=search.page - 1).path(deck_id) if search.page > 1 else "",
        "rest_path": replace(search, rest=True, page=1).path(deck_id),
        "rest_count": result.mask.bit_count() - addable,
        "clear_path": search.asking("").path(deck_id),
        **_faults(search, result, deck_id),
    }
    return get_template("decks/build/pool.html").render(context)


_VIEW_WORDS: Final = ((ROWS, "List", "list"), (FACES, "Images", "grid"))


def _view_path(search: Search, view: str, deck_id: str) -> str:
    return replace(search, view=view, page=1).path(deck_id)


def more_html(search: Search, after: str, card_pool: CardPool, snapshot: Snapshot, deck_id: str) -> str:
    """The cards after a given one, to replace the link to them.

    They are counted from a card, not from a page: what was shown may have left the pool since.
    """
    index = next((index for index, card in enumerate(snapshot.catalogue) if card.code == after), None)
    if index is None:
        raise DeckError(f"There is no card “{after[:40]}”.")
    result = snapshot.engine.search(search.q, ORDER)
    cards = snapshot.engine.cards(_mask(result, search, card_pool, snapshot.engine) | 1 << index, result.sort)
    start = next(at for at, card in enumerate(cards, start=1) if card.code == after)
    context = {
        "view": search.view,
        "picks": [Pick.of(card, card_pool, rest=search.rest) for card in cards[start : start + PAGE_SIZE]],
        "more": replace(search, page=search.page + 1).path(deck_id) if len(cards) > start + PAGE_SIZE else "",
    }
    return get_template("decks/build/following.html").render(context)


def _mask(result: Result, search: Search, card_pool: CardPool, engine: Engine) -> int:
    return result.mask & (engine.everything if search.rest else card_pool.mask)


def _faults(search: Search, result: Result, deck_id: str) -> dict[str, Any]:
    guess = result.did_you_mean if result.valid else apply_suggestions(result.text, result.faults)
    return {
        "typed": highlight_faults(result.text, result.faults),
        "messages": [fault.message for fault in result.faults],
        "guess": guess,
        "guess_path": search.asking(guess).path(deck_id) if guess else "",
    }


def refusal_text(reasons: Iterable[Violation]) -> str:
    """Why a card cannot be added: lasting reasons first, or else what one more would break."""
    lasting = [each.message for each in reasons if each.code not in _COUNTED]
    if lasting:
        return " ".join(lasting)
    telling = [each for each in reasons if each.code is not Code.APPROACH_SIZE] or list(reasons)
    return f"With one more: {' '.join(each.message for each in telling)}" if telling else ""


def changed_picks(
    codes: Iterable[str], before: CardPool, after: CardPool, catalogue: Catalogue, *, rest: bool
) -> list[Pick]:
    """The shown cards that an edit changed. :raises DeckError: for an unknown code."""
    picks = []
    same_approach = before.same_approach(after)
    for code in codes:
        card = catalogue.get(code)
        if card is None:
            raise DeckError(f"There is no card “{code[:40]}”.")
        if not (same_approach and card.deck is Zone.APPROACH) and _changed(card, before, after):
            picks.append(Pick.of(card, after, rest=rest))
    return picks


def _changed(card: Card, before: CardPool, after: CardPool) -> bool:
    """Whether a card's buttons, or the reasons why it cannot be added, changed."""
    if card.deck is Zone.LEADER:
        return (before.decklist.leader == card.code) != (after.decklist.leader == card.code)
    allowed = after.allows(card)
    # Not by index: a counter works out in Python that it has none of a card, and most cards are not in the list.
    if before.copies.get(card.code) != after.copies.get(card.code) or before.allows(card) != allowed:
        return True
    return not allowed and before.why_not(card) != after.why_not(card)


@dataclass(frozen=True, slots=True)
class Filter:
    """A link that adds a condition to the search, or removes it."""

    key: str
    sign: SafeString
    faction: str
    label: str
    count: int
    active: bool
    path: str


def _filters(search: Search, card_pool: CardPool, snapshot: Snapshot, deck_id: str) -> list[tuple[str, list[Filter]]]:
    """A few of the search's facets, counted over the pool."""
    engine = snapshot.engine
    result = engine.search(search.q, ORDER)
    if not result.valid:
        result = engine.search("", ORDER)
    pool = engine.everything if search.rest else card_pool.mask
    leader = snapshot.catalogue.get(card_pool.decklist.leader) if card_pool.decklist.leader else None
    factions = (
        {leader.faction, NEUTRAL} if leader and not search.rest else {each.code for each in snapshot.catalogue.factions}
    )
    wanted: Mapping[str, Callable[[FacetValue], bool]] = {
        "type": lambda value: value.value in _TYPES and (value.value != CardType.LEADER or leader is None),
        "faction": lambda value: value.value in factions,
        "cost": lambda value: value.value.isdigit(),
    }
    groups = []
    for facet in engine.facets(result):
        if facet.field in wanted:
            values = [value for value in facet.values if wanted[facet.field](value)]
            made = [_filter(facet.field, value, search, pool, engine, deck_id) for value in values]
            # Kinds and factions stay in their places; of the costs only those that some card has are worth a button.
            shown = [each for each in made if facet.field != "cost" or each.count or each.active]
            groups.append((facet.label, shown))
    return groups


def _filter(name: str, value: FacetValue, search: Search, pool: int, engine: Engine, deck_id: str) -> Filter:
    sign = {"type": icon, "faction": emblem}.get(name)
    found = engine.search(search.q if value.active else value.query, ORDER).mask
    found &= engine.search(f"{name}:{value.value}", ORDER).mask
    return Filter(
        key=f"{name}-{value.value}",
        sign=sign(value.value) if sign else mark_safe(""),
        faction=value.value if name == "faction" else "",
        label=value.label,
        count=(found & pool).bit_count(),
        active=value.active,
        path=search.asking(value.query).path(deck_id),
    )
