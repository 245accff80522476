"""What the hand tester's page shows of a table: cards, counters, and everything that can be done next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cards.catalogue import Card
from cards.catalogue.folding import fold
from rules.facts import DAYS, planning_draw, printed_panache, worth
from rules.hands import (
    KEEPERS,
    PLANNERS,
    Action,
    Draw,
    EndDuel,
    Gamble,
    Phase,
    Plan,
    Table,
    Take,
    keep_cards,
    plan_day,
    story,
    write_actions,
)
from rules.pages.hands.addresses import Place
from rules.pages.hands.requests import Command, Mode

PHASES: Final[Mapping[Phase, str]] = {
    Phase.PLANNING: "Planning",
    Phase.DRAMA: "High Drama",
    Phase.OVER: "The fifth Day is over",
}


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand."""

    card: Card
    place: int
    worth: int
    marked: bool
    #: The card that is being paid for cannot be marked.
    played: bool
    playable: bool

    @property
    def cost(self) -> int:
        """What it costs; 0 where that is not known."""
        return self.card.cost if isinstance(self.card.cost, int) else 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done by following a link."""

    label: str
    path: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class DayMark:
    """One of the five Days, and the way back to it."""

    number: int
    path: str
    now: bool


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in a zone, by name and number."""

    key: str
    title: str
    lines: tuple[tuple[Card, int], ...]

    @property
    def count(self) -> int:
        """How many cards, copies included."""
        return sum(number for _, number in self.lines)


def table_context(table: Table, place: Place, command: Command, mode: Mode) -> dict[str, Any]:
    """Everything the page needs to know about the table."""
    card = table.catalogue.card
    return {
        "table": table,
        "place": place,
        "mode": mode,
        "phase": PHASES[table.phase],
        "panache": printed_panache(table.leader),
        "last_day": table.day == DAYS,
        "hand": held(table, command, mode),
        "wealth": sum(worth(card(code)) for code in table.hand),
        "scheme": card(table.scheme) if table.scheme else None,
        "crew": [card(code) for code in table.crew],
        "revealed": [(card(code), _after(table, place, Take(code))) for code in table.revealed],
        "line": [card(code) for code in table.line],
        "in_play": [card(code) for code in table.in_play],
        "piles": [
            pile
            for pile in (_pile(table, "discard", "Discard pile"), _pile(table, "locker", "The Locker"))
            if pile.count
        ],
        "paying": card(command.card) if mode is Mode.PAY else None,
        **_links(table, place),
        **_planning(table, place, command),
    }


def held(table: Table, command: Command, mode: Mode) -> list[Held]:
    """The hand, with what is marked in it and what the rest of it can pay for."""
    marks = Counter(command.marks)
    playable = frozenset(table.playable)
    played = command.card if mode is Mode.PAY else ""
    shown = []
    for number, code in enumerate(table.hand, 1):
        card = table.catalogue.card(code)
        at_stake = code == played
        if at_stake:
            played = ""
        marked = not at_stake and marks[code] > 0
        marks[code] -= marked
        shown.append(Held(card, number, worth(card), marked, at_stake, code in playable))
    return shown


def _links(table: Table, place: Place) -> dict[str, Any]:
    first = table.actions[:1]
    back = table.actions[:-1]
    steps = list(story(table))
    begun = {step.day: step.length for step in reversed(steps) if isinstance(table.actions[step.length - 1], Plan)}
    return {
        "written": write_actions(table.actions),
        "first_written": write_actions(first),
        "here_path": place.link(table.actions),
        "new_path": place.restarted(first),
        "undo_path": place.link(back) if table.actions else "",
        "gamble_path": _after(table, place, Gamble()),
        "draw_path": _after(table, place, Draw(1)),
        "end_duel_path": _after(table, place, EndDuel()),
        "keepers": _by_keepers(table, place),
        "days": [
            DayMark(day, place.link(table.actions[: begun[day]]) if day in begun else "", day == table.day)
            for day in range(1, DAYS + 1)
        ],
        "history": [(step, place.link(table.actions[: step.length])) for step in reversed(steps)],
    }


def _planning(table: Table, place: Place, command: Command) -> dict[str, Any]:
    """What a Day's plan is chosen from; where the crew would get too big, also who makes room (9.1)."""
    if table.phase is not Phase.PLANNING:
        return {}
    card = table.catalogue.card
    schemes = [card(code) for code in table.schemes]
    characters = [card(code) for code in table.characters]
    full = bool(characters) and table.over_the_cap(characters[0].code) > 0
    return {
        "schemes": [(scheme, planning_draw(table.leader, scheme)) for scheme in schemes],
        "characters": characters,
        "chosen_scheme": command.scheme or (schemes[0].code if schemes else ""),
        "chosen_character": command.character or (characters[0].code if characters else ""),
        "room_makers": [card(code) for code in table.crew[1:]] if full else [],
        "chosen_sent": command.sent[0] if command.sent else (table.crew[1] if len(table.crew) > 1 else ""),
        "planners": [
            Offer(planner.name.replace("-", " ").capitalize(), path, planner.description)
            for planner in PLANNERS.values()
            if (path := _after(table, place, plan_day(table, planner.name)))
        ],
    }


def _by_keepers(table: Table, place: Place) -> list[Offer]:
    if table.phase is not Phase.DRAMA:
        return []
    return [
        Offer(f"Keep {'the ' if keeper.name != 'none' else ''}{keeper.name}", path, keeper.description)
        for keeper in KEEPERS.values()
        if (path := _after(table, place, keep_cards(table, keeper.name)))
    ]


def _after(table: Table, place: Place, action: Action) -> str:
    """Where an action leads; empty if it is not allowed now."""
    return place.link((*table.actions, action)) if table.can(action) else ""


def _pile(table: Table, zone: str, title: str) -> Pile:
    counted = Counter(getattr(table, zone))
    lines = ((table.catalogue.card(code), number) for code, number in counted.items())
    return Pile(zone, title, tuple(sorted(lines, key=lambda line: (fold(line[0].name), line[0].code))))
