"""The City Deck of the core set, and the locations."""

from __future__ import annotations

from typing import Final

from cards.catalogue import AbilityKind
from rules.five_sails.abilities.facts import SUCCESSFUL, AsMuchOfBoth, Is, YouControlHere, YouFoughtHere
from rules.five_sails.abilities.kinds import action, city_action, forced, passive, reaction, technique, whenever
from rules.five_sails.abilities.modifiers import (
    CannotIssue,
    CombatCardsHere,
    DrawsChallenges,
    EquippingCosts,
    GainsTrait,
    InPressures,
    NoIncrease,
    NoManeuvers,
    OnlyLeadersRefuse,
    OnlyPerformerAndReadyCount,
    PressuresAlsoCount,
    StaysThisDusk,
    StaysWithRenown,
    ThisCannotBe,
    ThoughEngaged,
    in_next_round,
)
from rules.five_sails.abilities.nouns.filters import OPPOSING, YOU_CONTROL, Non, Trait, at
from rules.five_sails.abilities.nouns.groups import A, Each, Seen, Target, Those, characters
from rules.five_sails.abilities.nouns.places import ADJACENT_CITY, HERE, APlace, Next, Place, YourFighter
from rules.five_sails.abilities.nouns.roles import ADVERSARY, BEARER, PERFORMER, THIS, YOU, Both, That
from rules.five_sails.abilities.triggers import (
    BearerFights,
    BeginningOfDusk,
    DuelEnds,
    EngagesToMove,
    FacesThreatAfterIntervening,
    FirstRoundHere,
    Leaves,
    Pressured,
    RiskTargets,
    SomebodyHereIsWounded,
    TheChosenIsPlayed,
    ThisIsDiscarded,
    ThisIsRevealed,
    WouldBeLocked,
    YouEquipThis,
    YouWouldEquipThis,
)
from rules.five_sails.abilities.verbs.attachments import EquipAnything, EquipRevealed, MoveAttachment
from rules.five_sails.abilities.verbs.blocks import And, ChooseOne, If, Instead, May, Require
from rules.five_sails.abilities.verbs.contests import Issue, MayBeChallengedBy, Pressure
from rules.five_sails.abilities.verbs.decks import ChooseInApproachDeck, LookAndPutBack, RevealEqual
from rules.five_sails.abilities.verbs.deeds import (
    ChooseOf,
    Claim,
    Destroy,
    DiscardAttachment,
    DiscardCards,
    DiscardThis,
    Draw,
    Engage,
    Gain,
    GainRenown,
    Heal,
    Move,
    MoveRenown,
    PutInHand,
    RevealTop,
    SinkRest,
    Wound,
    add_renown_to,
)
from rules.five_sails.abilities.verbs.replacements import (
    BackToApproachDeck,
    CancelEffects,
    CancelIt,
    LeaderBears,
    SufferAllAtOnce,
)
from rules.five_sails.abilities.verbs.specials import (
    AddThisTo,
    CollectFromThis,
    JoinsLine,
    StakeRenown,
    ThreatEitherWay,
)
from rules.five_sails.state.definitions import Implemented
from rules.five_sails.state.effects import Lasts
from rules.five_sails.terms.basics import BAZAAR, DOCKS, CombatValue, Stat, Zone
from rules.five_sails.terms.parts import Ability, Limit, Question, Until

_CHARACTER: Final = That()
_HAPPENED: Final = That(triggering=True)
_OPPOSING: Final = Target(characters(OPPOSING))
_DRAW_IF_YOURS: Final = action(Draw(), cost=(Require(YouControlHere()),))
_YOURS_HERE: Final = A(characters(YOU_CONTROL, at(HERE)), of_yours=True)

CITY: Final[Implemented] = {
    # Ole's Inn, Governor's Gardens
    "01004": (Ability(kind=AbilityKind.PASSIVE, effect=(JoinsLine(3, Place(DOCKS)),)), _DRAW_IF_YOURS),
    "01005": (Ability(kind=AbilityKind.PASSIVE, effect=(JoinsLine(4, Place(BAZAAR)),)), _DRAW_IF_YOURS),
    # Penya Shows The Way
    "01177": (
        reaction(
            BeginningOfDusk(),
            May(
                YOU,
                (ChooseOf(_YOURS_HERE),),
                if_so=(And((Lasts(StaysThisDusk(_CHARACTER), Until.DAY_ENDS), LookAndPutBack(3)), ", and "),),
            ),
            cost=(Require(YouControlHere()),),
        ),
    ),
    # Carmella Vanessa Salvaggi
    "01178": (
        passive(
            ThoughEngaged(Question.CHALLENGE_ENGAGED, "issue a challenge or intervene"),
            ThoughEngaged(Question.INTERVENE_ENGAGED),
            limit=Limit.DAY,
        ),
    ),
    # Siren's Scream
    "01179": (
        forced(ThisIsRevealed(), StakeRenown()),
        passive(StaysWithRenown()),
        city_action(CollectFromThis(), cost=(Engage(PERFORMER),), limit=Limit.PLAYER),
    ),
    # Kaj Kousei
    "01180": (
        passive(EquippingCosts(-1, "yours", Trait("Artifact"))),
        city_action(RevealTop(4, city=True), EquipRevealed("Artifact"), SinkRest()),
    ),
    # Sorte Deck
    "01181": (
        reaction(
            SomebodyHereIsWounded(),
            Instead((Heal(_HAPPENED),), Is(BEARER, (Trait("Strega", alone=True),)), (Heal(_HAPPENED, 2),)),
            cost=(Engage(THIS),),
        ),
    ),
    # Eko Sorridi
    "01182": (reaction(Leaves(), Wound(_HAPPENED), by=("City",)),),
    # So It Begins
    "01183": (passive(CombatCardsHere(-1, CombatValue.PARRY)), passive(PressuresAlsoCount(Stat.COMBAT))),
    # Claude de la Roche
    "01184": (
        passive(InPressures(1, Stat.INFLUENCE)),
        reaction(Pressured(), Lasts(OnlyPerformerAndReadyCount(), Until.ACTION_ENDS), by=("City",)),
    ),
    # Risky Undertaking
    "01185": (city_action(add_renown_to(HERE), DiscardThis(), cost=(DiscardCards(2),)),),
    # Maryam Benu Pleroma
    "01186": (
        forced(RiskTargets(), CancelEffects("risk"), limit=Limit.DAY),
        technique(Lasts(NoManeuvers(), Until.NEXT_ROUND_ENDS)),
    ),
    # Smuggled Item
    "01187": (action(EquipAnything(), cost=(Destroy(THIS),)),),
    # Vladislav Novikoff
    "01188": (
        passive(ThoughEngaged(Question.INTERVENE_ENGAGED, "intervene")),
        whenever(FacesThreatAfterIntervening(), SufferAllAtOnce()),
    ),
    # Point of Opportunity
    "01189": (
        city_action(
            ChooseOne(
                ((MoveRenown(HERE, APlace(Next(plain=True))),), (MoveRenown(APlace(Next(plain=True)), HERE),)),
                between=", or ",
                short=True,
            ),
            DiscardThis(),
            cost=(Engage(PERFORMER),),
        ),
    ),
    # Sigurd Ulfsen
    "01190": (
        passive(NoIncrease(Stat.COMBAT), CannotIssue()),
        passive(DrawsChallenges()),
    ),
    # Duckfoot Pistol
    "01191": (action(Wound(Each(characters(Non("Leader"), at(HERE)), ", yours included")), cost=(Destroy(THIS),)),),
    # Gustavo
    "01192": (city_action(RevealEqual(Stat.INFLUENCE), PutInHand(A(Those(Seen("risk")))), SinkRest()),),
    # Burnished Cuirass
    "01193": (technique(in_next_round(-1, CombatValue.THRUST)),),
    # Adelheide Schmidt
    "01194": (city_action(Wound(_OPPOSING), cost=(DiscardAttachment(),)),),
    # Eager Blade
    "01195": (
        forced(ThisIsDiscarded(), AddThisTo(Place(BAZAAR)), zones=frozenset({Zone.DISCARD})),
        whenever(BearerFights(), And((Destroy(THIS), Gain(CombatValue.RIPOSTE)))),
    ),
    # Angeline Dèmone
    "01196": (
        whenever(EngagesToMove(), May(YOU, (DiscardCards(),), if_so=(CancelIt(),), instead=True)),
        technique(
            Gain(CombatValue.RIPOSTE),
            cost=(Require(AsMuchOfBoth(THIS, Stat.COMBAT, Stat.INFLUENCE, ADVERSARY)),),
        ),
    ),
    # Kalla Forsberg
    "01197": (passive(EquippingCosts(-1, "this")), action(MoveAttachment())),
    # Guild Triskelion
    "01198": (
        passive(GainsTrait("Duelist")),
        city_action(
            Issue(
                BEARER,
                Target(characters(OPPOSING, MayBeChallengedBy(BEARER))),
                Stat.FINESSE,
                program=(Lasts(OnlyLeadersRefuse(), Until.DUEL_ENDS),),
            ),
            cost=(Engage(BEARER),),
        ),
    ),
    # Takama Siad
    "01199": (reaction(DuelEnds(), Heal(YourFighter()), cost=(Require(YouFoughtHere()),)),),
    # Crystal Eye
    "01200": (forced(YouEquipThis(), ChooseInApproachDeck()), reaction(TheChosenIsPlayed(), GainRenown())),
    # Ravenna Destine
    "01201": (action(Draw(), cost=(Wound(THIS),), by=("Sorcerer", "City")),),
    # Object of Wonder
    "01202": (
        forced(YouWouldEquipThis(), LeaderBears(), zones=frozenset({Zone.CITY, Zone.REVEALED, Zone.PLAY})),
        reaction(WouldBeLocked(), BackToApproachDeck()),
    ),
    # Leja Juska
    "01203": (reaction(FirstRoundHere(), ThreatEitherWay()),),
    # Syrneth Hand
    "01204": (
        passive(ThisCannotBe(Question.MAY_DESTROY), ThisCannotBe(Question.MAY_TRANSFER)),
        technique(in_next_round(-2, CombatValue.PARRY), cost=(Wound(BEARER),)),
    ),
    # Giacinto
    "01205": (
        city_action(
            Engage(_OPPOSING),
            Move(Both(THIS, _CHARACTER), ADJACENT_CITY, together=True),
            cost=(Engage(THIS),),
        ),
    ),
    # Captain's Coat
    "01206": (city_action(Pressure(Stat.INFLUENCE), If(SUCCESSFUL, (Claim(),)), cost=(Engage(THIS),)),),
}
