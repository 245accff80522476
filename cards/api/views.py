"""The calls of the card API: each reads its parameters, asks one domain function, and copies finished bytes."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from cards.api import schema
from cards.api.base import PublicView
from cards.api.documents import dump
from cards.api.errors import BadParameter, BadQuery, NoSuchPage
from cards.api.guide import Guide, guide
from cards.api.parameters import page_number, page_size
from cards.query import QueryError, parse_sort
from cards.search import current_engine
from web.conditional import conditional


class CardList(PublicView):
    """Cards that a query finds, page by page."""

    parameters = ("q", "sort", "page", "page_size")

    @schema.card_list
    def get(self, request: Request) -> HttpResponse:
        """Search, cut out the page, and link its neighbours."""
        given = request.query_params
        page, size = page_number(given), page_size(given)
        try:
            sort = parse_sort(given.get("sort", ""))
        except QueryError as error:
            fault = error.faults[0]
            raise BadParameter("sort", fault.message, fault.suggestion) from None
        engine = current_engine()
        result = engine.search(given.get("q", ""), sort)
        if result.faults:
            raise BadQuery(result.faults)
        count = len(result.cards)
        pages = max(1, -(-count // size))
        if page > pages:
            raise NoSuchPage(f"There is no page {page}: the last page is {pages}.")
        cards = result.cards[(page - 1) * size : page * size]
        return self.answer(
            self.documents(engine.catalogue).page(
                count,
                cards,
                self._address(page + 1) if page < pages else None,
                self._address(page - 1) if page > 1 else None,
            )
        )

    def _address(self, page: int) -> str:
        given = self.request.query_params.copy()
        given["page"] = str(page)
        return self.request.build_absolute_uri(f"{self.request.path}?{given.urlencode()}")


class CardDetail(PublicView):
    """One card, by its code or a printing's."""

    @schema.card_detail
    def get(self, request: Request, code: str) -> HttpResponse:
        """Look the code up."""
        documents = self.documents()
        card = documents.catalogue.get(code)
        if card is None:
            raise NotFound(f"There is no card with the code {code[:40]!r}.")
        return self.answer(documents.card(card))


class AllCards(PublicView):
    """Every card in one document."""

    @schema.all_cards
    def get(self, request: Request) -> HttpResponse:
        """Copy it."""
        return self.answer(self.documents().all_cards)


class Explain(PublicView):
    """What a query means, or what is wrong with it."""

    parameters = ("q",)

    @schema.explain
    def get(self, request: Request) -> HttpResponse:
        """A query with faults is a good question here, so it is answered, not refused."""
        if "q" not in request.query_params:
            raise BadParameter("q", "Give the query to explain as q; it may be empty.")
        return self.answer(dump(current_engine().explain(request.query_params["q"])))


class Sets(PublicView):
    """The sets, in order of appearance."""

    @schema.sets
    def get(self, request: Request) -> HttpResponse:
        """Copy them."""
        return self.answer(self.documents().sets)


class Factions(PublicView):
    """The factions, neutral last."""

    @schema.factions
    def get(self, request: Request) -> HttpResponse:
        """Copy them."""
        return self.answer(self.documents().factions)


class Formats(PublicView):
    """The formats, with their numbers."""

    @schema.formats
    def get(self, request: Request) -> HttpResponse:
        """Copy them."""
        return self.answer(self.documents().formats)


class Version(PublicView):
    """What changed since last time."""

    max_age = 0

    @schema.version
    def get(self, request: Request) -> HttpResponse:
        """Copy it."""
        return self.answer(self.documents().version)


class Schema(PublicView):
    """This API, described for programs."""

    max_age = 3600

    @schema.schema
    def get(self, request: Request) -> HttpResponse:
        """Written once per process."""
        return self.answer(_schema_document())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page for people."""
    return conditional(request, HttpResponse(render_to_string("api/docs.html", {"guide": _guide()}, request)))


@cache
def schema_content() -> dict[str, Any]:
    """The OpenAPI document, made once per process."""
    content: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return content


@cache
def _guide() -> Guide:
    return guide(schema_content())


@cache
def _schema_document() -> bytes:
    return dump(schema_content())
