"""The colours of the faces, and the arithmetic that proves their contrast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour by its hexadecimal name."""

    hex: str

    @property
    def rgb(self) -> RGB:
        """The three channels."""
        return int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16)

    def toward(self, other: Colour, share: float) -> Colour:
        """A mixture with ``share`` of the other colour."""
        mixed = (round(a + (b - a) * share) for a, b in zip(self.rgb, other.rgb, strict=True))
        return Colour("#" + "".join(f"{channel:02X}" for channel in mixed))

    @property
    def luminance(self) -> float:
        """Relative luminance, as WCAG 2.2 defines it."""
        channels = [value / 255 for value in self.rgb]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    high, low = sorted((one.luminance, other.luminance), reverse=True)
    return (high + 0.05) / (low + 0.05)


PAPER: Final = Colour("#F4ECD8")
INK: Final = Colour("#1E1B18")
BRASS: Final = Colour("#C39A45")
WHITE: Final = Colour("#FFFFFF")


@dataclass(frozen=True, slots=True)
class FactionColours:
    """The colours and emblem of a faction, or of the City."""

    name: str
    emblem: str
    main: Colour

    @property
    def deep(self) -> Colour:
        """The frame's dark ground and the colour of art lines."""
        return self.main.toward(INK, 0.42)

    @property
    def dark(self) -> Colour:
        """Ink of the engraving: nearly black, with a breath of the faction."""
        return self.main.toward(INK, 0.72)

    @property
    def tint(self) -> Colour:
        """Paper with a breath of the faction, under the art."""
        return PAPER.toward(self.main, 0.13)

    @property
    def text(self) -> Colour:
        """For words and icons on paper."""
        return self.main.toward(INK, 0.2)


FACTION_COLOURS: Final[Mapping[str, FactionColours]] = {
    "castille": FactionColours("castille", "castille", Colour("#A3282B")),
    "eisen": FactionColours("eisen", "eisen", Colour("#4A5560")),
    "montaigne": FactionColours("montaigne", "montaigne", Colour("#23539B")),
    "ussura": FactionColours("ussura", "ussura", Colour("#2F6B3A")),
    "vodacce": FactionColours("vodacce", "vodacce", Colour("#643A86")),
    "neutral": FactionColours("neutral", "neutral", Colour("#7A5C12")),
    "city": FactionColours("city", "five-sails", Colour("#11666B")),
    "location": FactionColours("location", "location", Colour("#8A4B2A")),
}


def faction_colours(card: Card) -> FactionColours:
    """The colours of a card: its faction's, or the City's."""
    if card.type is CardType.LOCATION:
        return FACTION_COLOURS["location"]
    return FACTION_COLOURS[card.faction or "city"]
