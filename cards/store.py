"""The catalogue as the database holds it, kept in memory until the next load."""

from __future__ import annotations

from threading import Lock
from typing import Final

from django.db import connection
from django.db.models import Prefetch

from cards import models
from cards.catalogue import (
    Ability,
    AbilityKind,
    Card,
    CardSet,
    CardType,
    Catalogue,
    Faction,
    Printing,
    Ruling,
    Term,
    Zone,
)
from cards.catalogue.datafiles import load_city_decks
from cards.catalogue.stats import STAT_NAMES

_NEWEST_VERSION: Final = f"SELECT version FROM {models.CardLoad._meta.db_table} ORDER BY id DESC LIMIT 1"  # noqa: S608 - our table

_current: Catalogue | None = None
_lock: Final = Lock()


def current_catalogue() -> Catalogue:
    """The catalogue of the newest load: one small query, and the cards only when they changed."""
    catalogue = _current
    if catalogue is None or catalogue.version != _newest_version():
        catalogue = _reload()
    return catalogue


def _reload() -> Catalogue:
    """The newest catalogue, read by one thread for all.

    If each thread read its own, they would be equal but not identical, and every cache keyed by catalogue would
    compare them card by card at each lookup.
    """
    global _current
    with _lock:
        version = _newest_version()
        if _current is None or _current.version != version:
            _current = read_catalogue(version)
        return _current


def _newest_version() -> str:
    # Runs for every page: raw SQL takes a fifth of the time that building the query takes.
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST_VERSION)
        row = cursor.fetchone()
    return row[0] if row else ""


def read_catalogue(version: str) -> Catalogue:
    """Every card in the database, in a constant number of queries."""
    rows = models.Card.objects.prefetch_related(
        "abilities",
        "printings",
        "rulings",
        Prefetch("cardtrait_set", models.CardTrait.objects.select_related("trait")),
        Prefetch("cardkeyword_set", models.CardKeyword.objects.select_related("keyword")),
    )
    cards = [(row.retired, _card(row)) for row in rows]
    return Catalogue(
        version=version,
        cards=tuple(card for retired, card in cards if not retired),
        retired=tuple(card for retired, card in cards if retired),
        sets=tuple(CardSet(row.code, row.number, row.name, row.year) for row in models.CardSet.objects.all()),
        factions=tuple(Faction(row.code, row.name, row.description) for row in models.Faction.objects.all()),
        terms=tuple(Term(row.name, row.explanation, row.rule, row.on_cards) for row in models.Keyword.objects.all()),
        city_decks=load_city_decks(),
    )


def _card(row: models.Card) -> Card:
    return Card(
        code=row.code,
        set=row.card_set_id,
        number=row.number,
        name=row.name,
        title=row.title,
        type=CardType(row.type),
        deck=Zone(row.deck),
        faction=row.faction_id,
        traits=tuple(link.trait.name for link in row.cardtrait_set.all()),
        traits_known=row.traits_known,
        keywords=tuple(link.keyword.name for link in row.cardkeyword_set.all()),
        abilities=tuple(
            Ability(
                kind=AbilityKind(ability.kind),
                effect=ability.effect,
                qualifiers=tuple(ability.qualifiers),
                trigger=ability.trigger,
                cost=ability.cost,
                below_bar=ability.below_bar,
            )
            for ability in row.abilities.all()
        ),
        printings=tuple(
            Printing(printing.code, printing.card_set_id, printing.number, printing.artist)
            for printing in row.printings.all()
        ),
        rulings=tuple(Ruling(ruling.text, ruling.source) for ruling in row.rulings.all()),
        city_number=row.city_number,
        person=row.person,
        deckable=row.deckable,
        **{name: getattr(row, name) for name in STAT_NAMES},
    )
