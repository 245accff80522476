"""Builds decks from the items of a text: where each deck begins, who leads it, and where each card goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from cards.catalogue import NEUTRAL, Card, CardType, Zone
from decks.exchange.counts import CardCounts
from decks.exchange.reader.lines import Item, Role
from decks.exchange.reader.mixed_decks import unweave
from decks.exchange.values import LineReport, ParsedDeck, Status

#: A deck of this size is full, and another leader's name begins the next one (rules D2, D9).
_FULL_APPROACH: Final = 10
_FULL_FACTION: Final = 40

_CHARACTERS: Final = (CardType.LEADER, CardType.CHARACTER, CardType.CITY_CHARACTER)


@dataclass(slots=True)
class _DeckDraft:
    """The items of one deck while it is being read."""

    items: list[Item] = field(default_factory=list)
    title: str = ""
    leader: Card | None = None
    possible_leader: Item | None = None
    factions: set[str] = field(default_factory=set)
    approach: int = 0
    faction: int = 0

    @property
    def has_cards(self) -> bool:
        return any(item.role is Role.CARD for item in self.items)

    @property
    def leader_faction(self) -> str | None:
        leader = self.leader or (self.possible_leader.cards[0] if self.possible_leader else None)
        return leader.faction if leader else None

    @property
    def is_full(self) -> bool:
        return self.approach >= _FULL_APPROACH and self.faction >= _FULL_FACTION


def assemble(items: Iterable[Item]) -> tuple[ParsedDeck, ...]:
    """At least one deck; every item is reported in one of them."""
    drafts = _split_decks(unweave(items))
    _return_strays(drafts)
    return tuple(_build_deck(draft) for draft in drafts)


def _split_decks(items: Iterable[Item]) -> list[_DeckDraft]:
    drafts = [_DeckDraft()]
    heading: Zone | None = None
    for item in items:
        draft = drafts[-1]
        if item.role is Role.HEADING:
            heading = item.zone
        elif item.role is Role.TITLE:
            if draft.has_cards:
                draft, heading = _start_deck(drafts), None
            draft.title = draft.title or item.title
        elif item.role is Role.UNREAD and item.title:
            # Perhaps the title of the next deck, which the last heading does not apply to.
            heading = None
        elif item.role is Role.CARD:
            placed = _apply_heading(item, heading)
            if heading is Zone.LEADER:
                # The heading covers one card only; what follows is the rest of the deck.
                heading = None
            _add_card(drafts, placed)
            continue
        draft.items.append(item)
    return drafts


def _return_strays(drafts: list[_DeckDraft]) -> None:
    """Move cards that only another deck's leader can run to that deck (rules D7, D8, D10)."""
    by_faction: dict[str | None, _DeckDraft] = {draft.leader_faction: draft for draft in drafts if draft.leader_faction}
    if len(by_faction) < len(drafts):
        return
    for draft in drafts:
        for item in list(draft.items):
            factions = {card.faction for card in item.cards}
            home = by_faction.get(factions.pop()) if len(factions) == 1 else None
            if home and home is not draft:
                draft.items.remove(item)
                home.items.append(replace(item, sure=False, message="Moved to the deck of its faction."))
                home.items.sort(key=lambda item: item.number)


def _add_card(drafts: list[_DeckDraft], item: Item) -> None:
    """Add a card to the last draft, or to a new one if it leads another deck."""
    draft = drafts[-1]
    leaders = tuple(card for card in item.cards if card.type is CardType.LEADER)
    others = tuple(card for card in item.cards if card.type is not CardType.LEADER)
    if leaders and not others:
        draft = _draft_for_leader(drafts, leaders[0])
        draft.leader = leaders[0]
    elif leaders:
        leader = draft.leader or (draft.possible_leader.cards[0] if draft.possible_leader else None)
        if leader and (draft.is_full or all(card.faction not in (NEUTRAL, leader.faction) for card in others)):
            draft = _start_deck(drafts)
            leader = None
        if leader is None:
            draft.possible_leader = item = replace(item, cards=(*leaders, *others))
        else:
            draft.approach += item.quantity or 1
    elif others[0].deck is Zone.APPROACH:
        draft.approach += item.quantity or 1
    else:
        draft.faction += item.quantity or 1
    if not leaders:
        draft.factions |= {card.faction for card in others if card.faction and card.faction != NEUTRAL}
    draft.items.append(item)


def _draft_for_leader(drafts: list[_DeckDraft], leader: Card) -> _DeckDraft:
    draft = drafts[-1]
    cards = [item for item in draft.items if item.role is Role.CARD]
    if len(cards) == 1 and cards[0].quantity is None and leader.person in {card.person for card in cards[0].cards}:
        # The deck was named after its leader.
        named = replace(cards[0], role=Role.TITLE, cards=(), title=cards[0].text, message="Deck name.")
        draft.items[draft.items.index(cards[0])] = named
        draft.title, draft.leader, draft.possible_leader = draft.title or named.title, None, None
        return draft
    if draft.leader or (draft.possible_leader and _leads_next_deck(draft, cards, leader)):
        return _start_deck(drafts)
    return draft


def _leads_next_deck(draft: _DeckDraft, cards: list[Item], leader: Card) -> bool:
    """Whether the possible leader does lead the draft, so that ``leader`` leads the next one."""
    if draft.is_full or draft.factions - {leader.faction}:
        return True
    if leader.person in {card.person for item in cards for card in item.cards}:
        return True
    since = draft.items[draft.items.index(cards[-1]) + 1 :]
    return cards[0] is draft.possible_leader and any(item.role is Role.DIVIDER or item.title for item in since)


def _start_deck(drafts: list[_DeckDraft]) -> _DeckDraft:
    """Start a new deck, which takes over the title and headings just above."""
    items = drafts[-1].items
    start = len(items)
    while start and not items[start - 1].cards and not (items[start - 1].title and _has_title(items[start:])):
        start -= 1
    draft = _DeckDraft(items=items[start:])
    del items[start:]
    drafts.append(draft)
    return draft


def _has_title(items: Iterable[Item]) -> bool:
    return any(item.title for item in items)


def _apply_heading(item: Item, heading: Zone | None) -> Item:
    """Choose between a leader and a character of the same name by the heading."""
    leaders = tuple(card for card in item.cards if card.type is CardType.LEADER)
    others = tuple(card for card in item.cards if card.type is not CardType.LEADER)
    if heading in (Zone.LEADER, Zone.APPROACH) and leaders and others:
        item = replace(item, cards=leaders if heading is Zone.LEADER else others)
    return replace(item, zone=heading)


def _build_deck(draft: _DeckDraft) -> ParsedDeck:
    leader = draft.leader or (draft.possible_leader.cards[0] if draft.possible_leader else None)
    cards = CardCounts()
    lines: list[LineReport] = []
    title, leader_seen, may_be_title = draft.title, False, draft.has_cards
    for item in draft.items:
        if item.role is not Role.CARD:
            is_title = bool(item.title) and may_be_title and not title
            title = title or (item.title if is_title else "")
            lines.append(_other_line(replace(item, role=Role.TITLE, message="Deck name.") if is_title else item))
            continue
        may_be_title = False
        card = leader if leader and leader in item.cards and not leader_seen else _member(item.cards)
        zone, quantity = _zone(card, item.zone), item.quantity or 1
        if zone is Zone.LEADER:
            leader_seen = True
        elif error := cards.error(zone, card.code, quantity):
            lines.append(LineReport(item.number, item.text, Status.FAILED, card.code, message=error))
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
    """Of cards that share a name, the one that is not a leader."""
    return next((card for card in cards if card.type is not CardType.LEADER), cards[0])


def _zone(card: Card, heading: Zone | None) -> Zone:
    """Where the card belongs; one that belongs in no deck stays where it was written, and breaks a rule there."""
    if card.deck in (Zone.LEADER, Zone.APPROACH, Zone.FACTION):
        return card.deck
    if heading in (Zone.APPROACH, Zone.FACTION):
        return heading
    return Zone.APPROACH if card.type in _CHARACTERS else Zone.FACTION


def _other_line(item: Item) -> LineReport:
    if item.role is Role.UNREAD:
        code = item.cards[0].code if item.cards else None
        return LineReport(
            item.number, item.text, Status.FAILED, code, item.quantity, None, item.candidates, item.message
        )
    return LineReport(item.number, item.text, Status.IGNORED, message=item.message)
