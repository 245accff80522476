"""Hands, Day by Day: of a deck, or of a list that was pasted."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue import Catalogue
from cards.search import current_snapshot
from decks.builder.formats import format_by_code, format_of
from decks.builder.views import LIVE
from decks.decklist import EMPTY, Decklist
from decks.exchange import DeckImportError, ImportTooLargeError, LineReport, Status, parse
from decks.models import Deck, Visibility
from decks.pages.base import Reading, deck_page, parse_number, read, reading_routes
from decks.permissions import find_version, own_decks
from decks.queries import starter_decks
from decks.services import DeckError
from decks.summaries import summaries
from rules.hands import Undealable, read_list, write_list
from rules.pages.hands.game import Ground, first_hand, play
from web.ownership import Visitor

#: How many of the visitor's own decks are listed; every deck's page has a link too.
MAX_OWN = 24


@deck_page
@require_safe
def hands(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """A game with a deck; a single hand for the builder's script."""
    reading = read(request, deck_id, link)
    ground = _ground(request, reading)
    return _sample(request, ground) if LIVE in request.headers else play(request, ground)


def _ground(request: HttpRequest, reading: Reading) -> Ground:
    """The version that the address names, or the newest."""
    deck, raw = reading.deck, request.GET.get("v", "")
    version = deck.head
    if raw and (version is None or str(version.number) != raw):
        version = find_version(deck, parse_number(raw, "version"))
    return Ground(
        title=deck.name,
        decklist=version.decklist if version else EMPTY,
        format=format_of(deck),
        path=reading.path("rules:hands"),
        fixed=(("v", str(version.number)),) if version else (),
        shared_path=_shared_path(deck),
        reading=reading,
        version=version.number if version else None,
    )


def _shared_path(deck: Deck) -> str:
    if deck.visibility == Visibility.LINK:
        return reverse("rules:link-hands", kwargs={"link": deck.link})
    return reverse("rules:hands", kwargs={"deck_id": deck.id}) if deck.visibility == Visibility.PUBLIC else ""


def _sample(request: HttpRequest, ground: Ground) -> HttpResponse:
    """One new hand of Day 1, for the drawer of the builder."""
    snapshot = current_snapshot()
    context: dict[str, Any] = {"ground": ground}
    try:
        table, place = first_hand(ground, snapshot.catalogue)
    except Undealable as error:
        context["obstacle"] = str(error)
    else:
        card = snapshot.catalogue.card
        context |= {
            "table": table,
            "hand": [card(code) for code in table.hand],
            "scheme": card(table.scheme) if table.scheme else None,
            "path": place.at(table.actions),
        }
    response = render(request, "rules/hands/sample.html", context)
    patch_vary_headers(response, (LIVE,))
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def any_hands(request: HttpRequest) -> HttpResponse:
    """Choose a deck, or paste a list; a list in the address is played at once."""
    if request.method == "POST":
        return _pasted(request)
    written = request.GET.get("list")
    if written is None:
        return _choice(request)
    try:
        decklist = read_list(written)
    except ValueError as error:
        raise DeckError(f"We couldn’t read this link: {error}.") from None
    here = reverse("rules:any-hands")
    return play(request, Ground("A pasted list", decklist, format_by_code(""), here, (("list", written),), here))


def _choice(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    catalogue = current_snapshot().catalogue
    own = own_decks(Visitor.of(request)).select_related("head", "owner").order_by("-updated_at", "id")[:MAX_OWN]
    context = {
        "here": "hands",
        "own": summaries(own, catalogue),
        "starters": summaries(starter_decks(), catalogue),
        **more,
    }
    return render(request, "rules/hands/choose.html", context, status=status)


def _pasted(request: HttpRequest) -> HttpResponse:
    """Deal from a pasted text if every line is clear; otherwise show the doubts first."""
    text, catalogue = request.POST.get("text", ""), current_snapshot().catalogue
    try:
        parsed = parse(text, catalogue)
        deck = parsed.decks[0]
        address = _list_address(deck.decklist)
    except DeckImportError as error:
        status = 413 if isinstance(error, ImportTooLargeError) else 400
        return _choice(request, status, text=text, error=error.message)
    except ValueError as error:
        return _choice(request, 400, text=text, error=f"This list cannot be dealt from a link: {error}.")
    doubtful = [line for line in deck.lines if line.status in (Status.GUESSED, Status.FAILED)]
    if not doubtful and len(parsed.decks) == 1:
        return HttpResponseRedirect(address, status=303)
    more = len(parsed.decks) - 1
    return _choice(request, text=text, doubts=_doubts(doubtful, catalogue), go_on=address, more_decks=more)


def _list_address(decklist: Decklist) -> str:
    return f"{reverse('rules:any-hands')}?list={write_list(decklist)}"


def _doubts(lines: list[LineReport], catalogue: Catalogue) -> list[tuple[LineReport, str]]:
    """Each doubtful line, with the card that it was read as."""
    return [(line, card.full_name if line.code and (card := catalogue.get(line.code)) else "") for line in lines]


urlpatterns = [
    path("hands/", any_hands, name="any-hands"),
    *reading_routes("hands/", hands, "hands"),
]
