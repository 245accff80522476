"""Who watches a game, and what that viewer may know of choices and happenings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.five_sails import Choice, Happening, say_choice
from rules.five_sails.state.log import as_seen
from rules.five_sails.state.state import State
from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import NONE, PLAYER_LETTERS
from rules.five_sails.text.sentences import choice_text
from rules.games.replays.replay import Made

EVERYTHING = "all"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A player, or somebody who sees everything."""

    #: None for whoever sees everything.
    player: int | None

    @property
    def key(self) -> str:
        """The viewer's name in the address."""
        return EVERYTHING if self.player is None else str(self.player + 1)

    @property
    def words(self) -> str:
        """The viewer's name on pages."""
        return "Everything" if self.player is None else f"Player {PLAYER_LETTERS[self.player]}"

    def sees(self, player: int) -> bool:
        """Whether that player's hidden cards are open to the viewer."""
        return self.player is None or self.player == player


def viewers(players: int) -> tuple[Viewer, ...]:
    """Everybody who can watch a game of ``players`` players."""
    return (Viewer(None), *(Viewer(player) for player in range(players)))


def seen_log(state: State, log: Iterable[Happening], viewer: Viewer) -> list[Happening]:
    """A log without what the viewer may not know."""
    return list(log) if viewer.player is None else list(as_seen(state, log, viewer.player))


def say_made(table: Table, made: Made, viewer: Viewer) -> str:
    """A choice that was made, in words; a card that the viewer did not see has no name."""
    return say_choice(table, _seen(made, viewer), brief=True)


def text_made(table: Table, made: Made, viewer: Viewer) -> str:
    """What the ability says that a choice used, if it used one and the viewer saw the card."""
    return choice_text(table, _seen(made, viewer))


def _seen(made: Made, viewer: Viewer) -> Choice:
    return made.choice if viewer.sees(made.player) else _covered(made)


def _covered(made: Made) -> Choice:
    choice = made.choice
    return choice._replace(
        card=choice.card if made.card_open else NONE, target=choice.target if made.target_open else NONE
    )
