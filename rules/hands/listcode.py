"""A list as a short text for links: leader, approach deck and faction deck, with dots between them.

Cards are separated by hyphens, and a tilde stands before the number of copies where there is more than one:
``01089.01091-01098.01100-01101~2``. It needs no escaping in an address and reads back to the same list.
"""

from __future__ import annotations

import re
from typing import Final

from decks.decklist import Decklist
from rules.hands.notation import CODE

#: Three times as many different cards as a deck of forty can have, with room for a whole game in the same link.
MAX_LIST_LENGTH: Final = 900

_LIST: Final = re.compile(
    rf"(?P<leader>(?:{CODE})?)\.(?P<approach>(?:{CODE}(?:-{CODE})*)?)"
    rf"\.(?P<faction>(?:{CODE}(?:~[1-9][0-9]{{0,2}})?(?:-{CODE}(?:~[1-9][0-9]{{0,2}})?)*)?)"
)


def write_list(decklist: Decklist) -> str:
    """Encode a list for a link. :raises ValueError: if a link cannot hold it."""
    faction = "-".join(code if number == 1 else f"{code}~{number}" for code, number in decklist.faction)
    text = f"{decklist.leader or ''}.{'-'.join(decklist.approach)}.{faction}"
    if len(text) > MAX_LIST_LENGTH:
        raise ValueError(f"the list takes {len(text)} characters, and a link has room for {MAX_LIST_LENGTH}")
    if not _LIST.fullmatch(text):
        raise ValueError("the list has a code or a number of copies that a link cannot hold")
    return text


def read_list(text: str) -> Decklist:
    """Decode a list. :raises ValueError: if the text is not one."""
    if len(text) > MAX_LIST_LENGTH:
        raise ValueError(f"the list has {len(text)} characters; the limit is {MAX_LIST_LENGTH}")
    match = _LIST.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a leader, an approach deck and a faction deck")
    faction: dict[str, int] = {}
    for entry in filter(None, match["faction"].split("-")):
        code, _, number = entry.partition("~")
        if code in faction:
            raise ValueError(f"the card {code} is listed twice")
        faction[code] = int(number or 1)
    return Decklist.of(match["leader"] or None, filter(None, match["approach"].split("-")), faction)
