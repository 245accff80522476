"""Brings the database up to date with the data files, and reports what changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import models as db
from django.db import transaction
from django.db.models import ProtectedError

from cards import models
from cards.catalogue import Card
from cards.catalogue.datafiles import CardData
from cards.catalogue.stats import STAT_NAMES
from cards.store import read_catalogue

_CARD_FIELDS = (
    "card_set", "number", "name", "title", "person", "type", "deck", "deckable", "faction", "city_number",
    *STAT_NAMES, "traits_known", "retired",
)  # fmt: skip
_PARTS: tuple[type[db.Model], ...] = (
    models.CardTrait,
    models.CardKeyword,
    models.Ability,
    models.Printing,
    models.Ruling,
)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a load did, by card code. A card that is still in a deck is retired, not removed."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    retired: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{len(self.added)} added, {len(self.changed)} changed, {len(self.removed)} removed"
            f", {len(self.retired)} retired because decks still use them"
        )


@transaction.atomic
def load(data: CardData) -> Changes:
    """Make the database match ``data``, in one transaction."""
    stored = read_catalogue("")
    before = {card.code: card for card in stored}
    after = {card.code: card for card in data.catalogue}
    added = tuple(sorted(after.keys() - before.keys()))
    changed = tuple(code for code, card in sorted(after.items()) if code in before and before[code] != card)
    gone = tuple(sorted(before.keys() - after.keys()))
    _save_lists(data)
    _save_cards([after[code] for code in (*added, *changed)])
    retired = _remove(gone)
    _drop_unused_lists(data)
    changes = Changes(added, changed, tuple(code for code in gone if code not in retired), retired)
    models.CardLoad.objects.create(
        version=data.catalogue.version,
        added=len(added),
        changed=len(changed),
        removed=len(gone),
    )
    return changes


def _save_lists(data: CardData) -> None:
    catalogue = data.catalogue
    _upsert(
        models.CardSet,
        "code",
        [models.CardSet(code=s.code, number=s.number, name=s.name, year=s.year) for s in catalogue.sets],
    )
    _upsert(
        models.Faction,
        "code",
        [
            models.Faction(code=faction.code, name=faction.name, description=faction.description, position=position)
            for position, faction in enumerate(catalogue.factions)
        ],
    )
    _upsert(models.Trait, "name", [models.Trait(name=name) for name in data.traits])
    _upsert(
        models.Keyword,
        "name",
        [
            models.Keyword(
                name=term.name,
                explanation=term.explanation,
                rule=term.rule,
                on_cards=term.keyword,
                position=position,
            )
            for position, term in enumerate(catalogue.terms)
        ],
    )


def _upsert(model: type[db.Model], key: str, rows: Collection[db.Model]) -> None:
    fields = [field.name for field in model._meta.concrete_fields if field.name not in (key, "id")]
    if fields:
        model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=[key], update_fields=fields)
    else:
        model._default_manager.bulk_create(rows, ignore_conflicts=True)


def _save_cards(cards: Collection[Card]) -> None:
    models.Card.objects.bulk_create(
        [_card_row(card) for card in cards],
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=_CARD_FIELDS,
    )
    for part in _PARTS:
        part._default_manager.filter(card__in=[card.code for card in cards]).delete()
    traits = dict(models.Trait.objects.values_list("name", "pk"))
    keywords = dict(models.Keyword.objects.values_list("name", "pk"))
    parts: tuple[tuple[type[db.Model], Iterable[db.Model]], ...] = (
        (models.CardTrait, _trait_rows(cards, traits)),
        (models.CardKeyword, _keyword_rows(cards, keywords)),
        (models.Ability, _ability_rows(cards)),
        (models.Printing, _printing_rows(cards)),
        (models.Ruling, _ruling_rows(cards)),
    )
    for part, rows in parts:
        part._default_manager.bulk_create(rows)


def _card_row(card: Card) -> models.Card:
    return models.Card(
        code=card.code,
        card_set_id=card.set,
        number=card.number,
        name=card.name,
        title=card.title,
        person=card.person,
        type=card.type,
        deck=card.deck,
        deckable=card.deckable,
        faction_id=card.faction,
        city_number=card.city_number,
        traits_known=card.traits_known,
        retired=False,
        **{name: card.stat(name) for name in STAT_NAMES},
    )


def _trait_rows(cards: Iterable[Card], ids: Mapping[str, int]) -> list[models.CardTrait]:
    return [
        models.CardTrait(card_id=card.code, trait_id=ids[name], position=position)
        for card in cards
        for position, name in enumerate(card.traits)
    ]


def _keyword_rows(cards: Iterable[Card], ids: Mapping[str, int]) -> list[models.CardKeyword]:
    return [
        models.CardKeyword(card_id=card.code, keyword_id=ids[name], position=position)
        for card in cards
        for position, name in enumerate(card.keywords)
    ]


def _ability_rows(cards: Iterable[Card]) -> list[models.Ability]:
    return [
        models.Ability(
            card_id=card.code,
            position=position,
            kind=ability.kind,
            qualifiers=list(ability.qualifiers),
            trigger=ability.trigger,
            cost=ability.cost,
            effect=ability.effect,
            below_bar=ability.below_bar,
        )
        for card in cards
        for position, ability in enumerate(card.abilities)
    ]


def _printing_rows(cards: Iterable[Card]) -> list[models.Printing]:
    return [
        models.Printing(
            code=printing.code,
            card_id=card.code,
            card_set_id=printing.set,
            number=printing.number,
            artist=printing.artist,
            position=position,
        )
        for card in cards
        for position, printing in enumerate(card.printings)
    ]


def _ruling_rows(cards: Iterable[Card]) -> list[models.Ruling]:
    return [
        models.Ruling(card_id=card.code, position=position, text=ruling.text, source=ruling.source)
        for card in cards
        for position, ruling in enumerate(card.rulings)
    ]


def _remove(codes: Iterable[str]) -> tuple[str, ...]:
    """Delete cards that left the data; retire those that are protected, for example by a deck."""
    retired = []
    for code in codes:
        try:
            with transaction.atomic():
                models.Card.objects.get(code=code).delete()
        except ProtectedError:
            models.Card.objects.filter(code=code).update(retired=True)
            retired.append(code)
    return tuple(retired)


def _drop_unused_lists(data: CardData) -> None:
    """Delete list entries that left the data, unless a retired card still uses them."""
    catalogue = data.catalogue
    models.Trait.objects.exclude(name__in=data.traits).filter(cards=None).delete()
    models.Keyword.objects.exclude(name__in=[term.name for term in catalogue.terms]).filter(cards=None).delete()
    models.Faction.objects.exclude(code__in=[faction.code for faction in catalogue.factions]).filter(
        cards=None
    ).delete()
    models.CardSet.objects.exclude(code__in=[card_set.code for card_set in catalogue.sets]).filter(cards=None).delete()
