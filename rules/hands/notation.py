"""A game's actions as a short text for links; it needs no escaping in an address and reads back to the same actions.

Actions are separated by dots, the parts of an action by hyphens. A Day begins with its number, its scheme and its
character, ``d1-s01015-c01008``, each left out where there is none, and ends with the cards kept, ``k01023-01031``.

=============================  =========================================================
``d5-s01015-c01008-l01012``    plan Day 5; 01012 goes to The Locker because of the crew cap
``p01023-01030-01031``         play 01023, paid for with 01030 and 01031
``x3-01030-01031``             spend the two cards for a cost of 3
``o01023``                     discard 01023
``w2``                         draw two cards
``f01023``                     fight with 01023 from the hand
``g`` and ``t01023``           gamble, and take 01023
``e``                          the duel ends
``k01023-01031`` or ``k``      Dusk, keeping these cards or none
=============================  =========================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rules.hands.actions import Action, Discard, Draw, Dusk, EndDuel, Fight, Gamble, Plan, Play, Spend, Take
from rules.hands.refusals import MAX_ACTIONS

#: A link this long still works in every browser, mail and messenger; the longest sensible game takes a quarter.
MAX_LENGTH: Final = 4000

#: What the code of a card looks like.
CODE: Final = r"[0-9][0-9a-z]{2,11}"
_ACTION: Final = re.compile(
    rf"""
    d(?P<day>[1-9][0-9]?)(?:-s(?P<scheme>{CODE}))?(?:-c(?P<character>{CODE}))?(?P<sent>(?:-l{CODE})*)
    | (?P<single>[poft])(?P<card>{CODE})(?P<pay>(?:-{CODE})*)
    | (?P<counted>[xw])(?P<count>[1-9][0-9]?)(?P<spent>(?:-{CODE})*)
    | k(?P<keep>{CODE}(?:-{CODE})*)?
    | (?P<bare>[ge])
    """,
    re.VERBOSE,
)


def write_actions(actions: Iterable[Action]) -> str:
    """The text of a game's actions. :raises ValueError: if it grows too long for a link."""
    parts: list[str] = []
    day = 0
    for action in actions:
        day += isinstance(action, Plan)
        parts.append(_written(action, day))
    text = ".".join(parts)
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the game takes {len(text)} characters to write down; a link holds {MAX_LENGTH}")
    return text


def read_actions(text: str) -> tuple[Action, ...]:
    """The actions of a text. :raises ValueError: saying which action cannot be read."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the game is written in {len(text)} characters; at most {MAX_LENGTH} are read")
    if not text:
        return ()
    parts = text.split(".")
    if len(parts) > MAX_ACTIONS:
        raise ValueError(f"the game has {len(parts)} actions; at most {MAX_ACTIONS} are read")
    actions: list[Action] = []
    day = 0
    for number, part in enumerate(parts, 1):
        match = _ACTION.fullmatch(part)
        if match is None:
            raise ValueError(f"action {number} cannot be read: {part[:40]!r}")
        if match["day"]:
            day += 1
            if int(match["day"]) != day:
                raise ValueError(f"action {number} plans Day {match['day']}, but Day {day} comes next")
        actions.append(_read(match, number))
    return tuple(actions)


def _written(action: Action, day: int) -> str:  # noqa: PLR0911  (one answer per kind of action)
    match action:
        case Plan(scheme, character, sent):
            chosen = [f"s{scheme}"] if scheme else []
            chosen += [f"c{character}"] if character else []
            return "-".join([f"d{day}", *chosen, *(f"l{code}" for code in sent)])
        case Play(card, pay):
            return _joined(f"p{card}", pay)
        case Spend(cost, pay):
            return _joined(f"x{cost}", pay)
        case Discard(card):
            return f"o{card}"
        case Draw(cards):
            return f"w{cards}"
        case Fight(card):
            return f"f{card}"
        case Gamble():
            return "g"
        case Take(card):
            return f"t{card}"
        case EndDuel():
            return "e"
        case Dusk(keep):
            return "k" + "-".join(keep)


def _read(match: re.Match[str], number: int) -> Action:
    if match["day"]:
        sent = tuple(part[1:] for part in match["sent"].split("-")[1:])
        return Plan(match["scheme"], match["character"], sent)
    if match["single"]:
        return _with_a_card(match["single"], match["card"], _codes(match["pay"]), number)
    if match["counted"] == "x":
        return Spend(int(match["count"]), _codes(match["spent"]))
    if match["counted"] == "w":
        if match["spent"]:
            raise ValueError(f"action {number} draws cards, which needs a number and no codes")
        return Draw(int(match["count"]))
    if match["bare"]:
        return Gamble() if match["bare"] == "g" else EndDuel()
    return Dusk(tuple(match["keep"].split("-")) if match["keep"] else ())


def _with_a_card(letter: str, card: str, pay: tuple[str, ...], number: int) -> Action:
    if letter == "p":
        return Play(card, pay)
    if pay:
        raise ValueError(f"action {number} names one card too many: only playing and spending take several")
    kinds: Mapping[str, Callable[[str], Action]] = {"o": Discard, "f": Fight, "t": Take}
    return kinds[letter](card)


def _joined(head: str, codes: Sequence[str]) -> str:
    return "-".join((head, *codes))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(text.split("-")[1:])
