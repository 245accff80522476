"""How many full decks one core judges in a second, and against the least that any judge must do.

The reference looks every card of the deck up and adds the quantities: without that nothing can be said of a deck.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue, load_formats
from decks.decklist import Decklist
from decks.legality import check
from decks.lists.card_pool import CardPool
from decks.lists.starters import read_starters

ROUNDS = 2000


def per_second(task: Callable[[Decklist], object], decks: list[Decklist], rounds: int) -> float:
    """Tasks a CPU-second."""
    start = time.process_time()
    for _ in range(rounds):
        for deck in decks:
            task(deck)
    return rounds * len(decks) / (time.process_time() - start)


def look_up(deck: Decklist, catalogue: Catalogue) -> int:
    """The reference."""
    cards = [catalogue.card(code) for code in deck.approach]
    counted = [(catalogue.card(code), quantity) for code, quantity in deck.faction]
    return len(cards) + sum(quantity for _, quantity in counted)


def main() -> None:
    catalogue, rules = load_catalogue(), load_formats()[0]
    decks = [starter.decklist for starter in read_starters()]
    check(decks[0], rules, catalogue)
    ours = per_second(lambda deck: check(deck, rules, catalogue), decks, ROUNDS)
    reference = per_second(lambda deck: look_up(deck, catalogue), decks, ROUNDS)
    pools = per_second(lambda deck: CardPool(deck, rules, catalogue).mask, decks, 4)
    print(f"check : lookup alone = {ours / reference:.2f} ({ours:,.0f} decks a CPU-second; wanted 10,000)")
    print(f"pool : 420 checks = {pools * len(catalogue) / ours:.2f} ({1000 / pools:.1f} ms a pool)")


if __name__ == "__main__":
    main()
