"""What the tests of the neutral cards share."""

from rules.five_sails import Kind
from rules.five_sails.terms.basics import FORUMS
from tests.rules.five_sails.real import A, B, Real

SOLINE, MAYA, DOLORES, SIBELLA, PAVEL = "01089", "01093", "01091", "01012", "01120"
DANIELLA, PHILIP, TERRELL = "01036", "01039", "01042"
KNIFE, SWORD, JACKET, MUSKET, PLATE, PANZERHAND, GLASS = "01157", "01048", "01158", "01156", "01153", "01047", "01100"
CUIRASS, COAT, EVENT, PISTOL = "01193", "01206", "01185", "01191"
EKO, SIGURD, GUSTAVO, KALLA, MARYAM = "01182", "01190", "01192", "01197", "01186"


def meeting(a=(), b=(), *, mine: str = SIBELLA, other: str = TERRELL, **more):
    """Two characters at The Forums, and nobody else in the City."""
    real = Real([mine, *a], [other, *b], **more)
    return real, real.enter(mine, A, FORUMS), real.enter(other, B, FORUMS)


def challenged(real: Real, mine: int, other: int, threat: int = 3):
    """Mine was challenged and faces so much threat; its player is to play a card."""
    return real.duel(other, mine, 0, threat)


def finish(real: Real):
    """Use nothing more in this round."""
    if Kind.DECLINE in real.asked():
        real.do(Kind.DECLINE)
