"""What the tests of the core City Deck share."""

from __future__ import annotations

from rules.five_sails import Kind, Moment
from rules.five_sails.state.agenda import F
from rules.five_sails.terms.basics import DOCKS, FORUMS, Phase
from tests.rules.five_sails.real import COIN, A, B, Real

#: Torsten Vakt (6/3/1/2), Pavel Ivanov (3/0/2/3), Edeline (4/1/2/0), Otto (4/1/2/2), Servo (5/3/2/1).
TORSTEN, PAVEL, EDELINE, OTTO, SERVO = "01122", "01120", "01037", "01038", "01011"
LANGSCHWERT, FLINTLOCK = "01048", "01049"
LAST_WORD, TRIAGE, MOVE_ALONG = "01055", "01176", "01056"
CUIRASS = "01193"
COINS = [COIN] * 4


class Meeting(Real):
    """Real games with one of the own and Torsten in The Forums, each player with as many coins as it needs."""

    def __init__(self, own: str = EDELINE, *a: str, b: tuple[str, ...] = (), coins: int = 0, **settings: int) -> None:
        super().__init__([own, *a, *COINS], [TORSTEN, *b, *COINS], **settings)
        self.mine = self.enter(own, A, FORUMS)
        self.enemy = self.enter(TORSTEN, B, FORUMS)
        if coins:
            self.hold(COIN, A, coins)
            self.hold(COIN, B, coins)

    def fight(self) -> None:
        """Whoever must plays a coin."""
        definitions = self.game.table.definitions
        self.do(Kind.FIGHT, next(card for card in self.offered(Kind.FIGHT) if definitions[card].code == COIN))


def end_day(real: Real) -> None:
    """Everybody passes, and whatever may be declined is."""
    day = real.state.day
    while real.state.day == day and not real.game.over:
        decline = next((c for c in real.game.legal() if c.kind in (Kind.PASS, Kind.DECLINE)), real.game.legal()[0])
        real.game.push(decline)


def to_dusk(real: Real) -> None:
    real.go_to(Phase.DUSK, (F.MOMENT, Moment.DUSK_BEGINS))


def lasting_technique(gear: str, number: int) -> list[tuple[int, int]]:
    """The threat that Torsten's next two rounds with a Langschwert send, and the wounds he takes of 3 threat in each.

    Edeline, who bears the attachment, uses its Technique in the round before.
    """
    real = Meeting(b=(LANGSCHWERT, LANGSCHWERT), coins=3)
    worn = real.wear(gear, real.mine)
    real.state.wounds[real.mine] = -9
    swords = {real.hold(LANGSCHWERT, B, 2), real.find(LANGSCHWERT, B)}
    real.duel(real.enemy, real.mine, 0, 1)
    real.fight()
    real.use(worn, number)
    found = []
    for sword in sorted(swords):
        real.state.duel.threat[:] = [3, 0]
        real.state.duel.lethal[1] = True
        before = real.wounds(real.enemy)
        real.do(Kind.FIGHT, sword)
        found.append((real.state.duel.threat[1], real.wounds(real.enemy) - before))
        if len(found) < 2:
            real.fight()
    return found


def kalla(*gear: str) -> tuple[Meeting, int, int, list[int]]:
    real = Meeting(EDELINE, OTTO, "01039", *(code for code in gear if code > "01048" and code < "01100"))
    person, other = real.enter("01197", A, FORUMS), real.enter("01039", A, FORUMS)
    real.enter(OTTO, A, DOCKS)
    return real, person, other, [real.wear(code, real.mine) for code in gear]
