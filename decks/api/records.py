"""Decks, legality reports and diffs as the API returns them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.urls import reverse

from cards.catalogue import Catalogue
from cards.catalogue.formats import Format
from decks.decklist import EMPTY, Decklist
from decks.exchange import LineReport, ParsedDeck
from decks.legality import Report
from decks.legality.counts import count_deck
from decks.legality.facts import card_facts
from decks.lists.comparison import Change, Comparison
from decks.lists.statistics import Distribution, Statistics
from decks.models import Deck, DeckVersion
from decks.permissions import may_read
from web.ownership import Visitor


def list_record(name: str, decklist: Decklist) -> dict[str, Any]:
    """A deck list as `DeckIn`."""
    return {
        "name": name,
        "leader": decklist.leader,
        "approach": list(decklist.approach),
        "faction": dict(decklist.faction),
    }


def deck_record(deck: Deck, visitor: Visitor, liked: bool, origin: str) -> dict[str, Any]:
    """A stored deck as one visitor sees it: the share link is for its owner only."""
    head, mine = deck.head, visitor.owns(deck)
    decklist = head.decklist if head else EMPTY
    legal_in = deck.legal_in.split()
    return {
        "id": deck.id,
        **list_record(deck.name, decklist),
        "description": deck.description,
        "format": deck.format,
        "version": head.number if head else None,
        "fingerprint": decklist.fingerprint,
        "legal": deck.format in legal_in,
        "legal_in": legal_in,
        "counts": {
            "leader": int(decklist.leader is not None),
            "approach": len(decklist.approach),
            "faction": decklist.faction_size,
        },
        "visibility": deck.visibility,
        "owner": deck.owner.get_username() if deck.owner else None,
        "mine": mine,
        "starter": deck.starter,
        "likes": deck.likes,
        "liked": liked,
        "source": _source(deck, visitor),
        "link": deck.link if mine else None,
        "link_url": _link_url(deck, origin) if mine else None,
        "created_at": timestamp(deck.created_at),
        "updated_at": timestamp(deck.updated_at),
        "url": origin + deck.get_absolute_url(),
    }


def _source(deck: Deck, visitor: Visitor) -> dict[str, Any] | None:
    """What a copy was made from, for those who may read that."""
    source = deck.source
    if source is None or not may_read(visitor, source.deck):
        return None
    return {"deck": source.deck_id, "version": source.number}


def _link_url(deck: Deck, origin: str) -> str | None:
    return origin + reverse("decks:link-deck", kwargs={"link": deck.link}) if deck.link else None


def deck_address(deck: Deck, origin: str) -> str:
    """The URL of a deck in the API."""
    return origin + reverse("decks_api:deck", kwargs={"deck_id": deck.id})


def link_record(deck: Deck, origin: str) -> dict[str, Any]:
    """A share link's secret and its URL."""
    return {"link": deck.link, "link_url": _link_url(deck, origin)}


def timestamp(time: datetime) -> str:
    """ISO 8601 in UTC, to the microsecond."""
    return time.isoformat().replace("+00:00", "Z")


def verdict_record(decklist: Decklist, report: Report, rules: Format, catalogue: Catalogue) -> dict[str, Any]:
    """Whether a list is legal, its counts and its violations."""
    counts = count_deck(decklist, card_facts(catalogue, rules))
    return {
        "legal": report.legal,
        "format": report.format,
        "counts": {
            "leader": int(decklist.leader is not None),
            "approach": counts.approach_size,
            "characters": counts.characters,
            "schemes": counts.schemes,
            "faction": counts.faction_size,
            "unknown": len(counts.unknown),
        },
        "violations": violation_records(report),
    }


def violation_records(report: Report) -> list[dict[str, Any]]:
    return [asdict(violation) for violation in report.violations]


def parsed_record(deck: ParsedDeck, report: Report) -> dict[str, Any]:
    """A deck read from a text, with a report of each line."""
    return {
        "deck": list_record(deck.name, deck.decklist),
        "lines": [line_record(line) for line in deck.lines],
        "legal": report.legal and not deck.failed,
        "violations": violation_records(report),
    }


def line_record(line: LineReport) -> dict[str, Any]:
    return {
        "number": line.number,
        "text": line.text,
        "status": line.status,
        "code": line.code,
        "quantity": line.quantity,
        "zone": line.zone,
        "candidates": [candidate._asdict() for candidate in line.candidates],
        "message": line.message,
    }


def version_record(version: DeckVersion, head_id: int | None) -> dict[str, Any]:
    decklist = version.decklist
    return {
        "number": version.number,
        "parent": version.parent.number if version.parent else None,
        "label": version.label,
        "current": version.pk == head_id,
        "fingerprint": version.fingerprint,
        "leader": decklist.leader,
        "approach": list(decklist.approach),
        "faction": dict(decklist.faction),
        "created_at": timestamp(version.created_at),
    }


def diff_record(before: DeckVersion, after: DeckVersion, found: Comparison) -> dict[str, Any]:
    """Cards added and removed, and the statistics of both versions."""
    return {
        "from": before.number,
        "to": after.number,
        "same": found.same,
        "leader": {"before": found.leader_before, "after": found.leader_after},
        "added": _changes(found.added),
        "removed": _changes(found.removed),
        "changed": _changes(found.changed),
        "statistics": {"before": statistics_record(found.before), "after": statistics_record(found.after)},
    }


def _changes(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [asdict(change) for change in changes]


def statistics_record(found: Statistics) -> dict[str, Any]:
    """The numbers behind a deck's charts."""
    return {
        "cost": _distribution(found.costs),
        **{name: _distribution(values) for name, values in found.combat.items()},
        "types": dict(found.types),
        "traits": dict(found.traits),
    }


def _distribution(values: Distribution) -> dict[str, Any]:
    return {
        "counts": {str(value): cards for value, cards in values.counts.items()},
        "dashes": values.dashes,
        "unknown": values.unknown,
        "mean": values.mean,
    }
