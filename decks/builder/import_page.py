"""Importing decks: a list is pasted, read, reviewed line by line, then saved."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import resolve, reverse
from django.views.decorators.http import require_http_methods

from cards.catalogue import Card, Catalogue, Zone
from cards.catalogue.formats import Format
from cards.search import current_snapshot
from decks import services
from decks.builder.formats import format_by_code, formats
from decks.decklist import EMPTY, Decklist
from decks.exchange import (
    AUTO,
    KINDS,
    DeckImportError,
    ImportTooLargeError,
    LineReport,
    NamedDeck,
    Parsed,
    ParsedDeck,
    Status,
    UnknownKindError,
    clean_name,
    json_format,
    parse,
)
from decks.exchange import render as render_deck
from decks.legality import Report, check
from decks.lists.edits import counts, from_counts
from decks.models import Deck
from decks.pages.base import deck_page, read, tell
from decks.pages.form_keys import create_once
from decks.services import DeckError
from web import rate_limits
from web.ownership import Visitor

MAX_DECKS: Final = 20
_LINK: Final = re.compile(r"(?:https?://|www\.)\S{1,500}")
UNNAMED: Final = "Imported deck"


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that a doubtful line may mean."""

    card: Card
    score: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report; a doubtful one has choices and a form field."""

    line: LineReport
    card: Card | None
    field: str
    choices: tuple[Choice, ...]
    chosen: str

    @property
    def doubtful(self) -> bool:
        return self.line.status in (Status.GUESSED, Status.FAILED)


@dataclass(frozen=True, slots=True)
class Draft:
    """A deck as read, before it is saved."""

    place: int
    name: str
    wanted: bool
    rows: tuple[Row, ...]
    decklist: Decklist
    leader: Card | None
    report: Report

    @property
    def doubtful(self) -> list[Row]:
        return [row for row in self.rows if row.doubtful]

    @property
    def matched(self) -> int:
        return sum(row.line.status is Status.MATCHED for row in self.rows)


@require_http_methods(["GET", "HEAD", "POST"])
@deck_page
def import_decks(request: HttpRequest) -> HttpResponse:
    """Paste a list, review every line, save it."""
    context: dict[str, Any] = {
        "here": "import",
        "kinds": [(AUTO, "Detect automatically"), *((kind.name, kind.label) for kind in KINDS.values())],
        "formats": formats(),
        "kind": AUTO,
    }
    if request.method != "POST":
        return render(request, "decks/build/import.html", context)
    text, kind = request.POST.get("text", ""), request.POST.get("kind", AUTO)
    format = format_by_code(request.POST.get("format", ""))
    catalogue = current_snapshot().catalogue
    context |= {"text": text, "kind": kind, "format": format.code, "mark": _mark(text, kind)}
    try:
        parsed = _parse(request, text, kind, catalogue)
    except (DeckImportError, UnknownKindError) as error:
        status = 413 if isinstance(error, ImportTooLargeError) else 400
        return render(request, "decks/build/import.html", {**context, "error": error}, status=status)
    drafts = _drafts(parsed, request.POST, format, catalogue)
    # A text changed since its review is reviewed again.
    if request.POST.get("do") == "keep" and request.POST.get("mark") == context["mark"]:
        wanted = [draft for draft in drafts if draft.wanted]
        if wanted:
            return _keep(request, wanted, format, catalogue)
        context["none_wanted"] = True
    found = {"drafts": drafts, "read_as": KINDS[parsed.kind].label}
    return render(request, "decks/build/import.html", {**context, **found})


def _parse(request: HttpRequest, text: str, kind: str, catalogue: Catalogue) -> Parsed:
    """Read a text, or the deck that it links to.

    :raises DeckImportError: if there is no card in it, or too much. :raises UnknownKindError: if there is no such kind.
    """
    linked = _linked_deck(request, text.strip())
    if linked:
        text, kind = render_deck(linked, json_format.KIND.name, catalogue).text, json_format.KIND.name
    parsed = parse(text, catalogue, kind=kind)
    if all(deck.decklist == EMPTY for deck in parsed.decks):
        raise DeckImportError("no_cards", "We couldn’t find a card in this text. Paste a list such as “2x Not Today”.")
    if len(parsed.decks) > MAX_DECKS:
        words = f"This text has {len(parsed.decks)} decks. You can import up to {MAX_DECKS} at once."
        raise DeckImportError("too_many_decks", words)
    return parsed


def _linked_deck(request: HttpRequest, text: str) -> NamedDeck | None:
    """The deck of one of our own links, if the text is nothing else. :raises DeckImportError: for any other link."""
    if not _LINK.fullmatch(text):
        return None
    link = urlsplit(text if "://" in text else f"//{text}")
    if link.netloc != request.get_host():
        raise DeckImportError("foreign_link", "We can’t read other sites. Copy the list itself and paste it here.")
    try:
        names = resolve(link.path).kwargs
        reading = read(request, names.get("deck_id", ""), names.get("link", ""))
        return NamedDeck(reading.deck.name, reading.version(str(names.get("number", ""))).decklist)
    except (Http404, DeckError):
        raise DeckImportError("no_deck", "This link does not lead to a deck that you can read.") from None


def _mark(text: str, kind: str) -> str:
    return hashlib.sha256(f"{kind}\n{text}".encode(errors="replace")).hexdigest()[:16]


def _drafts(parsed: Parsed, form: QueryDict, format: Format, catalogue: Catalogue) -> list[Draft]:
    return [_draft(place, deck, form, format, catalogue) for place, deck in enumerate(parsed.decks, start=1)]


def _draft(place: int, deck: ParsedDeck, form: QueryDict, format: Format, catalogue: Catalogue) -> Draft:
    rows = tuple(_row(f"line-{place}-{at}", line, form, catalogue) for at, line in enumerate(deck.lines))
    decklist = apply_choices(deck.decklist, rows, catalogue)
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    typed = clean_name(form.get(f"name-{place}", ""))
    return Draft(
        place=place,
        name=typed or clean_name(deck.name) or (f"{leader.name}’s deck" if leader else UNNAMED),
        wanted=f"name-{place}" not in form or form.get(f"want-{place}") == "1",
        rows=rows,
        decklist=decklist,
        leader=leader,
        report=check(decklist, format, catalogue),
    )


def _row(field: str, line: LineReport, form: Mapping[str, Any], catalogue: Catalogue) -> Row:
    choices = tuple(
        Choice(card, candidate.score) for candidate in line.candidates if (card := catalogue.get(candidate.code))
    )
    card = catalogue.get(line.code) if line.code else None
    chosen = card.code if card and line.status is Status.GUESSED else ""
    picked = form.get(field)
    if picked is not None and picked in {"", *(choice.card.code for choice in choices)}:
        chosen = picked
    return Row(line, card, field, choices, chosen)


def apply_choices(decklist: Decklist, rows: tuple[Row, ...], catalogue: Catalogue) -> Decklist:
    """The list with every doubtful line read as the form says."""
    cards = counts(decklist)
    for row in rows:
        line = row.line
        guessed = row.card.code if row.card and line.status is Status.GUESSED else ""
        if not row.doubtful or row.chosen == guessed:
            continue
        if guessed and line.zone:
            cards[line.zone, guessed] -= line.quantity or 1
        if row.chosen:
            card = catalogue.card(row.chosen)
            if card.deck is Zone.LEADER:
                cards = Counter({place: number for place, number in cards.items() if place[0] is not Zone.LEADER})
            zone = card.deck if card.deck in (Zone.LEADER, Zone.APPROACH) else Zone.FACTION
            cards[zone, card.code] += line.quantity or 1
    return from_counts(cards)


def _keep(request: HttpRequest, drafts: list[Draft], format: Format, catalogue: Catalogue) -> HttpResponse:
    rate_limits.attempt(rate_limits.NEW_DECKS, rate_limits.who_of(request), len(drafts))

    def keep(draft: Draft) -> Deck:
        def create(visitor: Visitor, made_by: str | None) -> Deck:
            name, decklist = draft.name, draft.decklist
            return services.create(visitor, name, decklist, catalogue, format=format.code, made_by=made_by)

        chosen = (draft.place, draft.name, draft.decklist.fingerprint, format.code)
        return create_once(request, create, chosen)

    with transaction.atomic():
        decks = [keep(draft) for draft in drafts]
    if len(decks) == 1:
        tell(request, f"{decks[0].name} was imported. Changes are saved as you make them.")
        return HttpResponseRedirect(reverse("decks:build", kwargs={"deck_id": decks[0].id}), status=303)
    tell(request, f"{len(decks)} decks imported: {', '.join(deck.name for deck in decks)}.")
    return HttpResponseRedirect(reverse("decks:mine"), status=303)
