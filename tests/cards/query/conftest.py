"""The real catalogue, and a little one whose every answer can be counted on fingers."""

import pytest

from cards.catalogue import (
    Ability,
    AbilityKind,
    Card,
    CardSet,
    CardType,
    Catalogue,
    Faction,
    Printing,
    Zone,
)
from cards.catalogue.datafiles import read_data
from cards.catalogue.stats import Mark
from cards.query import Engine


@pytest.fixture(scope="session")
def engine() -> Engine:
    """Over every real card."""
    data = read_data()
    return Engine(data.catalogue, data.formats)


def risk(code: str, name: str, **facts) -> Card:
    facts.setdefault("printings", (Printing(code=code, set="one", number=code),))
    return Card(code=code, set="one", number=code, name=name, type=CardType.RISK, deck=Zone.FACTION, **facts)


LITTLE = (
    risk("01001", "Zero", cost=0, faction="north", riposte=0, parry=1, thrust=2, traits=("Red Hand",)),
    risk("01002", "Épée", cost=1, faction="north", riposte=1, parry=1, thrust=1, keywords=("Unique",)),
    risk("01003", "Dash", cost=Mark.DASH, faction="neutral", riposte=Mark.DASH, parry=3, thrust=0, traits=("Hunter",)),
    risk("01004", "Question", cost=Mark.UNKNOWN, riposte=Mark.UNKNOWN, parry=Mark.UNKNOWN, thrust=5, traits=("Hunt",)),
    Card(
        code="01005",
        set="one",
        number="5",
        name="Ana Boss",
        title="Of the Long Sword",
        type=CardType.LEADER,
        deck=Zone.LEADER,
        faction="north",
        panache=6,
        printings=(
            Printing(code="01005", set="one", number="5", artist="Shen Fei"),
            Printing(code="01005b", set="one", number="5b", artist="Ada Ink"),
        ),
        abilities=(
            Ability(AbilityKind.ACTION, "Draw 1 card.", ("City",), cost="Engage this character"),
            Ability(AbilityKind.PASSIVE, "This character has +1 {thrust}."),
        ),
    ),
    Card(
        code="01006",
        set="one",
        number="6",
        name="Plot",
        type=CardType.SCHEME,
        deck=Zone.APPROACH,
        faction="south",
        initiative=40,
        panache_mod=-1,
        abilities=(Ability(AbilityKind.SCHEME, "Gain 1 Renown."),),
    ),
)


@pytest.fixture(scope="session")
def little() -> Engine:
    """Over six cards."""
    return Engine(
        Catalogue(
            version="little",
            cards=LITTLE,
            sets=(CardSet("one", "01", "The First"),),
            factions=(
                Faction("north", "North", ""),
                Faction("south", "South", ""),
                Faction("neutral", "Neutral", ""),
            ),
        )
    )
