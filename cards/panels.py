"""Where other apps hang their parts of our pages, so that imports keep pointing one way.

An app registers from its ``AppConfig.ready``. A panel gets the request (and the card, on a card page) and answers with
safe HTML, or with nothing when it has nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

from django.http import HttpRequest
from django.utils.safestring import SafeString

from cards.catalogue import Card

P = ParamSpec("P")


class Panels(Generic[P]):
    """The panels of one kind of page, in the order of their positions."""

    def __init__(self) -> None:
        self._panels: dict[str, tuple[int, Callable[P, SafeString | None]]] = {}

    def register(self, name: str, panel: Callable[P, SafeString | None], position: int = 100) -> None:
        """Add a panel; a name registered again replaces the earlier panel."""
        self._panels[name] = (position, panel)

    def unregister(self, name: str) -> None:
        """Take a panel away again. :raises KeyError: if there is none of that name."""
        del self._panels[name]

    def __len__(self) -> int:
        return len(self._panels)

    def render(self, *args: P.args, **kwargs: P.kwargs) -> list[SafeString]:
        """What each panel has to say."""
        ordered = sorted(self._panels.items(), key=lambda item: (item[1][0], item[0]))
        return [html for _, (_, panel) in ordered if (html := panel(*args, **kwargs))]


home_panels: Panels[[HttpRequest]] = Panels()
card_panels: Panels[[HttpRequest, Card]] = Panels()
