"""Random deck lists over the real cards, for the round trips."""

from hypothesis import strategies as st

from cards.catalogue import Card, Zone
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from decks.exchange import NamedDeck, clean_name
from decks.lists.starters import read_starters

CATALOGUE = load_catalogue()
STARTERS = read_starters()


def of_zone(zone: Zone) -> list[Card]:
    return [card for card in CATALOGUE if card.deck is zone]


def codes(zone: Zone) -> st.SearchStrategy[str]:
    return st.sampled_from([card.code for card in of_zone(zone)])


def decklists() -> st.SearchStrategy[Decklist]:
    """Any cards, each in the zone where it can go; most are illegal, and travel all the same."""
    return st.builds(
        Decklist.of,
        st.none() | codes(Zone.LEADER),
        st.lists(codes(Zone.APPROACH), max_size=12),
        st.dictionaries(codes(Zone.FACTION), st.integers(1, 9), max_size=25),
    )


def names() -> st.SearchStrategy[str]:
    """Everything that can be a deck's name, with those that look like something else in a list."""
    trouble = [
        *(card.full_name for card in CATALOGUE), "Leader", "Schemes (5)", "2x Boon", "# Deck", "// x", "Deck: x",
        "Name=", "=1+1", "'=1", "-- *a* --", "https://example.org/", "by Ann", "Total 40",
        "01100", "40", "40 cards", "Deck", "¡", "[x] **b**", "a\\*b", "Ambsh",
    ]  # fmt: skip
    return (st.text(max_size=90) | st.sampled_from(trouble)).map(clean_name)


def named_decks() -> st.SearchStrategy[NamedDeck]:
    return st.builds(NamedDeck, names(), decklists())


def sheet_url(sheet: str) -> str:
    return f"https://example.org/faces/sheets/{sheet}.jpg"
