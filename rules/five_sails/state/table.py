"""The cards of one game, numbered once, and everything about them that no move can change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from cards.catalogue import AbilityKind, CardType, Catalogue, CityDeck
from decks.decklist import Decklist
from rules.five_sails.state.definitions import ATTACHMENTS, Definition, Implemented, define_all
from rules.five_sails.terms.basics import HOME, LINES, NONE, PLACE_CODES, PLAYER_LETTERS, Zone, neighbours
from rules.five_sails.terms.choices import Choice, Kind, choice
from rules.five_sails.terms.happenings import Moment, Timing
from rules.five_sails.terms.options import RULEBOOK, Options
from rules.five_sails.terms.parts import Ability, Modifier, Question, Scene

#: Far above any real deck; bounds the time any call takes.
MAX_DECK_SIZE: Final = 100

_IN_PLAY: Final = frozenset({Zone.PLAY})
#: The zones where the abilities of some card types work, if not in play.
_ZONES_BY_TYPE: Final = {
    CardType.RISK: frozenset({Zone.HAND}),
    CardType.EVENT: frozenset({Zone.CITY}),
    CardType.LOCATION: frozenset({Zone.LOCATION}),
}
#: The exceptions: a Maneuver works on the combat card, and a risk's passive text about itself nearly everywhere.
_ZONES: Final = {
    **{(kind, AbilityKind.MANEUVER): frozenset({Zone.LINE}) for kind in CardType},
    (CardType.RISK, AbilityKind.PASSIVE): frozenset({Zone.HAND, Zone.ANNOUNCED, Zone.LINE, Zone.PLAY}),
}

#: An ability on the table: the card that prints it, and its number on that card.
AbilityRef = tuple[int, int]
#: An ability that waits for a moment: its card and number, the zones the card must be in, and whether it is automatic
#: rather than a Reaction that a player may decline.
Listener = tuple[int, int, frozenset[Zone], bool]
#: A modifier on the table: its card and ability, itself, and the zones the card must be in.
Standing = tuple[int, int, Modifier, frozenset[Zone]]


class Book:
    """All cards that games can be played with, and their implemented abilities."""

    def __init__(self, catalogue: Catalogue, implemented: Implemented) -> None:
        self.definitions: Mapping[str, Definition] = define_all(catalogue, implemented)
        self.city_decks: Mapping[str, CityDeck] = {deck.code: deck for deck in catalogue.city_decks}
        self.version = catalogue.version
        self._catalogue = catalogue

    def definition(self, code: str) -> Definition:
        """A card by its own or a printing's code. :raises ValueError: if there is none."""
        card = self._catalogue.get(code)
        if card is None:
            raise ValueError(f"no card has the code {code!r}")
        return self.definitions[card.code]


class Table:
    """The cards of a game by their numbers.

    First, for each player, the leader, the approach deck and the faction deck, ordered by code; then the City Deck in
    its printed order; then the locations of the line. Numbers never change, and equal decks get equal numbers.
    """

    __slots__ = (
        "abilities",
        "actions",
        "approach",
        "bonus",
        "book",
        "character_actions",
        "city",
        "city_code",
        "cost",
        "decks",
        "definitions",
        "equip_choices",
        "faction",
        "hand_actions",
        "has_actions",
        "has_listeners",
        "has_techniques",
        "is_attachment",
        "is_brute",
        "is_character",
        "is_mercenary",
        "kin",
        "leaders",
        "line",
        "listeners",
        "listening_cards",
        "locations",
        "maneuvers",
        "modifiers",
        "neighbours",
        "numbers",
        "options",
        "orders",
        "owner",
        "person",
        "places_with_actions",
        "players",
        "reach",
        "refs",
        "scenes",
        "size",
        "standing",
        "stats",
        "techniques",
        "traits",
        "uses",
        "values",
        "worth",
        "zones",
    )

    def __init__(self, book: Book, decks: tuple[Decklist, ...], city_code: str, options: Options) -> None:
        if len(decks) not in LINES:
            raise ValueError(f"a game has two to four players, not {len(decks)}")
        if city_code not in book.city_decks:
            raise ValueError(f"there is no City Deck {city_code!r}; choose one of {', '.join(sorted(book.city_decks))}")
        self.book, self.decks, self.city_code, self.options = book, decks, city_code, options
        self.players = len(decks)
        #: By seat, the players in turn order from that seat.
        self.orders = tuple(
            tuple((start + step) % self.players for step in range(self.players)) for start in range(self.players)
        )
        self.line = LINES[self.players]
        self._number_cards()
        self._index_definitions()
        self._lay_out_places()
        self._index_abilities()

    def _number_cards(self) -> None:
        definitions: list[Definition] = []
        owner: list[int] = []
        refs: list[str] = []

        def add(found: Iterable[Definition], player: int, letter: str, first: int = 0) -> tuple[int, ...]:
            start = len(definitions)
            for number, definition in enumerate(found, first):
                definitions.append(definition)
                owner.append(player)
                refs.append(f"{letter}{number}")
            return tuple(range(start, len(definitions)))

        leaders: list[int] = []
        approach: list[tuple[int, ...]] = []
        faction: list[tuple[int, ...]] = []
        for player, deck in enumerate(self.decks):
            letter = PLAYER_LETTERS[player]
            leader, plans, cards = _player_cards(self.book, deck, letter)
            leaders += add((leader,), player, letter)
            approach.append(add(plans, player, letter, 1))
            faction.append(add(cards, player, letter, 1 + len(plans)))
        city = [self.book.definition(code) for code in self.book.city_decks[self.city_code].cards]
        self.city = add(city, NONE, "Y", 1)
        places = add((self.book.definition(PLACE_CODES[place]) for place in self.line), NONE, "L")
        #: The card of each City location, by place; -1 where the line has none.
        self.locations = tuple(places[self.line.index(place)] if place in self.line else NONE for place in range(HOME))
        self.leaders, self.approach, self.faction = tuple(leaders), tuple(approach), tuple(faction)
        self.definitions, self.owner, self.refs = tuple(definitions), tuple(owner), tuple(refs)
        self.size = len(definitions)
        self.numbers = {ref: number for number, ref in enumerate(self.refs)}

    def _index_definitions(self) -> None:
        """Copy the most-read facts of the definitions into tuples of their own."""
        all_cards = self.definitions
        kin: dict[tuple[int, str], int] = {}
        #: Equal for copies of one card with one owner, which count as a single choice.
        self.kin = tuple(
            kin.setdefault((owner, card.code), len(kin)) for owner, card in zip(self.owner, all_cards, strict=True)
        )
        people: dict[str, int] = {}
        #: Equal for characters of one name, whoever owns them.
        self.person = tuple(people.setdefault(card.person, len(people)) for card in all_cards)
        self.stats = tuple(tuple(card.stats[stat] for card in all_cards) for stat in range(4))
        self.bonus = tuple(tuple(card.bonus[stat] for card in all_cards) for stat in range(4))
        self.values = tuple(card.values for card in all_cards)
        self.cost = tuple(card.cost for card in all_cards)
        self.worth = tuple(card.worth for card in all_cards)
        self.is_character = tuple(card.is_character for card in all_cards)
        self.is_brute = tuple(card.is_brute for card in all_cards)
        self.is_mercenary = tuple(card.is_mercenary for card in all_cards)
        self.is_attachment = tuple(card.type in ATTACHMENTS for card in all_cards)
        names = sorted({trait for card in all_cards for trait in card.traits})
        self.traits = {trait: number for number, trait in enumerate(names)}

    def _lay_out_places(self) -> None:
        last = HOME + self.players
        self.neighbours = tuple(
            neighbours(self.line, place) if place in self.line or place >= HOME else () for place in range(last)
        )
        #: Where a player's character may go from a place: its neighbours and the player's Home (3.3).
        self.reach = tuple(
            tuple(near if place >= HOME else (*near, HOME + player) for place, near in enumerate(self.neighbours))
            for player in range(self.players)
        )
        #: The move and claim choices of a player's character at a place, cached by ``flow.drama``.
        self.character_actions: dict[tuple[int, int, int], list[Choice]] = {}
        #: The choices to equip a card to each of several characters, cached by ``flow.drama``.
        self.equip_choices: dict[tuple[int, ...], list[Choice]] = {}

    def _index_abilities(self) -> None:
        """Index the abilities by kind, by the moment they wait for, and by the question they modify."""
        self.abilities = tuple(card.abilities for card in self.definitions)
        #: The zones where each of a card's abilities works.
        self.zones = tuple(tuple(_zones(card, ability) for ability in card.abilities) for card in self.definitions)
        #: The choice that uses each of a card's abilities.
        self.uses = tuple(
            tuple(choice(Kind.USE, card, number=index) for index in range(len(abilities)))
            for card, abilities in enumerate(self.abilities)
        )
        self.actions = self._abilities_of_kind(AbilityKind.ACTION)
        self.hand_actions = tuple(
            tuple(index for index in indexes if Zone.HAND in self.zones[card][index])
            for card, indexes in enumerate(self.actions)
        )
        self.techniques = self._abilities_of_kind(AbilityKind.TECHNIQUE)
        self.maneuvers = self._abilities_of_kind(AbilityKind.MANEUVER)
        given = [one.kind for each in self.abilities for one in each if one is not None and one.granted]
        self.has_actions = any(self.actions) or AbilityKind.ACTION in given
        self.has_techniques = any(self.techniques) or AbilityKind.TECHNIQUE in given
        waiting: dict[Timing, list[list[Listener]]] = {timing: [[] for _ in Moment] for timing in Timing}
        standing: list[list[Standing]] = [[] for _ in Question]
        for card, abilities in enumerate(self.abilities):
            for index, ability in enumerate(abilities):
                if ability is None or ability.granted:
                    continue
                zones = self.zones[card][index]
                listener = (card, index, zones, ability.kind is not AbilityKind.REACTION)
                if ability.trigger is not None:
                    for moment in (ability.trigger.moment, *ability.trigger.also):
                        waiting[ability.trigger.timing][moment].append(listener)
                elif ability.kind is AbilityKind.WHEN_REVEALED and card in self.city:
                    # City cards are revealed when placed, schemes and characters in Planning (4.2.2).
                    waiting[Timing.WHEN][Moment.PLACED].append(listener)
                for modifier in ability.modifiers:
                    standing[modifier.modifies()].append((card, index, modifier, zones))
        #: The abilities that wait for each moment, by timing.
        self.listeners = tuple(tuple(tuple(found) for found in waiting[timing]) for timing in Timing)
        #: The cards of those abilities, each once per set of zones.
        self.listening_cards = tuple(
            tuple(tuple({(card, zones): None for card, _, zones, _ in found}) for found in moments)
            for moments in self.listeners
        )
        _, when, after = self.listeners
        #: Whether any card reacts "when" or "after" a moment.
        self.has_listeners = tuple(bool(when[moment] or after[moment]) for moment in Moment)
        #: All modifiers of each question, in the order they apply: those that set a value come last (6.20).
        self.standing = tuple(tuple(sorted(found, key=lambda entry: entry[2].layer)) for found in standing)
        #: By question and card, the modifiers that can ever affect that card.
        self.modifiers = tuple(
            tuple(self._concerning(found, card) for card in range(self.size)) if found else ((),) * self.size
            for found in self.standing
        )
        self.places_with_actions = tuple(card for card in self.locations if card != NONE and self.actions[card])
        #: The scenes of passive abilities by card, ability, controller and performer, cached by ``values``.
        self.scenes: dict[tuple[int, int, int, int], Scene] = {}

    def _concerning(self, entries: tuple[Standing, ...], card: int) -> tuple[Standing, ...]:
        kind = self.definitions[card].type
        return tuple(
            entry for entry in entries if (entry[0] == card or not entry[2].is_self_only()) and entry[2].concerns(kind)
        )

    def _abilities_of_kind(self, kind: AbilityKind) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(i for i, one in enumerate(each) if one is not None and one.kind is kind and not one.granted)
            for each in self.abilities
        )

    def ability(self, card: int, index: int) -> Ability:
        """An ability of a card. :raises LookupError: if it is not implemented."""
        ability = self.abilities[card][index]
        if ability is None:
            raise LookupError(f"ability {index} of {self.definitions[card].name} is not implemented")
        return ability

    @property
    def unimplemented(self) -> dict[str, tuple[str, ...]]:
        """By card code, the abilities that play as if they were not printed."""
        return {card.code: card.unimplemented for card in self.definitions if card.unimplemented}


def _zones(card: Definition, ability: Ability | None) -> frozenset[Zone]:
    if ability is None:
        return frozenset()
    return ability.zones or _ZONES.get((card.type, ability.kind)) or _ZONES_BY_TYPE.get(card.type, _IN_PLAY)


@lru_cache(maxsize=64)
def table_of(book: Book, decks: tuple[Decklist, ...], city_code: str = "core", options: Options = RULEBOOK) -> Table:
    """The table of a pairing, made once for all its games. :raises ValueError: saying what is wrong with a deck."""
    return Table(book, decks, city_code, options)


def _player_cards(
    book: Book, deck: Decklist, letter: str
) -> tuple[Definition, Sequence[Definition], Sequence[Definition]]:
    if deck.leader is None:
        raise ValueError(f"deck {letter} has no leader (D1)")
    leader = book.definition(deck.leader)
    if leader.type is not CardType.LEADER:
        raise ValueError(f"deck {letter}: {leader.name} is not a leader (D1)")
    approach = sorted((book.definition(code) for code in deck.approach), key=lambda card: card.code)
    if len(approach) > MAX_DECK_SIZE:
        raise ValueError(f"deck {letter}: an approach deck can have at most {MAX_DECK_SIZE} cards")
    for card in approach:
        if card.type not in (CardType.SCHEME, CardType.CHARACTER) or card.is_brute:
            raise ValueError(f"deck {letter}: {card.name} cannot be part of an approach deck (D3, D4)")
    if any(quantity < 1 for _, quantity in deck.faction) or deck.faction_size > MAX_DECK_SIZE:
        raise ValueError(f"deck {letter}: a faction deck can have at most {MAX_DECK_SIZE} cards, and no card 0 times")
    counted = sorted(((book.definition(code), n) for code, n in deck.faction), key=lambda entry: entry[0].code)
    faction = [card for card, quantity in counted for _ in range(quantity)]
    for card in faction:
        if card.type not in (CardType.ATTACHMENT, CardType.RISK) and not card.is_brute:
            raise ValueError(f"deck {letter}: {card.name} cannot be part of a faction deck (D13, D14)")
    return leader, approach, faction
