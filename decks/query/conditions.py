"""Deck queries as database conditions, with the same results on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from functools import lru_cache, reduce
from operator import and_, or_
from typing import Final

from django.contrib.auth.models import User
from django.db.models import F, OrderBy, Q, QuerySet, Sum

from cards.catalogue import Catalogue
from cards.models import Card
from cards.query.entries import searchable
from cards.query.tree import (
    And,
    Bare,
    Choice,
    Counted,
    Leaf,
    Node,
    Not,
    Op,
    Or,
    Period,
    SortKey,
    Term,
    Text,
    Value,
)
from decks.fields import ByCodePoint
from decks.models import Deck, DeckCard
from decks.queries import runs_any
from decks.query.fields import NEWEST
from decks.query.sheet import split_codes

_NOTHING: Final = Q(pk__in=[])
_EVERYTHING: Final = ~Q(pk__in=[])
_LOOKUPS: Final = {Op.LT: "lt", Op.LE: "lte", Op.GT: "gt", Op.GE: "gte"}
#: Larger than any column value, and small enough for every database.
_BOUND: Final = 2**31
#: Players whose names a word is looked for in, at most: a word that more of them have names nobody.
MAX_OWNERS: Final = 200
_TEXTS: Final = {"name": "folded_name", "description": "folded_description"}


def build_condition(node: Node | None, catalogue: Catalogue) -> Q:
    """``None`` matches every deck."""
    match node:
        case None:
            return Q()
        case Not(part):
            return ~build_condition(part, catalogue)
        case And(parts):
            return reduce(and_, (build_condition(part, catalogue) for part in parts))
        case Or(parts):
            return reduce(or_, (build_condition(part, catalogue) for part in parts))
        case _:
            return _leaf(node, catalogue)


def order_decks(decks: QuerySet[Deck], sort: tuple[SortKey, ...]) -> QuerySet[Deck]:
    """By the sort keys, then newest first, then by id, so that the order is total."""
    keys = {key.field: _order(key) for key in sort}
    keys.setdefault(NEWEST, _order(SortKey(NEWEST)))
    return decks.order_by(*keys.values(), "id")


def _order(key: SortKey) -> OrderBy:
    if key.field == "name":
        return OrderBy(ByCodePoint("folded_name"), descending=key.descending)
    # Newest and most liked come first by default, so these orders are reversed.
    column = "updated_at" if key.field == NEWEST else "likes"
    return OrderBy(F(column), descending=not key.descending)


def _leaf(leaf: Leaf, catalogue: Catalogue) -> Q:
    match leaf:
        case Bare(value):
            return _anywhere(_needle(value), catalogue)
        case Term(name):
            return _term(name, leaf)
        case _:
            raise TypeError("deck queries have no sums")


def _anywhere(needle: str, catalogue: Catalogue) -> Q:
    """A word in the name or description, or in the name of the owner, of a card or of the leader's faction."""
    conditions = [Q(**{f"{column}__contains": needle}) for column in _TEXTS.values()]
    # Looked up first: with a join, PostgreSQL would read every deck instead of its index of words.
    if owners := list(User.objects.filter(username__icontains=needle).values_list("pk", flat=True)[:MAX_OWNERS]):
        conditions.append(Q(owner_id__in=owners))
    factions = {faction.code for faction in catalogue.factions if needle in searchable(faction.name)}
    if factions:
        conditions.append(Q(leader_id__in=[card.code for card in catalogue if card.faction in factions]))
    if cards := [code for code, name in _card_names(catalogue).items() if needle in name]:
        conditions.append(runs_any(_copies(cards)))
    return _any(conditions)


# A catalogue hashes by its version; around a load there are two.
@lru_cache(maxsize=2)
def _card_names(catalogue: Catalogue) -> Mapping[str, str]:
    return {card.code: searchable(card.full_name) for card in catalogue}


def _needle(value: Value) -> str:
    if not isinstance(value, Text):
        raise TypeError(f"cannot search decks for {value!r}")
    # Characters that no column can hold become some that no folded text has.
    return searchable(value.text).replace("\0", "\n").encode(errors="replace").decode()


def _any(conditions: list[Q]) -> Q:
    return reduce(or_, conditions, _NOTHING)


def _term(name: str, term: Term) -> Q:
    match name:
        case "likes":
            return _number(term)
        case "updated":
            return _date(term)
        case "name" | "description" | "by":
            return _text(name, term)
        case "card":
            matching = _cards(term.values)
            return ~matching if term.op is Op.NE else matching
    codes = [value.code for value in term.values if isinstance(value, Choice)]
    match name:
        case "leader":
            matching = Q(leader_id__in=[code for value in codes for code in split_codes(value)])
            present = Q(leader_id__isnull=False)
        case "faction":
            # Cards are few: a first query spares a join with every deck.
            cards = Card.objects.filter(faction_id__in=[code for code in codes if code != "none"])
            matching = Q(leader_id__in=list(cards.values_list("code", flat=True)))
            if "none" in codes:
                matching |= Q(leader__faction_id__isnull=True)
            present = Q(leader__faction_id__isnull=False)
        case "legal":
            matching, present = _any([Q(legal_in__contains=f" {code} ") for code in codes]), _EVERYTHING
        case "is":
            matching, present = Q(starter=True) if codes else _NOTHING, _EVERYTHING
        case _:
            raise TypeError(f"no condition for {name}")
    return present & ~matching if term.op is Op.NE else matching


def _text(name: str, term: Term) -> Q:
    if name == "by":
        names = _any([Q(username__iexact=_needle(value)) for value in term.values])
        # A first query for the accounts: they are fewer than decks, and decks are indexed by owner.
        matching = Q(owner_id__in=list(User.objects.filter(names).values_list("pk", flat=True)))
        present = Q(owner__isnull=False)
    else:
        column = _TEXTS[name]
        needles = map(_needle, term.values)
        lookup = column if term.op is Op.EQ else f"{column}__contains"
        matching = _any([Q(**{lookup: needle}) for needle in needles])
        present = ~Q(**{column: ""})
    return present & ~matching if term.op is Op.NE else matching


def _cards(values: tuple[Value, ...]) -> Q:
    plain = [code for value in values if isinstance(value, Choice) for code in split_codes(value.code)]
    counts = [_count(value) for value in values if isinstance(value, Counted)]
    return _any([*([runs_any(_copies(plain))] if plain else []), *counts])


def _copies(codes: Sequence[str]) -> QuerySet[DeckCard]:
    return DeckCard.objects.filter(card_id__in=codes, quantity__gt=0).order_by()


def _count(value: Counted) -> Q:
    """Zero copies count, too, although there is no row for them."""
    code, number = value.code, value.number
    match value.op:
        case Op.GE:
            return _at_least(code, number)
        case Op.GT:
            return _at_least(code, number + 1)
        case Op.LT:
            return ~_at_least(code, number)
        case Op.LE:
            return ~_at_least(code, number + 1)
        case Op.NE:
            return ~_at_least(code, number) | _at_least(code, number + 1)
        case _:
            return _at_least(code, number) & ~_at_least(code, number + 1)


def _at_least(code: str, number: int) -> Q:
    if number <= 0:
        return _EVERYTHING
    decks = (
        _copies(split_codes(code)).values("deck").annotate(total=Sum("quantity")).filter(total__gte=min(number, _BOUND))
    )
    return Q(pk__in=decks.values("deck"))


def _number(term: Term) -> Q:
    numbers = [max(-1, min(_BOUND, value)) for value in term.values if isinstance(value, int)]
    if term.op in _LOOKUPS:
        (number,) = numbers
        return Q(**{f"likes__{_LOOKUPS[term.op]}": number})
    matching = _any([Q(likes=number) for number in numbers])
    return ~matching if term.op is Op.NE else matching


def _date(term: Term) -> Q:
    matching = [_period(term.op, value) for value in term.values]
    return ~_any(matching) if term.op is Op.NE else _any(matching)


def _period(op: Op, value: Value) -> Q:
    assert isinstance(value, Period)
    first, after = (datetime.combine(day, time(), UTC) for day in (value.first, value.after))
    match op:
        case Op.LT:
            return Q(updated_at__lt=first)
        case Op.LE:
            return Q(updated_at__lt=after)
        case Op.GT:
            return Q(updated_at__gte=after)
        case Op.GE:
            return Q(updated_at__gte=first)
        case _:
            return Q(updated_at__gte=first, updated_at__lt=after)
