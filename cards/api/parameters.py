"""Reads a call's query parameters; whatever cannot be used is named, never replaced by a default."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches
from typing import Final

from django.http import QueryDict

from cards.api.errors import BadParameter

DEFAULT_PAGE_SIZE: Final = 50
MAX_PAGE_SIZE: Final = 200
MAX_PAGE: Final = 999_999_999
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)


def check_names(given: QueryDict, known: Collection[str]) -> None:
    """Refuse parameters that this call does not have, and those given twice."""
    for name, values in given.lists():
        if name not in known:
            near = get_close_matches(name, known, 1)
            listed = f"It takes {', '.join(known)}." if known else "It takes no parameters."
            raise BadParameter(name, f"This call has no parameter {name[:60]!r}. {listed}", near[0] if near else None)
        if len(values) > 1:
            raise BadParameter(name, f"The parameter {name!r} is given {len(values)} times; give it once.")


def page_number(given: QueryDict) -> int:
    """The page asked for, the first unless told."""
    return whole_number(given, "page", MAX_PAGE, 1)


def page_size(given: QueryDict) -> int:
    """How many cards a page holds."""
    return whole_number(given, "page_size", MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)


def whole_number(given: QueryDict, name: str, highest: int, default: int | None = None) -> int:
    """A number from 1 up. :raises BadParameter: for anything else, and for nothing where there is no default."""
    if name not in given and default is not None:
        return default
    word = str(given.get(name, ""))
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= highest:
        raise BadParameter(name, f"{name} must be a whole number from 1 to {highest}, not {word[:60]!r}.")
    return int(word)
