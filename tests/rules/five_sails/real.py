"""Games of real cards, set up by hand: every card of a test where the test needs it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.datafiles import load_catalogue
from decks.decklist import Decklist
from rules.five_sails import Choice, Game, Kind, Moment, Stat, Zone
from rules.five_sails.agenda import F, advance
from rules.five_sails.calendar import DAY
from rules.five_sails.choices import WAYS
from rules.five_sails.happenings import Happening
from rules.five_sails.state import Duel
from rules.five_sails.terms import NONE, Phase
from rules.five_sails.values import value
from rules.five_sails.zones import lift, to_bottom, to_city, to_discard, to_hand, to_play, to_top
from tests.rules.five_sails.known import BOOK

A, B, C, D = range(4)
CARDS = load_catalogue()
#: The Leaders of the four seats, unless a test names others.
LEADERS = ("01006", "01116", "01062", "01035")
#: Enough to draw and to pay with: one risk worth 2 and twelve worth 1, none of which can be played as an Action.
FILLING = {"01170": 1, "01169": 12}


class Real:
    """A game of real cards in High Drama, with the cards of a test where it needs them.

    Nobody has a hand, nothing lies in the City, and A is First Player and has priority. ``a``, ``b`` and ``c`` are
    the cards of the seats' decks beside their Leaders and the filling.
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
        codes = (a, b, c, ())
        decks = [self._deck(heads[seat], list(codes[seat])) for seat in range(players)]
        self.game = Game.new(BOOK, decks, seed=seed)
        self.state = self.game.state
        # A scheme of the Day may still have something to ask; whatever it is, the Day is set up anew.
        for place in self.game.table.line:
            self.state.holder[place], self.state.fame[place] = NONE, 0
            for card in self.state.lying[place][:]:
                lift(self.state, card)
                to_bottom(self.state, card)
        for seat in range(players):
            for card in (*self.state.hand[seat], *self.state.crew[seat], self.state.scheme[seat]):
                if card != NONE and card not in self.game.table.leaders:
                    self.put_back(card)
        for card, zone in enumerate(self.state.zone):
            if zone == Zone.PLAY and card not in self.game.table.leaders and self.game.table.owner[card] != NONE:
                self.put_back(card)
        self.state.log.clear()
        self.state.later.clear()
        self.state.waiting.clear()
        self.state.lasting.clear()
        self.state.first, self.state.phase, self.state.day = first, Phase.HIGH_DRAMA, 1
        rest = DAY[DAY.index((F.MOMENT, Moment.DRAMA_ENDS)) :]
        self.state.agenda[:] = [*reversed(rest), (F.DRAMA, first, 0)]
        self.again()
