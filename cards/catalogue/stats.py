"""A card's number: a value, a printed dash, unknown to us, or not on the card at all. The four never mix."""

from enum import StrEnum
from typing import Final


class Mark(StrEnum):
    """What stands where a number could be. A dash is not a zero (rule 6.19)."""

    DASH = "-"
    UNKNOWN = "?"


#: ``None`` means that this kind of card has no such number.
Stat = int | Mark | None

#: Every number a card can bear, in the order in which pages, faces and the API show them.
STAT_NAMES: Final = (
    "cost",
    "resolve",
    "combat",
    "finesse",
    "influence",
    "panache",
    "crew_cap",
    "initiative",
    "panache_mod",
    "riposte",
    "parry",
    "thrust",
)

_WORDS: Final = {Mark.DASH: "dash", Mark.UNKNOWN: "unknown", None: "not on this card"}


def parse_stat(raw: object) -> Stat:
    """Read a stat as data files and the API write it: an integer, ``"-"``, ``"?"`` or ``None``."""
    if raw is None:
        return None
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        return Mark(raw)
    raise ValueError(f"{raw!r} is not a stat: use an integer, '-' for a dash, '?' for unknown")


def stat_words(stat: Stat) -> str:
    """Say a stat aloud, for screen readers and sentences."""
    if isinstance(stat, int):
        return str(stat).replace("-", "minus ")
    return _WORDS[stat]
