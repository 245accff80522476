"""The abilities that are built, by card. Beside each printed ability stands what it is made of, or nothing."""

from __future__ import annotations

from typing import Final

from cards.catalogue import AbilityKind
from rules.five_sails.abilities.parts import Ability, Lasts, Trigger, Until
from rules.five_sails.abilities.words import (
    ACharacter,
    AddRenown,
    AddRenownToDifferent,
    All,
    AnOpponentClaims,
    AtLeast,
    ByAnOpponent,
    CancelIt,
    CharactersHere,
    ClaimHere,
    CombatCardsHere,
    CombatCardsOf,
    Destroy,
    DiscardCards,
    DiscardThis,
    Draw,
    Gain,
    GainLethal,
    ItIsYours,
    OpponentsDraw,
    OpposingCharacters,
    PressuresAlsoCount,
    Require,
    SpendRenown,
    SucceedsByAtMost,
    Target,
    ThisHas,
    Wound,
    YouControlThisLocation,
)
from rules.five_sails.definitions import Built
from rules.five_sails.happenings import Moment, Timing
from rules.five_sails.terms import BAZAAR, DOCKS, CombatValue, Stat

#: The setup of a location is the table's matter (3.2).
_SETUP: Final = Ability(kind=AbilityKind.PASSIVE)
_DRAW_IF_YOURS: Final = Ability(kind=AbilityKind.ACTION, cost=(Require(YouControlThisLocation()),), effect=(Draw(),))
_MORE_THRUST: Final = Ability(kind=AbilityKind.TECHNIQUE, effect=(Gain(CombatValue.THRUST),))

BUILT: Final[Built] = {
    # Ole's Inn, Governor's Gardens
    "01004": (_SETUP, _DRAW_IF_YOURS),
    "01005": (_SETUP, _DRAW_IF_YOURS),
    # Sibella Scarpa
    "01012": (
        Ability(
            kind=AbilityKind.ACTION,
            qualifiers=("Sorcerer", "City"),
            cost=(Target(OpposingCharacters()), Wound("performer")),
            effect=(Wound(),),
        ),
    ),
    # The Great Game
    "01015": (
        Ability(kind=AbilityKind.SCHEME, effect=(AddRenown(DOCKS), AddRenown(BAZAAR))),
        Ability(
            kind=AbilityKind.REACTION,
            trigger=Trigger(Moment.DESTROYED, condition=ACharacter()),
            effect=(Draw(),),
            below_bar=True,
        ),
        Ability(
            kind=AbilityKind.ACTION,
            qualifiers=("City",),
            cost=(Target(CharactersHere()), Destroy()),
            effect=(Wound(),),
            below_bar=True,
        ),
    ),
    # Objection!
    "01027": (
        Ability(
            kind=AbilityKind.REACTION,
            trigger=Trigger(Moment.PRESSURE_ENDS, Timing.BEFORE, SucceedsByAtMost(1)),
            effect=(CancelIt(number=0),),
        ),
    ),
    # Langschwert
    "01048": (_MORE_THRUST, _MORE_THRUST),
    # Precision
    "01057": (Ability(kind=AbilityKind.MANEUVER, effect=(GainLethal(),)),),
    # Pavel Ivanov
    "01120": (
        Ability(
            kind=AbilityKind.PASSIVE,
            modifiers=(ThisHas(Stat.INFLUENCE, 1, YouControlThisLocation()),),
        ),
        Ability(
            kind=AbilityKind.REACTION,
            trigger=Trigger(Moment.CLAIMED, condition=AnOpponentClaims()),
            effect=(Draw(),),
        ),
        Ability(kind=AbilityKind.TECHNIQUE, effect=(Gain(CombatValue.PARRY),)),
    ),
    # So It Begins
    "01183": (
        Ability(kind=AbilityKind.PASSIVE, modifiers=(CombatCardsHere(CombatValue.PARRY, -1),)),
        Ability(kind=AbilityKind.PASSIVE, modifiers=(PressuresAlsoCount(Stat.COMBAT),)),
    ),
    # Risky Undertaking
    "01185": (
        Ability(
            kind=AbilityKind.ACTION,
            qualifiers=("City",),
            cost=(DiscardCards(2),),
            effect=(AddRenown(), DiscardThis()),
        ),
    ),
    # Burnished Cuirass
    "01193": (
        Ability(
            kind=AbilityKind.TECHNIQUE,
            effect=(Lasts(CombatCardsOf(CombatValue.THRUST, -1, "adversary"), Until.NEXT_ROUND_ENDS),),
        ),
    ),
    # Quick Reflexes
    "02059": (
        Ability(
            kind=AbilityKind.REACTION,
            trigger=Trigger(Moment.WOUNDED, Timing.BEFORE, All((ItIsYours(), ByAnOpponent(ability=True)))),
            effect=(CancelIt(),),
        ),
        Ability(
            kind=AbilityKind.MANEUVER,
            cost=(Require(AtLeast(Stat.FINESSE, 3)),),
            effect=(Gain(CombatValue.RIPOSTE),),
        ),
    ),
    # Curry Favor
    "03053": (
        Ability(kind=AbilityKind.SCHEME, effect=(AddRenownToDifferent(2),)),
        Ability(
            kind=AbilityKind.ACTION,
            qualifiers=("City",),
            cost=(SpendRenown(1),),
            effect=(ClaimHere(), OpponentsDraw()),
            below_bar=True,
        ),
    ),
}
