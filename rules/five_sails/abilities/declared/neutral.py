"""The neutral cards of the faction and approach decks."""

from __future__ import annotations

from typing import Final

from cards.catalogue import AbilityKind
from rules.five_sails.abilities.facts import AllOf, InYourLine, Is, IsAt, OnlyEventsThere
from rules.five_sails.abilities.kinds import (
    action,
    city_action,
    forced,
    maneuver,
    passive,
    reaction,
    scheme,
    technique,
)
from rules.five_sails.abilities.modifiers import CheaperForTarget, OnlyWhoBroughtRenown, ThisCostsLess
from rules.five_sails.abilities.nouns.filters import (
    AVAILABLE,
    EN_GARDE,
    ENGAGED,
    MERCENARY,
    OPPOSING,
    WEAPON,
    Non,
    Trait,
    at,
)
from rules.five_sails.abilities.nouns.groups import Chosen, Lying, Pile, Target, Those, characters
from rules.five_sails.abilities.nouns.places import ADJACENT_CITY, AnyPlace, APlace, Next, NotNext, Place
from rules.five_sails.abilities.nouns.roles import BEARER, PARTICIPANT, PERFORMER, THIS, Controller, That
from rules.five_sails.abilities.triggers import Announces, EndOfYourRound, FirstWoundOfDuel, IsWounded, YouEquip
from rules.five_sails.abilities.verbs.attachments import Equip, EquipThis
from rules.five_sails.abilities.verbs.blocks import And, AtEndOfRound, ChooseOne, Instead, May, Require, then
from rules.five_sails.abilities.verbs.decks import AddFoundTo, RevealUntil
from rules.five_sails.abilities.verbs.deeds import (
    AddCityCard,
    Aim,
    ChooseTarget,
    Choosing,
    Destroy,
    DiscardCards,
    Draw,
    Engage,
    Gain,
    Heal,
    Move,
    MoveHome,
    SendToLocker,
    SinkRest,
    SpendRenown,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.verbs.replacements import CancelEffects, IgnoreOne
from rules.five_sails.abilities.verbs.specials import (
    CopyTechnique,
    DiscardAny,
    ForEachDiscarded,
    OpponentsMayBringRenown,
)
from rules.five_sails.state.definitions import Implemented
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, CombatValue, Zone
from rules.five_sails.terms.parts import Limit

_CHARACTER: Final = That()
_DOCKS, _FORUMS, _BAZAAR = Place(DOCKS), Place(FORUMS), Place(BAZAAR)
_IN_LINE: Final = frozenset({Zone.LINE})
_BREAK: Final = technique(Gain(CombatValue.THRUST), cost=(Destroy(THIS),))
_PATIENT: Final = Target(characters())
_MERCENARY: Final = Target(characters(OPPOSING, MERCENARY))

NEUTRAL: Final[Implemented] = {
    # Let the Sword Decide
    "01146": (
        scheme(add_renown_to(DOCKS, FORUMS)),
        reaction(YouEquip(WEAPON), Draw(), below_bar=True),
        reaction(
            Announces((AbilityKind.MANEUVER, AbilityKind.TECHNIQUE)),
            CancelEffects("Maneuver or Technique"),
            below_bar=True,
        ),
    ),
    # Let's Haggle
    "01147": (
        scheme(add_renown_to(BAZAAR, FORUMS)),
        scheme(RevealUntil("attachment"), AddFoundTo(_BAZAAR), SinkRest("the other revealed cards")),
        city_action(
            Equip(
                Target(Those(Lying("attachment"), (AVAILABLE, at(_BAZAAR)))),
                PERFORMER,
                by_bearer=True,
                less=1,
                cheaper_at=_BAZAAR,
            ),
            below_bar=True,
        ),
    ),
    # Marooned
    "01148": (
        scheme(add_renown_to(DOCKS, BAZAAR)),
        city_action(
            DiscardAny(),
            ForEachDiscarded((ChooseOne(((Engage(_CHARACTER),), (Wound(_CHARACTER),)), short=True),)),
            cost=(Aim(_MERCENARY),),
            below_bar=True,
        ),
    ),
    # Midnight Shipment
    "01149": (
        scheme(add_renown_to(DOCKS, BAZAAR), And((AddCityCard(_DOCKS),), before="then ")),
        city_action(
            Move(PERFORMER, APlace(AnyPlace())),
            cost=(Require(AllOf((IsAt(PERFORMER, _DOCKS), OnlyEventsThere(_DOCKS)))),),
            below_bar=True,
        ),
    ),
    # Parley Gone Wrong
    "01150": (
        scheme(add_renown_to(FORUMS), And((OpponentsMayBringRenown(_FORUMS),), before="then ")),
        passive(OnlyWhoBroughtRenown(_FORUMS), below_bar=True),
    ),
    # Breastplate
    "01153": (
        forced(FirstWoundOfDuel(), IgnoreOne(), limit=Limit.DUEL),
        forced(IsWounded(BEARER), Destroy(THIS)),
    ),
    # Improvised Weapon
    "01155": (
        reaction(
            EndOfYourRound(),
            EquipThis(PARTICIPANT, ", ignoring all costs"),
            cost=(Require(InYourLine()),),
            zones=_IN_LINE,
        ),
        _BREAK,
        maneuver(Gain(CombatValue.PARRY)),
    ),
    # Matchlock Musket
    "01156": (
        city_action(
            ChooseTarget(Target(characters(at(Next())))),
            May(
                Controller(_CHARACTER),
                (Engage(_CHARACTER),),
                if_not=(Wound(_CHARACTER),),
                only_if=Is(_CHARACTER, (EN_GARDE,)),
            ),
            cost=(DiscardCards(),),
        ),
    ),
    # Throwing Knife
    "01157": (_BREAK,),
    # Uppman's Jacket
    "01158": (action(Draw(), cost=(DiscardCards(),)),),
    # Hidden Corridors
    "01164": (
        city_action(Move(PERFORMER, APlace(NotNext()))),
        maneuver(AtEndOfRound((Move(PARTICIPANT, ADJACENT_CITY),))),
    ),
    # I Know that Trick!
    "01165": (maneuver(CopyTechnique()),),
    # Liberating Goods
    "01167": (
        city_action(
            Equip(
                Target(Those(Pile("attachment", yours=False, word="in"), (Non("Unique"),))),
                PERFORMER,
                terms=", paying all costs",
                taking=True,
            ),
        ),
    ),
    # A New Strategy
    "01168": (action(Draw(2), SendToLocker(THIS), cost=(SpendRenown(),)),),
    # Not Today
    "01169": (
        forced(
            EndOfYourRound(fought=True),
            then(Wound(PARTICIPANT), MoveHome(PARTICIPANT, engaged=True)),
            zones=_IN_LINE,
        ),
    ),
    # Paid Off
    "01171": (
        passive(
            ThisCostsLess(1, Is(PERFORMER, (Trait("Villain", alone=True), Trait("Scoundrel", alone=True))), "if"),
        ),
        city_action(
            Choosing(_MERCENARY),
            Instead(
                (Engage(Chosen(_MERCENARY)),),
                Is(_CHARACTER, (ENGAGED,), already=True),
                (MoveHome(_CHARACTER),),
            ),
        ),
    ),
    # Triage
    "01176": (
        passive(CheaperForTarget(1, ("Hero", "Scoundrel"))),
        action(Heal(_PATIENT), prepares=_PATIENT),
    ),
}
