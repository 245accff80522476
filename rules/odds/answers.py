"""The full answer to one question about a deck, for the page and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Final

from cards.catalogue import Card, Catalogue
from rules.facts import printed_panache
from rules.odds.exact import (
    COMBAT_VALUES,
    Odds,
    Want,
    exactly,
    gamble,
    held_by_day,
    joint,
    odds_by_day,
    payable_by_cost,
    seen_by_day,
)
from rules.odds.wants import Unanswerable, Wanted

#: Nobody reads more combinations than this.
MAX_COMBINATIONS: Final = 1000
#: Combinations times cards: in a larger deck each takes longer to count.
_MAX_COMBINED_CARDS: Final = 60_000
#: No hand has more cards than this.
MAX_HAND: Final = 20

Combinations = Mapping[tuple[int, ...], Fraction]


@dataclass(frozen=True, slots=True)
class Step:
    """The odds after one draw: a Day's, or the only one."""

    #: How many cards are drawn.
    draws: int
    odds: Odds
    #: The chance that the wanted cards are still in hand; None if that depends on play, or if the draws are not Days.
    held: Fraction | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The odds of all wants, after each draw; ``asked`` is the one that the question is about."""

    wanted: tuple[Wanted, ...]
    steps: tuple[Step, ...]
    asked: Step
    #: The chance of every combination of counts; None if there are too many.
    together: Combinations | None

    def alone(self, place: int) -> Fraction:
        """The chance that one want is met, regardless of the others."""
        want = self.wanted[place].want
        chances = self.asked.odds.distributions[place]
        return sum((chance for count, chance in enumerate(chances) if want.is_met(count)), Fraction(0))


def calculate(
    deck: Mapping[str, int],
    wanted: Sequence[Wanted],
    draws: Sequence[int],
    asked: int = -1,
    leader: Card | None = None,
) -> Answer:
    """Count hands for all wants at once, after each of the draws; with a leader, the draws are Days.

    :raises Unanswerable: for a deck that has no cards or too many, draws that it does not hold, and too much work.
    """
    wants = [entry.want for entry in wanted]
    try:
        found = odds_by_day(deck, wants, seen_by_day(sum(deck.values()), draws))
    except ValueError as error:
        raise Unanswerable("want", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    steps = tuple(
        Step(drawn, odds, _held(deck, wants, odds.probability, leader, draws[: place + 1]) if leader else None)
        for place, (drawn, odds) in enumerate(zip(draws, found, strict=True))
    )
    return Answer(tuple(wanted), steps, steps[asked], _together(deck, wants, steps[asked].odds.draws))


@dataclass(frozen=True, slots=True)
class Sides:
    """What is shown about any deck: which cards a first hand can pay for, and how well it gambles."""

    #: By cost; None if a cost is not known.
    payable: Mapping[int, Fraction] | None
    #: By combat value, the better of two cards; None if a card's value is not known.
    gamble: Mapping[str, Mapping[int, Fraction] | None]


def sides(deck: Mapping[str, int], catalogue: Catalogue, hand: int) -> Sides:
    """The odds that a hand of ``hand`` cards can play one of them, and those of a gamble (6.9, R2)."""
    return Sides(_payable(deck, catalogue, hand), {value: _gamble(deck, catalogue, value) for value in COMBAT_VALUES})


def _payable(deck: Mapping[str, int], catalogue: Catalogue, hand: int) -> Mapping[int, Fraction] | None:
    try:
        return payable_by_cost(deck, catalogue, hand) if hand <= MAX_HAND else None
    except ValueError:
        return None


def _gamble(deck: Mapping[str, int], catalogue: Catalogue, value: str) -> Mapping[int, Fraction] | None:
    try:
        return gamble(deck, catalogue, value)
    except ValueError:
        return None


def _together(deck: Mapping[str, int], wants: Sequence[Want], draws: int) -> Combinations | None:
    copies = [sum(deck[code] for code in want.cards) for want in wants]
    size = sum(deck.values())
    if len(wants) == 1:
        return {(count,): chance for count, chance in enumerate(exactly(size, copies[0], draws)) if chance}
    combinations = prod(min(each, draws) + 1 for each in copies)
    if combinations > MAX_COMBINATIONS or combinations * size > _MAX_COMBINED_CARDS:
        return None
    return joint(deck, [want.cards for want in wants], draws)


def _held(
    deck: Mapping[str, int], wants: Sequence[Want], seen: Fraction, leader: Card, draws: Sequence[int]
) -> Fraction | None:
    """The chance to hold the wanted cards on the last of these Days, if nothing else is kept and none is spent.

    As many as the printed Panache are kept at Dusk (4.5.2e): if no more are wanted, or there was no Dusk yet, it is the
    chance of having seen them.
    """
    if any(want.at_most is not None for want in wants):
        return None
    panache = printed_panache(leader)
    if len(draws) == 1 or sum(want.at_least for want in wants) <= panache:
        return seen
    if len(wants) > 1:
        return None
    copies = sum(deck[code] for code in wants[0].cards)
    try:
        chances = held_by_day(sum(deck.values()), copies, panache, draws)[-1]
    except ValueError:
        return None
    return sum(chances[wants[0].at_least :], Fraction(0))
