"""Check, import and export deck lists; nothing is stored."""

from __future__ import annotations

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request

from cards.catalogue.formats import Format
from cards.store import current_catalogue
from decks.api import schema
from decks.api.base import MAX_IMPORT_BODY, OpenView
from decks.api.errors import Refused, TooLarge, Unreadable
from decks.api.inputs import ExportInput, ImportInput, ValidateInput, decklist_of, default_format, read
from decks.api.records import parsed_record, verdict_record
from decks.exchange import DeckExportError, DeckImportError, ImportTooLargeError, NamedDeck, parse, render
from decks.exports.files import file_response
from decks.legality import check


class Validate(OpenView):
    @schema.validate
    def post(self, request: Request) -> HttpResponse:
        given = read(ValidateInput, request.data)
        rules: Format = given.get("format") or default_format()
        decklist, catalogue = decklist_of(given), current_catalogue()
        report = check(decklist, rules, catalogue)
        return self.answer(verdict_record(decklist, report, rules, catalogue), tagged=False)


class Import(OpenView):
    max_body = MAX_IMPORT_BODY

    @schema.import_text
    def post(self, request: Request) -> HttpResponse:
        given = read(ImportInput, request.data)
        rules: Format = given.get("format") or default_format()
        catalogue = current_catalogue()
        try:
            parsed = parse(given["text"], catalogue, kind=given["kind"])
        except ImportTooLargeError as error:
            raise TooLarge(error.message) from None
        except DeckImportError as error:
            raise Unreadable(error.code, error.message, error.line, error.column) from None
        decks = [parsed_record(deck, check(deck.decklist, rules, catalogue)) for deck in parsed.decks]
        return self.answer({**decks[0], "kind": parsed.kind, "format": rules.code, "decks": decks}, tagged=False)


class Export(OpenView):
    @schema.export_list
    def post(self, request: Request) -> HttpResponseBase:
        given = read(ExportInput, request.data)
        try:
            written = render(
                NamedDeck(given["name"], decklist_of(given)),
                given["kind"],
                current_catalogue(),
                sheet_url=lambda name: self.origin + reverse("decks:table-sheet", kwargs={"name": name}),
            )
        except DeckExportError as error:
            raise Refused(error.message, "faction", error.code) from None
        return file_response(written.content, written.media_type, written.filename)
