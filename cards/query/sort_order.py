"""Sort orders. Each is total: cards without a value come last, and codes break ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.query.entries import SearchEntry
from cards.query.fields import BY_NAME
from cards.query.kinds import ChoiceField, NumberField, TextField
from cards.query.tree import SortKey
from cards.query.vocabulary import Vocabulary

#: The rank of each card of the catalogue; equal ranks are settled by the next key.
Ranks = tuple[int, ...]


def ranks(vocabulary: Vocabulary, key: SortKey) -> Ranks:
    """Each card's rank by one key. Cards without a value come last in both directions."""
    read = _reader(vocabulary, key.field)
    values = [read(entry) for entry in vocabulary.entries]
    present = sorted({value for value in values if value is not None}, reverse=key.descending)
    rank_of = {value: rank for rank, value in enumerate(present)}
    return tuple(len(rank_of) if value is None else rank_of[value] for value in values)


def _reader(vocabulary: Vocabulary, name: str) -> Callable[[SearchEntry], Any]:
    """Reads the value to sort by; all values of one field are comparable."""
    field = BY_NAME[name]
    match field:
        case NumberField():
            number = field.read
            return lambda entry: stat if isinstance(stat := number(entry), int) else None
        case ChoiceField():
            codes = [option.code for option in vocabulary.choices(name).options]
            holds, present = field.holds, field.present
            return lambda entry: (
                next((rank for rank, code in enumerate(codes) if holds(entry, code)), None) if present(entry) else None
            )
        case TextField():
            text = field.read
            return lambda entry: min(text(entry), default=None)
        case _:
            raise TypeError(f"{name} has no order")
