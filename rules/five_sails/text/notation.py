"""How choices are written: in a few readable characters each.

A choice is a sign and a card, followed where needed by ``:`` and a second card, ``>`` and a place, ``.`` and a number.
Cards have their numbers on the table: ``A0`` is A's leader, followed by the approach deck and the faction deck in the
order of their codes; ``Y1`` to ``Y30`` is the City Deck, ``L0`` the first location of the line.

====  ==========================  ====  ==========================  ====  ==========================
p     plan                        x     discard                     y     no combat card
o     this first                  t     target                      k     take the revealed card
s     send to The Locker          \\+    accept                      =     decline
``-`` pass                        !     refuse                      w     destroy
m     move                        i     intervene                   a     perform
e     equip                       f     fight with                  h     choose a card
r     recruit                     g     gamble                      l     choose a place
d     challenge                   c     claim                       n     choose a number
b     play a Brute                u     use an ability              $     pay with
====  ==========================  ====  ==========================  ====  ==========================

The places are ``o`` Ole's Inn, ``d`` The Docks, ``f`` The Forums, ``b`` The Grand Bazaar, ``g`` Governor's Gardens, and
``hA`` A's Home.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import HOME, NONE, PLAYER_LETTERS
from rules.five_sails.terms.choices import SIGNS, Choice, Kind

_PLACE_SIGNS: Final = "odfbg"
TOKEN: Final = re.compile(
    r"(?P<sign>[a-z$=!+\-])(?P<card>[A-DYL]\d{1,3})?(?::(?P<target>[A-DYL]\d{1,3}))?"
    r"(?:>(?P<place>[odfbg]|h[A-D]))?(?:\.(?P<number>-?\d{1,4}))?"
)
_KINDS: Final[Mapping[str, Kind]] = {SIGNS[kind]: kind for kind in Kind}


def write_choice(table: Table, choice: Choice) -> str:
    parts = [SIGNS[choice.kind]]
    if choice.card != NONE:
        parts.append(table.refs[choice.card])
    if choice.target != NONE:
        parts.append(f":{table.refs[choice.target]}")
    if choice.place != NONE:
        parts.append(f">{_write_place(choice.place)}")
    if choice.number != NONE:
        parts.append(f".{choice.number}")
    return "".join(parts)


def parse_choice(table: Table, token: str) -> Choice:
    """Read what ``write_choice`` wrote. :raises ValueError: if it is not a choice of this game."""
    match = TOKEN.fullmatch(token)
    if match is None or match["sign"] not in _KINDS:
        raise ValueError(f"{token[:40]!r} is not a choice")
    place = NONE
    if match["place"]:
        sign = match["place"]
        place = HOME + PLAYER_LETTERS.index(sign[1]) if sign[0] == "h" else _PLACE_SIGNS.index(sign)
    return Choice(
        _KINDS[match["sign"]],
        _parse_card(table, match["card"]),
        _parse_card(table, match["target"]),
        place,
        NONE if match["number"] is None else int(match["number"]),
    )


def _parse_card(table: Table, ref: str | None) -> int:
    """A card's number on the table, -1 for no card. :raises ValueError: if the game has no such card."""
    if ref is None:
        return NONE
    try:
        return table.numbers[ref]
    except KeyError:
        raise ValueError(f"this game has no card {ref!r}") from None


def _write_place(place: int) -> str:
    return _PLACE_SIGNS[place] if place < HOME else f"h{PLAYER_LETTERS[place - HOME]}"
