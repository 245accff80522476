"""One duel simulated many times: shares and means with their 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import thread_time
from typing import Final

from rules.five_sails import Choice, Game, Happening, Moment
from rules.five_sails.bots import BOTS, Bot
from rules.five_sails.bots.heuristic import HeuristicBot
from rules.five_sails.terms.choices import ACCEPT
from rules.games.duels.setup import DuelTable
from rules.games.replays.bots import TooSlow
from rules.goldfish.results.intervals import Estimate, mean, share

#: Processor time that a page may spend on duels; several times what the largest number takes.
MAX_SECONDS: Final = 5.0
#: Far more than bots ever need; it keeps a page from waiting for ever.
MAX_CHOICES: Final = 400


@dataclass(frozen=True, slots=True)
class Result:
    """How one duel ended, side by side."""

    wounds: tuple[int, int]
    destroyed: tuple[bool, bool]
    refused: bool
    #: Whether it came to its end.
    over: bool


#: What can become of two fighters, in the order in which pages tell it; by who was destroyed.
ENDS: Final = ((False, True), (True, False), (True, True), (False, False))


@dataclass(slots=True)
class Tally:
    """The results of many duels, counted."""

    played: int = 0
    ends: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    #: By side, how often so many wounds were taken.
    wounds: tuple[Counter[int], Counter[int]] = field(default_factory=lambda: (Counter(), Counter()))

    def add(self, result: Result) -> None:
        self.played += 1
        self.ends[result.destroyed] += 1
        for side in (0, 1):
            self.wounds[side][result.wounds[side]] += 1

    def end(self, destroyed: tuple[bool, bool]) -> Estimate | None:
        """How often the duels ended so."""
        return share(self.ends[destroyed], self.played)

    def took(self, side: int, wounds: int, *, or_more: bool = False) -> Estimate | None:
        """How often a side took so many wounds."""
        counted = self.wounds[side]
        times = sum(each for number, each in counted.items() if number >= wounds) if or_more else counted[wounds]
        return share(times, self.played)

    def mean_wounds(self, side: int) -> Estimate | None:
        """How many wounds a side takes on average."""
        counted = self.wounds[side].items()
        return mean(self.played, sum(n * times for n, times in counted), sum(n * n * times for n, times in counted))

    @property
    def most_wounds(self) -> int:
        """The most that either side ever took."""
        return max(max(self.wounds[0], default=0), max(self.wounds[1], default=0))


def result_of(table: DuelTable, log: Iterable[Happening]) -> Result:
    """The result of a duel, from its log."""
    fighters = table.fighters
    wounds, destroyed, refused, over = [0, 0], [False, False], False, False
    for happening in log:
        moment = happening.moment
        if moment is Moment.REFUSED:
            refused = True
        if happening.card in fighters:
            side = fighters.index(happening.card)
            if moment is Moment.WOUNDED:
                wounds[side] += happening.number
            elif moment is Moment.DESTROYED:
                destroyed[side] = True
        if moment in (Moment.DUEL_ENDS, Moment.GAME_ENDS):
            over = True
            break
    return Result((wounds[0], wounds[1]), (destroyed[0], destroyed[1]), refused, over)


def fight(game: Game, choose: Callable[[Game], Choice]) -> None:
    """Play the duel to its end, in place; every challenge is accepted."""
    for _ in range(MAX_CHOICES):
        if game.state.duel is None or game.to_choose is None:
            return
        game.push(ACCEPT if ACCEPT in game.legal() else choose(game))


def _player(name: str, seed: int, number: int) -> Bot:
    """A bot; the heuristic one thinks less far ahead, so that there is time for many duels."""
    return HeuristicBot(seed, number, max_depth=1) if name == "heuristic" else BOTS[name](seed, number)


def simulate(table: DuelTable, bots: tuple[str, str], duels: int, seconds: float | None = None) -> Tally:
    """Fight a number of duels; the same ones for the same seed.

    :raises TooSlow: if they take too long, since fewer of them would be other numbers for the same question.
    """
    tally, end = Tally(), thread_time() + (MAX_SECONDS if seconds is None else seconds)
    for number in range(duels):
        if thread_time() > end:
            raise TooSlow(f"{duels} duels of these two take too long. Ask for fewer.")
        game = table.duel(number)
        players = [_player(name, table.setup.seed, 2 * number + seat + 1) for seat, name in enumerate(bots)]
        fight(game, lambda now, players=players: players[now.state.chooser].choose(now))  # type: ignore[misc]
        tally.add(result_of(table, game.state.log))
    return tally
