"""How many cards a Day brings, how many may be kept, and what a card is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cards.catalogue import Card, CardType
from cards.stats import Mark, Stat

#: The game ends with the fifth Day (section 4).
DAYS: Final = 5

#: Leaders that draw at the end of Dawn, before anybody plans.
DAWN_DRAWS: Final[Mapping[str, int]] = {"03001": 5}
#: Schemes whose own text, when resolved (4.2.5), always makes their player draw.
SCHEME_DRAWS: Final[Mapping[str, int]] = {"01145": 1}


def worth(card: Card) -> int:
    """What a card pays when discarded for a cost (6.9)."""
    return 2 if "Wealth" in card.keywords else 1


def printed_panache(leader: Card) -> int:
    """How many cards may be kept at Dusk, and what the draw starts from (4.2.6, 4.5.2e)."""
    if leader.type is not CardType.LEADER:
        raise ValueError(f"{leader.full_name} ({leader.code}) is not a leader")
    return max(0, _number(leader, leader.panache, "Panache"))


def dawn_draw(leader: Card) -> int:
    """How many cards the leader's own text draws at the end of Dawn."""
    return DAWN_DRAWS.get(leader.code, 0)


def planning_draw(leader: Card, scheme: Card | None) -> int:
    """How many cards Planning brings: Panache as the scheme modifies it, and what the scheme's own text draws.

    A Panache below 0 counts as 0 (4.2.6); without a scheme it is unmodified (Q6).
    """
    if scheme is None:
        return printed_panache(leader)
    if scheme.type is not CardType.SCHEME:
        raise ValueError(f"{scheme.full_name} ({scheme.code}) is not a scheme")
    panache = printed_panache(leader) + _number(scheme, scheme.panache_mod, "Panache modifier")
    return max(0, panache) + SCHEME_DRAWS.get(scheme.code, 0)


def draws_by_day(leader: Card, schemes: Iterable[Card | None]) -> tuple[int, ...]:
    """How many cards each Day brings in all, a scheme for each Day."""
    days = tuple(dawn_draw(leader) + planning_draw(leader, scheme) for scheme in schemes)
    if len(days) > DAYS:
        raise ValueError(f"a game has {DAYS} Days, not {len(days)}")
    return days


def _number(card: Card, stat: Stat, name: str) -> int:
    if isinstance(stat, int):
        return stat
    if stat is Mark.DASH:
        return 0
    raise ValueError(f"the {name} of {card.full_name} ({card.code}) is not known")
