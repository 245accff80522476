"""Why an action is not allowed, with the rule that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from cards.catalogue import Card
from rules.facts import printed_panache, worth
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
    Refusal,
    Spend,
    Take,
)
from rules.hands.state import State
from web.number_format import quantity

MAX_ACTIONS: Final = 300
#: Far more than any effect draws or any card costs.
MAX_AT_ONCE: Final = 20


def refusals(table: State, action: Action) -> Iterable[Refusal]:
    """Everything that forbids an action now; empty if it is allowed."""
    if len(table.actions) >= MAX_ACTIONS:
        return (Refusal("", f"a game in the hand tester has at most {MAX_ACTIONS} actions"),)
    if table.phase is Phase.OVER:
        return (Refusal("4", "the fifth Day is over"),)
    if table.revealed and not isinstance(action, Take):
        return (Refusal("R2", "two cards are revealed: take one of them first"),)
    if isinstance(action, Plan):
        return _plan_refusals(table, action)
    if table.phase is Phase.PLANNING:
        return (Refusal("4.2.1", "choose the Day's scheme and character first"),)
    return _drama_refusals(table, action)


def _plan_refusals(table: State, action: Plan) -> Iterable[Refusal]:
    if table.phase is not Phase.PLANNING:
        yield Refusal("4.2.1", "this Day's scheme and character are already chosen")
        return
    for word, chosen, left in (
        ("scheme", action.scheme, table.schemes),
        ("character", action.character, table.characters),
    ):
        if chosen is None and left:
            yield Refusal("4.2.1", f"choose a {word}: the approach deck still has one")
        elif chosen is not None and chosen not in left:
            yield Refusal("4.2.1", f"{_name(table, chosen)} is not a {word} in the approach deck")
    own = table.crew[1:] + ((action.character,) if action.character else ())
    over = table.over_the_cap(action.character)
    if missing := Counter(action.sent) - Counter(own):
        yield Refusal("9.1", f"{_names(table, missing)} cannot be sent to The Locker: not a character of the crew")
    elif len(action.sent) != over:
        yield Refusal("9.1", f"the crew cap sends {quantity(over, 'character')} to The Locker, not {len(action.sent)}")


def _drama_refusals(table: State, action: Action) -> Iterable[Refusal]:
    match action:
        case Play(card, pay):
            yield from _not_in_hand(table, "6.7", (card, *pay))
            yield from _payment_refusals(table, table.catalogue.get(card), pay)
        case Spend(cost, pay):
            if not 1 <= cost <= MAX_AT_ONCE:
                yield Refusal("6.9", f"a cost must be from 1 to {MAX_AT_ONCE}, not {cost}")
            yield from _not_in_hand(table, "6.9", pay)
            yield from _worth_refusals(table, cost, pay)
        case Discard(card):
            yield from _not_in_hand(table, "6.7", (card,))
        case Draw(cards):
            if not 1 <= cards <= MAX_AT_ONCE:
                yield Refusal("1.10", f"an effect may draw from 1 to {MAX_AT_ONCE} cards, not {cards}")
        case Fight(card):
            yield from _not_in_hand(table, "R2", (card,))
        case Gamble():
            if not table.deck and not table.discard:
                yield Refusal("Q1", "the deck and the discard pile are both empty, so there is nothing to reveal")
        case Take(card):
            if card not in table.revealed:
                yield Refusal("R2", f"{_name(table, card)} is not revealed: take one of the cards that a gamble shows")
        case EndDuel():
            if not table.line:
                yield Refusal("R6", "there is no dueling line to discard")
        case Dusk(keep):
            yield from _not_in_hand(table, "4.5.2e", keep)
            if len(keep) > (most := printed_panache(table.leader)):
                yield Refusal("4.5.2e", f"keep at most {quantity(most, 'card')}, the printed Panache, not {len(keep)}")


def _not_in_hand(table: State, rule: str, cards: Sequence[str]) -> Iterable[Refusal]:
    if missing := Counter(cards) - Counter(table.hand):
        yield Refusal(rule, f"not in the hand: {_names(table, missing)}")


def _payment_refusals(table: State, card: Card | None, pay: Sequence[str]) -> Iterable[Refusal]:
    if card is None:
        return
    if not isinstance(card.cost, int):
        yield Refusal("6.7", f"the cost of {card.full_name} is not known, so it cannot be paid")
        return
    yield from _worth_refusals(table, card.cost, pay)


def _worth_refusals(table: State, cost: int, pay: Sequence[str]) -> Iterable[Refusal]:
    values = [worth(card) for code in pay if (card := table.catalogue.get(code))]
    if sum(values) < cost:
        yield Refusal("6.9", f"the cost is {cost}, but the chosen cards are worth {sum(values)}")
    elif values and sum(values) - min(values) >= cost:
        yield Refusal("Q16", f"the cost is {cost}: one of the chosen cards is not needed")


def _names(table: State, cards: Counter[str]) -> str:
    return ", ".join(_name(table, code) for code in sorted(cards.elements()))


def _name(table: State, code: str) -> str:
    card = table.catalogue.get(code)
    return card.full_name if card else code
