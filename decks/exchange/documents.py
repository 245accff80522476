"""Reading JSON that strangers send: every fault of it becomes one error that says where."""

from __future__ import annotations

import json
from types import UnionType
from typing import Any, Final

from decks.exchange.values import DeckImportError

#: No paste holds more decks than this.
MAX_DECKS: Final = 50


def read_json(text: str) -> Any:
    """What a JSON text says. :raises DeckImportError: with the place where it stops being JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = f"This is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        raise DeckImportError("bad_json", message, error.lineno, error.colno) from None
    except RecursionError:
        raise DeckImportError("bad_json", "This JSON is nested too deeply for a deck.") from None
    except ValueError:
        raise DeckImportError("bad_json", "This JSON holds a number with too many digits.") from None


def first_document(text: str) -> Any:
    """What a JSON text says, or the first of several; ``None`` if it is no JSON."""
    if not text.startswith(("{", "[")):
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return document[0] if isinstance(document, list) and document else document


def deck_objects(document: Any) -> list[dict[str, Any]]:
    """One deck or a list of them. :raises DeckImportError: if it is neither."""
    decks = document if isinstance(document, list) else [document]
    if not decks or not all(isinstance(deck, dict) for deck in decks):
        raise DeckImportError("bad_document", "A deck is a JSON object, or a list of such objects.")
    if len(decks) > MAX_DECKS:
        raise DeckImportError("bad_document", f"{len(decks)} decks at once; at most {MAX_DECKS} are read.")
    return decks


def compact(value: Any) -> str:
    """A value as one short line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def expect(deck: dict[str, Any], field: str, kind: type | UnionType, words: str, default: Any) -> Any:
    """A field of the right type. :raises DeckImportError: naming the field and what it has to be."""
    value = deck.get(field, default)
    if not isinstance(value, kind):
        raise DeckImportError("bad_document", f"{field!r} is {_named(value)} and has to be {words}.")
    return value


def _named(value: Any) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "null")
