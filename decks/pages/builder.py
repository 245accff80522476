"""The deck builder: one page, and one address to which every edit is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_http_methods

from cards.formats import Format
from cards.searching import Desk, current_desk
from decks import services
from decks.building import Edit, EditError, RefusedError, Verb, apply
from decks.hooks import builder_drawers
from decks.models import Deck, DeckVersion
from decks.offering import Offer, offer
from decks.pages.build_conflict import REDO, UNDO, Conflict, replayed
from decks.pages.build_formats import chosen_format, format_of, formats
from decks.pages.build_import import import_decks
from decks.pages.build_new import new_deck
from decks.pages.build_parts import Bench, answer_html, said_html
from decks.pages.build_pool import Search, more_html
from decks.pages.build_words import said_of
from decks.pages.reading import EMPTY, deck_page, numbered, tell
from decks.permissions import Visitor, find_own
from decks.services import DeckError, StaleVersionError

#: By this header the page's script asks for parts of it: an edit, the pool, or more of the pool.
LIVE: Final = "X-Live"

MOST_SHOWN: Final = 1_000
MOST_EDITS: Final = 200

#: The choices after a conflict; the third, the saved list, takes nothing but going back to it.
KEEP_MINE: Final = "keep mine"
KEEP_BOTH: Final = "keep both"


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def build(request: HttpRequest, deck_id: str) -> HttpResponse:
    """The builder of one's own deck; a POST is an edit."""
    deck = find_own(Visitor.of(request), deck_id)
    if request.method == "POST":
        try:
            return _edit(request, deck)
        except EditError as error:
            raise DeckError(str(error)) from error
    desk = current_desk()
    search = Search.of(request.GET)
    bench = _bench(deck, desk, search)
    if not _live(request):
        return _page(request, bench)
    if request.headers[LIVE] == "more":
        return HttpResponse(more_html(search, request.GET.get("after", ""), bench.offer, desk, deck.id))
    return HttpResponse(bench.pool_part + bench.part("state"))


def _live(request: HttpRequest) -> bool:
    """Whether the page stays where it is, so that only parts are wanted."""
    return LIVE in request.headers


def _bench(deck: Deck, desk: Desk, search: Search, format: Format | None = None, *, fresh: bool = False) -> Bench:
    """The deck on the bench; from a fresh version, made a moment ago, nothing can have been made yet."""
    head = deck.head or services.save(deck, EMPTY, desk.catalogue)
    return Bench(
        deck=deck,
        head=head,
        offer=offer(head.decklist, format or format_of(deck), desk.catalogue),
        desk=desk,
        search=search,
        can_redo=not fresh and services.can_redo(head),
    )


def _page(request: HttpRequest, bench: Bench, **more: Any) -> HttpResponse:
    context = {
        "here": "decks",
        "keys_list": "decks/build/keys.html",
        "bench": bench,
        "formats": formats(),
        "drawers": builder_drawers.render(request, bench.deck),
        **more,
    }
    return render(request, "decks/build/builder.html", context, status=more.get("status"))


def _edit(request: HttpRequest, deck: Deck) -> HttpResponse:
    words = " ".join(request.POST.get("do", "").split())
    search = Search.of(request.POST)
    if words == "rename":
        return _rename(request, deck, search)
    if words == "format":
        return _choose_format(request, deck, search)
    desk = current_desk()
    expected = numbered(request.POST.get("expected", ""), "version")
    base, edits = expected, [words]
    if words in (KEEP_MINE, KEEP_BOTH):
        base, edits = numbered(request.POST.get("base", ""), "version"), request.POST.getlist("edit")[:MOST_EDITS]
    format = format_of(deck)
    before = offer(deck.head.decklist if deck.head else EMPTY, format, desk.catalogue)
    stood, fresh = deck.head_id, False
    try:
        _save(deck, words, base, edits, expected, format, desk)
        fresh = words not in (UNDO, REDO) and deck.head_id != stood
    except RefusedError as error:
        return _refused(request, _bench(deck, desk, search, format), str(error))
    except StaleVersionError as error:
        conflict = _conflict(deck, base, edits, error.current, desk)
        if conflict.mine.fingerprint != error.current.fingerprint:
            return _show_conflict(request, deck, search, conflict)
        # Both did the same: nothing is left to choose.
        deck.head = error.current
        before = offer(conflict.base.decklist, format, desk.catalogue)
    bench = _bench(deck, desk, search, format, fresh=fresh)
    return _answer(request, bench, before, said_of(words, bench, before), words)


def _save(deck: Deck, words: str, base: int, edits: Sequence[str], expected: int, format: Format, desk: Desk) -> None:
    if words == UNDO:
        services.undo(deck, expected)
    elif words == REDO:
        services.redo(deck, expected)
    elif deck.head is not None and deck.head.number != expected:
        raise StaleVersionError(deck.head)
    elif words in (KEEP_MINE, KEEP_BOTH) and deck.head is not None:
        conflict = _conflict(deck, base, edits, deck.head, desk)
        services.save(deck, conflict.mine if words == KEEP_MINE else conflict.both, desk.catalogue, expected)
    else:
        now = deck.head.decklist if deck.head else EMPTY
        changed = apply(Edit.parse(words), now, format, desk.catalogue)
        services.save(deck, changed, desk.catalogue, expected)


def _conflict(deck: Deck, base: int, edits: Sequence[str], current: DeckVersion, desk: Desk) -> Conflict:
    version = deck.versions.select_related("parent").filter(number=base).first()
    if version is None:
        raise DeckError(f"This deck has no version {base}.")
    format = format_of(deck)
    mine = replayed(version, edits, format, desk.catalogue)
    return Conflict(version, current, mine, tuple(edits), format, desk.catalogue)


def _show_conflict(request: HttpRequest, deck: Deck, search: Search, conflict: Conflict) -> HttpResponse:
    context = {
        "here": "decks",
        "deck": deck,
        "conflict": conflict,
        "search": search,
        "back": search.path(deck.id),
        "keep_mine": KEEP_MINE,
        "keep_both": KEEP_BOTH,
    }
    template = "decks/build/conflict.html" if _live(request) else "decks/build/conflict_page.html"
    return render(request, template, context, status=409)


def _refused(request: HttpRequest, bench: Bench, words: str) -> HttpResponse:
    if _live(request):
        return HttpResponse(said_html(words, bad=True), status=422)
    return _page(request, bench, said=words, status=422)


def _answer(request: HttpRequest, bench: Bench, before: Offer, said: str, words: str = "") -> HttpResponse:
    if not _live(request):
        tell(request, said)
        return _back(bench.search.path(bench.deck.id), _anchor(words))
    shown = request.POST.get("shown", "").split()[:MOST_SHOWN]
    return HttpResponse(answer_html(bench, before, said, shown))


def _back(address: str, anchor: str) -> HttpResponse:
    return HttpResponseRedirect(f"{address}#{anchor}" if anchor else address, status=303)


def _anchor(words: str) -> str:
    """Where the hand was: beside the card in the pool, or at its zone in the deck."""
    try:
        edit = Edit.parse(words)
    except EditError:
        return ""
    if edit.zone or edit.verb in (Verb.CLEAR, Verb.DROP):
        return "deck-side"
    return f"pick-{edit.codes[0]}"


def _rename(request: HttpRequest, deck: Deck, search: Search) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        services.describe(deck, name)
    except DeckError as error:
        if _live(request):
            return HttpResponse(said_html(str(error), bad=True), status=422)
        deck.refresh_from_db(fields=["name"])
        return _page(request, _bench(deck, current_desk(), search), name=name, name_error=str(error), status=422)
    said = f"The deck is called {deck.name}."
    if not _live(request):
        tell(request, said)
        return _back(search.path(deck.id), "")
    return HttpResponse(_bench(deck, current_desk(), search).part("title") + said_html(said))


def _choose_format(request: HttpRequest, deck: Deck, search: Search) -> HttpResponse:
    chosen = chosen_format(request.POST.get("format", ""))
    desk = current_desk()
    before = _bench(deck, desk, search).offer
    services.choose_format(deck, chosen)
    bench = _bench(deck, desk, search)
    return _answer(request, bench, before, f"Judged by {chosen.name}.")


urlpatterns = [
    path("decks/new/", new_deck, name="new"),
    path("decks/import/", import_decks, name="import"),
    path("decks/<slug:deck_id>/build/", build, name="build"),
]
