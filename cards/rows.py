"""What lists show of a card, as values and fragments of HTML that templates only print."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.catalogue import Card, Catalogue
from cards.explanations import explanations
from cards.paths import card_path
from cards.pictures.face_urls import picture

#: The stats that have a column in tables; a scheme's modifier is shown in its leader's column, panache.
COLUMNS: Final = (
    "cost", "resolve", "combat", "finesse", "influence", "panache", "initiative", "riposte", "parry", "thrust",
)  # fmt: skip


class CardRow:
    """One card in a list. Fragments are rendered for the first list that shows them, and kept."""

    def __init__(self, card: Card, catalogue: Catalogue) -> None:
        self.card: Final = card
        self.path: Final = card_path(card)
        self.name: Final = card.name
        self.title: Final = card.title or ""
        self.full_name: Final = card.full_name
        self.faction: Final = card.faction or ""
        self.faction_name: Final = catalogue.faction_name(card)
        self.type: Final = card.type.label
        self.type_line: Final = catalogue.type_line(card)
        self.traits: Final = ", ".join(card.traits)
        self._catalogue: Final = catalogue

    @cached_property
    def face(self) -> SafeString:
        """The face for the grid, with the card's name as its alternative."""
        return picture(self.card, "grid")

    @cached_property
    def thumb(self) -> SafeString:
        """The smallest face, to stand beside the name."""
        return picture(self.card, "thumb", css="thumb", alt="")

    @cached_property
    def stats(self) -> SafeString:
        """All stats in one line, each with its icon."""
        return self._render("stats")

    @cached_property
    def cells(self) -> SafeString:
        """The table's cells for the stats in ``COLUMNS``."""
        return self._render("cells", columns=[self._column_stat(name) for name in COLUMNS])

    @cached_property
    def text(self) -> SafeString:
        """Keywords and abilities, with the game's terms explained."""
        return self._render("text", explainer=explanations.begin(self._catalogue, self.card.code))

    def _render(self, part: str, **context: Any) -> SafeString:
        return render_to_string(f"cards/parts/{part}.html", {"card": self.card, **context})

    def _column_stat(self, name: str) -> str:
        modifies = name == "panache" and self.card.panache is None and self.card.panache_mod is not None
        return "panache_mod" if modifies else name


def card_rows(catalogue: Catalogue) -> Mapping[str, CardRow]:
    """The rows of all cards, by code."""
    return {card.code: CardRow(card, catalogue) for card in catalogue}
