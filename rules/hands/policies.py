"""Automatic choices, for when no player makes them: named ways to plan a Day and to keep cards at Dusk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from cards.catalogue import Card, CardType, Catalogue
from decks.decklist import Decklist
from rules.facts import DAYS, planning_draw, printed_panache
from rules.hands.actions import Dusk, Phase, Plan, Undealable
from rules.hands.table import Table, lay_out
from rules.random_streams import Stream

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Planner:
    """A named order in which schemes and characters are chosen."""

    name: str
    description: str
    order: Callable[[Table, Sequence[Card]], Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Keeper:
    """A named order in which hand cards are kept; those that come last are used up during the Day."""

    name: str
    description: str
    order: Callable[[Table], Sequence[Card]]


def _by_code(_table: Table, cards: Sequence[Card]) -> Sequence[Card]:
    return cards


def _by_draw(table: Table, cards: Sequence[Card]) -> Sequence[Card]:
    return sorted(cards, key=lambda card: -planning_draw(table.leader, card) if card.type is CardType.SCHEME else 0)


def _by_initiative(_table: Table, cards: Sequence[Card]) -> Sequence[Card]:
    return sorted(cards, key=lambda card: -card.initiative if isinstance(card.initiative, int) else 0)


def _by_chance(table: Table, cards: Sequence[Card]) -> Sequence[Card]:
    """These random choices have streams of their own, so that they never change what is drawn."""
    mixed = list(cards)
    Stream(table.seed, 2 * table.day + any(card.type is CardType.SCHEME for card in cards)).shuffle(mixed)
    return mixed


def _nothing(_table: Table) -> Sequence[Card]:
    return ()


def _cheapest(table: Table) -> Sequence[Card]:
    return sorted(_hand(table), key=lambda card: (card.cost if isinstance(card.cost, int) else 0, card.code))


def _dearest(table: Table) -> Sequence[Card]:
    return sorted(_hand(table), key=lambda card: (-card.cost if isinstance(card.cost, int) else 0, card.code))


def _fighters(table: Table) -> Sequence[Card]:
    return sorted(_hand(table), key=lambda card: (-combat_total(card), card.code))


def _hand(table: Table) -> Sequence[Card]:
    return [table.catalogue.card(code) for code in table.hand]


def combat_total(card: Card) -> int:
    """Riposte plus Parry plus Thrust; a dash counts as 0 (6.19), and so does an unknown number."""
    return sum(value for value in (card.riposte, card.parry, card.thrust) if isinstance(value, int))


PLANNERS: Final[Mapping[str, Planner]] = {
    planner.name: planner
    for planner in (
        Planner("in-order", "Schemes and characters by card code.", _by_code),
        Planner("most-cards", "Schemes that draw the most cards first.", _by_draw),
        Planner("initiative", "Schemes with the highest Initiative first.", _by_initiative),
        Planner("chance", "Schemes and characters at random, from the same seed.", _by_chance),
    )
}

KEEPERS: Final[Mapping[str, Keeper]] = {
    keeper.name: keeper
    for keeper in (
        Keeper("none", "Keeps nothing: each Day shows a fresh draw.", _nothing),
        Keeper("cheapest", "Keeps the cheapest cards.", _cheapest),
        Keeper("dearest", "Keeps the most expensive cards.", _dearest),
        Keeper("fighters", "Keeps the cards with the highest combat values.", _fighters),
    )
}


def plan_day(table: Table, planner: str = "in-order", scheme: str | None = None, character: str | None = None) -> Plan:
    """A planner's plan for the current Day, unless the scheme or character is already chosen.

    When the crew is too big, whoever joined first goes to The Locker (9.1, Q26).
    """
    order = _named(PLANNERS, planner, "planner").order

    def first(codes: Sequence[str]) -> str | None:
        return next((card.code for card in order(table, [table.catalogue.card(code) for code in codes])), None)

    character = character or first(table.characters)
    crew = table.crew + ((character,) if character else ())
    return Plan(scheme or first(table.schemes), character, crew[1 : 1 + table.over_the_cap(character)])


def keep_cards(table: Table, keeper: str = "none") -> Dusk:
    """What a named keeper keeps, as many cards as the printed Panache allows (4.5.2e)."""
    wanted = _named(KEEPERS, keeper, "keeper").order(table)
    return Dusk(tuple(card.code for card in wanted[: printed_panache(table.leader)]))


def deal_days(
    decklist: Decklist,
    catalogue: Catalogue,
    seed: int,
    *,
    days: int = DAYS,
    schemes: Sequence[str] = (),
    characters: Sequence[str] = (),
    planner: str = "in-order",
    keeper: str = "none",
) -> Table:
    """Play ``days`` Days automatically, up to the High Drama of the last.

    ``schemes`` and ``characters`` are played in this order, one a Day; the planner chooses the rest.
    :raises Undealable: for a Day that does not exist, or a scheme or character that is not in the approach deck.
    """
    if not 1 <= days <= DAYS:
        raise Undealable("days", f"a game has 1 to {DAYS} Days, not {days}")
    _named(PLANNERS, planner, "planner")
    _named(KEEPERS, keeper, "keeper")
    table = lay_out(decklist, catalogue, seed)
    orders = (
        _resolve(schemes, table.schemes, "scheme", catalogue),
        _resolve(characters, table.characters, "character", catalogue),
    )
    for day in range(days):
        if table.phase is Phase.DRAMA:
            table = table.do(keep_cards(table, keeper))
        named = (order[day] if day < len(order) else None for order in orders)
        table = table.do(plan_day(table, planner, *named))
    return table


def _resolve(codes: Sequence[str], held: Sequence[str], word: str, catalogue: Catalogue) -> list[str]:
    """The codes of the named cards; each must be available as often as it is named."""
    field = f"{word}s"
    if len(codes) > DAYS:
        raise Undealable(field, f"{len(codes)} {field} for {DAYS} Days: name at most one a Day")
    resolved = []
    left = list(held)
    for code in codes:
        card = catalogue.get(code)
        if card is None:
            raise Undealable(field, f"no card has the code {code}")
        if card.code not in left:
            again = " any more" if card.code in held else ""
            raise Undealable(field, f"{card.full_name} ({code}) is not a {word} in the approach deck{again}")
        left.remove(card.code)
        resolved.append(card.code)
    return resolved


def _named(registry: Mapping[str, T], name: str, kind: str) -> T:
    if name not in registry:
        raise Undealable(kind, f"there is no {kind} {name!r}: choose one of {', '.join(registry)}")
    return registry[name]
