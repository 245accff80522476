"""Everything that forbids an action, each with the rule that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cards.catalogue import Card
from rules.hands.actions import (
    Action,
    Discard,
    Draw,
    Dusk,
    EndDuel,
    Fight,
    Gamble,
    Phase,
    Plan,
    Play,
    Reason,
    Spend,
    Take,
)
from rules.hands.draws import printed_panache, worth

if TYPE_CHECKING:
    from rules.hands.table import Table

MOST_ACTIONS: Final = 300
#: No single effect draws, and no single card costs, nearly as much.
MOST_AT_ONCE: Final = 20


def refusals(table: Table, action: Action) -> Iterable[Reason]:
    """Why an action is not allowed now; nothing if it is."""
    if len(table.actions) >= MOST_ACTIONS:
        return (Reason("", f"a game tried here has at most {MOST_ACTIONS} actions"),)
    if table.phase is Phase.OVER:
        return (Reason("4", "the fifth Day is over"),)
    if table.revealed and not isinstance(action, Take):
        return (Reason("R2", "two cards are revealed: take one of them first"),)
    if isinstance(action, Plan):
        return _plan_refusals(table, action)
    if table.phase is Phase.PLANNING:
        return (Reason("4.2.1", "choose the Day's scheme and character first"),)
    return _drama_refusals(table, action)


def _plan_refusals(table: Table, action: Plan) -> Iterable[Reason]:
    if table.phase is not Phase.PLANNING:
        yield Reason("4.2.1", "this Day's scheme and character are already chosen")
        return
    for word, chosen, left in (
        ("scheme", action.scheme, table.schemes),
        ("character", action.character, table.characters),
    ):
        if chosen is None and left:
            yield Reason("4.2.1", f"choose a {word}: the approach deck still has one")
        elif chosen is not None and chosen not in left:
            yield Reason("4.2.1", f"{_name(table, chosen)} is no {word} of the approach deck")
    own = table.crew[1:] + ((action.character,) if action.character else ())
    over = table.over_the_cap(action.character)
    if missing := Counter(action.sent) - Counter(own):
        yield Reason("9.1", f"{_listed(table, missing)} cannot be sent to The Locker: not a character of the crew")
    elif len(action.sent) != over:
        yield Reason("9.1", f"the crew cap sends {over} characters to The Locker, not {len(action.sent)}")


def _drama_refusals(table: Table, action: Action) -> Iterable[Reason]:
    match action:
        case Play(card, pay):
            yield from _not_in_hand(table, "6.7", (card, *pay))
            yield from _payment_refusals(table, table.catalogue.get(card), pay)
        case Spend(cost, pay):
            if not 1 <= cost <= MOST_AT_ONCE:
                yield Reason("6.9", f"a cost to pay is from 1 to {MOST_AT_ONCE}, not {cost}")
            yield from _not_in_hand(table, "6.9", pay)
            yield from _worth_refusals(table, cost, pay)
        case Discard(card):
            yield from _not_in_hand(table, "6.7", (card,))
        case Draw(cards):
            if not 1 <= cards <= MOST_AT_ONCE:
                yield Reason("1.10", f"an effect draws from 1 to {MOST_AT_ONCE} cards here, not {cards}")
        case Fight(card):
            yield from _not_in_hand(table, "R2", (card,))
        case Gamble():
            if not table.deck and not table.discard:
                yield Reason("Q1", "deck and discard pile are both empty: there is nothing to reveal")
        case Take(card):
            if card not in table.revealed:
                yield Reason("R2", f"{_name(table, card)} is not revealed: take one of the cards that a gamble shows")
        case EndDuel():
            if not table.line:
                yield Reason("R6", "there is no dueling line to discard")
        case Dusk(keep):
            yield from _not_in_hand(table, "4.5.2e", keep)
            if len(keep) > (most := printed_panache(table.leader)):
                yield Reason("4.5.2e", f"at most {most} cards are kept, the printed Panache, not {len(keep)}")


def _not_in_hand(table: Table, rule: str, cards: Sequence[str]) -> Iterable[Reason]:
    if missing := Counter(cards) - Counter(table.hand):
        yield Reason(rule, f"not in the hand: {_listed(table, missing)}")


def _payment_refusals(table: Table, card: Card | None, pay: Sequence[str]) -> Iterable[Reason]:
    if card is None:
        return
    if not isinstance(card.cost, int):
        yield Reason("6.7", f"the cost of {card.full_name} is not known, so it cannot be paid")
        return
    yield from _worth_refusals(table, card.cost, pay)


def _worth_refusals(table: Table, cost: int, pay: Sequence[str]) -> Iterable[Reason]:
    values = [worth(card) for code in pay if (card := table.catalogue.get(code))]
    if sum(values) < cost:
        yield Reason("6.9", f"{cost} to pay, but the chosen cards are worth {sum(values)}")
    elif values and sum(values) - min(values) >= cost:
        yield Reason("Q16", f"{cost} to pay: one of the chosen cards is not needed")


def _listed(table: Table, cards: Counter[str]) -> str:
    return ", ".join(_name(table, code) for code in sorted(cards.elements()))


def _name(table: Table, code: str) -> str:
    card = table.catalogue.get(code)
    return card.full_name if card else code
