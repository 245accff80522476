"""The fields of deck search."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from cards.catalogue import Card
from cards.query.fields import faction_options, format_options
from cards.query.kinds import (
    SORT_SYNONYMS,
    AnyField,
    ChoiceField,
    DateField,
    Example,
    NumberField,
    Option,
    Table,
    TextField,
    Wording,
    World,
)
from cards.query.tree import quote
from decks.query.sheet import CODE_SEPARATOR, split_codes

#: The default order.
NEWEST: Final = "newest"
#: Fewer than for cards, which are in memory: each condition may scan a table.
MAX_TERMS: Final = 20


def _cards(world: World) -> tuple[Option, ...]:
    return _card_options(world.catalogue.cards)


def _leaders(world: World) -> tuple[Option, ...]:
    return _card_options(world.catalogue.leaders)


def _card_options(cards: Iterable[Card]) -> tuple[Option, ...]:
    """Cards by code, full name and name; a name that several cards share means any of them."""
    by_name: dict[str, list[Card]] = {}
    for card in cards:
        by_name.setdefault(card.name, []).append(card)
    options = []
    for name, sharing in by_name.items():
        if len(sharing) > 1:
            options.append(
                Option(CODE_SEPARATOR.join(card.code for card in sharing), name, name, suggested=_as_value(name))
            )
    for card in (card for sharing in by_name.values() for card in sharing):
        alone = len(by_name[card.name]) == 1
        words = card.name if alone else card.full_name
        names = (card.name,) if alone else ()
        options.append(
            Option(
                code=card.code,
                label=card.full_name,
                words=words,
                aliases=(*names, *(printing.code for printing in card.printings)),
                suggested=_as_value(words),
            )
        )
    return tuple(options)


def _as_value(name: str) -> str:
    return name if name.isalpha() else quote(name)


def _qualities(_: World) -> tuple[Option, ...]:
    return (Option("starter", "Starter deck", "starter", ("starters", "starter deck")),)


FIELDS: Final[tuple[AnyField, ...]] = (
    ChoiceField(
        name="leader",
        aliases=("l",),
        description="The leader, by name or code.",
        examples=(
            Example("leader:yevgeni", "decks led by Yevgeni"),
            Example("leader:01089", "decks led by the card with that code"),
        ),
        noun="leader",
        wording=Wording("are led by {}", other="are led by somebody other than {}"),
        holds=lambda sheet, code: sheet.leader in split_codes(code),
        options=_leaders,
        present=lambda sheet: sheet.leader is not None,
    ),
    ChoiceField(
        name="faction",
        aliases=("f",),
        description="The leader's faction; none for decks without a leader.",
        examples=(Example("f:castille", "Castille decks"), Example("f:eisen,ussura", "decks of either faction")),
        noun="faction",
        wording=Wording("are {}", other="have a faction other than {}"),
        holds=lambda sheet, code: (sheet.faction or "none") == code,
        options=faction_options,
        present=lambda sheet: sheet.faction is not None,
    ),
    ChoiceField(
        name="card",
        aliases=("c", "has"),
        description=(
            "A card of the newest version, including the leader, by name or code. "
            "Add an operator and a number to compare its copies."
        ),
        examples=(
            Example('card:"Not Today"', "decks that run Not Today"),
            Example('card:"Not Today">=2', "decks that run at least two copies"),
            Example('-card:"Not Today"', "decks that do not run it"),
        ),
        noun="card",
        wording=Wording("run {}"),
        holds=lambda sheet, code: sheet.copies(code) > 0,
        options=_cards,
        count=lambda sheet, code: sheet.copies(code),
    ),
    ChoiceField(
        name="legal",
        aliases=("format",),
        description="The formats in which the deck is legal, by the rules in force when it was saved.",
        examples=(Example("legal:core-only", "decks that use the core set only"),),
        noun="format",
        wording=Wording("are legal in {}"),
        holds=lambda sheet, code: code in sheet.legal_in,
        options=format_options,
    ),
    TextField(
        name="by",
        aliases=("owner", "player"),
        description="The deck's owner, by full user name.",
        examples=(Example("by:five-sails", "decks by Five Sails itself"),),
        noun="owner",
        wording=Wording("are by {}", other="are by somebody other than {}"),
        read=lambda sheet: sheet.owners,
        whole=True,
    ),
    DateField(
        name="updated",
        aliases=("u",),
        description="When the deck was last changed (UTC): a day, a month or a year.",
        examples=(
            Example("updated>2026-01-01", "decks changed after that day"),
            Example("updated:2026-05", "decks last changed in that month"),
            Example("updated<2026", "decks last changed before that year"),
        ),
        noun="last change",
        read=lambda sheet: sheet.updated,
    ),
    NumberField(
        name="likes",
        description="Number of likes.",
        examples=(Example("likes>3", "decks with more than three likes"),),
        noun="likes",
        sortable=True,
        read=lambda sheet: sheet.likes,
        marks=False,
    ),
    TextField(
        name="name",
        aliases=("n",),
        description="The deck's name. With =, the whole name must match.",
        examples=(Example("n:starter", "decks with “starter” in their name"),),
        noun="name",
        wording=Wording("have {} in the name", "are named {}", "have a name without {}"),
        sortable=True,
        read=lambda sheet: sheet.names,
    ),
    TextField(
        name="description",
        aliases=("d",),
        description="The deck's description.",
        examples=(Example("d:sealed", "decks with “sealed” in their description"),),
        noun="description",
        wording=Wording("have {} in the description", "have the description {}", "have a description without {}"),
        read=lambda sheet: sheet.descriptions,
    ),
    ChoiceField(
        name="is",
        description="Properties of the deck.",
        examples=(Example("is:starter", "the published starter decks"),),
        noun="quality",
        wording=Wording("are {} decks"),
        holds=lambda sheet, code: sheet.starter,
        options=_qualities,
    ),
)

DECKS: Final = Table(
    fields=FIELDS,
    noun="deck",
    anywhere=attrgetter("anywhere"),
    example="likes",
    synonyms={**SORT_SYNONYMS, **dict.fromkeys(("author", "user", "account"), "by"), "nation": "faction"},
    orders=(NEWEST,),
    patterns=False,
    sums=False,
    max_terms=MAX_TERMS,
)
