"""Long lists in pages, and links to the other pages that keep the rest of the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.functional import cached_property

from decks.models import Deck
from decks.pages.base import numbered
from decks.queries import first_matches


class FoundPages(Paginator):
    """The pages of what a search found, by ids: those that are counted, and one more where there are more decks."""

    def __init__(self, found: QuerySet[Deck], per_page: int, request: HttpRequest) -> None:
        self.found: Final = first_matches(found, _asked(request) * per_page)
        super().__init__(self.found.ids, per_page)

    @cached_property
    def num_pages(self) -> int:
        """Where the last of those that are known is full, the next begins with what is known to come."""
        return max(1, -(-(len(self.found.ids) + self.found.has_more) // self.per_page))


def _asked(request: HttpRequest) -> int:
    return numbered(request.GET.get("page", "1") or "1", "page")


def page_of(request: HttpRequest, paginator: Paginator[Any]) -> Page[Any]:
    """The page that the address asks for.

    :raises Http404: beyond the last one. :raises DeckError: if it is no number.
    """
    number = _asked(request)
    if number > paginator.num_pages:
        raise Http404(f"There is no page {number}. The last page is {paginator.num_pages}.")
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
