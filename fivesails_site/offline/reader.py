"""All cards on one page, as text alone: small enough to be stored whole, and searched on the device."""

from __future__ import annotations

from typing import Any

from cards.api.documents import version_record
from cards.catalogue import Ability, Card, Catalogue
from cards.catalogue.folding import fold
from cards.catalogue.phrases import body, plain
from cards.search import Snapshot
from cards.templatetags.card_text import stat_value


def marker(snapshot: Snapshot) -> str:
    """Compared by the worker with the version endpoint; changes with any card, picture or line of code."""
    record = version_record(snapshot.version)
    return f"{record['cards']}.{record['engine']}"


def reader_cards(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Every card as ``offline/cards.html`` prints it, by name."""
    ordered = sorted(catalogue, key=lambda card: (fold(card.full_name), card.code))
    return [_card(card, catalogue) for card in ordered]


def _card(card: Card, catalogue: Catalogue) -> dict[str, Any]:
    bar = next((place for place, ability in enumerate(card.abilities) if place and ability.below_bar), None)
    return {
        "code": card.code,
        "name": card.full_name,
        "faction": card.faction,
        "line": " · ".join(filter(None, (catalogue.type_line(card), ", ".join(card.traits)))),
        "numbers": [(label, stat_value(name, card.stat(name))) for name, label in card.stat_labels.items()],
        "keywords": ". ".join(card.keywords),
        "abilities": [_ability(ability, barred=place == bar) for place, ability in enumerate(card.abilities)],
        "rulings": [ruling.text for ruling in card.rulings],
    }


def _ability(ability: Ability, *, barred: bool) -> dict[str, Any]:
    """``barred`` puts a scheme's bar before the ability."""
    return {
        "barred": barred,
        "label": ability.label,
        "text": plain(body(ability.trigger, ability.cost, ability.effect)),
    }
