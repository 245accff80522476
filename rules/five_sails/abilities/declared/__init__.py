"""The abilities that are built, by card. Beside each printed ability stands what it is made of, or nothing."""

from __future__ import annotations

from typing import Final

from rules.five_sails.abilities.declared.castille import CASTILLE
from rules.five_sails.abilities.declared.city import CITY
from rules.five_sails.abilities.declared.eisen import EISEN
from rules.five_sails.abilities.declared.neutral import NEUTRAL
from rules.five_sails.abilities.declared.others import OTHERS
from rules.five_sails.state.definitions import Built

BUILT: Final[Built] = {**CASTILLE, **EISEN, **NEUTRAL, **CITY, **OTHERS}
