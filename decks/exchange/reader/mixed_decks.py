"""Two decks whose cards got mixed up, as when a page with two columns is copied line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Final

from cards.catalogue import NEUTRAL, Card, CardType
from decks.exchange.reader.lines import Item, Role

#: Leader, approach deck and the smallest faction deck (rules D2, D9).
_FULL: Final = 51


def unweave(items: Iterable[Item]) -> list[Item]:
    """The items of one deck, then those of the other, if two leaders of different factions share a line.

    From that line on a card belongs to the leader it is loyal to, and a neutral one to the side it stands on.
    """
    lines = [list(line) for _, line in groupby(items, key=lambda item: item.number)]
    for place, line in enumerate(lines):
        leaders = [leader for item in line if (leader := _possible_leader(item))]
        if len(leaders) == 2 and leaders[0].faction != leaders[1].faction:
            woven = _split(lines[place:], (leaders[0].faction, leaders[1].faction))
            return [*chain.from_iterable(lines[:place]), *woven]
    return list(chain.from_iterable(lines))


def _possible_leader(item: Item) -> Card | None:
    return next((card for card in item.cards if card.type is CardType.LEADER), None)


def _split(lines: Sequence[Sequence[Item]], factions: tuple[str | None, str | None]) -> list[Item]:
    sides: tuple[list[Item], list[Item]] = ([], [])
    sizes = [0, 0]
    for line in lines:
        cards = [item for item in line if item.role is Role.CARD]
        for item in line:
            if item.role is not Role.CARD:
                # A heading that stood in both columns was read as one.
                sides[0].append(item)
                sides[1].append(replace(item))
                continue
            side = _loyal_side(item, factions)
            if side is None:
                alone = len(cards) == 1
                side = sizes.index(min(sizes)) if alone else int(2 * cards.index(item) >= len(cards))
                side = 1 - side if sizes[side] >= _FULL else side
            sizes[side] += item.quantity or 1
            sides[side].append(item)
    return [*sides[0], *sides[1]]


def _loyal_side(item: Item, factions: tuple[str | None, str | None]) -> int | None:
    loyal = {card.faction for card in item.cards} - {NEUTRAL, None}
    return factions.index(loyal.pop()) if len(loyal) == 1 and loyal <= set(factions) else None
