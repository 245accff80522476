"""Paying wealth: hand cards are discarded one by one (6.9).

A payment is a set of cards with none to spare (Q16), and copies of a card are interchangeable. To offer every such set
exactly once, cards are paid in a fixed order: by falling worth, then by number. In that order the last card is always
needed, because the cost was not met before it, and so is every earlier card, which is worth no less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.five_sails.deeds.deeds import deed, discard
from rules.five_sails.state.agenda import F, ask
from rules.five_sails.state.log import tell
from rules.five_sails.state.state import Frame, State
from rules.five_sails.state.values import in_force, worth_of
from rules.five_sails.state.zones import to_discard, to_locker
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import BY, RULES, Cause, Moment
from rules.five_sails.terms.parts import Question

_OF_WORTH: Final = (Question.WORTH,)

#: Bound once: before Python 3.12 it takes five times as long to find a member through its class.
_HAND: Final = Zone.HAND


def wealth(state: State, player: int, paid_for: int = NONE) -> int:
    """What a hand can pay for a card; a card cannot pay for itself (Q16)."""
    if in_force(state, _OF_WORTH):
        return sum(worth_of(state, card, paid_for) for card in state.hand[player] if card != paid_for)
    worth = state.table.worth
    return sum([worth[card] for card in state.hand[player] if card != paid_for])


def funds(state: State, player: int) -> int:
    """What a whole hand is worth, or -1 while that depends on what it pays for."""
    return NONE if in_force(state, _OF_WORTH) else wealth(state, player)


def purse(state: State, player: int, paid_for: int, worth: int) -> int:
    """The same as ``wealth``, faster when the hand's ``funds`` are known."""
    if worth == NONE:
        return wealth(state, player, paid_for)
    return worth - state.table.worth[paid_for] if state.zone[paid_for] == _HAND else worth


def can_pay(state: State, player: int, due: int, paid_for: int, reserve: int = 0) -> bool:
    """Whether a hand can pay for a card and have ``reserve`` cards left for its other costs."""
    if not reserve:
        return due <= wealth(state, player, paid_for)
    hand = [card for card in state.hand[player] if card != paid_for]
    used = _fewest_cards(sorted((worth_of(state, card, paid_for) for card in hand), reverse=True), due)
    return used is not None and len(hand) - used >= reserve


def _fewest_cards(worths: Sequence[int], due: int) -> int | None:
    """The fewest cards that pay, with worths in falling order; None if all together do not."""
    for used, worth in enumerate(worths):
        if due <= 0:
            return used
        due -= worth
    return len(worths) if due <= 0 else None


def pay(state: State, player: int, due: int, paid_for: int, reserve: int = 0) -> None:
    """Make a player pay, leaving ``reserve`` cards in hand; a price of 0 is no payment."""
    if due > 0:
        charge(state, paid_for, other=reserve, number=due, by=BY[player])


def demand_payment(state: State, card: int, place: int, other: int, number: int, by: Cause) -> None:
    """The cause's player pays ``number`` for a card, unless abilities have lowered it to 0 (6.9).

    ``other`` is the number of cards that must be left for other costs.
    """
    if number > 0:
        kin, player = state.table.kin, by.player
        cards = sorted(
            (each for each in state.hand[player] if each != card),
            key=lambda each: (-worth_of(state, each, card), kin[each], each),
        )
        state.agenda.append((F.PAY, player, number, tuple(cards), card, max(other, 0)))
    tell(state, Moment.PAYING, card, number=number, by=by)


charge: Final = deed(Moment.PAYING, demand_payment)


def ask_for_payment(state: State, frame: Frame) -> None:
    _, player, due, cards, paid_for, reserve = frame
    kin = state.table.kin
    worths = [worth_of(state, card, paid_for) for card in cards]
    left = sum(worths)
    spare = len(state.hand[player]) - reserve
    options: list[Choice] = []
    last = NONE
    for index, (card, worth) in enumerate(zip(cards, worths, strict=True)):
        if left < due:
            break
        if kin[card] != last:
            last = kin[card]
            if not reserve or (_fewest_cards(worths[index + 1 :], due - worth) or 0) < spare:
                options.append(choice(Kind.PAY, card))
        left -= worth
    if options:
        ask(state, player, options, frame)
    else:
        _fail_payment(state, paid_for)


def _fail_payment(state: State, paid_for: int) -> None:
    """An announced card that cannot be paid for has no effect, and one from the hand is discarded (6.8)."""
    state.agenda[-1] = (F.NOTHING,)
    if state.zone[paid_for] in (_HAND, Zone.ANNOUNCED):
        discard(state, paid_for)


def pay_with(state: State, frame: Frame, chosen: Choice) -> None:
    _, player, due, cards, paid_for, reserve = frame
    card = chosen.card
    worth = worth_of(state, card, paid_for)
    due -= worth
    if due > 0:
        state.agenda.append((F.PAY, player, due, cards[cards.index(card) + 1 :], paid_for, reserve))
    state.hand[player].remove(card)
    if worth > 1 and state.table.options.wealth_to_locker:
        to_locker(state, card)
    else:
        to_discard(state, card)
    tell(state, Moment.PAID, card, other=paid_for, number=player)


def choose_discards(state: State, player: int, count: int, by: Cause | None = None) -> None:
    """Ask a player to discard ``count`` hand cards, or all if they have fewer; ``by`` is the effect's cause."""
    count = min(count, len(state.hand[player]))
    if count > 0:
        kin = state.table.kin
        cards = tuple(sorted(state.hand[player], key=lambda card: (kin[card], card)))
        state.agenda.append((F.DISCARD, player, cards, count, by or RULES))


def ask_for_discards(state: State, frame: Frame) -> None:
    """Discards go in card number order, so that every set of cards is offered once."""
    _, player, cards, count, _ = frame
    kin = state.table.kin
    options = [
        choice(Kind.DISCARD, card)
        for i, card in enumerate(cards[: len(cards) - count + 1])
        if i == 0 or kin[card] != kin[cards[i - 1]]
    ]
    ask(state, player, options, frame)


def discard_one(state: State, frame: Frame, chosen: Choice) -> None:
    _, player, cards, count, by = frame
    card = chosen.card
    if count > 1:
        state.agenda.append((F.DISCARD, player, cards[cards.index(card) + 1 :], count - 1, by))
    state.hand[player].remove(card)
    to_discard(state, card)
    tell(state, Moment.DISCARDED, card, number=player, by=by)
