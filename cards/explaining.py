"""Who explains the game's words inside texts. The app with the rules registers itself; cards import nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final, Protocol

from cards.catalogue import Catalogue


class Explainer(Protocol):
    """Puts explanations behind the words of one text, each where it stands first."""

    def term(self, name: str) -> str:
        """One word as HTML, known to be the name of a term."""

    def text(self, words: str) -> str:
        """A stretch of plain text as HTML."""


class Silent:
    """Explains nothing."""

    def term(self, name: str) -> str:
        """The word, escaped."""
        return escape(name)

    def text(self, words: str) -> str:
        """The text, escaped."""
        return escape(words)


SILENT: Final = Silent()


class Explanations:
    """Whoever explains; nobody before an app registers from its ``AppConfig.ready``."""

    def __init__(self) -> None:
        self._begin: Callable[[Catalogue, str], Explainer] | None = None

    def register(self, begin: Callable[[Catalogue, str], Explainer]) -> None:
        """Ask this one from now on."""
        self._begin = begin

    def begin(self, catalogue: Catalogue, key: str) -> Explainer:
        """An explainer of one text, whose ``key`` no other text of its page has."""
        return self._begin(catalogue, key) if self._begin else SILENT


explanations: Final = Explanations()
