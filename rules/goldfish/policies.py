"""How the goldfish plays: named parameters, each with a meaning, and the adversary that every deck meets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

#: A limit that nothing on any card reaches.
ANY_PRICE: Final = 9


class PolicyError(ValueError):
    """Parameters that make no policy; ``faults`` names each with what is wrong."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a player values and how much of it they pay; prices of -1 mean never."""

    name: str
    #: Risks with the best combat values that are never paid with.
    reserve: int
    #: The most wealth paid for a mercenary, after parley.
    recruit_most: int
    #: The most wealth paid for a Brute.
    brute_most: int
    #: The most wealth paid for an attachment, from the hand or from the City.
    equip_most: int
    #: Whether characters parley (rule 5.4).
    parley: bool
    #: Whether attachments are equipped that do nothing the goldfish can see.
    idle_gear: bool
    #: What a combat card is worth as the answer to the adversary's challenge, by wounds dealt and by threat stopped:
    #: the order in which cards are paid with, dropped at Dusk and, from the other end, fought with.
    strike: int
    guard: int
    #: What a character's number is worth: who is mustered first, who leaves a full crew, who bears what the champion
    #: may not.
    resolve: int
    combat: int
    finesse: int
    influence: int
    #: What a scheme is worth: a Renown it places, a card it draws, a tenth of its initiative.
    scheme_renown: int
    scheme_draw: int
    scheme_initiative: int

    def as_dict(self) -> dict[str, Any]:
        """Every parameter by its name."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adversary:
    """Who challenges the crew's best fighter every Day: an attack that is the same for every deck."""

    #: Threat of the challenge, and the most wounds it deals in a round (rules S5, 7.1).
    combat: int = 3
    #: Wounds that destroy it.
    resolve: int = 5
    #: The combat card it plays in each of its rounds.
    riposte: int = 1
    parry: int = 1
    thrust: int = 2
    #: How often it can play that card in one duel.
    cards: int = 3

    def as_dict(self) -> dict[str, Any]:
        """Every number by its name."""
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

#: Every named policy and what players are told of it, in the order in which they are offered.
_NAMED: Final = (
    (THRIFTY, "Keeps its cards: free gear, mercenaries only where parley makes them cheap, three risks held back."),
    (SPENDER, "Turns its hand into people and gear at any price; fights with what is left."),
    (DUELIST, "Arms its best fighter at a fair price, holds four risks back, and fights to kill, not to stay whole."),
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

    :raises PolicyError: if there is no such policy, no such parameter, or a value is out of its bounds.
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
    """The reference adversary, or one with other numbers. :raises PolicyError: if a number is none or out of bounds."""
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
