"""A card's stat: a number, a printed dash, unknown to us, or not on the card at all. The four never mix."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Mark(StrEnum):
    """What can replace a number. A dash is not a zero (rule 6.19)."""

    DASH = "-"
    UNKNOWN = "?"


#: ``None`` means that this kind of card has no such stat.
Stat = int | Mark | None

#: Every stat a card can have and its name on pages, in the order in which pages, faces and the API show them.
STAT_LABELS: Final[Mapping[str, str]] = {
    "cost": "Cost",
    "resolve": "Resolve",
    "combat": "Combat",
    "finesse": "Finesse",
    "influence": "Influence",
    "panache": "Panache",
    "crew_cap": "Crew Cap",
    "initiative": "Initiative",
    "panache_mod": "Panache modifier",
    "riposte": "Riposte",
    "parry": "Parry",
    "thrust": "Thrust",
}
STAT_NAMES: Final = tuple(STAT_LABELS)

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
    """A stat in words, for screen readers and sentences."""
    if isinstance(stat, int):
        return str(stat).replace("-", "minus ")
    return _WORDS[stat]
