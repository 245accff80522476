"""Games of real cards, set up by hand: every card of a test where the test needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from cards.catalogue import Zone as Deck
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import Decklist
from rules.five_sails import Choice, Game, Kind, Moment, Stat, Zone
from rules.five_sails.flow.day import DAY
from rules.five_sails.flow.handlers import advance
from rules.five_sails.flow.setup import set_up
from rules.five_sails.state.agenda import F
from rules.five_sails.state.state import Duel
from rules.five_sails.state.table import table_of
from rules.five_sails.state.values import value
from rules.five_sails.state.zones import lift, to_city, to_discard, to_hand, to_play, to_top
from rules.five_sails.terms.basics import HOME, NONE, Phase
from rules.five_sails.terms.choices import WAYS
from rules.five_sails.terms.happenings import Happening
from rules.five_sails.terms.options import RULEBOOK
from tests.rules.five_sails.known import BOOK

A, B, C, D = range(4)
CARDS = load_catalogue()
#: The Leaders of the four seats, unless a test names others.
LEADERS = ("01006", "01116", "01062", "01035")
#: Enough to draw and to pay with: one risk worth 2 and twelve worth 1, none of which is an Action.
COIN, FILLER = "01170", "01169"


class Real:
    """A game of real cards in High Drama of the first Day, with the cards of a test where it needs them.

    Nobody has a hand, nothing lies in the City, and A is First Player and has priority, unless the test says otherwise.
    ``a``, ``b`` and ``c`` are the cards of the seats' decks beside their Leaders and the filling.
    """

    def __init__(
        self,
        a: Sequence[str] = (),
        b: Sequence[str] = (),
        c: Sequence[str] = (),
        *,
        players: int = 2,
        leaders: Sequence[str] = (),
        first: int = A,
        seed: int = 3,
    ) -> None:
        heads = (*leaders, *LEADERS[len(leaders) :])
        decks = [self.deck(head, codes) for head, codes in islice(zip(heads, (a, b, c, ()), strict=True), players)]
        self.game = Game(set_up(table_of(BOOK, tuple(decks), "core", RULEBOOK), seed, 0))
        self.state = self.game.state
        self.state.first, self.state.day = first, 1
        self.go_to(Phase.HIGH_DRAMA, (F.MOMENT, Moment.DRAMA_ENDS), (F.DRAMA, first, 0))

    @classmethod
    def of(cls, game: Game) -> Real:
        """A game that is going on already."""
        real = cls.__new__(cls)
        real.game, real.state = game, game.state
        return real

    @staticmethod
    def deck(leader: str, codes: Sequence[str]) -> Decklist:
        """A deck of a Leader, some cards and the filling."""
        cards = {code: CARDS.card(code) for code in codes}
        plans = [code for code, card in cards.items() if card.deck is Deck.APPROACH]
        faction = Counter(code for code in codes if cards[code].deck is Deck.FACTION)
        return Decklist.of(leader, dict.fromkeys(plans), {COIN: 1, FILLER: 12, **faction})

    def go_to(self, phase: Phase, step: tuple[object, ...], *before: tuple[object, ...]) -> None:
        """Go to a step of the Day, after some steps that are none of the Day's."""
        self.state.phase = phase
        self.state.agenda[:] = [*reversed(DAY[DAY.index(step) :]), *reversed(before)]
        self.again()

    def again(self) -> None:
        """Ask once more, after a test has changed something by hand."""
        self.state.legal = ()
        advance(self.state)

    # Putting cards where they shall be.

    def find(self, code: str, owner: int, number: int = 0) -> int:
        """A card by its code: of its owner's copies the first, unless another is asked for."""
        table = self.game.table
        return [c for c, d in enumerate(table.definitions) if d.code == code and table.owner[c] == owner][number]

    def leader(self, player: int, place: int | None = None) -> int:
        """A player's Leader, sent to a place if one is named."""
        card = self.game.table.leaders[player]
        if place is not None:
            self.state.place[card] = place
            self.again()
        return card

    def enter(
        self, code: str, player: int, place: int, *, engaged: bool = False, wounds: int = 0, owner: int | None = None
    ) -> int:
        """A character in play, of the player's own cards or, if it is a Mercenary, of the City's."""
        mercenary = CARDS.card(code).deck is Deck.CITY
        card = self.find(code, NONE if mercenary else player if owner is None else owner)
        lift(self.state, card)
        to_play(self.state, card, player, place)
        self.state.engaged[card], self.state.wounds[card] = int(engaged), wounds
        self.again()
        return card

    def hold(self, code: str, player: int, count: int = 1) -> int:
        """So many copies of a card in its owner's hand; the last of them."""
        for number in range(count):
            card = self.find(code, player, number)
            lift(self.state, card)
            to_hand(self.state, card)
        self.again()
        return card

    def lie(self, code: str, place: int) -> int:
        """A City card at a location, controlled by nobody."""
        card = self.find(code, NONE)
        lift(self.state, card)
        to_city(self.state, card, place)
        self.again()
        return card

    def wear(self, code: str, bearer: int, *, engaged: bool = False, owner: int | None = None) -> int:
        """An attachment on a character, from its controller's cards or the City's."""
        player = self.state.control[bearer]
        city = CARDS.card(code).deck is Deck.CITY
        card = self.find(code, NONE if city else player if owner is None else owner)
        lift(self.state, card)
        self.state.zone[card], self.state.control[card] = Zone.PLAY, player
        self.state.bearer[card], self.state.engaged[card] = bearer, int(engaged)
        self.state.gear[bearer] = (*self.state.gear[bearer], card)
        self.again()
        return card

    def throw(self, code: str, owner: int, number: int = 0) -> int:
        """A card on its owner's discard pile, or the City's."""
        card = self.find(code, owner, number)
        lift(self.state, card)
        to_discard(self.state, card)
        self.again()
        return card

    def stack(self, code: str, owner: int, number: int = 0) -> int:
        """A card on top of its owner's deck, or the City Deck."""
        card = self.find(code, owner, number)
        lift(self.state, card)
        to_top(self.state, card)
        self.again()
        return card

    def scheme(self, code: str, player: int) -> int:
        """A scheme in play that has been resolved."""
        card = self.find(code, player)
        lift(self.state, card)
        self.state.zone[card], self.state.control[card] = Zone.PLAY, player
        self.state.scheme[player] = card
        self.again()
        return card

    def resolve(self, code: str, player: int = A) -> int:
        """A scheme that is being resolved; the Day goes on to the draw when it stays."""
        card = self.find(code, player)
        lift(self.state, card)
        self.state.zone[card] = Zone.REVEALED
        self.state.planned[player] = (card, NONE)
        self.go_to(Phase.PLANNING, (F.PLANNING_DRAW,), (F.RESOLVE_SCHEMES, (player,)))
        return card

    # Playing.

    def do(self, kind: Kind, card: int = NONE, target: int = NONE, place: int = NONE, number: int = NONE) -> None:
        """Make a choice."""
        self.game.push(Choice(kind, card, target, place, number))

    def can(self, kind: Kind, card: int = NONE, target: int = NONE, place: int = NONE, number: int = NONE) -> bool:
        """Whether a choice is allowed."""
        return Choice(kind, card, target, place, number) in self.game.legal()

    def can_use(self, card: int, number: int = 0) -> bool:
        """Whether an ability of a card may be used now, by whomever."""
        return any(c.kind is Kind.USE and (c.card, c.number) == (card, number) for c in self.game.legal())

    def use(self, card: int, number: int = 0, *, on: int = NONE) -> None:
        """Use an ability of a card; ``on`` is the character that has it from another card."""
        self.do(Kind.USE, card, on, NONE, number)

    def way(self, card: int, ability: int, number: int) -> None:
        """Choose one of the ways of an ability."""
        self.do(Kind.NUMBER, card, number=ability * WAYS + number)

    def pick(self, number: int) -> None:
        """Choose one of the ways that are on offer, by its place among them."""
        self.game.push([choice for choice in self.game.legal() if choice.kind is Kind.NUMBER][number])

    def asked(self) -> set[Kind]:
        """The kinds of choice on offer."""
        return {choice.kind for choice in self.game.legal()}

    def offered(self, kind: Kind) -> set[int]:
        """The cards that choices of a kind are about."""
        return {choice.card for choice in self.game.legal() if choice.kind is kind}

    def places(self) -> set[int]:
        """The places on offer."""
        return {choice.place for choice in self.game.legal() if choice.kind is Kind.PLACE}

    # Fighting.

    def duel(self, challenger: int, target: int, *threat: int) -> Duel:
        """The two fight, and the challenged player is to play a card; the two pools as given, if they are."""
        self.pass_to(self.state.control[challenger])
        self.do(Kind.CHALLENGE, challenger)
        self._decline_technique()
        if self.can(Kind.TARGET, target):
            self.do(Kind.TARGET, target)
        self.do(Kind.ACCEPT)
        assert self.state.duel is not None
        if threat:
            self.state.duel.threat[:] = threat
        return self.state.duel

    def _decline_technique(self) -> None:
        if Kind.USE in self.asked():
            self.do(Kind.DECLINE)

    def pass_to(self, player: int) -> None:
        """Pass until a player has priority."""
        while self.game.to_choose != player:
            self.do(Kind.PASS)

    # Looking.

    def value(self, card: int, stat: Stat) -> int:
        """A character's stat as it is now."""
        return value(self.state, card, stat)

    def zone(self, card: int) -> Zone:
        """Where a card is."""
        return Zone(self.state.zone[card])

    def place(self, card: int) -> int:
        """The place of a character or of a card in the City."""
        return self.state.place[card]

    def wounds(self, card: int) -> int:
        """How many wounds a character has."""
        return self.state.wounds[card]

    def engaged(self, card: int) -> bool:
        """Whether a card is engaged."""
        return bool(self.state.engaged[card])

    def at_home(self, card: int) -> bool:
        """Whether a character is at its controller's Home."""
        return self.state.place[card] == HOME + self.state.control[card]

    def cards_in_hand(self, player: int) -> int:
        """How many cards a player holds."""
        return len(self.state.hand[player])

    def told(self, moment: Moment) -> list[Happening]:
        """Everything of a kind that happened since the game was set up."""
        return [happening for happening in self.state.log if happening.moment is moment]

    def told_to(self, viewer: int | None, moment: Moment) -> list[int]:
        """The cards that a player, or somebody who only watches, reads of for a kind of happening; -1 if hidden."""
        return [happening.card for happening in self.game.view(viewer).log if happening.moment is moment]
