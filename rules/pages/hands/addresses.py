"""The addresses of a game: list, seed and actions are all in them, so that a link shows the same to anyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from rules.hands import Action, write_actions

#: Web servers read request lines of 4094 bytes; a form adds the cards that are marked in it.
MAX_ADDRESS_LENGTH: Final = 3_300


class TooLongError(ValueError):
    """A game that has grown too long for a link."""

    def __init__(self) -> None:
        super().__init__("the game has grown as long as a link can be: undo something, or take a new hand")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: the page, which list it is played with, and the seed."""

    path: str
    #: What names the list in the address, such as the number of a deck's version.
    fixed: tuple[tuple[str, str], ...]
    seed: str

    def at(self, actions: Sequence[Action]) -> str:
        """The address of the game after some actions. :raises TooLongError: if no link can hold it."""
        try:
            query = urlencode((*self.fixed, ("seed", self.seed), ("game", write_actions(actions))))
        except ValueError:
            raise TooLongError from None
        address = f"{self.path}?{query}"
        if len(address) > MAX_ADDRESS_LENGTH:
            raise TooLongError
        return address

    def link(self, actions: Sequence[Action]) -> str:
        """The same for a link on the page: empty if no link can hold it."""
        try:
            return self.at(actions)
        except TooLongError:
            return ""

    def restarted(self, actions: Sequence[Action]) -> str:
        """The address of a new game with another seed and these first actions."""
        return f"{self.path}?{urlencode((*self.fixed, ('game', write_actions(actions))))}"
