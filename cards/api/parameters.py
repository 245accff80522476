"""Parses query parameters; an invalid one is an error, never replaced by a default."""

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


def check_names(params: QueryDict, known: Collection[str]) -> None:
    """Reject unknown and repeated parameters."""
    for name, values in params.lists():
        if name not in known:
            near = get_close_matches(name, known, 1)
            allowed = f"This endpoint takes {', '.join(known)}." if known else "This endpoint takes no parameters."
            raise BadParameter(name, f"Unknown parameter {name[:60]!r}. {allowed}", near[0] if near else None)
        if len(values) > 1:
            raise BadParameter(name, f"The parameter {name!r} is given {len(values)} times; give it only once.")


def page_number(params: QueryDict) -> int:
    return whole_number(params, "page", MAX_PAGE, 1)


def page_size(params: QueryDict) -> int:
    return whole_number(params, "page_size", MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)


def whole_number(params: QueryDict, name: str, highest: int, default: int | None = None) -> int:
    """A number from 1 to ``highest``. :raises BadParameter: otherwise, or if it is missing without a default."""
    if name not in params and default is not None:
        return default
    word = str(params.get(name, ""))
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= highest:
        raise BadParameter(name, f"{name} must be a whole number from 1 to {highest}, not {word[:60]!r}.")
    return int(word)
