"""A hand, Day by Day: how the table is laid out and what each action makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cards.catalogue import CardType, Catalogue
from decks.decklist import Decklist
from rules.facts import DAYS, dawn_draw, planning_draw, worth
from rules.hands.actions import (
    Action,
    Discard,
    Draw,
    Dusk,
    EndDuel,
    Fight,
    Gamble,
    NotAllowed,
    Phase,
    Plan,
    Play,
    Refusal,
    Spend,
    Take,
)
from rules.hands.obstacles import obstacles
from rules.hands.refusals import refusals
from rules.hands.state import DayRecord, State
from rules.random_streams import Stream


@dataclass(frozen=True, slots=True)
class Table(State):
    """One player's cards at a moment of the game, as a value: an action gives a new table."""

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Everything that forbids an action; empty if it is allowed."""
        return tuple(refusals(self, action))

    def can(self, action: Action) -> bool:
        """Whether the rules allow an action now."""
        return not self.why_not(action)

    def do(self, action: Action) -> Table:
        """The table after an action. :raises NotAllowed: if the rules forbid it."""
        if reasons := self.why_not(action):
            raise NotAllowed(reasons)
        return replace(_apply(self, action), actions=(*self.actions, action))


def lay_out(decklist: Decklist, catalogue: Catalogue, seed: int) -> Table:
    """The table on the morning of Day 1: the faction deck shuffled, no hand (3.5).

    The deck lies in the order of its codes before it is shuffled with stream (seed, 0), so equal lists get equal hands.
    :raises Undealable: if the list has no leader, no faction deck or cards nobody knows.
    """
    for obstacle in obstacles(decklist, catalogue):
        raise obstacle
    leader = catalogue.card(str(decklist.leader))
    deck = sorted(catalogue.card(code).code for code, quantity in decklist.faction for _ in range(quantity))
    stream = Stream(seed)
    stream.shuffle(deck)
    table = Table(
        decklist=decklist,
        catalogue=catalogue,
        seed=seed,
        day=1,
        phase=Phase.PLANNING,
        approach=tuple(sorted(catalogue.card(code).code for code in decklist.approach)),
        crew=(leader.code,),
        deck=tuple(deck),
        words=stream.used,
    )
    return _draw(table, dawn_draw(leader))


def replay(decklist: Decklist, catalogue: Catalogue, seed: int, actions: Iterable[Action]) -> Table:
    """The table after a list of actions. :raises NotAllowed: naming the first action that is forbidden."""
    table = lay_out(decklist, catalogue, seed)
    for number, action in enumerate(actions, 1):
        try:
            table = table.do(action)
        except NotAllowed as refused:
            raise NotAllowed(Refusal(r.rule, f"action {number}: {r.message}") for r in refused.reasons) from None
    return table


def _apply(table: Table, action: Action) -> Table:  # noqa: PLR0911  (one answer per kind of action)
    match action:
        case Plan():
            return _begin_day(table, action)
        case Play(card, pay):
            return _put_down(_pay(_from_hand(table, (card,)), pay), card)
        case Spend(_, pay):
            return _pay(table, pay)
        case Discard(card):
            return _to_discard(_from_hand(table, (card,)), (card,))
        case Draw(cards):
            return _draw(table, cards)
        case Fight(card):
            return replace(_from_hand(table, (card,)), line=(*table.line, card))
        case Gamble():
            return _reveal_two(table)
        case Take(card):
            other = _less(table.revealed, (card,))
            return _to_discard(replace(table, revealed=(), line=(*table.line, card)), other)
        case EndDuel():
            return _to_discard(replace(table, line=()), table.line)
        case Dusk(keep):
            return _end_day(table, keep)


def _begin_day(table: Table, plan: Plan) -> Table:
    scheme = table.catalogue.card(plan.scheme) if plan.scheme else None
    mustered = (plan.character,) if plan.character else ()
    table = replace(
        table,
        phase=Phase.DRAMA,
        scheme=plan.scheme,
        approach=_less(table.approach, tuple(code for code in (plan.scheme, plan.character) if code)),
        crew=_less(table.crew + mustered, plan.sent),
        locker=table.locker + plan.sent,
    )
    table = _draw(table, planning_draw(table.leader, scheme))
    record = DayRecord(table.day, plan.scheme, plan.character, table.kept, table.hand[len(table.kept) :])
    return replace(table, days=(*table.days, record))


def _end_day(table: Table, keep: tuple[str, ...]) -> Table:
    """Clean up in the order of 4.5.2 to 4.5.4, then the next Day's Dawn; a duel never outlasts High Drama."""
    brutes = tuple(code for code in table.in_play if table.catalogue.card(code).is_brute)
    last = table.day == DAYS
    table = replace(
        _to_discard(table, table.line + _less(table.hand, keep) + brutes),
        line=(),
        hand=keep,
        kept=keep,
        in_play=_less(table.in_play, brutes),
        locker=table.locker + ((table.scheme,) if table.scheme else ()),
        scheme=None,
        day=table.day if last else table.day + 1,
        phase=Phase.OVER if last else Phase.PLANNING,
    )
    return table if last else _draw(table, dawn_draw(table.leader))


def _pay(table: Table, pay: tuple[str, ...]) -> Table:
    """Wealth cards go to The Locker, the others to the discard pile (6.9)."""
    wealth = tuple(code for code in pay if worth(table.catalogue.card(code)) > 1)
    paid = replace(_from_hand(table, pay), locker=table.locker + wealth)
    return _to_discard(paid, _less(pay, wealth))


def _put_down(table: Table, code: str) -> Table:
    """A risk is discarded after its effects (6.7); attachments and Brutes stay."""
    if table.catalogue.card(code).type is CardType.RISK:
        return _to_discard(table, (code,))
    return replace(table, in_play=(*table.in_play, code))


def _draw(table: Table, count: int) -> Table:
    for _ in range(count):
        table = _refilled(table)
        table = replace(table, hand=table.hand + table.deck[:1], deck=table.deck[1:])
    return table


def _reveal_two(table: Table) -> Table:
    """With one card left, reveal it, reshuffle, reveal the second (Q1)."""
    for _ in range(2):
        table = _refilled(table)
        table = replace(table, revealed=table.revealed + table.deck[:1], deck=table.deck[1:])
    return table


def _refilled(table: Table) -> Table:
    """An empty deck is made anew from the discard pile (1.9), which is put in the order of its codes first.

    So the new deck depends on what was discarded, not on the order in which it was.
    """
    if table.deck or not table.discard:
        return table
    stream = Stream(table.seed, used=table.words)
    deck = sorted(table.discard)
    stream.shuffle(deck)
    return replace(table, deck=tuple(deck), discard=(), words=stream.used, reshuffles=table.reshuffles + 1)


def _from_hand(table: Table, cards: tuple[str, ...]) -> Table:
    return replace(table, hand=_less(table.hand, cards))


def _to_discard(table: Table, cards: tuple[str, ...]) -> Table:
    return replace(table, discard=table.discard + cards)


def _less(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for code in gone:
        left.remove(code)
    return tuple(left)
