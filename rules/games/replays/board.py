"""The table at one step as a page shows it, without anything that the viewer may not see.

Everything comes from the views that the engine makes for players; nothing here reads the state of a game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, Catalogue
from rules.five_sails import Game, Phase, Stat, View
from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import HOME, NONE, PLACE_CODES, PLAYER_LETTERS
from rules.five_sails.text.sentences import ability_text, say_duration
from rules.five_sails.text.views import CardView, CharacterView, DuelView, PlayerView, place_name
from rules.games.replays.viewers import Viewer

STATS: Final[Mapping[Stat, str]] = {stat: stat.name.lower() for stat in Stat}
PHASES: Final[Mapping[Phase, str]] = {phase: phase.name.replace("_", " ").title() for phase in Phase}
VALUES: Final = ("riposte", "parry", "thrust")


@dataclass(frozen=True, slots=True)
class Figure:
    """A character in play."""

    card: Card
    letter: str
    wounds: int
    resolve: int
    engaged: bool
    dueling: bool
    #: The other three stats by name; nothing for a dash.
    stats: tuple[tuple[str, int | None], ...]
    #: What it bears, and whether that is engaged.
    gear: tuple[tuple[Card, bool], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The cards of a pile by name, with their copies."""

    title: str
    cards: tuple[tuple[Card, int], ...]

    @property
    def count(self) -> int:
        """How many cards, copies included."""
        return sum(copies for _, copies in self.cards)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's side of the table."""

    player: int
    letter: str
    name: str
    bot: str
    leader: Card
    out: bool
    first: bool
    chooses: bool
    renown: int
    home: tuple[Figure, ...]
    scheme: Card | None
    #: Renown that lies on the scheme.
    scheme_renown: int
    announced: tuple[Card, ...]
    hand_size: int
    deck_size: int
    approach_size: int
    planned_size: int
    piles: tuple[Lines, ...]
    #: None where the viewer may not look.
    hand: tuple[Card, ...] | None
    planned: tuple[Card, ...] | None
    approach: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Location:
    """A City location, and who and what is there."""

    card: Card
    renown: int
    #: The letter of its controller, or empty.
    holder: str
    figures: tuple[Figure, ...]
    #: What lies there, each with the Renown on it.
    lying: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class Fought:
    """A card of a dueling line with its printed combat values."""

    card: Card
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One side of a challenge or duel."""

    role: str
    letter: str
    #: None until the challenged character is named.
    card: Card | None
    wounds: int
    resolve: int
    stat: int | None
    threat: int
    lethal: bool
    gambles: int
    active: bool
    line: tuple[Fought, ...]


@dataclass(frozen=True, slots=True)
class DuelBoard:
    """The challenge or duel that is going on."""

    stat: str
    place: str
    stage: str
    sent: int
    sides: tuple[DuelSide, DuelSide]
    revealed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect that outlasts its ability, or waits for its moment."""

    letter: str
    card: Card
    text: str
    until: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table."""

    day: int
    phase: str
    places: tuple[Location, ...]
    #: The opponents' seats, then the viewer's own; A's is last for a viewer who is no player.
    seats: tuple[Seat, ...]
    city_deck_size: int
    city_piles: tuple[Lines, ...]
    effects: tuple[Effect, ...]
    duel: DuelBoard | None


class Painter:
    """Makes the boards of games at one table."""

    def __init__(self, table: Table, catalogue: Catalogue, names: Sequence[str], bots: Sequence[str]) -> None:
        self._table, self._catalogue, self._names, self._bots = table, catalogue, names, bots

    def board(self, game: Game, viewer: Viewer) -> Board:
        """The table as a viewer sees it."""
        view = game.view(viewer.player)
        players = [
            game.view(seat).players[seat] if viewer.sees(seat) else shown for seat, shown in enumerate(view.players)
        ]
        fighting = view.duel.participants if view.duel else ()
        figures = {
            each.card: self._figure(each, dueling=each.card in fighting) for side in players for each in side.crew
        }
        at: dict[int, list[Figure]] = {}
        for side in players:
            for each in side.crew:
                at.setdefault(each.place, []).append(figures[each.card])
        own = viewer.player or 0
        order = [*(seat for seat in range(len(players)) if seat != own), own]
        return Board(
            day=view.day,
            phase=PHASES[view.phase],
            places=tuple(
                Location(
                    self._catalogue.card(PLACE_CODES[place.place]),
                    place.renown,
                    "" if place.holder is None else PLAYER_LETTERS[place.holder],
                    tuple(at.get(place.place, ())),
                    tuple((self._card(each.code), each.renown) for each in place.lying),
                )
                for place in view.places
            ),
            seats=tuple(self._seat(view, seat, players[seat], at.get(HOME + seat, ())) for seat in order),
            city_deck_size=view.city_deck_size,
            city_piles=self._piles(("City discard", view.city_discard), ("City Locker", view.city_locker)),
            effects=tuple(
                Effect(
                    PLAYER_LETTERS[each.player],
                    self._card(self._table.definitions[each.source].code),
                    ability_text(self._table, each.source, each.ability),
                    say_duration(each.until),
                )
                for each in view.lasting
            ),
            duel=self._duel(view.duel, figures) if view.duel else None,
        )

    def _card(self, code: str) -> Card:
        return self._catalogue.card(code)

    def _cards(self, cards: Iterable[CardView]) -> tuple[Card, ...]:
        return tuple(self._card(each.code) for each in cards)

    def _known(self, cards: Iterable[CardView] | None) -> tuple[Card, ...] | None:
        return None if cards is None else self._cards(cards)

    def _piles(self, *named: tuple[str, Iterable[CardView]]) -> tuple[Lines, ...]:
        piles = [
            Lines(title, tuple((self._card(code), copies) for code, copies in Counter(c.code for c in cards).items()))
            for title, cards in named
        ]
        return tuple(pile for pile in piles if pile.cards)

    def _figure(self, shown: CharacterView, *, dueling: bool) -> Figure:
        return Figure(
            card=self._card(shown.code),
            letter=PLAYER_LETTERS[shown.player],
            wounds=shown.wounds,
            resolve=shown.stats[Stat.RESOLVE] or 0,
            engaged=shown.engaged,
            dueling=dueling,
            stats=tuple((STATS[stat], shown.stats[stat]) for stat in (Stat.COMBAT, Stat.FINESSE, Stat.INFLUENCE)),
            gear=tuple((self._card(worn.code), engaged) for worn, engaged in shown.gear),
        )

    def _seat(self, view: View, player: int, shown: PlayerView, home: Sequence[Figure]) -> Seat:
        return Seat(
            player=player,
            letter=shown.letter,
            name=self._names[player],
            bot=self._bots[player] if player < len(self._bots) else "",
            leader=self._card(self._table.definitions[self._table.leaders[player]].code),
            out=shown.out,
            first=view.first == player,
            chooses=view.to_choose == player,
            renown=shown.renown,
            home=tuple(home),
            scheme=self._card(shown.scheme.code) if shown.scheme else None,
            scheme_renown=shown.scheme.renown if shown.scheme else 0,
            announced=self._cards(shown.announced),
            hand_size=shown.hand_size,
            deck_size=shown.deck_size,
            approach_size=shown.approach_size,
            planned_size=shown.planned_size,
            piles=self._piles(("Discard pile", shown.discard), ("The Locker", shown.locker)),
            hand=self._known(shown.hand),
            planned=self._known(shown.planned),
            approach=self._known(shown.approach),
        )

    def _duel(self, duel: DuelView, figures: Mapping[int, Figure]) -> DuelBoard:
        return DuelBoard(
            stat=STATS[duel.stat],
            place=place_name(duel.place),
            stage="Refused" if duel.refused else "Duel" if duel.accepted else "Challenge",
            sent=duel.sent,
            sides=(self._side(duel, 0, figures), self._side(duel, 1, figures)),
            revealed=self._cards(duel.revealed),
        )

    def _side(self, duel: DuelView, side: int, figures: Mapping[int, Figure]) -> DuelSide:
        number, player = duel.participants[side], duel.players[side]
        figure = figures.get(number)
        stats = dict(figure.stats) if figure else {}
        return DuelSide(
            role=("Challenger", "Challenged")[side],
            letter=PLAYER_LETTERS[player] if player != NONE else "",
            card=None if number == NONE else self._card(self._table.definitions[number].code),
            wounds=figure.wounds if figure else 0,
            resolve=figure.resolve if figure else 0,
            stat=figure.resolve if figure and duel.stat is Stat.RESOLVE else stats.get(STATS[duel.stat]),
            threat=duel.threat[side],
            lethal=duel.lethal[side],
            gambles=duel.gambles[side],
            active=duel.round_of == side,
            line=tuple(
                Fought(
                    self._card(each.code), tuple(zip(VALUES, self._table.definitions[each.card].values, strict=True))
                )
                for each in duel.lines[side]
            ),
        )
