"""The list of cards, in four views; its address determines everything about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards.catalogue.stats import STAT_LABELS
from cards.query import Engine, Fault, Query, Result, SortKey, apply_suggestions
from cards.query.facets import with_sort
from cards.rows import COLUMNS
from cards.search import Snapshot
from web.number_format import quantity
from web.page_numbers import NoSuchPageError

PAGE_SIZE: Final = 60
#: Full text with explanations weighs several times as much as faces.
TEXT_PAGE_SIZE: Final = 24


class View(StrEnum):
    """How a list of cards is shown."""

    FACES = "faces"
    LIST = "list"
    TABLE = "table"
    TEXT = "text"


_VIEW_ICONS: Final[Mapping[View, str]] = {
    View.FACES: "grid",
    View.LIST: "list",
    View.TABLE: "table",
    View.TEXT: "text",
}

#: Filters that are open from the start; the others open when in use.
_OPEN_FACETS: Final = frozenset({"type", "faction", "cost"})
_NUMBER_FACETS: Final = frozenset({"cost"})

#: The table's columns before the numbers, by the field that sorts them.
_WORD_COLUMNS: Final[Mapping[str, str]] = {"name": "Name", "type": "Type", "faction": "Faction"}
#: Sort orders offered as links; the search language has more.
_SORTS: Final[Mapping[str, str]] = {**_WORD_COLUMNS, **{name: STAT_LABELS[name] for name in COLUMNS}}
_ARROWS: Final[Mapping[bool, str]] = {True: "↓", False: "↑"}


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A search as its address states it."""

    q: str = ""
    view: View = View.FACES
    page: int = 1

    @property
    def path(self) -> str:
        """The shortest address of this search."""
        pairs = {
            "q": self.q,
            "view": "" if self.view is View.FACES else self.view.value,
            "page": "" if self.page == 1 else str(self.page),
        }
        parameters = urlencode({name: value for name, value in pairs.items() if value})
        return f"/cards/?{parameters}" if parameters else "/cards/"

    def path_for(self, q: str) -> str:
        """The address of another search in the same view."""
        return replace(self, q=q, page=1).path


def results_context(search: CardSearch, snapshot: Snapshot) -> dict[str, Any]:
    """The context of ``cards/results.html``. :raises NoSuchPageError: past the last page."""
    engine = snapshot.engine
    result = engine.search(search.q)
    asked = result.query
    corrected = result.did_you_mean if asked and asked.words else None
    if corrected:
        result = engine.search(corrected)
    size = TEXT_PAGE_SIZE if search.view is View.TEXT else PAGE_SIZE
    pages = max(1, ceil(len(result) / size))
    if search.page > pages:
        raise NoSuchPageError(f"There is no page {search.page}. The last page is {pages}.")
    start = (search.page - 1) * size
    query = result.query or Query()
    guess = result.did_you_mean if result.valid else apply_suggestions(result.text, result.faults)
    reading = corrected or query.canonical
    literal = asked.literal if asked and (corrected or asked.reads_words) else ""
    return {
        "search": search,
        "result": result,
        "view_template": f"cards/parts/views/{search.view}.html",
        "count": quantity(len(result), "card"),
        "views": [
            {"name": view, "icon": icon, "path": replace(search, view=view, page=1).path}
            for view, icon in _VIEW_ICONS.items()
        ],
        "sorts": _sorts(search, query),
        "order": _order(query),
        "facets": _facets(search, engine, result if result.valid else engine.search("")),
        "rows": [snapshot.rows[card.code] for card in result.cards[start : start + size]],
        "columns": _columns(search, query) if search.view is View.TABLE else (),
        "pages": _pages(search, pages),
        "before": replace(search, page=search.page - 1).path if search.page > 1 else "",
        "after": replace(search, page=search.page + 1).path if search.page < pages else "",
        "typed": highlight_faults(result.text, result.faults),
        "corrected": corrected,
        "reading": reading,
        "reading_path": search.path_for(reading) if reading else "",
        "literal": literal,
        "literal_path": search.path_for(literal) if literal else "",
        "guess": guess,
        "guess_path": search.path_for(guess) if guess else "",
    }


def highlight_faults(text: str, faults: Sequence[Fault]) -> SafeString:
    """The query with its faults marked; a fault at the very end marks a space there."""
    parts, end = [], 0
    for fault in faults:
        if fault.start >= end:
            marked = format_html("<mark>{}</mark>", text[fault.start : fault.end] or "\N{NO-BREAK SPACE}")
            parts += [text[end : fault.start], marked]
            end = fault.end
    return format_html_join("", "{}", ((part,) for part in (*parts, text[end:])))


def _columns(search: CardSearch, query: Query) -> Iterator[dict[str, Any]]:
    """The table's column headers; each sorts by its column, or reverses the order."""
    first = query.sort[0] if query.sort else None
    for name, label in _SORTS.items():
        key = first if first and first.field == name else None
        is_text = name in _WORD_COLUMNS
        # Text sorts from A, numbers from the largest.
        descending = not key.descending if key else not is_text
        yield {
            "name": name,
            "label": label,
            "words": is_text,
            "path": search.path_for(with_sort(query, (SortKey(name, descending),))),
            "order": ("descending" if key.descending else "ascending") if key else "",
            "arrow": _ARROWS[key.descending] if key else "",
        }


def _sorts(search: CardSearch, query: Query) -> list[dict[str, str]]:
    """Links to other sort orders; the current one links to its reverse."""
    first = query.sort[0] if query.sort else None
    unsorted = with_sort(query, ())
    prefix = f"{unsorted} " if unsorted else ""
    links = []
    for name, label in _SORTS.items():
        current = first is not None and first.field == name
        descending = not first.descending if first and current else name not in _WORD_COLUMNS
        path = search.path_for(f"{prefix}{'-' if descending else ''}sort:{name}")
        links.append({"label": label, "path": path, "arrow": _ARROWS[first.descending] if first and current else ""})
    if first:
        links.append({"label": "Card number", "path": search.path_for(unsorted), "arrow": ""})
    return links


def _order(query: Query) -> str:
    first = query.sort[0] if query.sort else None
    if first is None:
        return "Sort"
    return f"{_SORTS.get(first.field, first.field.capitalize())} {_ARROWS[first.descending]}"


def _pages(search: CardSearch, pages: int) -> list[dict[str, Any]]:
    """The first, the last and nearby pages; ``gap`` marks pages left out before one."""
    shown = [page for page in range(1, pages + 1) if page in (1, pages) or abs(page - search.page) <= 2]
    return [
        {"number": page, "path": replace(search, page=page).path, "gap": page - last > 1}
        for last, page in zip((0, *shown), shown, strict=False)
    ]


def _facets(search: CardSearch, engine: Engine, result: Result) -> list[dict[str, Any]]:
    """The filters, with an address for each value."""
    return [
        {
            "field": facet.field,
            "label": facet.label,
            "open": facet.field in _OPEN_FACETS or facet.active,
            "shape": "costs" if facet.field in _NUMBER_FACETS else "values",
            "values": [
                {
                    "label": value.label,
                    "value": value.value,
                    "count": value.count,
                    "active": value.active,
                    "key": f"{facet.field}-{value.value}",
                    "path": search.path_for(value.query),
                }
                for value in facet.values
            ],
        }
        for facet in engine.facets(result)
        if facet.values
    ]
