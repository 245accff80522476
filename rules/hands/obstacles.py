"""What keeps hands from being dealt from a list, which need not be legal."""

from __future__ import annotations

from collections.abc import Iterator

from cards.catalogue import CardType, Catalogue
from decks.decklist import MAX_DECK_SIZE, Decklist
from rules.facts import planning_draw, printed_panache
from rules.hands.actions import Undealable


def obstacles(decklist: Decklist, catalogue: Catalogue) -> Iterator[Undealable]:
    """Everything that keeps hands from being dealt."""
    yield from _leader_obstacles(decklist, catalogue)
    yield from _approach_obstacles(decklist, catalogue)
    yield from _faction_obstacles(decklist, catalogue)


def _leader_obstacles(decklist: Decklist, catalogue: Catalogue) -> Iterator[Undealable]:
    leader = catalogue.get(decklist.leader) if decklist.leader is not None else None
    if decklist.leader is None:
        yield Undealable("leader", "the list has no leader")
    elif leader is None:
        yield _unknown("leader", [decklist.leader])
    else:
        try:
            printed_panache(leader)
        except ValueError as error:
            yield Undealable("leader", str(error))


def _approach_obstacles(decklist: Decklist, catalogue: Catalogue) -> Iterator[Undealable]:
    if unknown := sorted(code for code in decklist.approach if code not in catalogue):
        yield _unknown("approach", unknown)
    leader = catalogue.get(decklist.leader) if decklist.leader else None
    for card in (catalogue.card(code) for code in decklist.approach if code in catalogue):
        if card.type not in (CardType.SCHEME, CardType.CHARACTER):
            yield Undealable("approach", f"{card.full_name} ({card.code}) is neither a scheme nor a character")
        elif card.type is CardType.SCHEME and leader and leader.type is CardType.LEADER:
            try:
                planning_draw(leader, card)
            except ValueError as error:
                yield Undealable("approach", str(error))


def _faction_obstacles(decklist: Decklist, catalogue: Catalogue) -> Iterator[Undealable]:
    if unknown := sorted(code for code, _ in decklist.faction if code not in catalogue):
        yield _unknown("faction", unknown)
    if short := [code for code, quantity in decklist.faction if quantity < 1]:
        yield Undealable("faction", f"fewer than one copy of {', '.join(short)} in the faction deck")
    elif not 1 <= (size := decklist.faction_size) <= MAX_DECK_SIZE:
        why = f"at most {MAX_DECK_SIZE} can" if size else "there is nothing to draw"
        yield Undealable("faction", f"a faction deck of {size} cards cannot be tried: {why}")


def _unknown(zone: str, codes: list[str]) -> Undealable:
    return Undealable(zone, f"no card has the code {', '.join(codes)}")
