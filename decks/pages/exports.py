"""Everything a deck can be exported as: text, PDF, QR code, preview image, and a frame for other sites."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from cards.search import current_snapshot
from cards.store import current_catalogue
from decks.exchange import KINDS, DeckExportError, NamedDeck, UnknownKindError
from decks.exchange import render as render_text
from decks.exports import files
from decks.exports.files import (
    LABELS,
    PROXIES,
    SHEET,
    StillDrawingError,
    UnknownPaperError,
    export,
    file_response,
    picture,
)
from decks.exports.pdf import PAPERS
from decks.exports.tts_sheets import find_sheet
from decks.pages.base import Reading, deck_page, public_path, read, reading_routes
from decks.pages.cache import cached_deck_page
from decks.pages.deck import list_context
from decks.pages.qr_codes import qr_file
from decks.permissions import find, find_by_link
from web.conditional import DAY, REVALIDATE, conditional
from web.error_pages import error_page
from web.ownership import Visitor
from web.rate_limits import who_of


@deck_page
@cached_deck_page()
@require_safe
def export_page(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """All export kinds, with one of the texts ready to copy."""
    reading = read(request, deck_id, link)
    version = reading.version(request.GET.get("version", ""))
    kind = request.GET.get("kind", "text")
    if kind not in KINDS:
        return error_page(request, 400, f"There is no file type “{kind[:40]}”. Choose one of {', '.join(KINDS)}.")
    try:
        written = render_text(
            NamedDeck(reading.deck.name, version.decklist),
            kind,
            current_catalogue(),
            sheet_url=lambda name: request.build_absolute_uri(files.table_path(name)),
        )
    except DeckExportError as error:
        return error_page(request, 400, error.message)
    context = {
        "here": "decks",
        "reading": reading,
        "deck": reading.deck,
        "version": version,
        "kinds": KINDS,
        "kind": kind,
        "label": LABELS[kind],
        "text": written.text,
        "papers": PAPERS,
        "sheet": SHEET,
        "proxies": PROXIES,
    }
    return reading.open(render(request, "decks/export.html", context))


@deck_page
@require_safe
def export_file(request: HttpRequest, kind: str, deck_id: str = "", link: str = "") -> HttpResponseBase:
    """One kind as a file."""
    reading = read(request, deck_id, link)
    version = reading.version(request.GET.get("version", ""))
    address = request.build_absolute_uri(public_path(reading.deck)) if reading.shared else ""
    try:
        made = export(
            reading.deck,
            version.decklist,
            kind,
            current_catalogue(),
            request.build_absolute_uri,
            who=who_of(request),
            address=address,
            paper=request.GET.get("paper", "a4"),
        )
    except UnknownKindError as error:
        return error_page(request, 404, error.message)
    except (UnknownPaperError, DeckExportError) as error:
        return error_page(request, 400, str(error))
    except StillDrawingError as error:
        return _wait(request, reading, error)
    # Texts open in the browser; other files are downloaded.
    inline = made.media_type.startswith("text/")
    response = file_response(made.content, made.media_type, made.filename, inline=inline)
    return reading.open(response) if isinstance(response, HttpResponse) else response


def _wait(request: HttpRequest, reading: Reading, error: StillDrawingError) -> HttpResponse:
    """A page that refreshes itself; every request draws more faces."""
    done = error.total - error.left
    context = {"here": "decks", "reading": reading, "deck": reading.deck, "done": done, "total": error.total}
    response = render(request, "decks/drawing.html", context, status=202)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = "1"
    return response


@deck_page
@require_safe
def qr(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The QR code of a deck that others may read."""
    reading = read(request, deck_id, link)
    if not reading.shared:
        raise Http404("A private deck has no QR code, because nobody else can see the deck.")
    address = request.build_absolute_uri(public_path(reading.deck))
    return reading.open(HttpResponse(qr_file(address), content_type="image/svg+xml"))


@deck_page
@require_safe
def deck_picture(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """The picture that a link to the deck unfurls into."""
    reading = read(request, deck_id, link)
    content = picture(reading.deck, current_catalogue(), who_of(request))
    response = HttpResponse(content, content_type="image/png")
    # Other sites may show it: that is what it is for.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if reading.public:
        response.headers["Cache-Control"] = REVALIDATE
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
        **list_context(reading.decklist, current_snapshot()),
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
        return error_page(request, 404, f"There is no card sheet “{name[:40]}”.")
    response = HttpResponse(files.table_sheet(sheet, catalogue), content_type="image/jpeg")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return conditional(request, response, DAY, ())


fixed_patterns = [path("faces/sheets/<slug:name>.jpg", table_sheet, name="table-sheet")]

reading_patterns = [
    *reading_routes("export/", export_page, "exports"),
    *reading_routes("export/<str:kind>/", export_file, "export"),
    *reading_routes("qr.svg", qr, "qr"),
    *reading_routes("picture.png", deck_picture, "picture"),
    *reading_routes("embed/", embed, "embed"),
]
