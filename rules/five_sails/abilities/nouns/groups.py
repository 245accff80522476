"""Groups of cards, and choosing or targeting among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from cards.catalogue import CardType
from rules.five_sails.abilities.nouns.filters import Filter
from rules.five_sails.abilities.nouns.roles import Noun, Pick
from rules.five_sails.state.log import tell
from rules.five_sails.state.play import Play
from rules.five_sails.state.values import in_force, is_allowed
from rules.five_sails.terms.basics import NONE, Zone
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import Moment
from rules.five_sails.terms.parts import Question
from rules.five_sails.terms.phrases import Part, Speech, article


class Pool(Part):
    """Where the cards of a group are: in play, in a pile."""

    __slots__ = ()

    #: Whether copies in it are one choice.
    hidden: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def noun(self) -> str:
            """What the cards are called; a field in some subclasses."""

    def cards(self, play: Play) -> Iterable[int]:
        """All cards of the pool."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Characters(Pool):
    noun: ClassVar[str] = "character"

    def cards(self, play: Play) -> Iterable[int]:
        state = play.state
        players = state.table.players
        return [card for step in range(players) for card in state.crew[(play.player + step) % players]]


@dataclass(frozen=True, slots=True)
class Attachments(Pool):
    """All attachments that characters bear."""

    noun: ClassVar[str] = "attachment"

    def cards(self, play: Play) -> Iterable[int]:
        return [worn for character in Characters().cards(play) for worn in play.state.gear[character]]


@dataclass(frozen=True, slots=True)
class Lying(Pool):
    """Cards at City locations that nobody has taken: attachments, or any card of the City Deck."""

    noun: str = "attachment"

    def cards(self, play: Play) -> Iterable[int]:
        state = play.state
        kinds = {"attachment": state.table.is_attachment, "Mercenary": state.table.is_character}.get(self.noun)
        return [card for place in state.table.line for card in state.city_cards[place] if kinds is None or kinds[card]]


@dataclass(frozen=True, slots=True)
class Pile(Pool):
    """Cards of a kind in discard piles: yours, or those of opponents."""

    noun: str
    yours: bool = True
    #: The preposition in the text: "from" or "in".
    word: str = "from"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "{word} {whose} discard pile"

    @property
    def whose(self) -> str:
        return "your" if self.yours else "an opponent's"

    def cards(self, play: Play) -> Iterable[int]:
        state = play.state
        players = [player for player in state.turn_order() if (player == play.player) is self.yours]
        return [card for player in players for card in state.discard[player] if _is_a(play, card, self.noun)]


@dataclass(frozen=True, slots=True)
class CityDiscard(Pool):
    noun: ClassVar[str] = "card"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "from the City discard pile"

    def cards(self, play: Play) -> Iterable[int]:
        return play.state.discard[NONE]


@dataclass(frozen=True, slots=True)
class Seen(Pool):
    """Cards of a kind that an earlier part revealed and that have not gone anywhere yet."""

    noun: str = "card"
    hidden: ClassVar[bool] = True
    says: ClassVar[str] = "revealed this way"

    def cards(self, play: Play) -> Iterable[int]:
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
    """The cards of a pool that match all filters."""

    pool: Pool
    filters: tuple[Filter, ...] = ()

    def members(self, play: Play) -> list[int]:
        """The cards that match now; in a pile, one copy stands for all."""
        found = list(self.pool.cards(play))
        for each in self.filters:
            if not found:
                return found
            found = each.keep(play, found)
        if self.pool.hidden:
            kin = play.state.table.kin
            return list({kin[card]: card for card in reversed(found)}.values())[::-1]
        return found

    def words(self, speech: Speech) -> str:
        """Adjectives, the noun, and what follows it."""
        noun = next((word for each in self.filters if (word := each.noun(speech))), self.pool.noun)
        said = [
            *(each.before(speech) for each in self.filters),
            noun,
            *(each.after(speech) for each in self.filters),
            self.pool.words(speech),
        ]
        return " ".join(word for word in said if word)


def characters(*filters: Filter) -> Those:
    """Characters in play that match."""
    return Those(Characters(), filters)


@dataclass(frozen=True, slots=True)
class A(Pick):
    """One of a group, chosen without targeting."""

    those: Those
    key: str = ""
    #: Whether the text says "one of your".
    of_yours: bool = False
    #: Extra text to avoid ambiguity.
    suffix: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.those.pool.noun)

    def options(self, play: Play) -> list[Choice]:
        return [choice(Kind.CHOOSE, card) for card in self.those.members(play)]

    def remember(self, play: Play, answer: Choice) -> None:
        play.bind(self.key, answer.card)

    def words(self, speech: Speech) -> str:
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
    """One of a group, by targeting it. Targets are announced, and some cards cannot be targeted."""

    those: Those
    key: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.those.pool.noun)

    def has_options(self, play: Play) -> bool:
        members = self.those.members(play)
        if not members or not in_force(play.state, _OF_TARGETS):
            return bool(members)
        return any(is_allowed(play.state, Question.MAY_TARGET, each, play.card) for each in members)

    def options(self, play: Play) -> list[Choice]:
        state, card = play.state, play.card
        return [
            choice(Kind.TARGET, each)
            for each in self.those.members(play)
            if is_allowed(state, Question.MAY_TARGET, each, card)
        ]

    def remember(self, play: Play, answer: Choice) -> None:
        """Remember the target and announce it."""
        play.bind(self.key, answer.card)
        tell(play.state, Moment.TARGETED, answer.card, by=play.cause)

    def words(self, speech: Speech) -> str:
        said = self.those.words(speech)
        speech.named = self.key
        return f"a target {said}"

    def order(self, speech: Speech) -> str:
        """As a cost: target an opposing character."""
        return f"target {article(self.those.words(speech))}"


@dataclass(frozen=True, slots=True)
class Chosen(Noun):
    """A target that an earlier step chose because other parts depend on it; worded as if chosen here."""

    pick: Target

    @property
    def key(self) -> str:
        return self.pick.key

    def find(self, play: Play) -> tuple[int, ...]:
        return self.pick.find(play)

    def words(self, speech: Speech) -> str:
        return self.pick.words(speech)


@dataclass(frozen=True, slots=True)
class Each(Noun):
    """Every card that matches."""

    those: Those
    #: Extra text to avoid ambiguity.
    suffix: str = ""
    key: ClassVar[str] = "each"
    says: ClassVar[str] = "each {those}{suffix}"

    def find(self, play: Play) -> tuple[int, ...]:
        return tuple(self.those.members(play))
