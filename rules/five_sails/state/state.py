"""The whole game at one moment: flat lists of small numbers, and the agenda.

Everything a move can change is here, the dice included; everything else is in the ``Table``. Lists are indexed by card
number, by player or by place. Where a list has a row for each owner, the City's row is the last, so that the owner -1
of a City card finds it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.five_sails.state.table import Table
from rules.five_sails.terms.basics import HOME, NONE, Phase, Victory, Zone
from rules.five_sails.terms.choices import Choice
from rules.five_sails.terms.happenings import Happening
from rules.five_sails.terms.parts import Lasting, Scene, Waiting
from rules.random_streams import GOLDEN, MASK, mix, stream_key

#: A frame of the agenda: its kind, and what its handler needs to go on.
Frame = tuple[Any, ...]


class Outcome(NamedTuple):
    """How a game ended; there is no winner in a draw."""

    victory: Victory
    winner: int | None


class LastKnown(NamedTuple):
    """The last known values of a character that left play (6.17)."""

    place: int
    control: int
    stats: tuple[int, int, int, int]


class Duel:
    """A challenge, and the duel it becomes. Side 0 is the challenger's, side 1 the challenged player's (section 7)."""

    __slots__ = (
        "accepted",
        "bonus",
        "card",
        "first_round",
        "gains",
        "gambled",
        "gambles",
        "lethal",
        "line",
        "maneuver_used",
        "participants",
        "place",
        "players",
        "pool_place",
        "refused",
        "round_of",
        "sent",
        "stat",
        "struck",
        "technique",
        "technique_used",
        "threat",
    )

    def __init__(self, challenger: int, player: int, place: int, stat: int) -> None:
        self.participants = [challenger, NONE]
        self.players = [player, NONE]
        self.stat = stat
        #: Where the challenge was issued.
        self.place = place
        self.accepted = False
        self.refused = False
        #: The use of the Technique announced with the challenge, until it resolves (S4).
        self.technique: Scene | None = None
        #: What that Technique adds to the first threat (S5).
        self.bonus = 0
        self.threat = [0, 0]
        #: Where each side's threat is; it cannot harm characters elsewhere (R1, R5.4).
        self.pool_place = [NONE, NONE]
        self.line: list[list[int]] = [[], []]
        self.gambles = [0, 0]
        self.lethal = [False, False]
        self.first_round = True
        #: The side whose round it is or was last.
        self.round_of = NONE
        #: The combat card of this round, and whether it was gambled.
        self.card = NONE
        self.gambled = False
        #: What abilities add to the three combat values this round.
        self.gains = [0, 0, 0]
        #: Threat sent this round and not yet landed (R5.4).
        self.sent = 0
        self.technique_used = False
        self.maneuver_used = False
        #: Whether the round's participant was wounded in it.
        self.struck = False

    def copy(self) -> Duel:
        """An equal duel that shares nothing mutable with this one."""
        other = Duel.__new__(Duel)
        other.participants = self.participants[:]
        other.players = self.players[:]
        other.stat, other.place = self.stat, self.place
        other.accepted, other.refused = self.accepted, self.refused
        other.technique, other.bonus = self.technique, self.bonus
        other.threat = self.threat[:]
        other.pool_place = self.pool_place[:]
        other.line = [self.line[0][:], self.line[1][:]]
        other.gambles = self.gambles[:]
        other.lethal = self.lethal[:]
        other.first_round, other.round_of = self.first_round, self.round_of
        other.card, other.gambled = self.card, self.gambled
        other.gains = self.gains[:]
        other.sent = self.sent
        other.technique_used, other.maneuver_used = self.technique_used, self.maneuver_used
        other.struck = self.struck
        return other

    def side_of(self, card: int) -> int:
        """The side on which a card takes part, or -1."""
        return self.participants.index(card) if card in self.participants else NONE


class State:
    """Everything that moves can change."""

    __slots__ = (
        "after_queue",
        "agenda",
        "approach",
        "bearer",
        "chooser",
        "city_cards",
        "control",
        "crew",
        "dawn",
        "day",
        "deck",
        "dice",
        "discard",
        "doomed",
        "duel",
        "engaged",
        "first",
        "game",
        "gear",
        "hand",
        "history",
        "holder",
        "last_known",
        "lasting",
        "legal",
        "locker",
        "log",
        "notes",
        "out",
        "outcome",
        "phase",
        "place",
        "planned",
        "renown",
        "renown_at",
        "scheme",
        "seed",
        "serial",
        "stream",
        "table",
        "used",
        "used_in_duel",
        "waiting",
        "wounds",
        "zone",
    )

    def __init__(self, table: Table, seed: int, game: int) -> None:
        size, players = table.size, table.players
        self.table = table
        self.seed, self.game = seed, game
        #: The key of the random stream, and how many of its words are used (``rules.random_streams``).
        self.stream = stream_key(seed, game)
        self.dice = 0

        self.agenda: list[Frame] = []
        #: Who must choose now, and the options; nobody while the agenda runs.
        self.chooser = NONE
        self.legal: tuple[Choice, ...] = ()
        self.outcome: Outcome | None = None
        self.log: list[Happening] = []
        self.history: list[Choice] = []
        #: The index in the log where the Day begins; abilities may ask what happened since.
        self.dawn = 0

        self.day = 0
        self.phase: Phase = Phase.DAWN
        self.first = NONE

        # By card.
        self.zone: list[int] = [Zone.DECK] * size
        self.place = [NONE] * size
        self.control = [NONE] * size
        self.engaged = [0] * size
        self.wounds = [0] * size
        self.bearer = [NONE] * size
        #: The attachments a character bears, in the order it got them.
        self.gear: list[tuple[int, ...]] = [()] * size

        # By owner, the City last. The top of a deck is the end of its list.
        self.deck: list[list[int]] = [[] for _ in range(players + 1)]
        self.discard: list[list[int]] = [[] for _ in range(players + 1)]
        self.locker: list[list[int]] = [[] for _ in range(players + 1)]
        self.hand: list[list[int]] = [[] for _ in range(players)]
        self.approach: list[list[int]] = [[] for _ in range(players)]
        #: The characters each player controls, in the order they came.
        self.crew: list[list[int]] = [[] for _ in range(players)]
        self.scheme = [NONE] * players
        #: The scheme and the character chosen for the Day.
        self.planned: list[tuple[int, int]] = [(NONE, NONE)] * players
        self.renown = [0] * players
        self.out = [False] * players
        #: Players whose Leader is destroyed and who leave the game when the duel is over (Q24).
        self.doomed: list[int] = []

        # By City location.
        self.city_cards: list[list[int]] = [[] for _ in range(HOME)]
        self.holder = [NONE] * HOME
        self.renown_at = [0] * HOME

        #: Abilities used this Day and in this duel: the card, the ability's number, and who used it (6.6).
        self.used: set[tuple[int, int, int]] = set()
        self.used_in_duel: set[tuple[int, int, int]] = set()
        self.lasting: list[Lasting] = []
        #: Programs waiting for something to happen, and how many there have ever been.
        self.waiting: list[Waiting] = []
        self.serial = 0
        #: What abilities remember about a card in play, including the Renown on it.
        self.notes: dict[tuple[int, str], int] = {}
        #: What has happened but not yet been offered to "after" Reactions.
        self.after_queue: list[Happening] = []
        self.last_known: dict[int, LastKnown] = {}
        self.duel: Duel | None = None

    def copy(self) -> State:
        """An equal state that shares nothing mutable with this one."""
        other = State.__new__(State)
        other.table = self.table
        other.seed, other.game = self.seed, self.game
        other.stream, other.dice = self.stream, self.dice
        other.agenda = self.agenda[:]
        other.chooser, other.legal, other.outcome = self.chooser, self.legal, self.outcome
        other.log = self.log[:]
        other.history = self.history[:]
        other.dawn = self.dawn
        other.day, other.phase, other.first = self.day, self.phase, self.first
        other.zone = self.zone[:]
        other.place = self.place[:]
        other.control = self.control[:]
        other.engaged = self.engaged[:]
        other.wounds = self.wounds[:]
        other.bearer = self.bearer[:]
        other.gear = self.gear[:]
        other.deck = [row[:] for row in self.deck]
        other.discard = [row[:] for row in self.discard]
        other.locker = [row[:] for row in self.locker]
        other.hand = [row[:] for row in self.hand]
        other.approach = [row[:] for row in self.approach]
        other.crew = [row[:] for row in self.crew]
        other.scheme = self.scheme[:]
        other.planned = self.planned[:]
        other.renown = self.renown[:]
        other.out = self.out[:]
        other.doomed = self.doomed[:]
        other.city_cards = [row[:] for row in self.city_cards]
        other.holder = self.holder[:]
        other.renown_at = self.renown_at[:]
        other.used = self.used.copy()
        other.used_in_duel = self.used_in_duel.copy()
        other.lasting = self.lasting[:]
        other.waiting, other.serial = self.waiting[:], self.serial
        other.notes = self.notes.copy()
        other.after_queue = self.after_queue[:]
        other.last_known = self.last_known.copy()
        other.duel = self.duel.copy() if self.duel is not None else None
        return other

    def below(self, n: int) -> int:
        """A random integer from 0 to ``n - 1``, exactly like ``rules.random_streams.Stream.below``."""
        threshold = (1 << 64) % n
        while True:
            self.dice += 1
            product = mix((self.stream + self.dice * GOLDEN) & MASK) * n
            if product & MASK >= threshold:
                return product >> 64

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a deck in place, from its top card on; the top is the end of the list."""
        size = len(cards)
        for index in range(size - 1, 0, -1):
            other = index - self.below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]

    def clockwise(self, player: int) -> int:
        """The next player to the left who is still in the game."""
        players, out = self.table.players, self.out
        while True:
            player = (player + 1) % players
            if not out[player]:
                return player

    def turn_order(self) -> tuple[int, ...]:
        """The players in the game from the First Player on (4.2.5); from seat A on while there is none."""
        if True not in self.out:
            return self.table.orders[max(self.first, 0)]
        players = self.table.players
        start = max(self.first, 0)
        return tuple(p for p in ((start + i) % players for i in range(players)) if not self.out[p])


def current_duel(state: State) -> Duel:
    """The challenge or duel in progress. :raises LookupError: if there is none."""
    if state.duel is None:
        raise LookupError("there is no duel")
    return state.duel
