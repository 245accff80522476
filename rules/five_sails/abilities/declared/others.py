"""Single cards of other lists, built to prove a word."""

from __future__ import annotations

from typing import Final

from rules.five_sails.abilities.declaring import action, city_action, maneuver, passive, reaction, scheme, technique
from rules.five_sails.abilities.doings import (
    AddRenownToDifferent,
    Claim,
    Destroy,
    Draw,
    Gain,
    SpendRenown,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.facts import AtLeast, AtYourLocation
from rules.five_sails.abilities.filters import OPPOSING, at
from rules.five_sails.abilities.flow import Require
from rules.five_sails.abilities.nouns import EACH_OPPONENT, PARTICIPANT, PERFORMER, THIS
from rules.five_sails.abilities.places import HERE
from rules.five_sails.abilities.replacing import CancelIt
from rules.five_sails.abilities.standing import Bonus
from rules.five_sails.abilities.things import Target, characters
from rules.five_sails.abilities.triggers import (
    AnOpponentClaims,
    Destroyed,
    PressureSucceedsBarely,
    YoursWouldBeWounded,
)
from rules.five_sails.definitions import Built
from rules.five_sails.terms import BAZAAR, DOCKS, CombatValue, Stat

OTHERS: Final[Built] = {
    # Sibella Scarpa
    "01012": (
        action(
            Wound(Target(characters(OPPOSING))),
            cost=(Wound(THIS),),
            by=("Sorcerer", "City"),
        ),
    ),
    # The Great Game
    "01015": (
        scheme(add_renown_to(DOCKS, BAZAAR)),
        reaction(Destroyed(), Draw(), below_bar=True),
        city_action(
            Wound(Target(characters(at(HERE)))),
            cost=(Destroy(PERFORMER),),
            below_bar=True,
        ),
    ),
    # Objection!
    "01027": (reaction(PressureSucceedsBarely(1), CancelIt("that pressure fails", number=0)),),
    # Pavel Ivanov
    "01120": (
        passive(Bonus(THIS, 1, Stat.INFLUENCE, AtYourLocation(THIS))),
        reaction(AnOpponentClaims(), Draw()),
        technique(Gain(CombatValue.PARRY)),
    ),
    # Quick Reflexes
    "02059": (
        reaction(YoursWouldBeWounded(), CancelIt("ignore that wound")),
        maneuver(Gain(CombatValue.RIPOSTE), cost=(Require(AtLeast(PARTICIPANT, 3, Stat.FINESSE)),)),
    ),
    # Curry Favor
    "03053": (
        scheme(AddRenownToDifferent(2)),
        city_action(Claim(), Draw(1, EACH_OPPONENT), cost=(SpendRenown(),), below_bar=True),
    ),
}
