"""Filters on cards, whose text comes before the noun, after it, or instead of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from cards.catalogue import CardType
from rules.five_sails.abilities.nouns.places import Place, Where
from rules.five_sails.abilities.nouns.roles import Noun
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import counts_as, has_trait, is_dash, value
from rules.five_sails.terms.basics import HOME, NONE, Stat, Zone
from rules.five_sails.terms.phrases import Part, Speech


class Filter(Part):
    """A condition on a card. Its text comes before the noun, after it, or instead of it."""

    __slots__ = ()

    def matches(self, play: Play, card: int) -> bool:
        """Whether a card meets the condition."""
        raise NotImplementedError

    def keep(self, play: Play, cards: list[int]) -> list[int]:
        """The cards that match."""
        return [card for card in cards if self.matches(play, card)]

    def before(self, speech: Speech) -> str:
        """The text before the noun."""
        return ""

    def after(self, speech: Speech) -> str:
        """The text after the noun."""
        return ""

    def noun(self, speech: Speech) -> str:
        """The text instead of the noun."""
        return ""


class Adjective(Filter):
    """A filter of one word, used before the noun or after "is"."""

    __slots__ = ()

    def before(self, speech: Speech) -> str:
        return self.words(speech)


@dataclass(frozen=True, slots=True)
class Opposing(Adjective):
    """Another player's, at this location (10)."""

    says: ClassVar[str] = "opposing"

    def matches(self, play: Play, card: int) -> bool:
        return bool(self.keep(play, [card]))

    def keep(self, play: Play, cards: list[int]) -> list[int]:
        """Checks many cards at once, because this filter is used most."""
        at, player = play.place, play.player
        if at >= HOME:
            return []
        place, control = play.state.place, play.state.control
        return [card for card in cards if place[card] == at and control[card] != player]


@dataclass(frozen=True, slots=True)
class Enemy(Adjective):
    """Another player's, anywhere."""

    says: ClassVar[str] = "enemy"

    def matches(self, play: Play, card: int) -> bool:
        return play.state.control[card] not in (play.player, NONE)


@dataclass(frozen=True, slots=True)
class Engaged(Adjective):
    says: ClassVar[str] = "engaged"

    def matches(self, play: Play, card: int) -> bool:
        return bool(play.state.engaged[card])


@dataclass(frozen=True, slots=True)
class EnGarde(Adjective):
    says: ClassVar[str] = "en garde"

    def matches(self, play: Play, card: int) -> bool:
        return not play.state.engaged[card]


@dataclass(frozen=True, slots=True)
class Available(Adjective):
    """Can be recruited or equipped from the City (1.7)."""

    says: ClassVar[str] = "available"

    def matches(self, play: Play, card: int) -> bool:
        state = play.state
        return state.zone[card] == Zone.CITY and state.table.definitions[card].type is not CardType.EVENT


@dataclass(frozen=True, slots=True)
class Trait(Adjective):
    name: str
    #: Whether the trait replaces the noun: a Mercenary.
    alone: bool = False

    def matches(self, play: Play, card: int) -> bool:
        return has_trait(play.state, card, self.name) or counts_as(play.state, card, self.name, play.player)

    def words(self, speech: Speech) -> str:
        return self.name

    def before(self, speech: Speech) -> str:
        return "" if self.alone else self.name

    def noun(self, speech: Speech) -> str:
        return self.name if self.alone else ""


@dataclass(frozen=True, slots=True)
class Non(Adjective):
    """Lacks a trait or keyword."""

    name: str
    says: ClassVar[str] = "non-{name}"

    def matches(self, play: Play, card: int) -> bool:
        return not has_trait(play.state, card, self.name)


class Postscript(Filter):
    """A filter whose text follows the noun."""

    __slots__ = ()

    def after(self, speech: Speech) -> str:
        return self.words(speech)


@dataclass(frozen=True, slots=True)
class YouControl(Postscript):
    says: ClassVar[str] = "you control"

    def matches(self, play: Play, card: int) -> bool:
        return play.state.control[card] == play.player


@dataclass(frozen=True, slots=True)
class AtPlace(Postscript):
    where: Where
    says: ClassVar[str] = "at {where}"

    def matches(self, play: Play, card: int) -> bool:
        bearer = play.state.bearer[card]
        return play.state.place[card if bearer == NONE else bearer] in self.where.find(play)


@dataclass(frozen=True, slots=True)
class WithLess(Postscript):
    """Has less of a stat than somebody."""

    stat: Stat
    other: Noun
    says: ClassVar[str] = "with less {stat} than {other}"

    def matches(self, play: Play, card: int) -> bool:
        return value(play.state, card, self.stat) < value(play.state, self.other.one(play), self.stat)


@dataclass(frozen=True, slots=True)
class WithNoMore(Postscript):
    """Has no more of a stat than somebody."""

    stat: Stat
    other: Noun
    says: ClassVar[str] = "with no more {stat} than {other}"

    def matches(self, play: Play, card: int) -> bool:
        return value(play.state, card, self.stat) <= value(play.state, self.other.one(play), self.stat)


@dataclass(frozen=True, slots=True)
class WithNoMoreAttachments(Postscript):
    """Bears no more attachments than somebody."""

    other: Noun
    says: ClassVar[str] = "with no more attachments than {other}"

    def matches(self, play: Play, card: int) -> bool:
        gear = play.state.gear
        return len(gear[card]) <= len(gear[self.other.one(play)])


@dataclass(frozen=True, slots=True)
class WithAnAttachment(Postscript):
    says: ClassVar[str] = "with an attachment"

    def matches(self, play: Play, card: int) -> bool:
        return bool(play.state.gear[card])


@dataclass(frozen=True, slots=True)
class On(Postscript):
    bearer: Noun
    says: ClassVar[str] = "on {bearer}"

    def matches(self, play: Play, card: int) -> bool:
        return play.state.bearer[card] in self.bearer.find(play)


@dataclass(frozen=True, slots=True)
class CanEngage(Postscript):
    """Can engage for a cost (6.13); this has no text."""

    def matches(self, play: Play, card: int) -> bool:
        return not play.state.engaged[card]


OPPOSING: Final = Opposing()
ENEMY: Final = Enemy()
ENGAGED: Final = Engaged()
EN_GARDE: Final = EnGarde()
AVAILABLE: Final = Available()
YOU_CONTROL: Final = YouControl()
MERCENARY: Final = Trait("Mercenary", alone=True)
WEAPON: Final = Trait("Weapon", alone=True)


def at(place: int | Where) -> AtPlace:
    """Is at a place, given by number or as a noun."""
    return AtPlace(Place(place) if isinstance(place, int) else place)


def strength(play: Play, card: int, stat: Stat) -> int | None:
    """A character's stat; None for a dash, which cannot be compared (6.19)."""
    return None if card == NONE or is_dash(play.state, card, stat) else value(play.state, card, stat)
