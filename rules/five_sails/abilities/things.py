"""What abilities speak of: cards, places and players, known or chosen.

A noun finds its things in the game, by their numbers, and has a key: whatever has the same key is the same thing, and
may be called "it" (6.18). What a player chooses is bound to its key, so that later parts can speak of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from cards.catalogue import CardType
from rules.five_sails.abilities.parts import Question
from rules.five_sails.abilities.speech import Part, Speech, article, possessive
from rules.five_sails.choices import Choice, Kind, choice
from rules.five_sails.happenings import Moment
from rules.five_sails.log import tell
from rules.five_sails.terms import HOME, NONE, PLACE_NAMES, Stat, Zone
from rules.five_sails.values import allowed, counts_as, crew_at, has_trait, in_force, is_dash, known_place, value

if TYPE_CHECKING:
    from rules.five_sails.abilities.play import Play


class Noun(Part):
    """Some things, by their numbers."""

    __slots__ = ()

    if TYPE_CHECKING:
        # A field of some and the same for all of others; a dataclass would take a property for its default.
        @property
        def key(self) -> str:
            """What tells it from other things, and is the same for the same thing."""

    def find(self, play: Play) -> tuple[int, ...]:
        """What it means now; nothing if there is no such thing."""
        raise NotImplementedError

    def one(self, play: Play) -> int:
        """The only one of them, or -1."""
        found = self.find(play)
        return found[0] if found else NONE


# What an ability knows without choosing.


def side_of(play: Play) -> int:
    """On which side of the duel the ability's player is, or -1."""
    duel = play.state.duel
    return duel.players.index(play.player) if duel is not None and play.player in duel.players else NONE


def _participant(play: Play) -> int:
    duel, side = play.state.duel, side_of(play)
    return play.performer if duel is None or side == NONE else duel.participants[side]


def _adversary(play: Play) -> int:
    duel, side = play.state.duel, side_of(play)
    return NONE if duel is None or side == NONE else duel.participants[1 - side]


def _this(play: Play) -> int:
    """The card itself; in a copied effect the copier: its character, or the card that copies (6.18)."""
    copier = play.number("copier")
    if copier == NONE:
        return play.card
    return play.performer if play.state.table.is_character[play.card] else copier


def _bearer(play: Play) -> int:
    """Whoever bears the card, or did when its ability was announced; the copier's own in a copied effect (6.18)."""
    bearer = play.bearer
    return play.performer if bearer == NONE or play.number("copier") != NONE else bearer


_ROLES: Final[dict[str, Callable[[Play], int]]] = {
    "this": _this,
    "bearer": _bearer,
    "performer": lambda play: play.performer,
    "participant": _participant,
    "adversary": _adversary,
    "leader": lambda play: play.state.table.leaders[play.player],
    "happened": lambda play: play.happening.card,
}


@dataclass(frozen=True, slots=True)
class Role(Noun):
    """A card that plays a part in the ability: itself, its performer, the adversary."""

    key: str
    called: str

    def find(self, play: Play) -> tuple[int, ...]:
        """The card in that role."""
        card = _ROLES[self.key](play)
        return () if card == NONE else (card,)

    def words(self, speech: Speech) -> str:
        """The role, or "it"."""
        return speech.name(self.key, self.called or speech.itself)


THIS: Final = Role("this", "")
BEARER: Final = Role("bearer", "the bearer")
PERFORMER: Final = Role("performer", "the performer")
PARTICIPANT: Final = Role("participant", "your participant")
ADVERSARY: Final = Role("adversary", "the adversary")
LEADER: Final = Role("leader", "your Leader")


@dataclass(frozen=True, slots=True)
class That(Noun):
    """What was chosen before, or what the trigger is about."""

    noun: str = "character"
    key: str = ""
    #: Whether the trigger named it, and not an earlier part.
    triggering: bool = False

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.noun)

    def find(self, play: Play) -> tuple[int, ...]:
        """What is bound to the key, or happened."""
        return (play.happening.card,) if self.triggering else play.cards(self.key)

    def words(self, speech: Speech) -> str:
        """It, or by its noun."""
        return speech.name(self.key, f"that {self.noun}")


@dataclass(frozen=True, slots=True)
class Both(Noun):
    """Two things together."""

    first: Noun
    second: Noun
    key: ClassVar[str] = "both"
    says: ClassVar[str] = "{first} and {second}"

    def find(self, play: Play) -> tuple[int, ...]:
        """Both of them."""
        return (*self.first.find(play), *self.second.find(play))


@dataclass(frozen=True, slots=True)
class YourFighter(Noun):
    """Your participant of the duel that just ended, if it is at this location."""

    key: ClassVar[str] = "fighter"
    says: ClassVar[str] = "that participant"

    def find(self, play: Play) -> tuple[int, ...]:
        """One of the two, if it is yours and still in play."""
        ended, state, here = play.happening, play.state, HERE.one(play)
        return tuple(
            card
            for card in (ended.card, ended.other)
            if state.zone[card] == Zone.PLAY and state.control[card] == play.player and state.place[card] == here
        )


# Players.


@dataclass(frozen=True, slots=True)
class Controller(Noun):
    """Whoever controls a card, or did last."""

    of: Noun
    key: ClassVar[str] = "controller"

    def find(self, play: Play) -> tuple[int, ...]:
        """The player."""
        state, card = play.state, self.of.one(play)
        if card == NONE:
            return ()
        if state.control[card] == NONE and card in state.last:
            return (state.last[card].control,)
        return (state.control[card],)

    def words(self, speech: Speech) -> str:
        """Whose controller; the card stays what "it" means."""
        return f"{possessive(self.of.words(speech))} controller"


@dataclass(frozen=True, slots=True)
class You(Noun):
    """The controller of the card."""

    key: ClassVar[str] = "you"
    says: ClassVar[str] = "you"

    def find(self, play: Play) -> tuple[int, ...]:
        """The ability's player."""
        return (play.player,)


@dataclass(frozen=True, slots=True)
class EachOpponent(Noun):
    """Every other player, from the First Player on."""

    key: ClassVar[str] = "opponents"
    says: ClassVar[str] = "each opponent"

    def find(self, play: Play) -> tuple[int, ...]:
        """All but the ability's player."""
        return tuple(player for player in play.state.turn_order() if player != play.player)


YOU: Final = You()
EACH_OPPONENT: Final = EachOpponent()


# Filters: what a card must be.


class Filter(Part):
    """Something that a card is or not. Its words stand before the noun, behind it, or instead of it."""

    __slots__ = ()

    def fits(self, play: Play, card: int) -> bool:
        """Whether a card is so."""
        raise NotImplementedError

    def before(self, speech: Speech) -> str:
        """What stands before the noun."""
        return ""

    def behind(self, speech: Speech) -> str:
        """What stands behind it."""
        return ""

    def noun(self, speech: Speech) -> str:
        """A noun of its own."""
        return ""


class Adjective(Filter):
    """A filter of one word, which stands before the noun, and alone behind "is"."""

    __slots__ = ()

    def before(self, speech: Speech) -> str:
        """The word."""
        return self.words(speech)


@dataclass(frozen=True, slots=True)
class Opposing(Adjective):
    """Another player's, at this location (10)."""

    says: ClassVar[str] = "opposing"

    def fits(self, play: Play, card: int) -> bool:
        """Where the performer is, in the City."""
        state = play.state
        return state.control[card] != play.player and state.place[card] == play.place and play.place < HOME


@dataclass(frozen=True, slots=True)
class Enemy(Adjective):
    """Another player's, anywhere."""

    says: ClassVar[str] = "enemy"

    def fits(self, play: Play, card: int) -> bool:
        """Not yours."""
        return play.state.control[card] not in (play.player, NONE)


@dataclass(frozen=True, slots=True)
class Engaged(Adjective):
    """Engaged."""

    says: ClassVar[str] = "engaged"

    def fits(self, play: Play, card: int) -> bool:
        """Whether it is."""
        return bool(play.state.engaged[card])


@dataclass(frozen=True, slots=True)
class EnGarde(Adjective):
    """En garde."""

    says: ClassVar[str] = "en garde"

    def fits(self, play: Play, card: int) -> bool:
        """Whether it is."""
        return not play.state.engaged[card]


@dataclass(frozen=True, slots=True)
class Available(Adjective):
    """Can be recruited or equipped from the City (1.7)."""

    says: ClassVar[str] = "available"

    def fits(self, play: Play, card: int) -> bool:
        """It lies at a location, and is no event."""
        state = play.state
        return state.zone[card] == Zone.CITY and state.table.definitions[card].type is not CardType.EVENT


@dataclass(frozen=True, slots=True)
class Trait(Adjective):
    """Has a trait or keyword."""

    name: str
    #: Whether the trait is said instead of the noun: a Mercenary.
    alone: bool = False

    def fits(self, play: Play, card: int) -> bool:
        """Printed or gained."""
        return has_trait(play.state, card, self.name) or counts_as(play.state, card, self.name, play.player)

    def words(self, speech: Speech) -> str:
        """The trait."""
        return self.name

    def before(self, speech: Speech) -> str:
        """The trait, unless it is the noun."""
        return "" if self.alone else self.name

    def noun(self, speech: Speech) -> str:
        """The trait, if it is the noun."""
        return self.name if self.alone else ""


@dataclass(frozen=True, slots=True)
class Non(Adjective):
    """Lacks a trait or keyword."""

    name: str
    says: ClassVar[str] = "non-{name}"

    def fits(self, play: Play, card: int) -> bool:
        """Neither printed nor gained."""
        return not has_trait(play.state, card, self.name)


class Postscript(Filter):
    """A filter that stands behind the noun."""

    __slots__ = ()

    def behind(self, speech: Speech) -> str:
        """Its words."""
        return self.words(speech)


@dataclass(frozen=True, slots=True)
class YouControl(Postscript):
    """Yours."""

    says: ClassVar[str] = "you control"

    def fits(self, play: Play, card: int) -> bool:
        """You control it."""
        return play.state.control[card] == play.player


@dataclass(frozen=True, slots=True)
class AtPlace(Postscript):
    """Is at a place."""

    where: Where
    says: ClassVar[str] = "at {where}"

    def fits(self, play: Play, card: int) -> bool:
        """It, its bearer, or the spot where it lies."""
        bearer = play.state.bearer[card]
        return play.state.place[card if bearer == NONE else bearer] in self.where.find(play)


@dataclass(frozen=True, slots=True)
class WithLess(Postscript):
    """Has less of a stat than somebody."""

    stat: Stat
    other: Noun
    says: ClassVar[str] = "with less {stat} than {other}"

    def fits(self, play: Play, card: int) -> bool:
        """Strictly less."""
        return value(play.state, card, self.stat) < value(play.state, self.other.one(play), self.stat)


@dataclass(frozen=True, slots=True)
class WithNoMore(Postscript):
    """Has no more of a stat than somebody."""

    stat: Stat
    other: Noun
    says: ClassVar[str] = "with no more {stat} than {other}"

    def fits(self, play: Play, card: int) -> bool:
        """As much, or less."""
        return value(play.state, card, self.stat) <= value(play.state, self.other.one(play), self.stat)


@dataclass(frozen=True, slots=True)
class WithNoMoreAttachments(Postscript):
    """Bears no more attachments than somebody."""

    other: Noun
    says: ClassVar[str] = "with no more attachments than {other}"

    def fits(self, play: Play, card: int) -> bool:
        """As many, or fewer."""
        gear = play.state.gear
        return len(gear[card]) <= len(gear[self.other.one(play)])


@dataclass(frozen=True, slots=True)
class WithAnAttachment(Postscript):
    """Bears something."""

    says: ClassVar[str] = "with an attachment"

    def fits(self, play: Play, card: int) -> bool:
        """Anything at all."""
        return bool(play.state.gear[card])


@dataclass(frozen=True, slots=True)
class On(Postscript):
    """Is borne by somebody."""

    bearer: Noun
    says: ClassVar[str] = "on {bearer}"

    def fits(self, play: Play, card: int) -> bool:
        """Whose it is."""
        return play.state.bearer[card] in self.bearer.find(play)


@dataclass(frozen=True, slots=True)
class CanEngage(Postscript):
    """Can engage for a cost (6.13); that goes without saying."""

    def fits(self, play: Play, card: int) -> bool:
        """Is not engaged yet."""
        return not play.state.engaged[card]


@dataclass(frozen=True, slots=True)
class Other(Postscript):
    """None of the cards that were named before; a word of "another" says so."""

    than: Noun

    def fits(self, play: Play, card: int) -> bool:
        """Somebody else."""
        return card not in self.than.find(play)


OPPOSING: Final = Opposing()
ENEMY: Final = Enemy()
ENGAGED: Final = Engaged()
EN_GARDE: Final = EnGarde()
AVAILABLE: Final = Available()
YOU_CONTROL: Final = YouControl()
MERCENARY: Final = Trait("Mercenary", alone=True)
WEAPON: Final = Trait("Weapon", alone=True)


# Groups: where candidates come from, and what they must be.


class Pool(Part):
    """Where the cards of a group are: in play, in a pile."""

    __slots__ = ()

    #: Whether equal cards in it are one choice.
    hidden: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def noun(self) -> str:
            """What they are called; a field of some."""

    def cards(self, play: Play) -> Iterable[int]:
        """All of them."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Characters(Pool):
    """All characters in play."""

    noun: ClassVar[str] = "character"

    def cards(self, play: Play) -> Iterable[int]:
        """From the ability's player on."""
        state = play.state
        players = state.table.players
        return [card for step in range(players) for card in state.crew[(play.player + step) % players]]


@dataclass(frozen=True, slots=True)
class Attachments(Pool):
    """All attachments that characters bear."""

    noun: ClassVar[str] = "attachment"

    def cards(self, play: Play) -> Iterable[int]:
        """By their bearers."""
        return [worn for character in Characters().cards(play) for worn in play.state.gear[character]]


@dataclass(frozen=True, slots=True)
class Lying(Pool):
    """What lies at City locations for whoever takes it: attachments, or any card of the City Deck."""

    noun: str = "attachment"

    def cards(self, play: Play) -> Iterable[int]:
        """In the order of the line."""
        state = play.state
        kinds = {"attachment": state.table.is_attachment, "Mercenary": state.table.is_character}.get(self.noun)
        return [card for place in state.table.line for card in state.lying[place] if kinds is None or kinds[card]]


@dataclass(frozen=True, slots=True)
class Pile(Pool):
    """Cards of a kind in discard piles: yours, or those of opponents."""

    noun: str
    yours: bool = True
    #: How the pile is spoken of: a card is put from it, or taken that is in it.
    word: str = "from"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "{word} {whose} discard pile"

    @property
    def whose(self) -> str:
        """Whose pile it is."""
        return "your" if self.yours else "an opponent's"

    def cards(self, play: Play) -> Iterable[int]:
        """Those of the kind."""
        state = play.state
        players = [player for player in state.turn_order() if (player == play.player) is self.yours]
        return [card for player in players for card in state.discard[player] if _is_a(play, card, self.noun)]


@dataclass(frozen=True, slots=True)
class CityDiscard(Pool):
    """The City discard pile."""

    noun: ClassVar[str] = "card"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "from the City discard pile"

    def cards(self, play: Play) -> Iterable[int]:
        """All of it."""
        return play.state.discard[NONE]


@dataclass(frozen=True, slots=True)
class Seen(Pool):
    """The cards that an earlier part revealed, of a kind, as long as they went nowhere."""

    noun: str = "card"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "revealed this way"

    def cards(self, play: Play) -> Iterable[int]:
        """Those that still lie there."""
        state = play.state
        return [
            card
            for card in play.cards("seen")
            if state.zone[card] in (Zone.REVEALED, Zone.LOOKED) and _is_a(play, card, self.noun)
        ]


def _is_a(play: Play, card: int, noun: str) -> bool:
    table = play.state.table
    if noun == "attachment":
        return table.is_attachment[card]
    return noun != "risk" or table.definitions[card].type is CardType.RISK


@dataclass(frozen=True, slots=True)
class Those(Part):
    """The cards of a pool that fit all filters."""

    pool: Pool
    filters: tuple[Filter, ...] = ()

    def members(self, play: Play) -> list[int]:
        """Who they are now; of equal cards in a pile one stands for all."""
        found = list(self.pool.cards(play))
        for each in self.filters:
            if not found:
                return found
            found = [card for card in found if each.fits(play, card)]
        if self.pool.hidden:
            kin = play.state.table.kin
            return list({kin[card]: card for card in reversed(found)}.values())[::-1]
        return found

    def words(self, speech: Speech) -> str:
        """Adjectives, the noun, what stands behind it."""
        noun = next((word for each in self.filters if (word := each.noun(speech))), self.pool.noun)
        said = [
            *(each.before(speech) for each in self.filters),
            noun,
            *(each.behind(speech) for each in self.filters),
            self.pool.words(speech),
        ]
        return " ".join(word for word in said if word)


def characters(*filters: Filter) -> Those:
    """Characters in play that fit."""
    return Those(Characters(), filters)


# What is chosen.


class Pick(Noun):
    """Something that a player chooses; whatever the ability does with it asks first."""

    __slots__ = ()

    def options(self, play: Play) -> list[Choice]:
        """What there is to choose."""
        raise NotImplementedError

    def chosen(self, play: Play, answer: Choice) -> None:
        """Remember what was chosen."""
        raise NotImplementedError

    def is_there(self, play: Play) -> bool:
        """Whether there is anything to choose."""
        return bool(self.options(play))

    def find(self, play: Play) -> tuple[int, ...]:
        """What was chosen."""
        return play.cards(self.key)


@dataclass(frozen=True, slots=True)
class A(Pick):
    """One of a group, chosen without targeting."""

    those: Those
    key: str = ""
    #: Whether it is one of your own, and said so.
    of_yours: bool = False
    #: What is added, to leave no doubt.
    suffix: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.those.pool.noun)

    def options(self, play: Play) -> list[Choice]:
        """Every member."""
        return [choice(Kind.CHOOSE, card) for card in self.those.members(play)]

    def chosen(self, play: Play, answer: Choice) -> None:
        """Remember it."""
        play.bind(self.key, answer.card)

    def words(self, speech: Speech) -> str:
        """With its article."""
        said = self.those.words(speech)
        speech.named = self.key
        if self.of_yours:
            noun, _, rest = said.partition(" you control")
            return f"one of your {_plural(noun)}{rest}"
        return f"{article(said)} {self.suffix}".strip()


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


_OF_TARGETS: Final = (Question.MAY_TARGET,)


@dataclass(frozen=True, slots=True)
class Target(Pick):
    """One of a group, by targeting it: that is told, and some cards cannot be targeted."""

    those: Those
    key: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.those.pool.noun)

    def is_there(self, play: Play) -> bool:
        """Whether anybody may be targeted."""
        members = self.those.members(play)
        if not members or not in_force(play.state, _OF_TARGETS):
            return bool(members)
        return any(allowed(play.state, Question.MAY_TARGET, each, play.card) for each in members)

    def options(self, play: Play) -> list[Choice]:
        """Every member that may be targeted."""
        state, card = play.state, play.card
        return [
            choice(Kind.TARGET, each)
            for each in self.those.members(play)
            if allowed(state, Question.MAY_TARGET, each, card)
        ]

    def chosen(self, play: Play, answer: Choice) -> None:
        """Remember the target, and let it be known."""
        play.bind(self.key, answer.card)
        tell(play.state, Moment.TARGETED, answer.card, by=play.cause)

    def words(self, speech: Speech) -> str:
        """A target."""
        said = self.those.words(speech)
        speech.named = self.key
        return f"a target {said}"

    def order(self, speech: Speech) -> str:
        """As a cost: target an opposing character."""
        return f"target {article(self.those.words(speech))}"


@dataclass(frozen=True, slots=True)
class Chosen(Noun):
    """A target that a step before has chosen, because more than this part depends on it; said as if it were now."""

    pick: Target

    @property
    def key(self) -> str:
        """The same thing."""
        return self.pick.key

    def find(self, play: Play) -> tuple[int, ...]:
        """What was chosen."""
        return self.pick.find(play)

    def words(self, speech: Speech) -> str:
        """As it is chosen."""
        return self.pick.words(speech)


@dataclass(frozen=True, slots=True)
class AnOpponent(Pick):
    """Another player, by choice; the Leader stands for its player."""

    key: ClassVar[str] = "opponent"
    called: str = "an opponent"

    def options(self, play: Play) -> list[Choice]:
        """Every other player."""
        leaders = play.state.table.leaders
        return [choice(Kind.CHOOSE, leaders[player]) for player in EACH_OPPONENT.find(play)]

    def chosen(self, play: Play, answer: Choice) -> None:
        """Remember the player."""
        play.bind(self.key, play.state.table.owner[answer.card])

    def words(self, speech: Speech) -> str:
        """How it is said."""
        return self.called


AN_OPPONENT: Final = AnOpponent()
A_CHOSEN_OPPONENT: Final = AnOpponent("a chosen opponent")


# Groups of which all are meant.


@dataclass(frozen=True, slots=True)
class Each(Noun):
    """Everybody who fits."""

    those: Those
    #: What is added, to leave no doubt.
    suffix: str = ""
    key: ClassVar[str] = "each"
    says: ClassVar[str] = "each {those}{suffix}"

    def find(self, play: Play) -> tuple[int, ...]:
        """All members."""
        return tuple(self.those.members(play))


# Places.


class Where(Noun):
    """A place, or several."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Here(Where):
    """This location: where the performer, the bearer, this card or the duel is."""

    key: ClassVar[str] = "here"
    says: ClassVar[str] = "this location"

    def find(self, play: Play) -> tuple[int, ...]:
        """Where it is."""
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
        """Its name."""
        return PLACE_NAMES[self.number]

    def find(self, play: Play) -> tuple[int, ...]:
        """That location."""
        return (self.number,) if self.number in play.state.table.line else ()

    def words(self, speech: Speech) -> str:
        """Its name."""
        return PLACE_NAMES[self.number]


@dataclass(frozen=True, slots=True)
class Next(Where):
    """Every location next to this one, the City's only or also your Home (3.3)."""

    city: bool = True
    #: Whether "City" goes without saying.
    plain: bool = False
    #: Whether enemy Homes are meant too: somebody may be there, but nobody of yours can go there.
    homes: bool = False
    key: ClassVar[str] = "next"

    def find(self, play: Play) -> tuple[int, ...]:
        """The neighbours."""
        table, place = play.state.table, HERE.one(play)
        if place == NONE:
            return ()
        if self.homes:
            return (*table.neighbours[place], *range(HOME, HOME + table.players))
        return table.neighbours[place] if self.city else table.reach[play.player][place]

    def words(self, speech: Speech) -> str:
        """One of them, whichever."""
        return "an adjacent City location" if self.city and not self.plain else "an adjacent location"


@dataclass(frozen=True, slots=True)
class AnyPlace(Where):
    """Every City location, or your Home as well."""

    city: bool = True
    key: ClassVar[str] = "any"

    def find(self, play: Play) -> tuple[int, ...]:
        """All but this one."""
        line = play.state.table.line
        places = line if self.city else (*line, HOME + play.player)
        return tuple(place for place in places if place != HERE.one(play))

    def words(self, speech: Speech) -> str:
        """Any of them."""
        return "any City location" if self.city else "any location"


@dataclass(frozen=True, slots=True)
class NotNext(Where):
    """Every City location that is neither this one nor next to it; Home is next to all (3.3)."""

    key: ClassVar[str] = "far"
    says: ClassVar[str] = "a location that is not adjacent to this location"

    def find(self, play: Play) -> tuple[int, ...]:
        """The others."""
        place = HERE.one(play)
        near = Next().find(play)
        return tuple(each for each in play.state.table.line if each != place and each not in near)


@dataclass(frozen=True, slots=True)
class OtherThan(Where):
    """Every City location but one: that one, or the one of the trigger."""

    place: Where | None = None
    key: ClassVar[str] = "other"

    def find(self, play: Play) -> tuple[int, ...]:
        """The others."""
        but = play.happening.place if self.place is None else self.place.one(play)
        return tuple(each for each in play.state.table.line if each != but)

    def words(self, speech: Speech) -> str:
        """One of them."""
        return "a different location" if self.place is None else "another location"


@dataclass(frozen=True, slots=True)
class WithRenown(Where):
    """Those of some places that have Renown; that goes without saying."""

    among: Where
    key: ClassVar[str] = "famous"

    def find(self, play: Play) -> tuple[int, ...]:
        """In the City."""
        return tuple(place for place in self.among.find(play) if place < HOME and play.state.fame[place])


@dataclass(frozen=True, slots=True)
class APlace(Pick, Where):
    """One of several places, by choice."""

    among: Where
    key: ClassVar[str] = "location"

    def options(self, play: Play) -> list[Choice]:
        """Every one."""
        return [choice(Kind.PLACE, place=place) for place in self.among.find(play)]

    def chosen(self, play: Play, answer: Choice) -> None:
        """Remember it."""
        play.bind(self.key, answer.place)

    def words(self, speech: Speech) -> str:
        """As the places are said."""
        return self.among.words(speech)


HERE: Final = Here()
ADJACENT_CITY: Final = APlace(Next())
ADJACENT: Final = APlace(Next(city=False))


def at(place: int | Where) -> AtPlace:
    """Is at a place, by its number or as a noun."""
    return AtPlace(Place(place) if isinstance(place, int) else place)


def there(play: Play, player: int) -> list[int]:
    """A player's characters at this location."""
    return crew_at(play.state, player, HERE.one(play))


def strength(play: Play, card: int, stat: Stat) -> int | None:
    """A stat of a character, or nothing for a dash, which is not compared (6.19)."""
    return None if card == NONE or is_dash(play.state, card, stat) else value(play.state, card, stat)
