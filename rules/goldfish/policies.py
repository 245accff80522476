"""How the goldfish plays: the parameters of its policies, and the adversary that every deck meets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

#: A price limit above every cost.
ANY_PRICE: Final = 9


class PolicyError(ValueError):
    """Invalid parameters; ``faults`` says what is wrong with each."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What the goldfish values and what it pays; a price of -1 means never."""

    name: str
    #: How many of the best combat risks are never paid with.
    reserve: int
    #: The most wealth paid for a mercenary, after parley.
    recruit_most: int
    #: The most wealth paid for a Brute.
    brute_most: int
    #: The most wealth paid for an attachment, from the hand or from the City.
    equip_most: int
    #: Whether characters parley (rule 5.4).
    parley: bool
    #: Whether to equip attachments that do nothing the goldfish counts.
    idle_gear: bool
    #: What a wound dealt and a threat stopped are worth when answering the adversary's challenge. Cards are paid with
    #: and discarded at Dusk from the worst on, and fought with from the best on.
    strike: int
    guard: int
    #: What a point of each stat is worth: decides who is mustered first, who leaves a full crew, and who bears what the
    #: champion may not.
    resolve: int
    combat: int
    finesse: int
    influence: int
    #: What a scheme's Renown, its cards drawn and each ten points of its Initiative are worth.
    scheme_renown: int
    scheme_draw: int
    scheme_initiative: int

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adversary:
    """The challenger that the crew's best fighter meets every Day, the same for every deck."""

    #: The threat of its challenge, and the most wounds it deals in a round (rules S5, 7.1).
    combat: int = 3
    #: Wounds that destroy it.
    resolve: int = 5
    #: The combat card it plays in each of its rounds.
    riposte: int = 1
    parry: int = 1
    thrust: int = 2
    #: How many times it can play that card in one duel.
    cards: int = 3

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


THRIFTY: Final = Policy(
    name="thrifty",
    reserve=3,
    recruit_most=1,
    brute_most=0,
    equip_most=0,
    parley=True,
    idle_gear=False,
    strike=2,
    guard=3,
    resolve=1,
    combat=2,
    finesse=1,
    influence=3,
    scheme_renown=10,
    scheme_draw=6,
    scheme_initiative=0,
)

SPENDER: Final = replace(
    THRIFTY,
    name="spender",
    reserve=0,
    recruit_most=ANY_PRICE,
    brute_most=ANY_PRICE,
    equip_most=ANY_PRICE,
    idle_gear=True,
    scheme_draw=8,
)

DUELIST: Final = replace(
    THRIFTY,
    name="duelist",
    reserve=4,
    recruit_most=2,
    brute_most=1,
    equip_most=2,
    strike=3,
    guard=2,
    resolve=2,
    combat=4,
    finesse=2,
    influence=1,
)

#: Every named policy with its description for players, in the order offered.
_NAMED: Final = (
    (
        THRIFTY,
        "Keeps its cards: takes only free gear and mercenaries made cheap by parley, and holds back three risks.",
    ),
    (SPENDER, "Turns its hand into people and gear at any price, and fights with what is left."),
    (
        DUELIST,
        "Arms its best fighter at a fair price, holds back four risks, and fights to kill rather than to survive.",
    ),
)
POLICIES: Final[Mapping[str, Policy]] = {policy.name: policy for policy, _ in _NAMED}
DESCRIPTIONS: Final[Mapping[str, str]] = {policy.name: words for policy, words in _NAMED}

DEFAULT: Final = SPENDER.name

CUSTOM: Final = "custom"

_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "reserve": (0, 20),
    "recruit_most": (-1, ANY_PRICE),
    "brute_most": (-1, ANY_PRICE),
    "equip_most": (-1, ANY_PRICE),
    **dict.fromkeys(("strike", "guard"), (-20, 20)),
    **dict.fromkeys(("resolve", "combat", "finesse", "influence"), (-20, 20)),
    **dict.fromkeys(("scheme_renown", "scheme_draw", "scheme_initiative"), (-20, 20)),
}

_ADVERSARY_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "combat": (0, 12),
    "resolve": (1, 20),
    "riposte": (0, 9),
    "parry": (0, 9),
    "thrust": (0, 9),
    "cards": (0, 9),
}


def policy(name: str = DEFAULT, changes: Mapping[str, object] | None = None) -> Policy:
    """A named policy, or one that differs from it in the parameters of ``changes``.

    :raises PolicyError: if there is no such policy or parameter, or a value is out of bounds.
    """
    if name not in POLICIES:
        raise PolicyError({"policy": f"there is no policy {name!r}; choose one of {', '.join(POLICIES)}"})
    if not changes:
        return POLICIES[name]
    known = {field.name for field in fields(Policy)} - {"name"}
    _check(changes, known, _BOUNDS, switches=frozenset({"parley", "idle_gear"}))
    changed = replace(POLICIES[name], name=CUSTOM, **dict(changes))  # type: ignore[arg-type]
    return POLICIES[name] if replace(changed, name=name) == POLICIES[name] else changed


def adversary(changes: Mapping[str, object] | None = None) -> Adversary:
    """The reference adversary, or one with other numbers. :raises PolicyError: if one is invalid or out of bounds."""
    changes = changes or {}
    _check(changes, set(_ADVERSARY_BOUNDS), _ADVERSARY_BOUNDS, switches=frozenset())
    return Adversary(**dict(changes))  # type: ignore[arg-type]


def _check(
    changes: Mapping[str, object], known: set[str], bounds: Mapping[str, tuple[int, int]], switches: frozenset[str]
) -> None:
    faults: dict[str, str] = {}
    for name, value in changes.items():
        if name not in known:
            faults[name] = f"no such parameter; there are {', '.join(sorted(known))}"
        elif name in switches:
            if not isinstance(value, bool):
                faults[name] = "must be true or false"
        elif not isinstance(value, int) or isinstance(value, bool):
            faults[name] = "must be a whole number"
        elif not bounds[name][0] <= value <= bounds[name][1]:
            faults[name] = f"must be from {bounds[name][0]} to {bounds[name][1]}"
    if faults:
        raise PolicyError(faults)
