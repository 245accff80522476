"""The Renown each scheme places whatever the opponents do, entered by hand and checked against the card text.

Only effects above the bar that do not depend on other players are included. Where the text gives a choice, the
goldfish takes the Renown. Rules 4.2.5 and 4.5.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.facts import SCHEME_DRAWS

DOCKS, FORUMS, BAZAAR = 1, 2, 4
ANYWHERE: Final = DOCKS | FORUMS | BAZAAR
ENDS: Final = DOCKS | BAZAAR


class Bar(IntEnum):
    """A location that nobody can control this Day."""

    NONE = 0
    #: The end of the line with less Renown, which is emptied first.
    EMPTIED_END = 1
    #: The location with the least Renown, if that is 1 or less.
    POOREST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """What a scheme does to the locations: empty, bar, then Renown as printed, as chosen, and where there is none."""

    empties: bool = False
    bar: Bar = Bar.NONE
    docks: int = 0
    forums: int = 0
    bazaar: int = 0
    #: 1 Renown on each of this many different locations out of ``among``.
    chosen: int = 0
    among: int = ANYWHERE
    #: Whether the City cards at the chosen location are discarded.
    scares: bool = False
    #: 1 Renown on each of this many different locations that have none.
    bare: int = 0
    #: 1 Renown on each of this many different locations at Dusk.
    dusk: int = 0
    #: Cards drawn on top of the Day's draw.
    draws: int = 0

    @property
    def amount(self) -> int:
        """The most Renown it can place."""
        return self.docks + self.forums + self.bazaar + self.chosen + self.bare + self.dusk


_DOCKS_BAZAAR: Final = Placement(docks=1, bazaar=1)
_DOCKS_FORUMS: Final = Placement(docks=1, forums=1)
_FORUMS_BAZAAR: Final = Placement(forums=1, bazaar=1)
_DOCKS: Final = Placement(docks=1)
_FORUMS: Final = Placement(forums=1)
_ONE: Final = Placement(chosen=1)
_TWO: Final = Placement(chosen=2)
_TWO_BARE: Final = Placement(bare=2)

#: A scheme that is not here places nothing.
PLACEMENTS: Final[Mapping[str, Placement]] = {
    "01015": _DOCKS_BAZAAR,
    "01016": _TWO,
    "01044": _DOCKS_BAZAAR,
    "01045": _FORUMS,
    "01071": _ONE,
    "01072": Placement(bare=1),
    "01098": _TWO,
    "01099": _DOCKS,
    "01125": _ONE,
    "01126": Placement(bar=Bar.EMPTIED_END, forums=1, chosen=1, among=ENDS),
    "01143": Placement(forums=1, chosen=1, scares=True),
    "01144": _ONE,
    "01145": Placement(bare=3, draws=SCHEME_DRAWS["01145"]),
    "01146": _DOCKS_FORUMS,
    "01147": _FORUMS_BAZAAR,
    "01148": _DOCKS_BAZAAR,
    "01149": _DOCKS_BAZAAR,
    "01150": _FORUMS,
    "01151": Placement(empties=True, chosen=1),
    "01152": _ONE,
    "02004": _DOCKS_BAZAAR,
    "02005": Placement(chosen=1, bare=1),
    "02014": _FORUMS,
    "02015": _TWO_BARE,
    "02024": Placement(dusk=2),
    "02025": _ONE,
    "02035": _TWO_BARE,
    "02036": Placement(docks=2),
    "02045": Placement(forums=1, chosen=1, among=ENDS),
    "02046": _TWO,
    "02052": Placement(bazaar=1),
    "02053": _DOCKS,
    "03005": _FORUMS_BAZAAR,
    "03006": _TWO,
    "03017": _TWO,
    "03018": _FORUMS_BAZAAR,
    "03029": _DOCKS_FORUMS,
    "03030": _TWO,
    "03041": _DOCKS_BAZAAR,
    "03042": _DOCKS_FORUMS,
    "03053": _TWO,
    "03054": _DOCKS_FORUMS,
    "03061": _FORUMS_BAZAAR,
    "03062": _DOCKS_FORUMS,
    "03063": _DOCKS_BAZAAR,
    "04004": _DOCKS_BAZAAR,
    "04005": _DOCKS,
    "04014": Placement(docks=1, chosen=1, among=FORUMS | BAZAAR),
    "04015": _TWO,
    "04024": _FORUMS,
    "04025": Placement(chosen=1, among=DOCKS | FORUMS),
    "04034": _ONE,
    "04035": _FORUMS_BAZAAR,
    "04044": _TWO,
    "04045": Placement(chosen=1, among=ENDS),
    "04051": _ONE,
    "04052": Placement(bar=Bar.POOREST, chosen=1),
}

NO_PLACEMENT: Final = Placement()
