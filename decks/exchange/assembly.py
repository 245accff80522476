"""From the items of a text to its decks: where one ends and the next begins, who leads, and where each card goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from cards.catalogue import NEUTRAL, Card, CardType, Zone
from decks.exchange.counts import CardCounts
from decks.exchange.lines import Item, Role
from decks.exchange.values import LineReport, ParsedDeck, Status

#: A deck with so many cards is whole, and another leader's name begins the next one (rules D2, D9).
_WHOLE_APPROACH: Final = 10
_WHOLE_FACTION: Final = 40

_CHARACTERS: Final = (CardType.LEADER, CardType.CHARACTER, CardType.CITY_CHARACTER)


@dataclass(slots=True)
class _Pile:
    """The items of one deck while it is being read."""

    items: list[Item] = field(default_factory=list)
    title: str = ""
    leader: Card | None = None
    hinted: Item | None = None
    factions: set[str] = field(default_factory=set)
    approach: int = 0
    faction: int = 0

    @property
    def has_cards(self) -> bool:
        return any(item.role is Role.CARD for item in self.items)

    @property
    def whole(self) -> bool:
        return self.approach >= _WHOLE_APPROACH and self.faction >= _WHOLE_FACTION


def assemble(items: Iterable[Item]) -> tuple[ParsedDeck, ...]:
    """The decks of a text, at least one; every item is reported in one of them."""
    return tuple(_parsed(pile) for pile in _piles(items))


def _piles(items: Iterable[Item]) -> list[_Pile]:
    piles = [_Pile()]
    heading: Zone | None = None
    for item in items:
        pile = piles[-1]
        if item.role is Role.HEADING:
            heading = item.zone
        elif item.role is Role.TITLE:
            if pile.has_cards:
                pile, heading = _begin(piles), None
            pile.title = pile.title or item.title
        elif item.role is Role.UNREAD and item.title:
            # Perhaps the name of the next deck, whose cards the last heading says nothing about.
            heading = None
        elif item.role is Role.CARD:
            placed = _narrowed(item, heading)
            if heading is Zone.LEADER:
                # One card only: what follows a leader without a heading of its own is the rest of the deck.
                heading = None
            _take(piles, placed)
            continue
        pile.items.append(item)
    return piles


def _take(piles: list[_Pile], item: Item) -> None:
    """Put a card on the pile it belongs to, which is a new one if it leads another deck."""
    pile = piles[-1]
    leaders = tuple(card for card in item.cards if card.type is CardType.LEADER)
    others = tuple(card for card in item.cards if card.type is not CardType.LEADER)
    if leaders and not others:
        pile = _take_leader(piles, leaders[0])
        pile.leader = leaders[0]
    elif leaders:
        chief = pile.leader or (pile.hinted.cards[0] if pile.hinted else None)
        if chief and (pile.whole or all(card.faction not in (NEUTRAL, chief.faction) for card in others)):
            pile = _begin(piles)
            chief = None
        if chief is None:
            pile.hinted = item = replace(item, cards=(*leaders, *others))
        else:
            pile.approach += item.quantity or 1
    elif others[0].deck is Zone.APPROACH:
        pile.approach += item.quantity or 1
    else:
        pile.faction += item.quantity or 1
    if not leaders:
        pile.factions |= {card.faction for card in others if card.faction and card.faction != NEUTRAL}
    pile.items.append(item)


def _take_leader(piles: list[_Pile], leader: Card) -> _Pile:
    pile = piles[-1]
    cards = [item for item in pile.items if item.role is Role.CARD]
    if len(cards) == 1 and cards[0].quantity is None and leader.person in {card.person for card in cards[0].cards}:
        # The deck was called by its leader's name.
        named = replace(cards[0], role=Role.TITLE, cards=(), title=cards[0].text, message="The deck's name.")
        pile.items[pile.items.index(cards[0])] = named
        pile.title, pile.leader, pile.hinted = pile.title or named.title, None, None
        return pile
    if pile.leader or (pile.hinted and _is_another(pile, cards, leader)):
        return _begin(piles)
    return pile


def _is_another(pile: _Pile, cards: list[Item], leader: Card) -> bool:
    """Whether the name that may lead the pile does, so that ``leader`` leads the next one."""
    if pile.whole or pile.factions - {leader.faction}:
        return True
    if leader.person in {card.person for item in cards for card in item.cards}:
        return True
    since = pile.items[pile.items.index(cards[-1]) + 1 :]
    return cards[0] is pile.hinted and any(item.role is Role.RULE or item.title for item in since)


def _begin(piles: list[_Pile]) -> _Pile:
    """Start a new deck; the headings and the title just written belong to it already."""
    items = piles[-1].items
    start = len(items)
    while start and not items[start - 1].cards and not (items[start - 1].title and _titles(items[start:])):
        start -= 1
    pile = _Pile(items=items[start:])
    del items[start:]
    piles.append(pile)
    return pile


def _titles(items: Iterable[Item]) -> bool:
    return any(item.title for item in items)


def _narrowed(item: Item, heading: Zone | None) -> Item:
    """A name that a leader and a character share means the one that the heading asks for."""
    leaders = tuple(card for card in item.cards if card.type is CardType.LEADER)
    others = tuple(card for card in item.cards if card.type is not CardType.LEADER)
    if heading in (Zone.LEADER, Zone.APPROACH) and leaders and others:
        item = replace(item, cards=leaders if heading is Zone.LEADER else others)
    return replace(item, zone=heading)


def _parsed(pile: _Pile) -> ParsedDeck:
    leader = pile.leader or (pile.hinted.cards[0] if pile.hinted else None)
    cards = CardCounts()
    lines: list[LineReport] = []
    title, led, may_name = pile.title, False, pile.has_cards
    for item in pile.items:
        if item.role is not Role.CARD:
            names = bool(item.title) and may_name and not title
            title = title or (item.title if names else "")
            lines.append(_reported(replace(item, role=Role.TITLE, message="The deck's name.") if names else item))
            continue
        may_name = False
        card = leader if leader and leader in item.cards and not led else _member(item.cards)
        zone, quantity = _zone(card, item.zone), item.quantity or 1
        if zone is Zone.LEADER:
            led = True
        elif fault := cards.fault(zone, card.code, quantity):
            lines.append(LineReport(item.number, item.text, Status.FAILED, card.code, message=fault))
            continue
        else:
            cards.add(zone, card.code, quantity)
        lines.append(_card_line(item, card, zone))
    return ParsedDeck(title, cards.decklist(leader.code if leader else None), tuple(lines))


def _card_line(item: Item, card: Card, zone: Zone) -> LineReport:
    quantity, sure, message = item.quantity or 1, item.sure, item.message
    if zone is Zone.LEADER and quantity > 1:
        quantity, sure, message = 1, False, "A deck has one leader."
    elif card.deck in (Zone.CITY, Zone.LOCATION):
        message = f"{card.full_name} is not a card for players' decks."
    status = Status.MATCHED if sure else Status.GUESSED
    return LineReport(item.number, item.text, status, card.code, quantity, zone, item.candidates, message)


def _member(cards: tuple[Card, ...]) -> Card:
    """The card of a name that is not the leader's."""
    return next((card for card in cards if card.type is not CardType.LEADER), cards[0])


def _zone(card: Card, heading: Zone | None) -> Zone:
    """Where a card can go; a card that can go nowhere stays where it was written, and breaks a rule there."""
    if card.deck in (Zone.LEADER, Zone.APPROACH, Zone.FACTION):
        return card.deck
    if heading in (Zone.APPROACH, Zone.FACTION):
        return heading
    return Zone.APPROACH if card.type in _CHARACTERS else Zone.FACTION


def _reported(item: Item) -> LineReport:
    if item.role is Role.UNREAD:
        code = item.cards[0].code if item.cards else None
        return LineReport(item.number, item.text, Status.FAILED, code, None, None, item.candidates, item.message)
    return LineReport(item.number, item.text, Status.IGNORED, message=item.message)
