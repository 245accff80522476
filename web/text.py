"""Text as it may be stored and shown: the one definition of which characters are let in.

NUL cannot be stored by PostgreSQL, control characters and noncharacters cannot be written in XML, halves of characters
cannot be encoded. Names must have something to see, and must not turn the line they stand in around.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BREAKS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
#: Controls other than tab and line breaks, halves of characters, and code points that are none.
FORBIDDEN: Final = re.compile(f"[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff{_NONCHARACTERS}]")
#: Embeddings, overrides and isolates: they would also turn around whatever stands behind a name.
_DIRECTIONS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
#: Formats, spaces, marks and the like, and letters that are drawn as nothing.
_UNSEEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Zl", "Zp", "Zs"})
_UNSEEN_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean(text: str) -> str:
    """The text in NFC with plain line breaks, without characters that may not be stored."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", FORBIDDEN.sub("", _BREAKS.sub("\n", text)))


def one_line(text: str) -> str:
    """A name: clean, with single spaces, left to right; empty if there is nothing to see."""
    words = " ".join(_DIRECTIONS.sub("", clean(text)).split())
    return "" if is_blank(words) else words


def is_blank(text: str) -> bool:
    """Whether there is nothing to see."""
    return all(unicodedata.category(char) in _UNSEEN_CATEGORIES or char in _UNSEEN_LETTERS for char in text)
