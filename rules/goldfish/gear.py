"""Who may bear an attachment, and which Techniques help in every duel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cards.catalogue import AbilityKind, Card
from rules.facts import as_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """What a card requires of its bearer; by default nothing."""

    any_of: frozenset[str] = frozenset()
    none_of: frozenset[str] = frozenset()
    finesse: int = 0
    combat: int = 0
    #: Must already bear a Weapon.
    armed: bool = False
    #: Only for enemies, so nobody in a solo game.
    nobody: bool = False

    def matches(self, person: Card) -> bool:
        """Whether a person's printed card meets the requirements."""
        if self.nobody or (self.any_of and not self.any_of & set(person.traits)) or self.none_of & set(person.traits):
            return False
        return as_number(person.finesse) >= self.finesse and as_number(person.combat) >= self.combat


def _only(*traits: str) -> Bearer:
    return Bearer(any_of=frozenset(traits))


_DUELIST: Final = _only("Duelist")
_DIPLOMAT: Final = _only("Diplomat")

#: Every attachment whose text restricts its bearer, entered by hand.
BEARERS: Final[Mapping[str, Bearer]] = {
    "01021": Bearer(nobody=True),
    "01050": Bearer(armed=True),
    "01073": _DUELIST,
    "01074": _DUELIST,
    "01075": Bearer(none_of=frozenset({"Diplomat"})),
    "01154": _only("Sorcerer"),
    "02006": _only("Red Hand"),
    "02016": Bearer(none_of=frozenset({"Sorcerer"})),
    "02027": _DIPLOMAT,
    "02056": _DUELIST,
    "03007": _only("Strega"),
    "03044": _DUELIST,
    "03066": Bearer(nobody=True),
    "04006": _only("Duelist", "Spy", "Assassin"),
    "04026": _DIPLOMAT,
    "04036": _only("Academic"),
    "04053": Bearer(finesse=2),
    "04055": Bearer(combat=2),
}

ANYONE: Final = Bearer()

_GAIN: Final = re.compile(r"Gain \+(\d) \{(riposte|parry|thrust)\}\.")
_ENGAGE: Final = "Engage this attachment"


def technique(card: Card) -> tuple[int, int, int] | None:
    """The Riposte, Parry and Thrust that a card's Technique adds at no cost beyond engaging the card itself.

    A card's Technique is used once per duel (rule 6.6), so only the first such Technique counts.
    """
    for ability in card.abilities:
        if ability.kind is not AbilityKind.TECHNIQUE or ability.qualifiers or ability.cost not in (None, _ENGAGE):
            continue
        match = _GAIN.match(ability.effect)
        if match:
            amount = int(match[1])
            return tuple(amount if match[2] == name else 0 for name in ("riposte", "parry", "thrust"))  # type: ignore[return-value]
    return None
