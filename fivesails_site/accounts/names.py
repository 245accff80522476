"""What an account may be called: it stands in addresses and before decks, so it must not be mistaken for another."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.auth.models import User

from decks.lists.starters import SITE_OWNER

SHORTEST: Final = 3
LONGEST: Final = 30

#: Names that would speak for the site.
RESERVED: Final = frozenset(
    {
        *(SITE_OWNER, "fivesails", "five_sails", "admin", "administrator", "moderator", "mod", "staff", "support"),
        *("system", "root", "official", "anonymous", "nobody", "everybody", "deleted", "me", "you", "null", "none"),
    }
)

_SHAPE: Final = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

RULE: Final = (
    f"{SHORTEST} to {LONGEST} letters from a to z and digits, with - or _ between them. Capitals become small letters."
)
TAKEN: Final = "This name is taken. Please choose another."


def fault(name: str) -> str:
    """Why nobody can be called so, or nothing."""
    if not SHORTEST <= len(name) <= LONGEST or not _SHAPE.fullmatch(name):
        return f"A name is {RULE.split('. ')[0]}."
    return TAKEN if name in RESERVED else ""


def as_stored(typed: str) -> str:
    """The name that somebody means. Names are small letters, but staff may have been given others."""
    typed = typed.strip()
    small = typed.lower()
    if typed != small and User.objects.filter(username=typed).exists():
        return typed
    return small
