"""The table of deck fields, for the search language of the cards."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from cards.catalogue import Card
from cards.query.fields import faction_options, format_options
from cards.query.kinds import (
    AnyField,
    ChoiceField,
    DateField,
    Example,
    NumberField,
    Option,
    Says,
    Table,
    TextField,
    World,
)
from cards.query.tree import quoted
from decks.query.sheet import JOINT, codes_of

#: The order of every listing that asks for none.
NEWEST: Final = "newest"
#: Each condition may read a whole table, so a query has fewer than one on cards, which are in memory.
MAX_TERMS: Final = 20


def _cards(world: World) -> tuple[Option, ...]:
    return _named(world.catalogue.cards)


def _leaders(world: World) -> tuple[Option, ...]:
    return _named(world.catalogue.leaders)


def _named(cards: Iterable[Card]) -> tuple[Option, ...]:
    """Cards by code, full name and name; a name that several cards share stands for any of them."""
    by_name: dict[str, list[Card]] = {}
    for card in cards:
        by_name.setdefault(card.name, []).append(card)
    options = []
    for name, sharing in by_name.items():
        if len(sharing) > 1:
            options.append(Option(JOINT.join(card.code for card in sharing), name, name, suggested=_written(name)))
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
                suggested=_written(words),
            )
        )
    return tuple(options)


def _written(name: str) -> str:
    return name if name.isalpha() else quoted(name)


def _qualities(_: World) -> tuple[Option, ...]:
    return (Option("starter", "Starter deck", "starter", ("starters", "starter deck")),)


FIELDS: Final[tuple[AnyField, ...]] = (
    ChoiceField(
        name="leader",
        aliases=("l",),
        description="Who leads the deck, by name or code.",
        examples=(
            Example("leader:yevgeni", "decks led by Yevgeni"),
            Example("leader:01089", "decks led by the card of that code"),
        ),
        noun="leader",
        says=Says("are led by {}", other="are led by somebody other than {}"),
        holds=lambda sheet, code: sheet.leader in codes_of(code),
        options=_leaders,
        present=lambda sheet: sheet.leader is not None,
    ),
    ChoiceField(
        name="faction",
        aliases=("f",),
        description="The faction of the leader; none for a deck without a leader.",
        examples=(Example("f:castille", "Castille decks"), Example("f:eisen,ussura", "decks of either nation")),
        noun="faction",
        says=Says("are {}", other="have a faction other than {}"),
        holds=lambda sheet, code: (sheet.faction or "none") == code,
        options=faction_options,
        present=lambda sheet: sheet.faction is not None,
    ),
    ChoiceField(
        name="card",
        aliases=("c", "has"),
        description=(
            "A card of the newest version, the leader included, by name or code. "
            "A number after it counts its copies, none included."
        ),
        examples=(
            Example('card:"Not Today"', "decks that run Not Today"),
            Example('card:"Not Today">=2', "decks that run it twice"),
            Example('-card:"Not Today"', "decks that do without it"),
        ),
        noun="card",
        says=Says("run {}"),
        holds=lambda sheet, code: sheet.copies(code) > 0,
        options=_cards,
        count=lambda sheet, code: sheet.copies(code),
    ),
    ChoiceField(
        name="legal",
        aliases=("format",),
        description="The formats in which the deck is legal, by the rules of the day it was saved.",
        examples=(Example("legal:core-only", "decks to play with the core set alone"),),
        noun="format",
        says=Says("are legal in {}"),
        holds=lambda sheet, code: code in sheet.legal_in,
        options=format_options,
    ),
    TextField(
        name="by",
        aliases=("owner", "player"),
        description="Whose deck it is, by the whole name of the account.",
        examples=(Example("by:five-sails", "decks of the site itself"),),
        noun="owner",
        says=Says("are by {}", other="are by somebody other than {}"),
        read=lambda sheet: sheet.owners,
        whole=True,
    ),
    DateField(
        name="updated",
        aliases=("u",),
        description="When the deck was last changed, in universal time. Periods are taken as a whole.",
        examples=(
            Example("updated>2026-01-01", "decks changed after that day"),
            Example("updated:2026-05", "decks last changed in that month"),
            Example("updated<2026", "decks not changed since before that year"),
        ),
        noun="last change",
        read=lambda sheet: sheet.updated,
    ),
    NumberField(
        name="likes",
        description="How many people like the deck.",
        examples=(Example("likes>3", "decks that more than three people like"),),
        noun="likes",
        sortable=True,
        read=lambda sheet: sheet.likes,
        marks=False,
    ),
    TextField(
        name="name",
        aliases=("n",),
        description="The deck's name. With = it must be the whole name.",
        examples=(Example("n:starter", "decks with “starter” in their name"),),
        noun="name",
        says=Says("have {} in the name", "are named {}", "have a name without {}"),
        sortable=True,
        read=lambda sheet: sheet.names,
    ),
    TextField(
        name="description",
        aliases=("d",),
        description="What the deck's owner says about it.",
        examples=(Example("d:sealed", "decks whose description speaks of that"),),
        noun="description",
        says=Says("have {} in the description", "have the description {}", "have a description without {}"),
        read=lambda sheet: sheet.descriptions,
    ),
    ChoiceField(
        name="is",
        description="What can be said of the deck in one word.",
        examples=(Example("is:starter", "the published starter decks"),),
        noun="quality",
        says=Says("are {} decks"),
        holds=lambda sheet, code: sheet.starter,
        options=_qualities,
    ),
)

DECKS: Final = Table(
    fields=FIELDS,
    noun="deck",
    anywhere=attrgetter("anywhere"),
    example="likes",
    orders=(NEWEST,),
    patterns=False,
    sums=False,
    max_terms=MAX_TERMS,
)
