"""A deck in every form that leaves the site: texts, papers, a code, a picture, a frame for other sites."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from cards.searching import current_desk
from cards.serving import CACHE_CONTROL, DAY, Page, settle
from cards.store import current_catalogue
from cards.views import refuse
from decks import exporting
from decks.exchange import KINDS, DeckExportError, UnknownKindError
from decks.exporting import (
    LABELS,
    PROXIES,
    SHEET,
    StillDrawingError,
    UnknownPaperError,
    export,
    picture,
)
from decks.models import DeckVersion
from decks.pages.codes import qr_file
from decks.pages.deck import list_context
from decks.pages.kept import kept
from decks.pages.reading import Reading, deck_page, numbered, public_path, read, reading_routes
from decks.permissions import Visitor, find, find_by_link, find_version
from decks.sheets import PAPERS
from decks.states import deck_state
from decks.tables import find_sheet

#: Files are offered for keeping; a text may as well be looked at.
_SHOWN = frozenset({"text", "markdown", "csv"})


@deck_page
@kept(deck_state)
@require_safe
def export_page(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Every kind to take along, and one of the texts to copy from."""
    reading = read(request, deck_id, link)
    version = _version(request, reading)
    kind = request.GET.get("kind", "text")
    if kind not in KINDS:
        return refuse(request, 400, f"There is no kind “{kind[:40]}” to show. The kinds are {', '.join(KINDS)}.")
    try:
        written = export(reading.deck, version.decklist, kind, current_catalogue(), request.build_absolute_uri)
    except DeckExportError as error:
        return refuse(request, 400, error.message)
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "version": version,
        "kinds": KINDS,
        "kind": kind,
        "label": LABELS[kind],
        "text": written.content.decode(),
        "papers": PAPERS,
        "sheet": SHEET,
        "proxies": PROXIES,
    }
    return reading.open(render(request, "decks/export.html", context))


@deck_page
@require_safe
def export_file(request: HttpRequest, kind: str, deck_id: str = "", link: str = "") -> HttpResponse:
    """One kind as a file."""
    reading = read(request, deck_id, link)
    version = _version(request, reading)
    address = request.build_absolute_uri(public_path(reading.deck)) if reading.shared else ""
    try:
        made = export(
            reading.deck,
            version.decklist,
            kind,
            current_catalogue(),
            request.build_absolute_uri,
            address=address,
            paper=request.GET.get("paper", "a4"),
        )
    except UnknownKindError as error:
        return refuse(request, 404, error.message)
    except (UnknownPaperError, DeckExportError) as error:
        return refuse(request, 400, str(error))
    except StillDrawingError as error:
        return _wait(request, reading, error)
    response = HttpResponse(made.content, content_type=made.media_type)
    manner = "inline" if kind in _SHOWN else "attachment"
    response.headers["Content-Disposition"] = f'{manner}; filename="{made.filename}"'
    return reading.open(response)


def _wait(request: HttpRequest, reading: Reading, error: StillDrawingError) -> HttpResponse:
    """A page that asks again by itself; each time some more faces are drawn."""
    done = error.total - error.left
    context = {"here": "decks", "reading": reading, "deck": reading.deck, "done": done, "total": error.total}
    response = render(request, "decks/drawing.html", context, status=202)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = "1"
    return response


def _version(request: HttpRequest, reading: Reading) -> DeckVersion:
    number = request.GET.get("version", "")
    return find_version(reading.deck, numbered(number, "version")) if number else reading.head


@deck_page
@require_safe
def qr(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The code that leads here; only for a deck that others may read."""
    reading = read(request, deck_id, link)
    if not reading.shared:
        raise Http404("A private deck has no code to scan: nobody else could read it.")
    address = request.build_absolute_uri(public_path(reading.deck))
    return reading.open(HttpResponse(qr_file(address), content_type="image/svg+xml"))


@deck_page
@require_safe
def deck_picture(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The picture that a link to the deck unfurls into."""
    reading = read(request, deck_id, link)
    content = picture(reading.deck, current_catalogue())
    response = HttpResponse(content, content_type="image/png")
    # Other sites may show it: that is what it is for.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if reading.public:
        response.headers["Cache-Control"] = CACHE_CONTROL
    return response


@deck_page
@xframe_options_exempt
@csp_replace({"frame-ancestors": "*"})
@require_safe
def embed(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The list alone, for a frame on another site: as everybody sees it, whoever looks."""
    nobody = Visitor()
    reading = Reading(find_by_link(link) if link else find(nobody, deck_id), nobody, link)
    context = {
        "reading": reading,
        "deck": reading.deck,
        **list_context(reading.decklist, current_desk()),
        "address": request.build_absolute_uri(public_path(reading.deck)),
    }
    response = render(request, "decks/embed.html", context)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return reading.open(response)


@require_safe
def table_sheet(request: HttpRequest, name: str) -> HttpResponse:
    """A sheet of faces for Tabletop Simulator."""
    catalogue = current_catalogue()
    sheet = find_sheet(name, catalogue)
    if sheet is None:
        return refuse(request, 404, f"There is no sheet of faces “{name[:40]}”.")
    response = HttpResponse(content_type="image/jpeg")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return settle(request, response, Page(exporting.table_sheet(sheet, catalogue)), DAY, ())


fixed_patterns = [path("faces/sheets/<slug:name>.jpg", table_sheet, name="table-sheet")]

reading_patterns = [
    *reading_routes("export/", export_page, "exports"),
    *reading_routes("export/<str:kind>/", export_file, "export"),
    *reading_routes("qr.svg", qr, "qr"),
    *reading_routes("picture.png", deck_picture, "picture"),
    *reading_routes("embed/", embed, "embed"),
]
