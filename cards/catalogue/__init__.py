"""Cards as frozen values, and an index over them. Knows nothing of files or databases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final

from cards.catalogue.folding import fold
from cards.catalogue.phrases import body, compose, label
from cards.catalogue.stats import STAT_LABELS, Stat

NEUTRAL: Final = "neutral"

#: Separates a scheme's own text from what lasts the Day (rule 4.2.5).
SCHEME_BAR: Final = "———"


class CardType(StrEnum):
    """What a card is; the API's ``type``."""

    LEADER = "leader"
    CHARACTER = "character"
    SCHEME = "scheme"
    ATTACHMENT = "attachment"
    RISK = "risk"
    EVENT = "event"
    CITY_CHARACTER = "city_character"
    CITY_ATTACHMENT = "city_attachment"
    LOCATION = "location"

    @property
    def label(self) -> str:
        return TYPE_LABELS[self]


TYPE_LABELS: Final[Mapping[CardType, str]] = {
    CardType.LEADER: "Leader",
    CardType.CHARACTER: "Character",
    CardType.SCHEME: "Scheme",
    CardType.ATTACHMENT: "Attachment",
    CardType.RISK: "Risk",
    CardType.EVENT: "Event",
    CardType.CITY_CHARACTER: "City character",
    CardType.CITY_ATTACHMENT: "City attachment",
    CardType.LOCATION: "Location",
}


class Zone(StrEnum):
    """Where a card may go; the API's ``deck`` (rules 1.4, 1.6, 2.2)."""

    LEADER = "leader"
    APPROACH = "approach"
    FACTION = "faction"
    CITY = "city"
    LOCATION = "location"


class AbilityKind(StrEnum):
    """The types of ability (rule 6.1), a scheme's own text, and what happens when a card is revealed (4.2.2)."""

    PASSIVE = "passive"
    ACTION = "action"
    REACTION = "reaction"
    FORCED = "forced"
    TECHNIQUE = "technique"
    MANEUVER = "maneuver"
    SCHEME = "scheme"
    WHEN_REVEALED = "when_revealed"


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability, in the parts from which its text is composed."""

    kind: AbilityKind
    effect: str
    qualifiers: tuple[str, ...] = ()
    trigger: str | None = None
    cost: str | None = None
    below_bar: bool = False

    @property
    def label(self) -> str:
        """The bold words in front, such as ``City Action:``; empty where none are printed."""
        return label(self.kind, self.qualifiers)

    @property
    def body(self) -> str:
        """What follows the label: trigger, cost and effect, with icon tokens."""
        return body(self.trigger, self.cost, self.effect)

    @property
    def text(self) -> str:
        """The whole ability as players read it, with icon tokens."""
        return compose(self.kind, self.qualifiers, self.trigger, self.cost, self.effect)


@dataclass(frozen=True, slots=True)
class Printing:
    """One appearance of a card on cardboard: a set, a number, an artist."""

    code: str
    set: str
    number: str
    artist: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer to a question about one card, and where it comes from."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class CardSet:
    """A product in which cards were published."""

    code: str
    number: str
    name: str
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Faction:
    """A nation that leaders serve, or the neutral mark (rules 2.1, 2.2)."""

    code: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Term:
    """A keyword or a game term, explained; ``keyword`` when cards print it as one."""

    name: str
    explanation: str
    rule: str
    keyword: bool = False


@dataclass(frozen=True, slots=True)
class CityDeck:
    """One of the fixed thirty-card City Decks (rule 1.6)."""

    code: str
    name: str
    cards: tuple[str, ...]
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card, as the rules see it; its printings are in ``printings``."""

    code: str
    set: str
    number: str
    name: str
    type: CardType
    deck: Zone
    title: str | None = None
    faction: str | None = None
    cost: Stat = None
    resolve: Stat = None
    combat: Stat = None
    finesse: Stat = None
    influence: Stat = None
    panache: Stat = None
    crew_cap: Stat = None
    initiative: Stat = None
    panache_mod: Stat = None
    riposte: Stat = None
    parry: Stat = None
    thrust: Stat = None
    traits: tuple[str, ...] = ()
    traits_known: bool = True
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    printings: tuple[Printing, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    city_number: int | None = None
    #: Whose card this is; by default its name.
    person: str = ""
    deckable: bool = True

    def __post_init__(self) -> None:
        if not self.person:
            object.__setattr__(self, "person", self.name)

    def stat(self, name: str) -> Stat:
        """A stat by its name in ``STAT_NAMES``."""
        value: Stat = getattr(self, name)
        return value

    @property
    def stat_labels(self) -> Mapping[str, str]:
        """The labels of the stats that this card has, by name."""
        return {name: label for name, label in STAT_LABELS.items() if self.stat(name) is not None}

    @property
    def is_unique(self) -> bool:
        """At most one copy in a faction deck (D12)."""
        return "Unique" in self.keywords

    @property
    def is_brute(self) -> bool:
        """A character of the faction deck (rule 9.2)."""
        return "Brute" in self.keywords

    @property
    def is_mercenary(self) -> bool:
        """A character that is recruited from the City (rule 5.4)."""
        return "Mercenary" in self.traits

    @property
    def is_neutral(self) -> bool:
        """Any leader may run it (rule 2.2)."""
        return self.faction == NEUTRAL

    @property
    def full_name(self) -> str:
        """Name and title, which together tell two versions of a person apart."""
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def text(self) -> str:
        """All abilities, a line each, with a bar between a scheme's own text and what lasts the Day."""
        lines: list[str] = []
        for ability in self.abilities:
            if ability.below_bar and SCHEME_BAR not in lines and lines:
                lines.append(SCHEME_BAR)
            lines.append(ability.text)
        return "\n".join(lines)


def may_run(leader: Card, card: Card) -> bool:
    """Whether a deck led by ``leader`` may hold ``card``: neutral or loyal, and not the leader's own person.

    Rules D7, D8 and D10; Q3 for the person.
    """
    return (
        card.deckable
        and card.deck in (Zone.APPROACH, Zone.FACTION)
        and card.faction in (NEUTRAL, leader.faction)
        and card.person != leader.person
    )


@dataclass(frozen=True)
class Catalogue:
    """Every card and the lists around them; ``version`` changes whenever any fact does."""

    version: str
    cards: tuple[Card, ...]
    sets: tuple[CardSet, ...] = ()
    factions: tuple[Faction, ...] = ()
    terms: tuple[Term, ...] = ()
    city_decks: tuple[CityDeck, ...] = ()
    #: Cards that left the data but are still in somebody's deck: found by code, listed nowhere.
    retired: tuple[Card, ...] = ()
    _by_code: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        known = (*self.retired, *self.cards)
        codes = {printing.code: card for card in known for printing in card.printings}
        codes.update({card.code: card for card in known})
        object.__setattr__(self, "_by_code", codes)

    def __hash__(self) -> int:
        return hash(self.version)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, code: object) -> bool:
        return code in self._by_code

    def card(self, code: str) -> Card:
        """The card with this code, its own or a printing's. :raises KeyError: if there is none."""
        return self._by_code[code]

    def get(self, code: str) -> Card | None:
        """The card with this code, its own or a printing's, if there is one."""
        return self._by_code.get(code)

    @cached_property
    def leaders(self) -> tuple[Card, ...]:
        """The leaders (D1)."""
        return tuple(card for card in self.cards if card.type is CardType.LEADER)

    @cached_property
    def traits(self) -> tuple[str, ...]:
        """Every trait on any card, in alphabetical order."""
        return tuple(sorted({trait for card in self.cards for trait in card.traits}, key=fold))

    @cached_property
    def artists(self) -> tuple[str, ...]:
        """Everyone credited on a printing."""
        return tuple(sorted({p.artist for card in self.cards for p in card.printings if p.artist}, key=fold))

    @cached_property
    def by_set(self) -> Mapping[str, CardSet]:
        return {card_set.code: card_set for card_set in self.sets}

    @cached_property
    def by_faction(self) -> Mapping[str, Faction]:
        return {faction.code: faction for faction in self.factions}

    @cached_property
    def keywords(self) -> tuple[Term, ...]:
        """The terms that cards print as keywords."""
        return tuple(term for term in self.terms if term.keyword)

    def faction_name(self, card: Card) -> str:
        """The name of a card's faction; empty for a card of the City."""
        return self.by_faction[card.faction].name if card.faction else ""

    def type_line(self, card: Card) -> str:
        """Faction and type, such as ``Castille character``."""
        faction = self.faction_name(card)
        return f"{faction} {card.type.label.lower()}" if faction else card.type.label

    def named(self, name: str) -> tuple[Card, ...]:
        """All cards with a name or full name, ignoring accents, case and the kind of quotation marks."""
        return self._by_folded_name.get(fold(name), ())

    @cached_property
    def _by_folded_name(self) -> Mapping[str, tuple[Card, ...]]:
        by_name: dict[str, list[Card]] = {}
        for card in self.cards:
            for key in dict.fromkeys((fold(card.name), fold(card.full_name))):
                by_name.setdefault(key, []).append(card)
        return {key: tuple(cards) for key, cards in by_name.items()}
