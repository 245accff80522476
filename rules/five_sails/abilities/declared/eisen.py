"""The cards of Eisen."""

from __future__ import annotations

from typing import Final

from cards.catalogue import AbilityKind
from rules.five_sails.abilities.facts import AllOf, AsMuch, Bears, EitherOf, Is, NothingAvailable, YouHave
from rules.five_sails.abilities.kinds import (
    action,
    city_action,
    maneuver,
    passive,
    reaction,
    scheme,
    technique,
    whenever,
)
from rules.five_sails.abilities.modifiers import (
    AnotherSlot,
    CombatCards,
    CountsAs,
    ThisCannotBe,
    ThisCostsLess,
    WhileParleying,
)
from rules.five_sails.abilities.nouns.filters import (
    ENGAGED,
    MERCENARY,
    OPPOSING,
    WEAPON,
    YOU_CONTROL,
    CanEngage,
    Non,
    On,
    Trait,
    WithAnAttachment,
    WithLess,
    WithNoMoreAttachments,
    at,
)
from rules.five_sails.abilities.nouns.groups import A, Attachments, CityDiscard, Pile, Seen, Target, Those, characters
from rules.five_sails.abilities.nouns.places import ADJACENT, ADJACENT_CITY, HERE
from rules.five_sails.abilities.nouns.roles import (
    ADVERSARY,
    BEARER,
    LEADER,
    PARTICIPANT,
    PERFORMER,
    THIS,
    Controller,
    Noun,
    That,
)
from rules.five_sails.abilities.triggers import Announces, DuelOfThisEnds, EndOfHighDrama, Equips, WouldBeWounded
from rules.five_sails.abilities.verbs.blocks import And, AtEndOfRound, ChooseOne, If, Instead, May, Require, then
from rules.five_sails.abilities.verbs.contests import CancelChallenge, CanIssue, Issue, MayBeChallengedBy
from rules.five_sails.abilities.verbs.decks import RecruitFound, RevealUntil
from rules.five_sails.abilities.verbs.deeds import (
    Aim,
    ChooseTarget,
    Draw,
    Engage,
    Gain,
    GainLethal,
    GainRenown,
    Heal,
    Move,
    MoveHome,
    PutInHand,
    PutOnCityDeck,
    RevealTop,
    SinkRest,
    Stand,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.verbs.replacements import (
    AttachmentsComeBack,
    CancelEffects,
    TakeTheWound,
    UntilYourNextRound,
)
from rules.five_sails.abilities.verbs.specials import MoveTogether
from rules.five_sails.state.definitions import ARMOR, Implemented
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, CombatValue, Stat
from rules.five_sails.terms.parts import Limit, Question

_MORE_THRUST: Final = technique(Gain(CombatValue.THRUST))
_ANY_WEAPON: Final = Those(Attachments(), (WEAPON,))
_RANGED_WEAPON: Final = Those(Attachments(), (Trait("Ranged"), WEAPON))
_EISENFAUST: Final = Bears(PARTICIPANT, Those(Attachments(), (Trait("Eisenfaust"),)))
_OPPOSING: Final = Target(characters(OPPOSING))
_CHARACTER: Final = That()


def _to_challenge(who: Noun) -> Target:
    return Target(characters(OPPOSING, MayBeChallengedBy(who)))


_ONE_OF_YOURS: Final = A(characters(MERCENARY, YOU_CONTROL, at(HERE), CanIssue()), key="challenger", of_yours=True)

EISEN: Final[Implemented] = {
    # Kaspar Dietrich, Old Iron
    "01035": (
        passive(WhileParleying(THIS, 2)),
        city_action(
            RevealUntil("Mercenary"),
            RecruitFound(),
            SinkRest("the other revealed cards"),
            cost=(Engage(THIS),),
        ),
    ),
    # Daniella Dietrich
    "01036": (
        city_action(Issue(_ONE_OF_YOURS, _to_challenge(_ONE_OF_YOURS))),
        technique(AtEndOfRound((Move(THIS, ADJACENT_CITY),)), limit=Limit.DAY),
    ),
    # Otto Streit
    "01038": (city_action(RevealTop(3), PutInHand(A(Those(Seen("attachment")))), SinkRest()),),
    # Philip Hase
    "01039": (
        reaction(Equips(), Move(THIS, ADJACENT), by=("City",)),
        technique(
            Wound(ADVERSARY),
            cost=(Require(AllOf((Is(ADVERSARY, (ENGAGED,)), YouHave(characters(MERCENARY, at(HERE)))))),),
        ),
    ),
    # Terrell Brandt
    "01042": (whenever(DuelOfThisEnds(), AttachmentsComeBack()), _MORE_THRUST),
    # Uwe Zimmerman
    "01043": (
        passive(CountsAs("Mercenary")),
        passive(CombatCards(THIS, 1, CombatValue.THRUST, Is(ADVERSARY, (Trait("Sorcerer", alone=True),)))),
    ),
    # Armed and Marshaled
    "01044": (
        scheme(add_renown_to(DOCKS, BAZAAR)),
        scheme(PutInHand(Target(Those(Pile("attachment"))))),
        city_action(
            ChooseOne(((Engage(_CHARACTER),), (MoveHome(_CHARACTER),)), short=True),
            cost=(
                Engage(A(Those(Attachments(), (On(PERFORMER), CanEngage())))),
                Aim(Target(characters(OPPOSING, WithNoMoreAttachments(PERFORMER)))),
            ),
            below_bar=True,
        ),
    ),
    # The Song of Eisen
    "01045": (
        scheme(add_renown_to(FORUMS)),
        scheme(PutOnCityDeck(Target(Those(CityDiscard(), (MERCENARY,))))),
        passive(WhileParleying(LEADER, 1), below_bar=True),
        reaction(EndOfHighDrama(), GainRenown(), cost=(Require(NothingAvailable()),), below_bar=True),
    ),
    # Dark Gift
    "01046": (
        action(then(Wound(BEARER), Move(BEARER, ADJACENT)), cost=(Engage(THIS),)),
        action(Heal(BEARER), cost=(Engage(THIS),)),
    ),
    # Kaspar's Panzerhand
    "01047": (
        passive(ThisCannotBe(Question.MAY_TRANSFER), AnotherSlot("Armor", ARMOR)),
        reaction(Announces((AbilityKind.TECHNIQUE,)), CancelEffects("Technique")),
        technique(
            Gain(CombatValue.RIPOSTE),
            cost=(Require(Bears(BEARER, Those(Attachments(), (Trait("Melee"), WEAPON)))),),
        ),
    ),
    # Langschwert
    "01048": (_MORE_THRUST, _MORE_THRUST),
    # Polished Flintlock
    "01049": (
        city_action(
            May(Controller(_CHARACTER), (Engage(_CHARACTER),), if_not=(Wound(_CHARACTER), Engage(THIS))),
            cost=(Aim(_OPPOSING),),
        ),
        technique(GainLethal(BEARER), cost=(Engage(THIS),)),
    ),
    # Answering the Call
    "01051": (
        maneuver(
            ChooseTarget(Target(characters(MERCENARY, YOU_CONTROL, at(HERE)))),
            UntilYourNextRound(WouldBeWounded(PARTICIPANT), (TakeTheWound(That("Mercenary", "character")),)),
        ),
    ),
    # Fight Through the Pain
    "01052": (
        action(Heal(Target(characters(WithAnAttachment())))),
        maneuver(AtEndOfRound((Heal(PARTICIPANT),))),
    ),
    # Iron Reply
    "01054": (
        passive(ThisCostsLess(1, _EISENFAUST)),
        maneuver(
            Wound(ADVERSARY),
            cost=(Require(EitherOf(AsMuch(PARTICIPANT, Stat.COMBAT, ADVERSARY), _EISENFAUST)),),
        ),
    ),
    # Last Word
    "01055": (
        city_action(Move(_OPPOSING, ADJACENT_CITY), cost=(Require(Bears(PERFORMER, _RANGED_WEAPON)),)),
        maneuver(Wound(ADVERSARY), cost=(Require(Bears(PARTICIPANT, _RANGED_WEAPON)),)),
    ),
    # Move Along
    "01056": (
        city_action(
            Issue(
                PERFORMER,
                _to_challenge(PERFORMER),
                program=(
                    May(
                        Controller(_CHARACTER),
                        (MoveHome(_CHARACTER, engaged=True),),
                        if_so=(CancelChallenge(),),
                    ),
                ),
            ),
        ),
    ),
    # Precision
    "01057": (maneuver(GainLethal(PARTICIPANT)),),
    # Press the Advantage
    "01058": (
        city_action(
            And((Engage(_CHARACTER), MoveHome(_CHARACTER))),
            cost=(Aim(Target(characters(OPPOSING, Non("Leader"), WithLess(Stat.COMBAT, PERFORMER)))),),
        ),
        maneuver(
            Instead(
                (Gain(CombatValue.THRUST), Engage(ADVERSARY)),
                Is(ADVERSARY, (ENGAGED,), already=True),
                (Gain(CombatValue.THRUST, 2),),
            ),
        ),
    ),
    # Regroup
    "01059": (
        city_action(Move(PERFORMER, ADJACENT_CITY)),
        maneuver(AtEndOfRound((Move(PARTICIPANT, ADJACENT_CITY),))),
    ),
    # Stratege
    "01060": (action(MoveTogether()),),
    # Well-Equipped
    "01061": (
        action(Stand(PERFORMER), cost=(Require(Bears(PERFORMER, Those(Attachments()))),), performed=True),
        maneuver(Gain(CombatValue.RIPOSTE), If(Bears(PARTICIPANT, _ANY_WEAPON), (Draw(),))),
    ),
}
