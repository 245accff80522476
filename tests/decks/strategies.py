"""Random decks over the real cards: legal ones, and lists that nobody has looked at."""

from hypothesis import strategies as st

from cards.catalogue import Card, CardType, Zone, may_run
from cards.catalogue.datafiles import load_catalogue, load_formats
from decks.decklist import Decklist

CATALOGUE = load_catalogue()
FORMATS = {format.code: format for format in load_formats()}
RULEBOOK = FORMATS["rulebook-2023"]


def _people_apart(cards: list[Card], leader: Card) -> list[Card]:
    """At most one card a person, and none of the leader's."""
    apart = {card.person: card for card in cards}
    apart.pop(leader.person, None)
    return list(apart.values())


@st.composite
def legal_decks(draw: st.DrawFn, faction_size: int = 40) -> Decklist:
    """A deck that breaks no rule of the 2023 rulebook (section 2)."""
    leader = draw(st.sampled_from(CATALOGUE.leaders))
    runs = [card for card in CATALOGUE if may_run(leader, card)]
    characters = _people_apart([card for card in runs if card.type is CardType.CHARACTER and not card.is_brute], leader)
    schemes = [card for card in runs if card.type is CardType.SCHEME]
    faction = draw(st.permutations([card for card in runs if card.deck is Zone.FACTION]))
    chosen: dict[str, int] = {}
    left = faction_size
    for card in faction:
        count = min(left, 1 if card.is_unique else draw(st.integers(1, 2)))
        if count:
            chosen[card.code] = count
        left -= count
    approach = [
        *draw(st.permutations(characters))[:5],
        *draw(st.permutations(schemes))[:5],
    ]
    return Decklist.of(leader.code, [card.code for card in approach], chosen)


@st.composite
def any_decks(draw: st.DrawFn) -> Decklist:
    """A list of real cards in any number anywhere, legal by accident at most."""
    codes = st.sampled_from([card.code for card in CATALOGUE])
    return Decklist.of(
        draw(st.none() | codes),
        draw(st.lists(codes, max_size=14)),
        draw(st.dictionaries(codes, st.integers(1, 3), max_size=30)),
    )
