"""Explanations of game terms inside texts. ``fivesails_site.panels`` registers the explainer."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final, Protocol

from cards.catalogue import Catalogue


class Explainer(Protocol):
    """Explains the terms of one text, each where it first occurs; escapes everything else."""

    def term(self, name: str) -> str:
        """HTML of a word that is known to be a term."""

    def text(self, words: str) -> str:
        """HTML of plain text, with its terms explained."""


class Silent:
    """Only escapes."""

    def term(self, name: str) -> str:
        return escape(name)

    def text(self, words: str) -> str:
        return escape(words)


SILENT: Final = Silent()


class Explanations:
    """The registered explainer, or a silent one."""

    def __init__(self) -> None:
        self._begin: Callable[[Catalogue, str], Explainer] | None = None

    def register(self, begin: Callable[[Catalogue, str], Explainer]) -> None:
        """Use ``begin`` to make explainers from now on."""
        self._begin = begin

    def begin(self, catalogue: Catalogue, key: str) -> Explainer:
        """An explainer for one text; ``key`` is unique on its page."""
        return self._begin(catalogue, key) if self._begin else SILENT


explanations: Final = Explanations()
