"""Two decks or versions side by side: what came, what went, how the numbers moved."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from cards.catalogue import Catalogue, Zone
from cards.store import current_catalogue
from decks.lists.charts import comparison_charts
from decks.lists.comparison import Change, Comparison, compare
from decks.models import DeckVersion
from decks.pages.base import Reading, deck_page, numbered, read, reading_routes
from decks.permissions import find, find_by_link, find_version, own_decks
from decks.services import DeckError
from web.conditional import REVALIDATE
from web.number_format import plural
from web.ownership import Visitor

#: ``<id>``, ``d/<link>``, either with ``@<version>``, or the address of a deck or of one of its versions.
_REFERENCE: Final = re.compile(
    r"(?:https?://[^/?#]+)?/?(?:(?P<secret>d)/|decks/)?(?P<name>[A-Za-z0-9_-]{1,64})/?"
    r"(?:(?:versions/|@)(?P<number>[0-9]{1,8})/?)?(?:[?#].*)?"
)
_LONGEST: Final = 300
_GROUPS: Final = (("Added", "added"), ("Removed", "removed"), ("Changed", "changed"))


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two lists, and how it is read."""

    reading: Reading
    version: DeckVersion

    @property
    def path(self) -> str:
        """Where the list can be seen."""
        return self.reading.path("version", number=self.version.number)


@deck_page
@require_safe
def compare_decks(request: HttpRequest) -> HttpResponse:
    """Any two lists that the visitor may read."""
    visitor = Visitor.of(request)
    typed = {name: request.GET.get(name, "").strip() for name in ("a", "b")}
    faults: dict[str, str] = {}
    sides: dict[str, Side] = {}
    for name, reference in typed.items():
        if reference:
            try:
                sides[name] = find_side(visitor, reference)
            except (Http404, DeckError) as error:
                faults[name] = str(error)
    context: dict[str, Any] = {
        "here": "decks",
        "typed": typed,
        "faults": faults,
        "own": own_decks(visitor).order_by("-updated_at")[:40],
    }
    if len(sides) == 2:
        context |= _compared(sides["a"], sides["b"], current_catalogue())
    response = render(request, "decks/compare.html", context, status=404 if faults else 200)
    if all(side.reading.public and not side.reading.link for side in sides.values()):
        response.headers["Cache-Control"] = REVALIDATE
    return response


@deck_page
@require_safe
def compare_versions(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Two versions of one deck; the newest where the address names none."""
    reading = read(request, deck_id, link)
    before, after = (Side(reading, _numbered(reading, request.GET.get(name, ""))) for name in ("from", "to"))
    context = {"here": "decks", "reading": reading, "deck": reading.deck}
    response = render(request, "decks/compare.html", context | _compared(before, after, current_catalogue()))
    return reading.open(response)


def _numbered(reading: Reading, number: str) -> DeckVersion:
    return find_version(reading.deck, numbered(number, "version")) if number else reading.head


def find_side(visitor: Visitor, reference: str) -> Side:
    """The list that a reference names. :raises DeckError: if it names none that the visitor may read."""
    match = _REFERENCE.fullmatch(reference) if len(reference) <= _LONGEST else None
    if match is None:
        raise DeckError("This is not the address of a deck.")
    if match["secret"]:
        reading = Reading(find_by_link(match["name"]), visitor, match["name"])
    else:
        reading = Reading(find(visitor, match["name"]), visitor)
    number = match["number"]
    version = find_version(reading.deck, int(number)) if number else reading.head
    return Side(reading, version)


def _compared(before: Side, after: Side, catalogue: Catalogue) -> dict[str, Any]:
    found = compare(before.version.decklist, after.version.decklist, catalogue)
    return {
        "before": before,
        "after": after,
        "found": found,
        "leaders": [catalogue.get(code) if code else None for code in (found.leader_before, found.leader_after)],
        "groups": [
            (title, [_line(change, catalogue) for change in getattr(found, name)])
            for title, name in _GROUPS
            if getattr(found, name)
        ],
        "tally": _tally(found),
        "charts": comparison_charts(found.before, found.after),
    }


def _line(change: Change, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "card": catalogue.get(change.code),
        "change": change,
        "zone": "approach" if change.zone is Zone.APPROACH else "faction",
    }


def _tally(found: Comparison) -> str:
    """The differences in one sentence."""
    more = sum(change.difference for change in found.changes if change.difference > 0)
    fewer = -sum(change.difference for change in found.changes if change.difference < 0)
    if found.same:
        return "Card for card the same."
    led = "another leader, " if found.leader_before != found.leader_after else ""
    return f"{led}{more} {_cards(more)} in, {fewer} {_cards(fewer)} out.".capitalize()


def _cards(number: int) -> str:
    return plural(number, "card")


fixed_patterns = [path("decks/compare/", compare_decks, name="compare")]
reading_patterns = reading_routes("compare/", compare_versions, "compare-versions")
