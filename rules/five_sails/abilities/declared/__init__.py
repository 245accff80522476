"""The implemented abilities by card code: one declaration for each printed ability, None where it is missing."""

from __future__ import annotations

from typing import Final

from rules.five_sails.abilities.declared.castille import CASTILLE
from rules.five_sails.abilities.declared.city import CITY
from rules.five_sails.abilities.declared.eisen import EISEN
from rules.five_sails.abilities.declared.neutral import NEUTRAL
from rules.five_sails.abilities.declared.others import OTHERS
from rules.five_sails.state.definitions import Implemented

IMPLEMENTED: Final[Implemented] = {**CASTILLE, **EISEN, **NEUTRAL, **CITY, **OTHERS}
