"""The deck builder: one page, and one address to which every edit is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_http_methods

from cards.catalogue.formats import Format
from cards.search import Snapshot, current_snapshot
from decks import services
from decks.builder.conflict import REDO, UNDO, Conflict, replay
from decks.builder.formats import format_by_code, format_of, formats
from decks.builder.import_page import import_decks
from decks.builder.messages import edit_message
from decks.builder.new_page import new_deck
from decks.builder.parts import Builder, changes_html, message_html
from decks.builder.pool import Search, more_html
from decks.decklist import EMPTY
from decks.lists.card_pool import CardPool
from decks.lists.edits import Edit, EditError, RefusedError, Verb, apply
from decks.models import Deck, DeckVersion
from decks.pages.base import deck_page, own_deck, parse_number, tell
from decks.pages.hooks import builder_drawers
from decks.services import DeckError, StaleVersionError

#: The header by which the page's script requests parts of the page: an edit, the pool, or more of the pool.
LIVE: Final = "X-Live"

MAX_SHOWN: Final = 1_000
MAX_EDITS: Final = 200

#: The choices after a conflict; the third, the saved list, takes nothing but going back to it.
KEEP_MINE: Final = "keep mine"
KEEP_BOTH: Final = "keep both"


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def build(request: HttpRequest, deck_id: str) -> HttpResponse:
    """The builder of one's own deck; a POST is an edit."""
    deck = own_deck(request, deck_id)
    if request.method == "POST":
        try:
            return _edit(request, deck)
        except EditError as error:
            raise DeckError(str(error)) from error
    snapshot = current_snapshot()
    search = Search.of(request.GET)
    builder = _builder(deck, snapshot, search)
    if not _live(request):
        return _page(request, builder)
    if request.headers[LIVE] == "more":
        return HttpResponse(more_html(search, request.GET.get("after", ""), builder.card_pool, snapshot, deck.id))
    return HttpResponse(builder.part("pool_part") + builder.part("state", oob=True))


def _live(request: HttpRequest) -> bool:
    """Whether the page stays open, so that only parts of it are sent."""
    return LIVE in request.headers


def _builder(
    deck: Deck, snapshot: Snapshot, search: Search, format: Format | None = None, *, fresh: bool = False
) -> Builder:
    """The deck opened in the builder; a fresh version, saved by this request, has nothing to redo."""
    head = deck.head or services.save(deck, EMPTY, snapshot.catalogue)
    return Builder(
        deck=deck,
        head=head,
        card_pool=CardPool(head.decklist, format or format_of(deck), snapshot.catalogue),
        snapshot=snapshot,
        search=search,
        can_redo=not fresh and services.can_redo(head),
    )


def _page(request: HttpRequest, builder: Builder, **more: Any) -> HttpResponse:
    context = {
        "here": "build",
        "keys_list": "decks/build/keys.html",
        "builder": builder,
        "formats": formats(),
        "drawers": builder_drawers.render(request, builder.deck),
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
    snapshot = current_snapshot()
    expected = parse_number(request.POST.get("expected", ""), "version")
    base, edits = expected, [words]
    if words in (KEEP_MINE, KEEP_BOTH):
        base, edits = parse_number(request.POST.get("base", ""), "version"), request.POST.getlist("edit")[:MAX_EDITS]
    format = format_of(deck)
    before = CardPool(deck.head.decklist if deck.head else EMPTY, format, snapshot.catalogue)
    stood, fresh = deck.head_id, False
    try:
        _save(deck, words, base, edits, expected, format, snapshot)
        fresh = words not in (UNDO, REDO) and deck.head_id != stood
    except RefusedError as error:
        return _refused(request, _builder(deck, snapshot, search, format), str(error))
    except StaleVersionError as error:
        conflict = _conflict(deck, base, edits, error.current, snapshot)
        if conflict.mine.fingerprint != error.current.fingerprint:
            return _show_conflict(request, deck, search, conflict)
        # Both did the same: nothing is left to choose.
        deck.head = error.current
        before = CardPool(conflict.base.decklist, format, snapshot.catalogue)
    builder = _builder(deck, snapshot, search, format, fresh=fresh)
    return _answer(request, builder, before, edit_message(words, builder, before), words)


def _save(
    deck: Deck, words: str, base: int, edits: Sequence[str], expected: int, format: Format, snapshot: Snapshot
) -> None:
    if words == UNDO:
        services.undo(deck, expected)
    elif words == REDO:
        services.redo(deck, expected)
    elif deck.head is not None and deck.head.number != expected:
        raise StaleVersionError(deck.head)
    elif words in (KEEP_MINE, KEEP_BOTH) and deck.head is not None:
        conflict = _conflict(deck, base, edits, deck.head, snapshot)
        services.save(deck, conflict.mine if words == KEEP_MINE else conflict.both, snapshot.catalogue, expected)
    else:
        now = deck.head.decklist if deck.head else EMPTY
        changed = apply(Edit.parse(words), now, format, snapshot.catalogue)
        services.save(deck, changed, snapshot.catalogue, expected)


def _conflict(deck: Deck, base: int, edits: Sequence[str], current: DeckVersion, snapshot: Snapshot) -> Conflict:
    version = deck.versions.select_related("parent").filter(number=base).first()
    if version is None:
        raise DeckError(f"This deck has no version {base}.")
    format = format_of(deck)
    mine = replay(version, edits, format, snapshot.catalogue)
    return Conflict(version, current, mine, tuple(edits), format, snapshot.catalogue)


def _show_conflict(request: HttpRequest, deck: Deck, search: Search, conflict: Conflict) -> HttpResponse:
    context = {
        "here": "build",
        "deck": deck,
        "conflict": conflict,
        "search": search,
        "back": search.path(deck.id),
        "keep_mine": KEEP_MINE,
        "keep_both": KEEP_BOTH,
    }
    template = "decks/build/conflict.html" if _live(request) else "decks/build/conflict_page.html"
    return render(request, template, context, status=409)


def _refused(request: HttpRequest, builder: Builder, words: str) -> HttpResponse:
    if _live(request):
        return HttpResponse(message_html(words, bad=True), status=422)
    return _page(request, builder, said=words, status=422)


def _answer(request: HttpRequest, builder: Builder, before: CardPool, said: str, words: str = "") -> HttpResponse:
    if not _live(request):
        tell(request, said)
        return _back(builder.search.path(builder.deck.id), _anchor(words))
    shown = request.POST.get("shown", "").split()[:MAX_SHOWN]
    return HttpResponse(changes_html(builder, before, said, shown))


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
            return HttpResponse(message_html(str(error), bad=True), status=422)
        return _page(request, _builder(deck, current_snapshot(), search), name=name, name_error=str(error), status=422)
    said = f"Renamed to {deck.name}."
    if not _live(request):
        tell(request, said)
        return _back(search.path(deck.id), "")
    return HttpResponse(_builder(deck, current_snapshot(), search).part("title") + message_html(said))


def _choose_format(request: HttpRequest, deck: Deck, search: Search) -> HttpResponse:
    chosen = format_by_code(request.POST.get("format", ""))
    snapshot = current_snapshot()
    before = _builder(deck, snapshot, search).card_pool
    services.choose_format(deck, chosen)
    builder = _builder(deck, snapshot, search)
    return _answer(request, builder, before, f"Format changed to {chosen.name}.")


urlpatterns = [
    path("decks/new/", new_deck, name="new"),
    path("decks/import/", import_decks, name="import"),
    path("decks/<slug:deck_id>/build/", build, name="build"),
]
