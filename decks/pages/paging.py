"""Long lists in pages, and links to the other pages that keep the rest of the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest

from decks.pages.reading import numbered


def page_of(request: HttpRequest, paginator: Paginator[Any]) -> Page[Any]:
    """The page that the address asks for.

    :raises Http404: beyond the last one. :raises DeckError: if it is no number.
    """
    number = numbered(request.GET.get("page", "1") or "1", "page")
    if number > paginator.num_pages:
        raise Http404(f"There is no page {number}; the last one is {paginator.num_pages}.")
    return paginator.page(number)


@dataclass(frozen=True, slots=True)
class Step:
    """A link to a page of a list; no path for the page one is on, no number for a gap."""

    number: int | None
    path: str = ""


def steps(request: HttpRequest, page: Page[Any]) -> list[Step]:
    """The pages to go to: the first, the last, and those around this one."""
    if page.paginator.num_pages < 2:
        return []
    found = []
    for number in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1):
        if not isinstance(number, int):
            found.append(Step(None))
        else:
            query = request.GET.copy()
            query["page"] = str(number)
            found.append(Step(number, "" if number == page.number else f"{request.path}?{query.urlencode()}"))
    return found
