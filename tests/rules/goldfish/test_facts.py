"""The tables read off the cards by hand agree with the cards' words."""

import re

import pytest

from cards.catalogue import AbilityKind, Card, CardType, Catalogue
from rules.facts import DAWN_DRAWS, DAYS, SETUP_SEARCHES, Slot, slots
from rules.goldfish.gear import BEARERS, technique
from rules.goldfish.layout import MAX_RENOWN
from rules.goldfish.placements import (
    ANYWHERE,
    ENDS,
    PLACEMENTS,
    Bar,
    Placement,
)

#: Words of effects that the table takes in, and what they stand for. Longer ones first.
_PLACES = {"The Docks": "docks", "The Forums": "forums", "The Grand Bazaar": "bazaar"}


def read(card: Card) -> Placement:
    """Work a placement out from a scheme's words, wherever the words follow the usual phrases."""
    text = " ".join(
        ability.effect
        for ability in card.abilities
        if ability.kind is AbilityKind.SCHEME and "Renown" in ability.effect
    )
    found: dict[str, int] = {}
    for amount, name in re.findall(r"(\d) Renown to (The Docks|The Forums|The Grand Bazaar)", text):
        if f"or to {name}" not in text and "or to" not in text:
            found[_PLACES[name]] = int(amount)
    among = ANYWHERE
    chosen = 0
    if re.search(r"each of 2 different locations with no Renown", text):
        return Placement(bare=2)
    if re.search(r"Renown to each of 2 different locations", text):
        chosen = 2
    elif "Add 1 Renown to each of 2 other locations" in text:
        # An end is set aside: the Forums and the other end remain.
        found["forums"], chosen, among = 1, 1, ENDS
    elif "or to The Grand Bazaar" in text:
        chosen, among = 1, ENDS
    elif re.search(r"add 1 Renown to a (?:different )?location(?! with no)", text, re.IGNORECASE):
        chosen = 1
    bare = 0
    if re.search(r"to a location with no Renown", text):
        bare = 1
    elif "to each location with no Renown" in text:
        bare = 3
    return Placement(**found, chosen=chosen, among=among, bare=bare)


#: Schemes whose words say more than the usual phrases; each is described by what a reader finds in them.
UNUSUAL = {
    "01126": ("remove all Renown from it", {"bar": Bar.EMPTIED_END}),
    "01143": ("discard each City card at that location", {"scares": True}),
    "01145": ("Each player draws 1 card", {"draws": 1}),
    "01151": ("Remove all Renown from each location", {"empties": True}),
    "02024": ("Add 2 Renown to this scheme", {"dusk": 2}),
    "02046": ("Then you may add 1 Renown to a different location", {"chosen": 2}),
    "04014": ("1 Renown to another location", {"chosen": 1, "among": 6}),
    "04025": ("top card of the City Deck to The Grand Bazaar. Then add 1 Renown to a different", {"among": 3}),
    "04052": ("cannot be controlled", {"bar": Bar.POOREST}),
    # The second location needs an opponent to be worse off than.
    "01144": ("if you have less Renown than each other player", {"chosen": 1}),
}


def schemes(catalogue: Catalogue) -> list[Card]:
    return [card for card in catalogue if card.type is CardType.SCHEME]


def test_every_scheme_of_the_catalogue_is_in_the_table_and_no_other(catalogue: Catalogue) -> None:
    assert {card.code for card in schemes(catalogue)} == set(PLACEMENTS)


def test_the_table_says_what_the_schemes_say(catalogue: Catalogue) -> None:
    wrong = {}
    for card in schemes(catalogue):
        expected = {name: getattr(read(card), name) for name in Placement.__dataclass_fields__}
        words, more = UNUSUAL.get(card.code, ("", {}))
        assert words in card.text, f"{card.code} no longer says {words!r}"
        table = {name: getattr(PLACEMENTS[card.code], name) for name in Placement.__dataclass_fields__}
        if table != expected | more:
            wrong[card.code] = (card.text, table)
    assert wrong == {}


def test_no_five_schemes_overflow_the_tallies() -> None:
    assert DAYS * max(placement.amount for placement in PLACEMENTS.values()) <= MAX_RENOWN


def test_leaders_that_draw_or_search_are_all_known(catalogue: Catalogue) -> None:
    draws = {card.code for card in catalogue.leaders if "end of Dawn" in card.text}
    searches = {card.code for card in catalogue.leaders if "During setup" in card.text}
    assert draws == set(DAWN_DRAWS)
    assert searches == set(SETUP_SEARCHES)
    assert "draw 5 cards" in catalogue.card("03001").text
    assert "Red Hand Thug" in catalogue.card("01006").text


def attachments(catalogue: Catalogue) -> list[Card]:
    return [card for card in catalogue if card.type in (CardType.ATTACHMENT, CardType.CITY_ATTACHMENT)]


def test_every_limit_on_bearers_is_in_the_table_and_no_other(catalogue: Catalogue) -> None:
    limited = {
        card.code
        for card in attachments(catalogue)
        if re.search(r"^Equip only to|cannot be equipped to", card.text, re.MULTILINE)
    }
    assert limited == set(BEARERS)


def test_the_limits_are_those_of_the_words(catalogue: Catalogue) -> None:
    for code, bearer in BEARERS.items():
        words = next(line for line in catalogue.card(code).text.splitlines() if "quip" in line)
        assert bearer.any_of == set(
            re.findall(r"[A-Z][a-z]+(?: Hand)?", re.search(r"Equip only to an? (.*?) you control|$", words)[1] or "")
            if not re.search(r"non-|character you control", words)
            else ()
        ), words
        assert all(f"non-{trait}" in words or f"equipped to a {trait}" in words for trait in bearer.none_of), words
        assert bool(bearer.none_of) == ("non-Diplomat" in words or "cannot be equipped" in words), words
        assert bearer.armed == ("with a Weapon" in words), words
        assert bearer.nobody == ("any player’s" in words or "opposing character" in words), words
        assert (f"{bearer.finesse} or more {{finesse}}" in words) == bool(bearer.finesse), words
        assert (f"{bearer.combat} or more {{combat}}" in words) == bool(bearer.combat), words


def test_numbers_that_gear_adds_are_never_negative(catalogue: Catalogue) -> None:
    """Else decks with such gear would leave the compiled kernel."""
    for card in attachments(catalogue):
        for name in ("resolve", "combat", "finesse", "influence"):
            value = card.stat(name)
            assert not isinstance(value, int) or value >= 0, card.code


@pytest.mark.parametrize(
    ("code", "added"),
    [
        ("01048", (0, 0, 1)),
        ("01127", (0, 0, 2)),
        ("01074", (1, 0, 0)),
        ("04055", (0, 1, 0)),
        ("03025", (1, 0, 0)),
        ("01157", None),
        ("01047", None),
        ("01050", None),
    ],
)
def test_techniques_that_help_in_any_duel(catalogue: Catalogue, code: str, added: tuple[int, int, int] | None) -> None:
    assert technique(catalogue.card(code)) == added


def test_slots(catalogue: Catalogue) -> None:
    expected = {
        "01048": Slot.WEAPON,
        "01153": Slot.ARMOR,
        "01075": Slot.ATTIRE,
        "02056": Slot.OFFHAND,
        "01046": Slot.FREE,
    }
    assert {code: slots(catalogue.card(code)) for code in expected} == {
        code: (slot,) for code, slot in expected.items()
    }
