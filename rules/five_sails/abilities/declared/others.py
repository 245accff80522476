"""Single cards of other lists, each implemented to prove a word."""

from __future__ import annotations

from typing import Final

from rules.five_sails.abilities.facts import AtLeast, AtYourLocation
from rules.five_sails.abilities.kinds import action, city_action, maneuver, passive, reaction, scheme, technique
from rules.five_sails.abilities.modifiers import Bonus
from rules.five_sails.abilities.nouns.filters import OPPOSING, at
from rules.five_sails.abilities.nouns.groups import Target, characters
from rules.five_sails.abilities.nouns.places import HERE
from rules.five_sails.abilities.nouns.roles import EACH_OPPONENT, PARTICIPANT, PERFORMER, THIS
from rules.five_sails.abilities.triggers import (
    AnOpponentClaims,
    Destroyed,
    PressureSucceedsBarely,
    YoursWouldBeWounded,
)
from rules.five_sails.abilities.verbs.blocks import Require
from rules.five_sails.abilities.verbs.deeds import (
    AddRenownToDifferent,
    Claim,
    Destroy,
    Draw,
    Gain,
    SpendRenown,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.verbs.replacements import CancelIt
from rules.five_sails.state.definitions import Implemented
from rules.five_sails.terms.basics import BAZAAR, DOCKS, CombatValue, Stat

OTHERS: Final[Implemented] = {
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
