"""One spelling for searching and comparing: no accents, no case, straight quotes."""

import unicodedata
from typing import Final

# Letters that Unicode does not decompose, and typographic marks that people do not type.
_PLAIN: Final = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ð": "d", "þ": "th",
        "’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """Fold ``text`` so that ``epee`` equals ``Épée``; folding twice changes nothing."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN)).casefold().translate(_PLAIN)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
