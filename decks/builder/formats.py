"""The formats a deck's owner can choose from."""

from __future__ import annotations

from django.utils import timezone

from cards.catalogue.datafiles import load_formats
from cards.catalogue.formats import Format, on_day
from decks.models import Deck
from decks.services import DeckError


def formats() -> tuple[Format, ...]:
    """The formats in force today."""
    return on_day(load_formats(), timezone.localdate())


def format_of(deck: Deck) -> Format:
    """The deck's format; the default one if its format no longer exists."""
    found = {format.code: format for format in formats()}
    return found.get(deck.format) or _default()


def format_by_code(code: str) -> Format:
    """The format with a code; the default one for an empty code. :raises DeckError: if there is no such format."""
    if not code:
        return _default()
    for format in formats():
        if format.code == code:
            return format
    raise DeckError(f"There is no format “{code[:40]}”.")


def _default() -> Format:
    return next(format for format in formats() if format.default)
