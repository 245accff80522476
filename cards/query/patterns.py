"""Regular expressions that cannot run away: RE2 answers in time linear in the text, whatever the expression."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import re2

from cards.catalogue.folding import fold

#: Bytes an expression may use: with less, RE2 falls back to its slow engine too soon.
MAX_MEMORY: Final = 1024 * 1024
#: Instructions an expression may compile to; counted repetitions multiply them, and time grows with them.
MAX_PROGRAM_SIZE: Final = 1000

# The library comes without type information.
_compile: Final[Any] = re2.compile

_TOO_LARGE: Final = "it is too large; use smaller numbers in {...}"


class PatternError(ValueError):
    """The expression is invalid or too large."""


@lru_cache(maxsize=256)
def compile_pattern(text: str) -> Any:
    """An expression to search folded text with. :raises PatternError: with the reason."""
    options = re2.Options()
    options.max_mem = MAX_MEMORY
    options.log_errors = False
    options.case_sensitive = False
    options.never_capture = True
    # Only non-ASCII characters are folded: lower-casing would turn \S into \s.
    folded = "".join(char if char.isascii() else fold(char) for char in text)
    try:
        compiled = _compile(folded, options)
    except re2.error as error:
        raise PatternError(_reason(error)) from None
    if compiled.programsize > MAX_PROGRAM_SIZE:
        raise PatternError(_TOO_LARGE)
    return compiled


def _reason(error: Exception) -> str:
    raw = error.args[0] if error.args else b""
    reason = raw.decode(errors="replace") if isinstance(raw, bytes) else str(raw)
    if "too large" in reason:
        return _TOO_LARGE
    if "invalid perl operator" in reason:
        return "lookahead and lookbehind are not supported"
    return reason
