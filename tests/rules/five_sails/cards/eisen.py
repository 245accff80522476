"""What the tests of the Eisen cards share."""

from __future__ import annotations

from rules.five_sails import Kind
from rules.five_sails.terms.basics import FORUMS
from tests.rules.five_sails.real import COIN, FILLER, A, B, Real

KASPAR = ("01035",)
#: Two plain enemies: Torsten Vakt (6/3/1/2) and Pavel Ivanov (3/0/2/3), and one of the own (4/1/2/0).
TORSTEN, PAVEL, EDELINE = "01122", "01120", "01037"
ADELHEIDE, CARMELLA, MARYAM = "01194", "01178", "01186"
LANGSCHWERT, FLINTLOCK, PANZERHAND, GIFT = "01048", "01049", "01047", "01046"
COINS = [COIN] * 4


def duel_with(risk: str, *gear: str, own: str = EDELINE, threat: int = 3) -> tuple[Real, int, int, int]:
    """A round of A's own character against Torsten in which a risk was just played: the game, the risk and the two."""
    real = Real([own, risk, *gear], [TORSTEN, *COINS])
    mine, enemy = real.enter(own, A, FORUMS), real.enter(TORSTEN, B, FORUMS)
    for code in gear:
        real.wear(code, mine)
    card = real.hold(risk, A)
    real.hold(FILLER, A, 2)
    real.duel(enemy, mine, 0, threat)
    real.do(Kind.FIGHT, card)
    return real, card, mine, enemy
