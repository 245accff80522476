"""The context of a card's own page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.urls import reverse

from cards.catalogue import Card, CardType, Catalogue, Zone, may_run
from cards.catalogue.formats import Format
from cards.catalogue.phrases import plain
from cards.explanations import explanations
from cards.paths import card_path, search_path
from cards.pictures.face_urls import face_path
from cards.pictures.store import upload_key
from cards.query.tree import quote

_ZONES: Final[Mapping[Zone, str]] = {
    Zone.APPROACH: "goes in the Approach Deck",
    Zone.FACTION: "goes in the faction deck",
    Zone.CITY: "belongs to the City Deck",
}


def card_context(card: Card, catalogue: Catalogue, formats: Iterable[Format]) -> dict[str, Any]:
    """The context of ``cards/card.html``."""
    # A retired card is not listed, so it has no neighbours.
    index = next((index for index, other in enumerate(catalogue) if other.code == card.code), None)
    return {
        "card": card,
        "explainer": explanations.begin(catalogue, card.code),
        "set": catalogue.by_set[card.set],
        "faction": catalogue.by_faction.get(card.faction or ""),
        "faction_path": reverse("cards:faction", kwargs={"code": card.faction}) if card.faction else "",
        "type_path": search_path(f"t:{card.type.value}"),
        "zone": _ZONES.get(card.deck, "") if card.deckable else "can’t go in a deck",
        "og_image": face_path(card, "full", "png", upload_key(card.code)),
        "summary": _summary(card, catalogue),
        "traits": [{"name": trait, "path": search_path(f"tr={_query_value(trait)}")} for trait in card.traits],
        "versions": [
            {"name": other.full_name, "path": card_path(other), "line": catalogue.type_line(other)}
            for other in catalogue
            if other.person == card.person and other.code != card.code
        ],
        "runners": [
            {"name": leader.name, "path": card_path(leader), "faction": leader.faction}
            for leader in catalogue.leaders
            if may_run(leader, card)
        ],
        "nobody": _no_runner(card),
        "formats": [_legality(card, format_) for format_ in formats],
        "printings": [
            {
                "set": catalogue.by_set[printing.set].name,
                "set_path": reverse("cards:set", kwargs={"code": printing.set}),
                "number": printing.number,
                "artist": printing.artist,
                "artist_path": search_path(f"artist={_query_value(printing.artist)}") if printing.artist else "",
            }
            for printing in card.printings
        ],
        "before": _neighbour(catalogue, index, -1),
        "after": _neighbour(catalogue, index, 1),
        "api_path": f"/api/v1/cards/{card.code}/",
    }


def _query_value(text: str) -> str:
    return text.lower() if text.isalnum() else quote(text)


def _summary(card: Card, catalogue: Catalogue) -> str:
    text = plain(" ".join(ability.text for ability in card.abilities))
    words = f"{catalogue.type_line(card)}. {text}".strip()
    return words if len(words) <= 200 else f"{words[:199].rsplit(' ', 1)[0]}…"


def _no_runner(card: Card) -> str:
    if card.type is CardType.LEADER:
        return "This leader has its own deck."
    if not card.deckable:
        return "No one: it can’t go in a deck."
    if card.deck is Zone.LOCATION:
        return "No one: it is a City location."
    return "No one: it belongs to the City Deck, which all players share."


def _legality(card: Card, format_: Format) -> dict[str, Any]:
    if card.code in format_.banned:
        why = "banned"
    elif card.deck in (Zone.CITY, Zone.LOCATION) or not card.deckable:
        why = "not a deck card"
    else:
        why = "not in its sets"
    return {
        "name": format_.name,
        "legal": format_.admits(card),
        "why": why,
        "path": search_path(f"legal:{format_.code}"),
    }


def _neighbour(catalogue: Catalogue, index: int | None, step: int) -> dict[str, str] | None:
    if index is None or not 0 <= index + step < len(catalogue):
        return None
    other = catalogue.cards[index + step]
    return {"name": other.full_name, "path": card_path(other)}
