"""The one definition of which characters may be stored and shown.

PostgreSQL cannot store NUL, XML cannot contain control characters and noncharacters, and lone surrogates cannot be
encoded. Names need something visible, and must not change the direction of the text around them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BREAKS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
#: Control characters except tabs and line breaks, lone surrogates, and noncharacters.
FORBIDDEN: Final = re.compile(f"[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff{_NONCHARACTERS}]")
#: Embeddings, overrides and isolates, which would also affect the text after a name.
_DIRECTIONS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
#: Categories, and single letters, that draw nothing by themselves.
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Zl", "Zp", "Zs"})
_INVISIBLE_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean(text: str) -> str:
    """The text in NFC with plain line breaks, without characters that may not be stored."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", FORBIDDEN.sub("", _BREAKS.sub("\n", text)))


def one_line(text: str) -> str:
    """A name: clean, with single spaces, without direction controls; empty if nothing is visible."""
    words = " ".join(_DIRECTIONS.sub("", clean(text)).split())
    return "" if is_blank(words) else words


def is_blank(text: str) -> bool:
    """Whether nothing is visible."""
    return all(unicodedata.category(char) in _INVISIBLE_CATEGORIES or char in _INVISIBLE_LETTERS for char in text)
