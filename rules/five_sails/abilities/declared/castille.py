"""The cards of Castille."""

from __future__ import annotations

from typing import Final

from rules.five_sails.abilities.facts import (
    SUCCESSFUL,
    AtLeast,
    FewerCards,
    FirstPlayer,
    Is,
    ItWasDestroyed,
    LittleRenown,
    More,
    WasWounded,
)
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
from rules.five_sails.abilities.modifiers import AdversariesHere, Bonus, EquippingCosts, Gives, InPressures, Reveals
from rules.five_sails.abilities.nouns.filters import AVAILABLE, EN_GARDE, ENEMY, ENGAGED, OPPOSING, WithNoMore, at
from rules.five_sails.abilities.nouns.groups import A, Lying, Pile, Target, Those, characters
from rules.five_sails.abilities.nouns.places import ADJACENT_CITY, HERE, AnyPlace, APlace, Next, OtherThan
from rules.five_sails.abilities.nouns.roles import (
    ADVERSARY,
    BEARER,
    PARTICIPANT,
    PERFORMER,
    THIS,
    Both,
    Controller,
    That,
)
from rules.five_sails.abilities.triggers import (
    Accepts,
    AnActionResolves,
    AnOpponentClaims,
    EndOfPlanning,
    EndOfYourRound,
    MakesDiscard,
    RiskAnnounced,
    SameNameAgain,
)
from rules.five_sails.abilities.verbs.attachments import Equip, EquipThis, OnAdversaryOrInItsPile
from rules.five_sails.abilities.verbs.blocks import ChooseOne, If, Instead, May, Require
from rules.five_sails.abilities.verbs.contests import Pressure
from rules.five_sails.abilities.verbs.decks import RevealRandom
from rules.five_sails.abilities.verbs.deeds import (
    AddRenown,
    AddRenownToDifferent,
    Aim,
    Claim,
    Destroy,
    DiscardCards,
    DiscardFrom,
    Draw,
    Engage,
    Gain,
    GainRenown,
    Lose,
    LoseControl,
    Move,
    MoveHome,
    SendToLocker,
    Stand,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.verbs.replacements import CancelEffects
from rules.five_sails.abilities.verbs.specials import (
    ChooseThreeInPile,
    GambleForValues,
    HealTargets,
    OpponentGivesBack,
    PlayFromPile,
    SinkPlayed,
    TargetOneOrTwo,
)
from rules.five_sails.state.definitions import Implemented
from rules.five_sails.state.effects import Lasts
from rules.five_sails.terms.basics import DOCKS, CombatValue, Stat, Zone
from rules.five_sails.terms.parts import Until

_OPPOSING: Final = Target(characters(OPPOSING))
_CHARACTER: Final = That()
_THEY_DISCARD: Final = DiscardCards(1, Controller(ADVERSARY))
_IN_LINE: Final = frozenset({Zone.LINE})
_PAYING: Final = ", paying all costs"

CASTILLE: Final[Implemented] = {
    # Soline el Gato
    "01089": (
        passive(AdversariesHere(-1, Stat.FINESSE)),
        reaction(AnActionResolves(), Move(THIS, ADJACENT_CITY), by=("City",)),
    ),
    # "Madre" Dolores
    "01091": (city_action(HealTargets(), cost=(TargetOneOrTwo(),)),),
    # Makepeace Botwighte
    "01092": (
        passive(EquippingCosts(1, "opposing")),
        city_action(
            MoveHome(_CHARACTER),
            cost=(Aim(Target(characters(ENGAGED, OPPOSING, WithNoMore(Stat.INFLUENCE, THIS)))),),
        ),
    ),
    # Maya de La Rioja
    "01093": (
        action(
            Instead(
                (Move(THIS, ADJACENT_CITY),),
                FirstPlayer(yes=False),
                (Move(THIS, APlace(AnyPlace(city=False))),),
                may=True,
            ),
        ),
        technique(_THEY_DISCARD, cost=(Lose(CombatValue.RIPOSTE),)),
    ),
    # "Padre" Aníbal
    "01094": (
        passive(InPressures(2, Stat.INFLUENCE, LittleRenown(1))),
        city_action(Stand(THIS), cost=(Require(LittleRenown(0)),)),
    ),
    # Sanjay
    "01097": (
        city_action(If(FewerCards(Controller(_CHARACTER)), (Engage(_CHARACTER),)), cost=(Aim(_OPPOSING),)),
        reaction(MakesDiscard(opponents=True), Draw()),
    ),
    # The Cat's Embargo
    "01098": (
        scheme(AddRenownToDifferent(2)),
        forced(EndOfPlanning(), RevealRandom(), below_bar=True),
        reaction(SameNameAgain(), GainRenown(), below_bar=True),
    ),
    # Shifting Blame
    "01099": (
        scheme(add_renown_to(DOCKS)),
        reaction(MakesDiscard(opponents=False), Draw(), below_bar=True),
        reaction(AnOpponentClaims(), AddRenown((APlace(OtherThan()),)), below_bar=True),
    ),
    # The Cat's Glass
    "01100": (
        reaction(
            Accepts(),
            Lasts(Reveals(ADVERSARY, -1, "at this location", duel=True), Until.DUEL_ENDS),
            cost=(Engage(THIS),),
        ),
    ),
    # Gallegos Blade
    "01101": (
        passive(Reveals(BEARER, 1)),
        technique(
            Lasts(Reveals(ADVERSARY, -1, "in its next round"), Until.NEXT_ROUND_ENDS),
            cost=(Lose(CombatValue.PARRY),),
        ),
    ),
    # Unfortunate
    "01102": (
        forced(EndOfYourRound(fought=True), EquipThis(ADVERSARY), zones=_IN_LINE),
        passive(Bonus(BEARER, -1, Stat.FINESSE), Gives(BEARER, 2)),
        action(Destroy(THIS), cost=(DiscardCards(2),), granted=True),
    ),
    # Adaptable
    "01103": (
        action(Claim(), cost=(Require(FirstPlayer()),), by=("Pirate", "City")),
        city_action(Stand(PERFORMER), cost=(Require(FirstPlayer(yes=False)),)),
        maneuver(
            Gain(CombatValue.RIPOSTE, 2),
            ChooseOne(((Gain(CombatValue.PARRY, 2),), (Gain(CombatValue.THRUST, 2),)), after=True),
        ),
    ),
    # Amour
    "01104": (
        city_action(
            Engage(Both(PERFORMER, _OPPOSING)),
            MoveHome(Both(PERFORMER, _CHARACTER), both=True),
            cost=(Require(Is(PERFORMER, (EN_GARDE,))),),
        ),
    ),
    # Drinking Games
    "01105": (city_action(Pressure(Stat.RESOLVE), If(SUCCESSFUL, (Engage(Target(characters(at(HERE)))),))),),
    # Improvising
    "01106": (action(PlayFromPile(), SinkPlayed(), SendToLocker(THIS)),),
    # It's Personal
    "01107": (
        maneuver(
            Wound(ADVERSARY),
            If(ItWasDestroyed(ADVERSARY), (Claim(),)),
            cost=(Require(WasWounded()),),
        ),
    ),
    # Life in the Canals
    "01108": (maneuver(_THEY_DISCARD, by=("Scoundrel",)), maneuver(Draw(), by=("Pirate",))),
    # Night of Drinking
    "01109": (reaction(RiskAnnounced("Sorcery"), CancelEffects("risk")),),
    # Nothing Personal
    "01110": (
        maneuver(
            Wound(ADVERSARY),
            If(
                AtLeast(PARTICIPANT, 3, Stat.COMBAT),
                (May(Controller(ADVERSARY), (Wound(ADVERSARY, again=True),), if_not=(LoseControl(),)),),
            ),
        ),
    ),
    # Research
    "01111": (action(OpponentGivesBack(), SendToLocker(THIS), cost=(ChooseThreeInPile(),)),),
    # Carnaval
    "01112": (
        city_action(LoseControl(), cost=(Require(FirstPlayer()), Engage(PERFORMER))),
        action(
            DiscardFrom(A(Those(Lying("City card"), (AVAILABLE,)), suffix="at any location")),
            cost=(Require(FirstPlayer(yes=False)),),
        ),
    ),
    # Robbery
    "01113": (
        action(
            Equip(Target(Those(Pile("attachment", yours=False, word="in"))), PERFORMER, terms=_PAYING, taking=True),
            by=("Pirate", "City"),
        ),
        maneuver(
            Equip(Target(Those(OnAdversaryOrInItsPile())), PARTICIPANT, terms=_PAYING, taking=True),
            by=("Pirate",),
        ),
    ),
    # Roll the Bones
    "01114": (maneuver(GambleForValues("Scoundrel")),),
    # Taunt
    "01115": (
        city_action(Move(_CHARACTER, HERE), cost=(Aim(Target(characters(ENEMY, at(Next(city=False, homes=True))))),)),
        maneuver(_THEY_DISCARD, cost=(Require(More(PARTICIPANT, Stat.FINESSE, ADVERSARY)),)),
    ),
}
