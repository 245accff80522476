"""Pagination of long lists, with links that keep the rest of the query string."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from decks.models import Deck
from decks.pages.base import parse_number
from decks.queries import first_matches
from web.page_numbers import NoSuchPageError


class SearchPaginator(Paginator):
    """The pages of a search's results, by id: as many as were counted, and one more if there are more decks."""

    def __init__(self, found: QuerySet[Deck], per_page: int, request: HttpRequest) -> None:
        self.found: Final = first_matches(found, _page_number(request) * per_page)
        super().__init__(self.found.ids, per_page)

    @cached_property
    def num_pages(self) -> int:
        """The counted pages, and the next one if the last of them is full and there is more."""
        return max(1, -(-(len(self.found.ids) + self.found.has_more) // self.per_page))


def _page_number(request: HttpRequest) -> int:
    return parse_number(request.GET.get("page", "1") or "1", "page")


def get_page(request: HttpRequest, paginator: Paginator[Any]) -> Page[Any]:
    """The page that the URL asks for.

    :raises NoSuchPageError: past the last page; ``deck_page`` then leads to the first.
    :raises DeckError: if it is no number.
    """
    number = _page_number(request)
    if number > paginator.num_pages:
        raise NoSuchPageError(f"There is no page {number}. The last page is {paginator.num_pages}.")
    return paginator.page(number)


@dataclass(frozen=True, slots=True)
class Step:
    """A link to a page; the current page has no path, a gap has no number."""

    number: int | None
    path: str = ""


def steps(request: HttpRequest, page: Page[Any]) -> list[Step]:
    """Links to the first page, the last, and those around the current one."""
    if page.paginator.num_pages < 2:
        return []
    links = []
    for number in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1):
        if not isinstance(number, int):
            links.append(Step(None))
        else:
            query = request.GET.copy()
            query["page"] = str(number)
            links.append(Step(number, "" if number == page.number else f"{request.path}?{query.urlencode()}"))
    return links
