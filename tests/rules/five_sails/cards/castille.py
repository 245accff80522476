"""What the tests of the Castille cards share."""

from rules.five_sails import Kind, Moment
from rules.five_sails.terms.basics import FORUMS
from tests.rules.five_sails.real import FILLER, A, B, Real

SOLINE, DOLORES, MAKEPEACE, MAYA, ANIBAL, SANJAY = "01089", "01091", "01092", "01093", "01094", "01097"
SIBELLA, PAVEL, DANIELLA, PHILIP, TERRELL = "01012", "01120", "01036", "01039", "01042"
KNIFE, SWORD, JACKET, PANZERHAND = "01157", "01048", "01158", "01047"
CUIRASS, COAT, EKO, EVENT = "01193", "01206", "01182", "01185"


def duel_of(real: Real, mine: int, other: int, threat: int = 3):
    """Mine is challenged and faces so much threat; its player is to play a card."""
    return real.duel(other, mine, 0, threat)


def fight(real: Real, card: int, ability: int | None = None):
    real.do(Kind.FIGHT, card)
    if ability is not None:
        real.use(card, ability)


def finish(real: Real):
    """Use nothing more in this round."""
    if Kind.DECLINE in real.asked():
        real.do(Kind.DECLINE)


def finish_round(real: Real):
    """Whoever is asked uses nothing more and takes the first revealed card, until the round is over."""
    rounds = len(real.told(Moment.ROUND_ENDS))
    while len(real.told(Moment.ROUND_ENDS)) == rounds:
        legal = {choice.kind: choice for choice in reversed(real.game.legal())}
        real.game.push(next(legal[kind] for kind in (Kind.TAKE, Kind.DECLINE, Kind.YIELD) if kind in legal))


def maneuver(code: str, mine: str = SOLINE, other: str = SIBELLA, *, a=(), b=()):
    """A's character and B's at The Forums, and A with a card to fight with and two to pay with."""
    leads = mine == SOLINE
    real = Real([code, *a] if leads else [code, mine, *a], [other, *b], leaders=(SOLINE,) if leads else ())
    me = real.leader(A, FORUMS) if leads else real.enter(mine, A, FORUMS)
    them = real.enter(other, B, FORUMS)
    card = real.hold(code, A)
    real.hold(FILLER, A, 2)
    return real, me, them, card


def soline(place: int = FORUMS, **more):
    real = Real([KNIFE, "01103"], [PAVEL, SIBELLA], leaders=(SOLINE,), **more)
    return real, real.leader(A, place), real.enter(PAVEL, B, FORUMS)
