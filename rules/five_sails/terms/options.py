"""Rules that differ between editions, and rulings with more than one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Final, Self


class InitiativeTie(StrEnum):
    """Who is First Player when the highest Initiative is shared (4.2.3, Q8)."""

    #: One seat clockwise from the holder, tied or not.
    PASSES = "passes"
    #: The nearest tied player clockwise from the holder.
    NEAREST = "nearest"
    #: The holder keeps it (playtest edition).
    STAYS = "stays"


class SameName(StrEnum):
    """What happens when a player has two characters of the same name in play (2.5, Q3)."""

    #: The controller destroys one of them, but not the Leader.
    DESTROY = "destroy"
    ALLOWED = "allowed"


class TechniqueLimit(StrEnum):
    """What a Technique's "once per duel" counts (6.6)."""

    #: Each printed Technique: some cards print the same one twice, which would otherwise mean nothing.
    PRINTED = "printed"
    #: The card, however many Techniques it prints.
    CARD = "card"


class GambleRest(StrEnum):
    """Where revealed cards go that are not played (R2)."""

    DISCARD = "discard"
    SINK = "sink"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The rules in force. The defaults are the 2023 rulebook; section 17 and the Q-rulings name the others."""

    initiative_tie: InitiativeTie = InitiativeTie.PASSES
    #: A challenge may be refused (S3r; not in the playtest edition).
    may_refuse: bool = True
    #: A card must be played in the first round after accepting (R2, Q19; not in the playtest edition).
    first_round_duty: bool = True
    #: The challenger announces a Technique before targeting rather than after the answer (S1).
    technique_first: bool = True
    #: A character with a dash may be challenged to a duel of that stat (6.19).
    dash_may_be_challenged: bool = True
    #: A Mercenary may parley (5.4; the playtest edition lets any character).
    mercenaries_parley: bool = False
    #: Only Negotiable Mercenaries can be parleyed with.
    parley_needs_negotiable: bool = True
    #: When no card is played, the cap is the duel's stat rather than always Combat (R2, Q20).
    cap_by_duel_stat: bool = True
    #: Cards that modify Panache change the draw, not just the scheme (4.2.6).
    cards_modify_draw: bool = True
    #: A pressure is compared only with players who have characters there (8.1, Q23).
    pressure_among_present: bool = True
    same_name: SameName = SameName.DESTROY
    #: A character may bear one Offhand attachment, which no other limit counts (9.4).
    offhand_limit: bool = True
    technique_limit: TechniqueLimit = TechniqueLimit.PRINTED
    #: A card that paid 2 goes to The Locker (6.9).
    wealth_to_locker: bool = True
    gamble_rest: GambleRest = GambleRest.DISCARD
    #: An empty City Deck is reshuffled from its discard pile (Q5).
    city_reshuffles: bool = False
    #: A tie after all tie-breakers is decided by lot (8.5, competitive play).
    draws_by_lot: bool = False
    days: int = 5
    renown_to_win: int = 7

    @classmethod
    def named(cls, name: str) -> Self:
        """An edition by name. :raises ValueError: if there is none."""
        if name not in EDITIONS:
            raise ValueError(f"there is no edition {name!r}; choose one of {', '.join(EDITIONS)}")
        return cls.from_record(EDITIONS[name])

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Self:
        """Read what ``changes`` wrote. :raises ValueError: naming the unknown option or wrong value."""
        known = {field.name: getattr(cls(), field.name) for field in fields(cls)}
        chosen: dict[str, object] = {}
        for name, raw in record.items():
            if name not in known:
                raise ValueError(f"there is no option {name!r}")
            kind = type(known[name])
            if kind in (bool, int):
                if type(raw) is not kind:
                    raise ValueError(f"the option {name} must be a {kind.__name__}, not {raw!r}")
                chosen[name] = raw
            else:
                try:
                    chosen[name] = kind(raw)
                except ValueError:
                    raise ValueError(f"the option {name} cannot be {raw!r}") from None
        options = replace(cls(), **chosen)  # type: ignore[arg-type]
        if not (1 <= options.days <= 9 and 1 <= options.renown_to_win <= 99):
            raise ValueError("a game has 1 to 9 Days and is won with 1 to 99 Renown")
        return options

    @property
    def changes(self) -> dict[str, object]:
        """The options that differ from the 2023 rulebook, as plain values."""
        defaults = asdict(RULEBOOK)
        return {
            name: str(value) if isinstance(value, StrEnum) else value
            for name, value in asdict(self).items()
            if value != defaults[name]
        }


#: How each edition differs from the defaults.
EDITIONS: Final[Mapping[str, Mapping[str, object]]] = {
    "2023": {},
    "playtest": {
        "initiative_tie": InitiativeTie.STAYS,
        "may_refuse": False,
        "first_round_duty": False,
        "technique_first": False,
        "dash_may_be_challenged": False,
        "mercenaries_parley": True,
        "parley_needs_negotiable": False,
        "cap_by_duel_stat": False,
        "cards_modify_draw": False,
    },
}

RULEBOOK: Final = Options()
PLAYTEST: Final = Options.named("playtest")
