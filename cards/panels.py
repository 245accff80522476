"""Registries of what other apps add to card pages, so that cards need not import them.

``fivesails_site.panels`` registers every panel. A panel is called with the request (and the card, on a card page) and
returns safe HTML, or None to show nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

from django.http import HttpRequest
from django.utils.safestring import SafeString

from cards.catalogue import Card

P = ParamSpec("P")


class Panels(Generic[P]):
    """The panels of one kind of page, ordered by position."""

    def __init__(self) -> None:
        self._panels: dict[str, tuple[int, Callable[P, SafeString | None]]] = {}

    def register(self, name: str, panel: Callable[P, SafeString | None], position: int = 100) -> None:
        """Add a panel, replacing any earlier one of that name."""
        self._panels[name] = (position, panel)

    def unregister(self, name: str) -> None:
        """:raises KeyError: if no panel has that name."""
        del self._panels[name]

    def __len__(self) -> int:
        return len(self._panels)

    def render(self, *args: P.args, **kwargs: P.kwargs) -> list[SafeString]:
        """The HTML of each panel that has something to show."""
        ordered = sorted(self._panels.items(), key=lambda item: (item[1][0], item[0]))
        return [html for _, (_, panel) in ordered if (html := panel(*args, **kwargs))]


#: The first screen of the home page: what one can do here.
home_doors: Panels[[HttpRequest]] = Panels()
home_panels: Panels[[HttpRequest]] = Panels()
card_panels: Panels[[HttpRequest, Card]] = Panels()
#: Buttons on a card's page and in its preview: the same for everybody, since both are cached publicly.
card_actions: Panels[[HttpRequest, Card]] = Panels()
