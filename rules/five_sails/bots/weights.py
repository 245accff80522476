"""What the heuristic bot thinks things are worth, in one place. Everything is measured against a Renown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The parameters of ``HeuristicBot``. One collected Renown is worth 10, and a card in hand less than 1."""

    #: Renown that is collected.
    renown: float = 10.0
    #: Renown on a location that will be collected at Plunder (4.4.2).
    renown_at: float = 8.0
    #: A controlled location, even without Renown: it can be a part of Dominance, and it breaks ties (8.5).
    control: float = 3.0
    #: The second core location in the same hands.
    second_location: float = 4.0
    #: The third: Dominance at Plunder, unless somebody interferes (8.2).
    dominance: float = 60.0
    #: Renown in sight that is enough to win (8.3).
    race: float = 40.0
    #: A game that is won.
    victory: float = 1000.0

    #: A point of each stat of a character in play; Resolve counts what wounds have left.
    influence: float = 1.6
    combat: float = 1.5
    finesse: float = 0.5
    resolve: float = 0.7
    #: How much of a Brute's worth is left, which is gone at Dusk (9.2).
    brute: float = 0.4
    #: How much of a character's worth is lost with all of its Resolve, as long as it lives.
    wounded: float = 0.7
    #: A wound of a Leader, and how much more the last ones weigh.
    leader_wound: float = 8.0
    leader_peril: float = 9.0
    #: An en garde character in High Drama, and what a point of its Combat adds: it could still challenge.
    ready: float = 0.6
    ready_combat: float = 0.2

    #: A hand card that pays 1, and what remains of it beyond the Leader's Panache, where Dusk discards it (4.5.2e).
    card: float = 0.5
    surplus: float = 0.35
    #: A point of combat values on a hand card, beyond what pays.
    riposte: float = 0.16
    parry: float = 0.09
    thrust: float = 0.12
    #: An implemented ability of an attachment, a scheme or a hand card.
    ability: float = 0.5
    #: A card more or less that a scheme draws (4.2.6), and a hundred points of Initiative.
    panache: float = 0.6
    initiative: float = 1.0

    #: What an unknown combat card does: nothing of the other hand is known but its size.
    usual_riposte: float = 0.8
    usual_parry: float = 1.3
    usual_thrust: float = 2.0
    #: How likely an enemy that could challenge is to do so: from the same location, and from its Home.
    challenged_here: float = 0.35
    challenged_from_home: float = 0.12
    #: How much of a claim is left if an enemy could take the location back, or if it is only prepared.
    contested: float = 0.7
    prepared: float = 0.75
    #: How much of a claim or a defence a character brings that only helps others.
    support: float = 0.35
    #: How much of a duel or a recruitment at another location is worth going there.
    opportunity: float = 0.5
    #: What a deed must bring to be better than passing.
    threshold: float = 0.05
