"""The list of cards as HTML: four views, facets, order and pages, all of it decided by the address alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from html import escape
from math import ceil
from typing import Final
from urllib.parse import quote_plus, urlencode

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import Card
from cards.fragments import COLUMNS, Gallery, View
from cards.framing import Frame
from cards.presenting import STAT_LABELS, emblem, icon, stat_icon, ui
from cards.query import Engine, FacetValue, Fault, Query, Result, SortKey
from cards.query.facets import resorted

PAGE_SIZE: Final = 60
#: Whole texts, with their words explained, weigh several times as much as faces.
TEXTS_SIZE: Final = 24

_VIEW_WORDS: Final[Mapping[View, tuple[str, str]]] = {
    View.FACES: ("Faces", "grid"),
    View.LIST: ("List", "list"),
    View.TABLE: ("Table", "table"),
    View.TEXT: ("Text", "text"),
}


_CURRENT: Final = ' aria-current="true"'
_OPEN: Final = " open"
_BOX: Final = '<span class="box"></span>'

#: The filters that are unfolded from the start; the others unfold when they are in use.
_OPEN_FACETS: Final = frozenset({"type", "faction", "cost"})
_NUMBER_FACETS: Final = frozenset({"cost"})

#: The table's columns that stand before the numbers, by the field that sorts them.
_WORD_COLUMNS: Final[Mapping[str, str]] = {"name": "Name", "type": "Type", "faction": "Faction"}


_ARROWS: Final[Mapping[bool, str]] = {True: "↓", False: "↑"}

#: What lists can be sorted by with a click; the search language knows more.
_SORTS: Final[Mapping[str, str]] = {
    **_WORD_COLUMNS,
    **{name: STAT_LABELS[name] for name in COLUMNS},
}


class NoSuchPageError(LookupError):
    """A page past the last one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for."""

    q: str = ""
    view: View = View.FACES
    page: int = 1

    @property
    def path(self) -> str:
        """The shortest address that asks the same."""
        pairs = {
            "q": self.q,
            "view": "" if self.view is View.FACES else self.view.value,
            "page": "" if self.page == 1 else str(self.page),
        }
        written = urlencode({name: value for name, value in pairs.items() if value})
        return f"/cards/?{written}" if written else "/cards/"

    def asking(self, q: str) -> str:
        """The address of another search in the same view."""
        return replace(self, q=q, page=1).path

    def asking_html(self, q: str) -> str:
        """The same as an attribute's value."""
        tail = "" if self.view is View.FACES else f"view={self.view.value}"
        written = "&amp;".join(filter(None, (f"q={quote_plus(q)}" if q else "", tail)))
        return f"/cards/?{written}" if written else "/cards/"


def results_html(asked: Asked, engine: Engine, gallery: Gallery) -> SafeString:
    """Everything below the search box. :raises NoSuchPageError: past the last page."""
    result = engine.search(asked.q)
    size = TEXTS_SIZE if asked.view is View.TEXT else PAGE_SIZE
    pages = max(1, ceil(len(result) / size))
    if asked.page > pages:
        raise NoSuchPageError(f"There is no page {asked.page}: this search has {pages}.")
    start = (asked.page - 1) * size
    shown = result.cards[start : start + size]
    query = result.query
    values = {
        "view": asked.view.value,
        "count": _counted(len(result)) if query else "This search cannot be read",
        "sentence": result.sentence if query and query.root else "",
        "said": _said(result),
        "views": _safe(_views(asked)),
        "sorts": _safe(_sorts(asked, query or Query())),
        "sorted": _order_words(query or Query()),
        "facets": _safe(_facets(asked, engine, result)),
        "body": _safe(_cards(asked, result, shown, gallery) + _pager(asked, pages))
        if shown
        else _nothing(asked, result),
    }
    return _frame().fill(values)


@cache
def _frame() -> Frame:
    gaps = ("view", "count", "sentence", "said", "views", "sorts", "sorted", "facets", "body")
    return Frame("cards/results.html", gaps)


def _nothing(asked: Asked, result: Result) -> SafeString:
    """What stands in place of cards: what is wrong with the query, or where to go from here."""
    guess = result.did_you_mean if result.valid else mended(result.text, result.faults)
    context = {
        "typed": _safe(marked(result.text, result.faults)),
        "messages": [fault.message for fault in result.faults],
        "guess": guess,
        "guess_path": asked.asking(guess) if guess else "",
    }
    return _safe(get_template("cards/parts/void.html" if result.valid else "cards/parts/faults.html").render(context))


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - made by the functions of this module, which escape what they are given


def _counted(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _said(result: Result) -> str:
    if not result.valid:
        return f"The search cannot be read. {result.faults[0].message}"
    return f"{_counted(len(result))}: {result.sentence}"


def marked(text: str, faults: Sequence[Fault]) -> str:
    """The query with each faulty place underlined; one at its end underlines a blank there."""
    parts, last = [], 0
    for fault in faults:
        if fault.start >= last:
            place = escape(text[fault.start : fault.end]) or "&nbsp;"
            parts += [escape(text[last : fault.start]), f"<mark>{place}</mark>"]
            last = fault.end
    return "".join((*parts, escape(text[last:])))


def mended(text: str, faults: Sequence[Fault]) -> str | None:
    """The query with every suggestion put in, if there is a suggestion for every fault."""
    for fault in reversed(faults):
        corrected = fault.corrected(text)
        if corrected is None:
            return None
        text = corrected
    return text


def _views(asked: Asked) -> str:
    return "".join(
        f'<a href="{escape(replace(asked, view=view, page=1).path)}" data-live data-key="view-{view}"'
        f"{_CURRENT if view is asked.view else ''}>{ui(symbol)}{words}</a>"
        for view, (words, symbol) in _VIEW_WORDS.items()
    )


def _cards(asked: Asked, result: Result, shown: Sequence[Card], gallery: Gallery) -> str:
    pieces = "".join([gallery.piece(asked.view, card) for card in shown])
    match asked.view:
        case View.FACES:
            return f'<ul class="faces">{pieces}</ul>'
        case View.LIST:
            return f'<ul class="rows">{pieces}</ul>'
        case View.TEXT:
            return f'<ul class="texts">{pieces}</ul>'
        case View.TABLE:
            return (
                '<div class="scroller" tabindex="0" role="region" aria-label="Table of cards"><table class="grid">'
                f"<thead><tr>{''.join(_heads(asked, result))}</tr></thead><tbody>{pieces}</tbody></table></div>"
            )


def _heads(asked: Asked, result: Result) -> Iterator[str]:
    for name, words in _WORD_COLUMNS.items():
        yield _head(asked, result, name, words)
    for name in COLUMNS:
        label = f'{stat_icon(name)}<span class="vh">{STAT_LABELS[name]}</span>'
        yield _head(asked, result, name, label)


def _head(asked: Asked, result: Result, name: str, label: str) -> str:
    """A column's head; its link sorts by it, and the other way round the second time."""
    words = name in _WORD_COLUMNS
    css = ' class="left"' if words else ""
    if result.query is None:
        return f'<th scope="col"{css}><span class="head">{label}</span></th>'
    key = result.sort[0] if result.sort and result.sort[0].field == name else None
    # Words are wanted from A on, numbers from the largest down.
    wanted = not key.descending if key else not words
    text = resorted(result.query, (SortKey(name, wanted),))
    ordered = arrow = ""
    if key:
        ordered = f' aria-sort="{"descending" if key.descending else "ascending"}"'
        arrow = _arrow(key)
    return (
        f'<th scope="col"{css}{ordered}><a href="{asked.asking_html(text)}" data-live data-key="sort-{name}">'
        f"{label}{arrow}</a></th>"
    )


def _sorts(asked: Asked, query: Query) -> str:
    """Links to the same cards in other orders; the one in use turns round."""
    first = query.sort[0] if query.sort else None
    words = resorted(query, ())
    bare = asked.asking_html(words)
    stem = f"{words} " if words else ""
    links = []
    for name, label in _SORTS.items():
        descending = not first.descending if first and first.field == name else name not in _WORD_COLUMNS
        path = asked.asking_html(f"{stem}{'-' if descending else ''}sort:{name}")
        state = f"{_CURRENT}>{label}{_arrow(first)}" if first and first.field == name else f">{label}"
        links.append(f'<li><a href="{path}" data-live{state}</a></li>')
    if first:
        links.append(f'<li><a href="{bare}" data-live>As numbered</a></li>')
    return "".join(links)


def _arrow(key: SortKey) -> str:
    return f'<span aria-hidden="true">{_ARROWS[key.descending]}</span>'


def _order_words(query: Query) -> str:
    first = query.sort[0] if query.sort else None
    if first is None:
        return "Sort"
    return f"{_SORTS.get(first.field, first.field.capitalize())} {_ARROWS[first.descending]}"


def _pager(asked: Asked, pages: int) -> str:
    """Links to every page, the far ones left out; nothing where all is on one page."""
    if pages == 1:
        return ""
    parts = []
    if asked.page > 1:
        parts.append(_page_link(asked, asked.page - 1, f"{ui('arrow-left')}Previous", ' rel="prev"'))
    last = 0
    for page in range(1, pages + 1):
        if page not in (1, pages) and abs(page - asked.page) > 2:
            continue
        if page - last > 1:
            parts.append('<span class="gap" aria-hidden="true">…</span>')
        words = f'<span class="vh">Page </span>{page}'
        parts.append(
            f'<span aria-current="page">{words}</span>' if page == asked.page else _page_link(asked, page, words)
        )
        last = page
    if asked.page < pages:
        parts.append(_page_link(asked, asked.page + 1, f"Next{ui('arrow-right')}", ' rel="next"'))
    return f'<nav class="pager" aria-label="Pages">{"".join(parts)}</nav>'


def _page_link(asked: Asked, page: int, words: str, more: str = "") -> str:
    return f'<a href="{escape(replace(asked, page=page).path)}" data-live{more}>{words}</a>'


def _facets(asked: Asked, engine: Engine, result: Result) -> str:
    """The filters, each a link to the query that it writes."""
    if result.valid:
        return _facet_list(asked, engine, result)
    # A query in the middle of being typed must not make the filters vanish under the reader's eyes.
    return '<p class="eyebrow">Start over with</p>' + _facet_list(asked, engine, engine.search(""))


def _facet_list(asked: Asked, engine: Engine, result: Result) -> str:
    parts = []
    for facet in engine.facets(result):
        if facet.values:
            state = _OPEN if facet.field in _OPEN_FACETS or facet.active else ""
            shape = "costs" if facet.field in _NUMBER_FACETS else "values"
            parts.append(f'<details class="facet"{state}><summary>{escape(facet.label)}</summary><ul class="{shape}">')
            parts += [_facet_value(asked, facet.field, value) for value in facet.values]
            parts.append("</ul></details>")
    return "".join(parts)


def _facet_value(asked: Asked, field: str, value: FacetValue) -> str:
    words = _facet_words(field, value.value, value.label)
    count = f'<span class="n">{value.count}<span class="vh"> cards</span></span>'
    if not value.count and not value.active:
        return f'<li><span class="empty zero">{_BOX}{words}{count}</span></li>'
    state = f"{_CURRENT}>{_ticked()}" if value.active else f">{_BOX}"
    return (
        f'<li><a href="{asked.asking_html(value.query)}" rel="nofollow" data-live '
        f'data-key="{field}-{escape(value.value)}"{state}{words}{count}</a></li>'
    )


@lru_cache(maxsize=1024)
def _facet_words(field: str, value: str, label: str) -> str:
    """A value's sign and name, which no query changes."""
    sign = ""
    if field == "faction" and value != "none":
        sign = f'<span data-faction="{escape(value)}">{emblem(value)}</span>'
    elif field == "type":
        sign = str(icon(value))
    return f"{sign}{escape(label)}"


def _ticked() -> str:
    return f'<span class="box">{ui("check")}</span>'
