"""What pages say about a simulation: its progress, its settings, and what a policy's numbers mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

from rules.goldfish import DESCRIPTIONS, POLICIES
from rules.goldfish.results.intervals import Z
from web.number_format import duration

#: The parameters of a policy, in groups, as the form and the foot of a report call them.
WEIGHTS: Final[Mapping[str, Mapping[str, str]]] = {
    "What it pays, in wealth": {
        "recruit_most": "Maximum for a mercenary, after parley (−1: never)",
        "brute_most": "Maximum for a Brute (−1: never)",
        "equip_most": "Maximum for an attachment (−1: never)",
        "reserve": "Best combat cards never paid with",
        "parley": "Parleys",
        "idle_gear": "Equips gear that does nothing here",
    },
    "What a combat card is worth": {
        "strike": "A wound dealt",
        "guard": "A threat stopped",
    },
    "What a character is worth": {
        "resolve": "A point of Resolve",
        "combat": "A point of Combat",
        "finesse": "A point of Finesse",
        "influence": "A point of Influence",
    },
    "What a scheme is worth": {
        "scheme_renown": "A Renown it places",
        "scheme_draw": "A card it draws",
        "scheme_initiative": "Ten points of initiative",
    },
}
#: Parameters that are yes or no.
SWITCHES: Final = frozenset({"parley", "idle_gear"})

ADVERSARY: Final[Mapping[str, str]] = {
    "combat": "Combat",
    "resolve": "Resolve",
    "riposte": "Riposte",
    "parry": "Parry",
    "thrust": "Thrust",
}


#: The headings of unfinished simulations.
TITLES: Final[Mapping[str, str]] = {
    "queued": "Waiting to set sail",
    "running": "Under sail",
    "failed": "It failed",
    "cancelled": "Cancelled",
}


#: The two decks in the sentence of a comparison; its other "A" begins "A difference of".
_LETTERS: Final = re.compile(r"\b(?:A(?! difference)|B)\b")


def with_names(sentence: str, names: Mapping[str, str]) -> str:
    """The sentence of a comparison with the decks' names for their letters."""
    return _LETTERS.sub(lambda letter: names[letter[0]], sentence)


def progress_words(status: str, done: int, games: int, rate: float | None, left: float | None, note: str) -> str:
    """The progress in one line."""
    if status == "queued":
        return f"Queued, {note or 'waiting for its turn'}."
    parts = [f"{done:,} of {games:,} games"]
    if rate:
        parts.append(f"{rounded(rate)} a second")
    if left is not None and done < games:
        parts.append(f"about {duration(left)} left")
    return " · ".join(parts)


def rounded(number: float) -> str:
    """Two significant digits are enough for a speed."""
    size = 10 ** max(len(str(round(number))) - 2, 0)
    return f"{round(number / size) * size:,}"


def precision(games: int) -> str:
    """How precise a share is after ``games`` games, in percentage points: the widest interval there is."""
    return f"shares within ±{100 * Z / 2 / sqrt(games):.1g}\u00a0%"


def policy_words(policy: Mapping[str, Any]) -> str:
    """A policy in one line: its name, or every number of a custom one."""
    name = policy["name"]
    if name in POLICIES and dict(POLICIES[name].as_dict()) == dict(policy):
        return f"{name.capitalize()}. {DESCRIPTIONS[name]}"
    return "Own weights: " + ", ".join(f"{key} {shown_value(value)}" for key, value in policy.items() if key != "name")


def adversary_words(adversary: Mapping[str, Any]) -> str:
    """The adversary's numbers in one line."""
    numbers = [f"{words} {adversary[key]}" for key, words in ADVERSARY.items() if key in adversary]
    return f"{', '.join(numbers)}, with {adversary['cards']} combat cards a duel"


def shown_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("-", "−")
