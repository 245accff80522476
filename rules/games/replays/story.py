"""The words beside the board: what was chosen, what happened, what can be chosen now, and where to go next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules.five_sails import Game, Happening, Moment
from rules.five_sails.terms.basics import PLAYER_LETTERS
from rules.five_sails.text.prompts import Prompt, option_labels, prompt
from rules.five_sails.text.sentences import say_log
from rules.games.replays.replay import Replay
from rules.games.replays.viewers import Viewer, say_made, seen_log, text_made, viewers

#: How many of the choices on offer a page lists.
MAX_OFFERED: Final = 60

#: Left out: the heading says it, or it follows from the sentence before.
_QUIET: Final = frozenset(
    {
        Moment.DAWN_BEGINS,
        Moment.DAWN_ENDS,
        Moment.PLANNING_ENDS,
        Moment.DRAMA_ENDS,
        Moment.DUSK_ENDS,
        Moment.ROUND_ENDS,
        Moment.RESOLVED,
    }
)
#: What Dusk does to everybody every Day (4.5.2).
_DUSK: Final = frozenset({Moment.MOVED, Moment.EN_GARDE})
#: How many sentences the log has for one step; the step's own page has them all.
MAX_TOLD: Final = 9


@dataclass(frozen=True, slots=True)
class Entry:
    """A step in the log: who chose what, and what happened."""

    step: int
    path: str
    now: bool
    letter: str
    chosen: str
    #: What the ability says that was used, if one was.
    text: str
    told: tuple[str, ...]

    @property
    def brief(self) -> str:
        """What happened, as far as the log has room."""
        return " ".join(self.told[:MAX_TOLD]) + (" …" if len(self.told) > MAX_TOLD else "")


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice on offer, and whether it was taken."""

    words: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """A button to another step, with its key and label."""

    key: str
    label: str
    icon: str
    path: str
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """One of the game's Days, and where it begins."""

    number: int
    path: str
    now: bool


class Story:
    """The words and links of one step."""

    def __init__(
        self, replay: Replay, now: Game, step: int, viewer: Viewer, at: Callable[[int, Viewer | None], str]
    ) -> None:
        self._replay, self._now, self._step, self._viewer, self._at = replay, now, step, viewer, at

    def _path(self, step: int) -> str:
        return self._at(step, None)

    @cached_property
    def entry(self) -> Entry:
        """The choice that led here."""
        return self._entry(self._step)

    @cached_property
    def log(self) -> list[Entry]:
        """The Day so far, newest first."""
        return [self._entry(step) for step in range(self._step, self._replay.dawn(self._step) - 1, -1)]

    def _entry(self, step: int) -> Entry:
        replay, table = self._replay, self._replay.last.table
        made = replay.made[step - 1] if step else None
        seen = seen_log(self._now.state, replay.told(step), self._viewer)
        return Entry(
            step=step,
            path=self._path(step),
            now=step == self._step,
            letter=PLAYER_LETTERS[made.player] if made else "",
            chosen=say_made(table, made, self._viewer) if made else "the game is set up",
            text=text_made(table, made, self._viewer) if made else "",
            told=tuple(say_log(table, _worth_telling(seen))),
        )

    @property
    def chooser(self) -> str:
        """The letter of the player to choose; empty when the game is over."""
        player = self._now.to_choose
        return "" if player is None else PLAYER_LETTERS[player]

    @property
    def finished(self) -> bool:
        """Whether the game has ended; a record may stop before that."""
        return self._now.over

    @cached_property
    def offered(self) -> list[Offered]:
        """Every choice on offer, if the viewer may know."""
        player = self._now.to_choose
        if player is None or not self._viewer.sees(player):
            return []
        made = self._replay.made
        taken = made[self._step].choice if self._step < len(made) else None
        state = self._now.state
        return [
            Offered(words, choice == taken)
            for words, choice in zip(option_labels(state), self._now.legal(), strict=True)
        ]

    @property
    def asked(self) -> Prompt | None:
        """What has to be chosen now, and the card that asks; None if the viewer may not know."""
        return prompt(self._now.state) if self.offered else None

    @property
    def listed(self) -> list[Offered]:
        """The offers that a page lists, the one that was taken first."""
        return sorted(self.offered, key=lambda each: not each.taken)[:MAX_OFFERED]

    @property
    def unlisted(self) -> int:
        return max(len(self.offered) - MAX_OFFERED, 0)

    @property
    def stops(self) -> list[Stop]:
        """The buttons; those without an address are disabled."""
        step, last = self._step, self._replay.steps
        days = [first for _, first in self._replay.days]
        return [
            Stop("Home", "First", "", self._path(0) if step else ""),
            Stop("ArrowLeft", "Previous", "arrow-left", self._path(step - 1) if step else "", "prev"),
            Stop("ArrowRight", "Next", "arrow-right", self._path(step + 1) if step < last else "", "next"),
            Stop("End", "Last", "", self._path(last) if step < last else ""),
            Stop("d", "Next Day", "", self._following(days)),
            Stop("x", "Next duel", "", self._following(self._replay.duels)),
        ]

    def _following(self, steps: Sequence[int]) -> str:
        return next((self._path(step) for step in steps if step > self._step), "")

    @property
    def days(self) -> list[Day]:
        today = self._replay.marks[self._step].day
        return [Day(number, self._path(step), number == today) for number, step in self._replay.days]

    @property
    def eyes(self) -> list[tuple[Viewer, str]]:
        """Every viewer, with the address of this step for that viewer."""
        return [(viewer, self._at(self._step, viewer)) for viewer in viewers(self._replay.players)]


def _worth_telling(log: Iterable[Happening]) -> Iterator[Happening]:
    dusk = False
    for happening in log:
        dusk = (dusk or happening.moment is Moment.DUSK_BEGINS) and happening.moment is not Moment.DUSK_ENDS
        if happening.moment not in _QUIET and not (dusk and happening.moment in _DUSK):
            yield happening
