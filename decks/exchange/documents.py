"""Reading untrusted JSON: whatever is wrong with it becomes a ``DeckImportError``."""

from __future__ import annotations

import json
from types import UnionType
from typing import Any, Final

from decks.exchange.values import DeckImportError

#: In one import.
MAX_DECKS: Final = 50


def read_json(text: str) -> Any:
    """:raises DeckImportError: with line and column where the text stops being JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = f"This is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        raise DeckImportError("bad_json", message, error.lineno, error.colno) from None
    except RecursionError:
        raise DeckImportError("bad_json", "This JSON is nested too deeply.") from None
    except ValueError:
        raise DeckImportError("bad_json", "This JSON has a number with too many digits.") from None


def first_document(text: str) -> Any:
    """The document, or the first of a list; ``None`` if the text is not JSON."""
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
        raise DeckImportError("bad_document", "A deck must be a JSON object or a list of objects.")
    if len(decks) > MAX_DECKS:
        raise DeckImportError(
            "bad_document", f"At most {MAX_DECKS} decks can be imported at once; here are {len(decks)}."
        )
    return decks


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def expect(deck: dict[str, Any], field: str, kind: type | UnionType, description: str, default: Any) -> Any:
    """A field of the right type. :raises DeckImportError: for any other."""
    value = deck.get(field, default)
    if not isinstance(value, kind):
        raise DeckImportError("bad_document", f"{field!r} must be {description}, not {_type_name(value)}.")
    return value


def _type_name(value: Any) -> str:
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "null")
