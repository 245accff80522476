"""Account names: they appear in addresses and beside decks, so no two may look alike."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.auth.models import User

from decks.lists.starters import SITE_OWNER

MIN_LENGTH: Final = 3
MAX_LENGTH: Final = 30

#: Names that seem to speak for the site.
RESERVED: Final = frozenset(
    {
        *(SITE_OWNER, "fivesails", "five_sails", "admin", "administrator", "moderator", "mod", "staff", "support"),
        *("system", "root", "official", "anonymous", "nobody", "everybody", "deleted", "me", "you", "null", "none"),
    }
)

_SHAPE: Final = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

_LETTERS: Final = f"{MIN_LENGTH} to {MAX_LENGTH} letters (a to z) or digits, with - or _ in between"
RULE: Final = f"{_LETTERS}. Capitals become lower case."
TAKEN: Final = "This name is taken. Please choose another."


def problem(name: str) -> str:
    """Why a name cannot be used; empty if it can."""
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH or not _SHAPE.fullmatch(name):
        return f"A name is {_LETTERS}."
    return TAKEN if name in RESERVED else ""


def as_stored(typed: str) -> str:
    """The stored spelling of a name. Names are lower case, except those given to staff on the command line."""
    typed = typed.strip()
    lower = typed.lower()
    if typed != lower and User.objects.filter(username=typed).exists():
        return typed
    return lower
