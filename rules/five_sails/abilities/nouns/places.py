"""Places: this location, adjacent ones, any, by name or by choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.five_sails.abilities.nouns.roles import Noun, Pick
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import crew_at, known_place
from rules.five_sails.terms.basics import HOME, NONE, PLACE_NAMES, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.phrases import Speech


@dataclass(frozen=True, slots=True)
class YourFighter(Noun):
    """Your participant of the duel that just ended, if it is at this location."""

    key: ClassVar[str] = "fighter"
    says: ClassVar[str] = "that participant"

    def find(self, play: Play) -> tuple[int, ...]:
        ended, state, here = play.happening, play.state, HERE.one(play)
        return tuple(
            card
            for card in (ended.card, ended.other)
            if state.zone[card] == Zone.PLAY and state.control[card] == play.player and state.place[card] == here
        )


class Where(Noun):
    """A place, or several."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Here(Where):
    """This location: where the performer, the bearer, this card or the duel is."""

    key: ClassVar[str] = "here"
    says: ClassVar[str] = "this location"

    def find(self, play: Play) -> tuple[int, ...]:
        place = play.place
        if place == NONE and play.performer != NONE:
            place = known_place(play.state, play.performer)
        return () if place == NONE else (place,)


@dataclass(frozen=True, slots=True)
class Place(Where):
    """A City location by its name."""

    number: int

    @property
    def key(self) -> str:
        return PLACE_NAMES[self.number]

    def find(self, play: Play) -> tuple[int, ...]:
        return (self.number,) if self.number in play.state.table.line else ()

    def words(self, speech: Speech) -> str:
        return PLACE_NAMES[self.number]


@dataclass(frozen=True, slots=True)
class Next(Where):
    """Every location adjacent to this one, in the City only or including your Home (3.3)."""

    city: bool = True
    #: Whether the text omits "City".
    plain: bool = False
    #: Whether enemy Homes are included: characters may be there, but yours cannot go there.
    homes: bool = False
    key: ClassVar[str] = "next"

    def find(self, play: Play) -> tuple[int, ...]:
        table, place = play.state.table, HERE.one(play)
        if place == NONE:
            return ()
        if self.homes:
            return (*table.neighbours[place], *range(HOME, HOME + table.players))
        return table.neighbours[place] if self.city else table.reach[play.player][place]

    def words(self, speech: Speech) -> str:
        return "an adjacent City location" if self.city and not self.plain else "an adjacent location"


@dataclass(frozen=True, slots=True)
class AnyPlace(Where):
    """Every City location, or your Home as well."""

    city: bool = True
    key: ClassVar[str] = "any"

    def find(self, play: Play) -> tuple[int, ...]:
        line = play.state.table.line
        places = line if self.city else (*line, HOME + play.player)
        return tuple(place for place in places if place != HERE.one(play))

    def words(self, speech: Speech) -> str:
        return "any City location" if self.city else "any location"


@dataclass(frozen=True, slots=True)
class NotNext(Where):
    """Every City location that is neither this one nor adjacent to it; Home is adjacent to all (3.3)."""

    key: ClassVar[str] = "far"
    says: ClassVar[str] = "a location that is not adjacent to this location"

    def find(self, play: Play) -> tuple[int, ...]:
        place = HERE.one(play)
        near = Next().find(play)
        return tuple(each for each in play.state.table.line if each != place and each not in near)


@dataclass(frozen=True, slots=True)
class OtherThan(Where):
    """Every City location but one, given or named by the trigger."""

    place: Where | None = None
    key: ClassVar[str] = "other"

    def find(self, play: Play) -> tuple[int, ...]:
        but = play.happening.place if self.place is None else self.place.one(play)
        return tuple(each for each in play.state.table.line if each != but)

    def words(self, speech: Speech) -> str:
        return "a different location" if self.place is None else "another location"


@dataclass(frozen=True, slots=True)
class WithRenown(Where):
    """The places among others that have Renown; this has no text."""

    among: Where
    key: ClassVar[str] = "famous"

    def find(self, play: Play) -> tuple[int, ...]:
        return tuple(place for place in self.among.find(play) if place < HOME and play.state.renown_at[place])


@dataclass(frozen=True, slots=True)
class APlace(Pick, Where):
    """One of several places, by choice."""

    among: Where
    key: ClassVar[str] = "location"

    def options(self, play: Play) -> list[Choice]:
        return [choice(Kind.PLACE, place=place) for place in self.among.find(play)]

    def remember(self, play: Play, answer: Choice) -> None:
        play.bind(self.key, answer.place)

    def words(self, speech: Speech) -> str:
        return self.among.words(speech)


HERE: Final = Here()
ADJACENT_CITY: Final = APlace(Next())
ADJACENT: Final = APlace(Next(city=False))


def there(play: Play, player: int) -> list[int]:
    """A player's characters at this location."""
    return crew_at(play.state, player, HERE.one(play))
