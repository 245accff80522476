"""Two decks or versions side by side: cards added and removed, and how the statistics changed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import path
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from cards.catalogue import Catalogue
from cards.paths import card_path
from cards.store import current_catalogue
from decks.lists.charts import two_cost_curves
from decks.lists.comparison import Change, Comparison, compare
from decks.lists.statistics import COMBAT_VALUES, Distribution
from decks.models import DeckVersion
from decks.pages.base import Reading, deck_page, read, reading_routes
from decks.permissions import find, find_by_link, find_version, own_decks
from decks.services import DeckError
from web.conditional import REVALIDATE
from web.number_format import NONE, quantity, signed
from web.ownership import Visitor

#: ``<id>`` or ``d/<link>``, either with ``@<version>``, or the URL of a deck or of one of its versions.
_REFERENCE: Final = re.compile(
    r"(?:https?://[^/?#]+)?/?(?:(?P<secret>d)/|decks/)?(?P<name>[A-Za-z0-9_-]{1,64})/?"
    r"(?:(?:versions/|@)(?P<number>[0-9]{1,8})/?)?(?:[?#].*)?"
)
_MAX_LENGTH: Final = 300
_MAX_SUGGESTIONS: Final = 20
_GROUPS: Final = (("Added", "added"), ("Removed", "removed"), ("Changed", "changed"))


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two lists, and how the visitor came to read it."""

    reading: Reading
    version: DeckVersion

    @property
    def path(self) -> str:
        return self.reading.path("version", number=self.version.number)


@deck_page
@require_safe
def compare_decks(request: HttpRequest) -> HttpResponse:
    """Compare any two lists that the visitor may read."""
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
    context: dict[str, Any] = {"here": "decks", "typed": typed, "faults": faults}
    if len(sides) == 2:
        context |= _comparison(sides["a"], sides["b"], current_catalogue())
    else:
        own = own_decks(visitor).order_by("-updated_at").values("id", "name")
        context["suggestions"] = own[:_MAX_SUGGESTIONS]
    response = render(request, "decks/compare.html", context, status=404 if faults else 200)
    if all(side.reading.public and not side.reading.link for side in sides.values()):
        response.headers["Cache-Control"] = REVALIDATE
    return response


@deck_page
@require_safe
def compare_versions(request: HttpRequest, deck_id: str = "", link: str = "") -> HttpResponse:
    """Compare two versions of a deck: those selected in its list of versions, or ``from`` one ``to`` another.

    A version that is not given is the current one. Without any, the page shows the latest change.
    """
    reading = read(request, deck_id, link)
    before, after = _two_versions(request.GET, reading)
    context = {"here": "decks", "reading": reading, "deck": reading.deck}
    context |= _comparison(Side(reading, before), Side(reading, after), current_catalogue())
    return reading.open(render(request, "decks/compare.html", context))


def _two_versions(query: QueryDict, reading: Reading) -> tuple[DeckVersion, DeckVersion]:
    selected = query.getlist("version")
    if len(selected) > 2:
        raise DeckError("Select two versions to compare.")
    if selected:
        first, *rest = sorted((reading.version(number) for number in selected), key=lambda version: version.number)
        return first, rest[0] if rest else reading.head
    numbers = query.get("from", ""), query.get("to", "")
    if not any(numbers):
        current = find_version(reading.deck, reading.head.number)
        return current.parent or current, current
    return reading.version(numbers[0]), reading.version(numbers[1])


def find_side(visitor: Visitor, reference: str) -> Side:
    """Resolve a reference. :raises DeckError: if it is none. :raises Http404: if the visitor may not read the deck."""
    match = _REFERENCE.fullmatch(reference) if len(reference) <= _MAX_LENGTH else None
    if match is None:
        raise DeckError("That doesn’t look like a deck’s link or ID.")
    if match["secret"]:
        reading = Reading(find_by_link(match["name"]), visitor, match["name"])
    else:
        reading = Reading(find(visitor, match["name"]), visitor)
    return Side(reading, find_version(reading.deck, int(match["number"])) if match["number"] else reading.head)


def _comparison(before: Side, after: Side, catalogue: Catalogue) -> dict[str, Any]:
    comparison = compare(before.version.decklist, after.version.decklist, catalogue)
    leaders = comparison.leader_before, comparison.leader_after
    curve = two_cost_curves(comparison.before.costs, comparison.after.costs)
    return {
        "before": before,
        "after": after,
        "leaders": [catalogue.get(code) if code else None for code in leaders] if leaders[0] != leaders[1] else [],
        "groups": [
            (title, [_line(change, catalogue) for change in changes])
            for title, name in _GROUPS
            if (changes := getattr(comparison, name))
        ],
        "tally": _tally(comparison),
        "charts": [curve] if curve.rows else [],
        "averages": [
            (name.capitalize(), _mean(comparison.before.combat[name]), _mean(comparison.after.combat[name]))
            for name in COMBAT_VALUES
        ],
    }


def _line(change: Change, catalogue: Catalogue) -> tuple[str, str, str, str]:
    """A card's difference, name and path, and both counts if it is in both lists."""
    card = catalogue.get(change.code)
    counts = f"{change.before} → {change.after}" if change.before and change.after else ""
    return signed(change.difference), card.name if card else change.code, card_path(card) if card else "", counts


def _mean(values: Distribution) -> str:
    return NONE if values.mean is None else f"{values.mean:.2f}"


def _tally(comparison: Comparison) -> str:
    """The differences in one sentence."""
    if comparison.same:
        return "The two lists are identical."
    added = sum(change.difference for change in comparison.changes if change.difference > 0)
    removed = -sum(change.difference for change in comparison.changes if change.difference < 0)
    parts = ["different leader"] if comparison.leader_before != comparison.leader_after else []
    parts += [f"{quantity(cards, 'card')} {verb}" for cards, verb in ((added, "added"), (removed, "removed")) if cards]
    return capfirst(f"{', '.join(parts)}.")


fixed_patterns = [path("decks/compare/", compare_decks, name="compare")]
reading_patterns = reading_routes("compare/", compare_versions, "compare-versions")
