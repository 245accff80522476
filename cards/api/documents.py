"""The API's responses as JSON, encoded once per version of the cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from django.urls import reverse

from cards.api.versions import API_VERSION, engine_marker
from cards.catalogue import Card, CardSet, Catalogue, Faction
from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import Format
from cards.catalogue.stats import STAT_NAMES
from cards.faces import SIZES
from cards.paths import card_path
from cards.pictures.face_urls import face_path
from cards.pictures.store import data_version, upload_keys

#: The size that ``image`` shows; ``images`` has them all.
IMAGE_SIZE: Final = "page"


class Documents:
    """Every response about one version of the cards, with absolute URLs for one origin."""

    def __init__(self, catalogue: Catalogue, uploads: Mapping[str, str], origin: str) -> None:
        self.catalogue = catalogue
        self._cards = {
            card.code: dump(card_record(card, origin, uploads)) for card in (*catalogue.retired, *catalogue.cards)
        }
        self.all_cards = b"[" + b",".join(self._cards[card.code] for card in catalogue) + b"]"
        self.sets = dump([set_record(card_set, catalogue, origin) for card_set in catalogue.sets])
        self.factions = dump([faction_record(faction, catalogue, origin) for faction in catalogue.factions])
        self.formats = dump([format_record(format_, catalogue) for format_ in load_formats()])
        self.version = dump(version_record(data_version(catalogue, uploads)))

    def card(self, card: Card) -> bytes:
        return self._cards[card.code]

    def page(self, count: int, cards: Iterable[Card], next_url: str | None, previous_url: str | None) -> bytes:
        """A page of a listing, assembled from encoded cards."""
        head = dump({"count": count, "next": next_url, "previous": previous_url})
        return head[:-1] + b',"results":[' + b",".join(self._cards[card.code] for card in cards) + b"]}"


def get_documents(catalogue: Catalogue, origin: str) -> Documents:
    """The documents of a catalogue, with URLs on ``origin`` (scheme and host)."""
    return _documents(catalogue, tuple(sorted(upload_keys().items())), origin)


# Enough for a host or two and the versions around a load.
@lru_cache(maxsize=6)
def _documents(catalogue: Catalogue, uploads: tuple[tuple[str, str], ...], origin: str) -> Documents:
    return Documents(catalogue, dict(uploads), origin)


def dump(content: object) -> bytes:
    """Compact JSON in UTF-8, the same bytes for the same content."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def card_record(card: Card, origin: str, uploads: Mapping[str, str]) -> dict[str, Any]:
    """A card with the fields of the API's contract."""
    upload = uploads.get(card.code)
    images = {size: origin + face_path(card, size, "webp", upload) for size in SIZES}
    return {
        "code": card.code,
        "set": card.set,
        "number": card.number,
        "name": card.name,
        "title": card.title,
        "type": card.type,
        "deck": card.deck,
        "faction": card.faction,
        **{name: card.stat(name) for name in STAT_NAMES},
        "traits": card.traits,
        "traits_known": card.traits_known,
        "keywords": card.keywords,
        "abilities": [
            {
                "kind": ability.kind,
                "label": ability.label,
                "qualifiers": ability.qualifiers,
                "trigger": ability.trigger,
                "cost": ability.cost,
                "effect": ability.effect,
                "below_bar": ability.below_bar,
                "text": ability.text,
            }
            for ability in card.abilities
        ],
        "text": card.text,
        "printings": [asdict(printing) for printing in card.printings],
        "rulings": [asdict(ruling) for ruling in card.rulings],
        "city_number": card.city_number,
        "person": card.person,
        "deckable": card.deckable,
        "unique": card.is_unique,
        "image": images[IMAGE_SIZE],
        "images": images,
        "url": origin + card_path(card),
    }


def set_record(card_set: CardSet, catalogue: Catalogue, origin: str) -> dict[str, Any]:
    """A set, and how many cards are in it."""
    count = sum(any(printing.set == card_set.code for printing in card.printings) for card in catalogue)
    return {**asdict(card_set), "cards": count, "url": origin + reverse("cards:set", args=[card_set.code])}


def faction_record(faction: Faction, catalogue: Catalogue, origin: str) -> dict[str, Any]:
    """A faction, and how many cards it has."""
    count = Counter(card.faction for card in catalogue)[faction.code]
    return {**asdict(faction), "cards": count, "url": origin + reverse("cards:faction", args=[faction.code])}


def format_record(rules: Format, catalogue: Catalogue) -> dict[str, Any]:
    """A format, and how many cards are legal in it."""
    return {
        "code": rules.code,
        "name": rules.name,
        "description": rules.description,
        "default": rules.default,
        "since": rules.since.isoformat(),
        "until": rules.until.isoformat() if rules.until else None,
        "sets": sorted(rules.sets) if rules.sets is not None else None,
        "banned": sorted(rules.banned),
        "approach_size": rules.approach_size,
        "approach_characters": rules.approach_characters,
        "approach_schemes": rules.approach_schemes,
        "faction_min": rules.faction_min,
        "faction_max": rules.faction_max,
        "copies": rules.copies,
        "unique_copies": rules.unique_copies,
        "cards": sum(map(rules.admits, catalogue)),
    }


def version_record(cards: str) -> dict[str, str]:
    """The change markers: while they are the same, so are all responses."""
    return {"cards": cards, "engine": engine_marker(), "api": API_VERSION}
