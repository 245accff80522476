"""What the book adds to a card's page: the rules for such a card, and those that name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.catalogue import AbilityKind, Card, CardType
from rules.pages.reference.library import current_library, place_path
from rules.reference.book import Place
from rules.reference.mentions import places_of_cards

_TYPES: Final[Mapping[CardType, str]] = {
    CardType.LEADER: "9.3",
    CardType.CHARACTER: "9.7",
    CardType.SCHEME: "4.2.5",
    CardType.ATTACHMENT: "9.4",
    CardType.RISK: "9.8",
    CardType.EVENT: "9.5",
    CardType.CITY_CHARACTER: "5.4",
    CardType.CITY_ATTACHMENT: "9.4",
    CardType.LOCATION: "1.4",
}
_KINDS: Final[Mapping[AbilityKind, str]] = {
    AbilityKind.ACTION: "6.2",
    AbilityKind.REACTION: "6.3",
    AbilityKind.FORCED: "6.3",
    AbilityKind.TECHNIQUE: "6.5",
    AbilityKind.MANEUVER: "6.4",
    AbilityKind.WHEN_REVEALED: "4.2.2",
}


def rules_of_card(request: HttpRequest, card: Card) -> SafeString:
    """Links from a card to the rules it is played by."""
    library = current_library()
    cited = [place for number in _numbers(card) if (place := library.book.place(number))]
    keywords = [meaning for name in card.keywords if (meaning := library.glossary.get(name))]
    cited += [place for meaning in keywords for number in meaning.rules if (place := library.book.place(number))]
    named = [place for place in places_of_cards(library.book).get(card.code, ()) if place not in cited]
    return render_to_string("rules/reference/panel.html", {"rules": _links(cited), "named": _links(named)}, request)


def _numbers(card: Card) -> Iterator[str]:
    yield _TYPES[card.type]
    for ability in card.abilities:
        if ability.kind in _KINDS:
            yield _KINDS[ability.kind]


def _links(places: Iterable[Place]) -> list[dict[str, str]]:
    return [
        {"number": place.number, "title": place.title, "path": place_path(place)} for place in dict.fromkeys(places)
    ]
