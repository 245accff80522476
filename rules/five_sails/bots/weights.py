"""What the heuristic bot thinks things are worth, measured in Renown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The parameters of ``HeuristicBot``. One collected Renown is worth 10, and a card in hand less than 1."""

    #: Collected Renown.
    renown: float = 10.0
    #: Renown on a location that will be collected at Plunder (4.4.2).
    renown_at: float = 8.0
    #: A controlled location, even without Renown: it may lead to Dominance, and it breaks ties (8.5).
    control: float = 3.0
    #: A second core location under the same control.
    second_location: float = 4.0
    #: A third: Dominance at Plunder, unless somebody prevents it (8.2).
    dominance: float = 60.0
    #: Having enough Renown in reach to win (8.3).
    race: float = 40.0
    #: Winning the game.
    victory: float = 1000.0

    #: A point of each stat of a character in play; Resolve counts what wounds have left.
    influence: float = 1.6
    combat: float = 1.5
    finesse: float = 0.5
    resolve: float = 0.7
    #: The share of its worth that a Brute has, since it leaves at Dusk (9.2).
    brute: float = 0.4
    #: The share of a character's worth lost to wounds just short of its Resolve.
    wounded: float = 0.7
    #: A wound on a Leader, and the extra weight of the last ones.
    leader_wound: float = 8.0
    leader_peril: float = 9.0
    #: An en garde character in High Drama, and what a point of its Combat adds: it could still challenge.
    ready: float = 0.6
    ready_combat: float = 0.2

    #: A hand card that pays 1, and the share of it left when the hand exceeds Panache and Dusk may discard it (4.5.2e).
    card: float = 0.5
    surplus: float = 0.35
    #: A point of each combat value on a hand card, on top of its worth as payment.
    riposte: float = 0.16
    parry: float = 0.09
    thrust: float = 0.12
    #: An implemented ability of an attachment, a scheme or a hand card.
    ability: float = 0.5
    #: A card that a scheme draws (4.2.6), and a hundred points of Initiative.
    panache: float = 0.6
    initiative: float = 1.0

    #: The assumed values of an unknown combat card.
    usual_riposte: float = 0.8
    usual_parry: float = 1.3
    usual_thrust: float = 2.0
    #: The chance that an enemy challenges, from the same location and from its Home.
    challenged_here: float = 0.35
    challenged_from_home: float = 0.12
    #: The share of a claim's value if an enemy could take it back, and if it is only prepared.
    contested: float = 0.7
    prepared: float = 0.75
    #: The share of a claim's or defence's value for a character that only helps others.
    support: float = 0.35
    #: The share of a duel's or recruitment's value for moving to its location.
    opportunity: float = 0.5
    #: The value an action must exceed to be better than passing.
    threshold: float = 0.05
