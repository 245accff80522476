"""A game in words, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.hands.actions import Action, Discard, Draw, Dusk, EndDuel, Fight, Gamble, Plan, Play, Spend, Take
from rules.hands.table import Table, lay_out
from web.number_format import quantity


@dataclass(frozen=True, slots=True)
class Step:
    """One action in words, its Day, and how many actions there were up to and including it."""

    day: int
    length: int
    words: str


def story(table: Table) -> Iterator[Step]:
    """Everything that led to a table, from the morning of Day 1."""
    before = lay_out(table.decklist, table.catalogue, table.seed)
    for action in table.actions:
        after = before.do(action)
        words = _describe(before, action, after)
        if after.reshuffles > before.reshuffles:
            words += " The deck ran out, so the discard pile was shuffled into a new one."
        yield Step(before.day, len(after.actions), words)
        before = after


def _describe(before: Table, action: Action, after: Table) -> str:  # noqa: PLR0911  (one answer per kind of action)
    match action:
        case Plan():
            return _plan(before, action, after)
        case Play(card, pay):
            return f"{named(before, [card])} played{_paid(before, pay)}."
        case Spend(cost, pay):
            return f"A cost of {cost} paid with {named(before, pay)}."
        case Discard(card):
            return f"{named(before, [card])} discarded."
        case Draw():
            drawn = after.hand[len(before.hand) :]
            return f"Drawn for an effect: {named(before, drawn)}." if drawn else "There was nothing left to draw."
        case Fight(card):
            return f"Fought with {named(before, [card])}."
        case Gamble():
            return f"Gambled: {named(before, after.revealed)} revealed."
        case Take(card):
            other = list(before.revealed)
            other.remove(card)
            rest = f"; {named(before, other)} discarded" if other else ""
            return f"{named(before, [card])} taken{rest}."
        case EndDuel():
            return f"The duel ended: {named(before, before.line)} discarded."
        case Dusk(keep):
            return f"Dusk: {named(before, keep)} kept." if keep else "Dusk: nothing kept."


def _plan(before: Table, plan: Plan, after: Table) -> str:
    scheme = named(before, [plan.scheme]) if plan.scheme else "No scheme"
    character = f"{named(before, [plan.character])} joins" if plan.character else "nobody joins"
    sent = f" {named(before, plan.sent)} sent to The Locker for the crew cap." if plan.sent else ""
    drawn = len(after.hand) - len(before.hand)
    return f"{scheme}; {character}.{sent} {quantity(drawn, 'card')} drawn."


def _paid(table: Table, pay: tuple[str, ...]) -> str:
    return f", paid with {named(table, pay)}" if pay else " for nothing"


def named(table: Table, codes: Iterable[str]) -> str:
    """The cards' names, with a number in front of duplicates."""
    counted = Counter(table.catalogue.card(code).name for code in codes)
    names = [name if number == 1 else f"{number}× {name}" for name, number in counted.items()]
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
