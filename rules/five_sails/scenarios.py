"""A single duel as a game of its own: two characters, what they bear, and the cards of their players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cards.catalogue import CardType
from decks.decklist import Decklist
from rules.five_sails.agenda import F, advance
from rules.five_sails.challenge import issue_challenge
from rules.five_sails.choices import ACCEPT
from rules.five_sails.definitions import ATTACHMENTS
from rules.five_sails.game import Game
from rules.five_sails.options import RULEBOOK, Options
from rules.five_sails.setup import set_up
from rules.five_sails.state import State
from rules.five_sails.table import Book, table_of
from rules.five_sails.terms import FORUMS, NONE, Phase, Stat, Zone
from rules.five_sails.zones import lift, to_hand, to_play

_CITY_TYPES = (CardType.CITY_CHARACTER, CardType.CITY_ATTACHMENT)


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One side of a duel, by card codes: a character, its attachments, the hand, and the deck to gamble with."""

    character: str
    gear: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    wounds: int = 0
    #: Who leads the player; the first leader of the book if the character itself is none.
    leader: str | None = None


def duel_game(
    book: Book,
    challenger: DuelSide,
    challenged: DuelSide,
    *,
    stat: Stat = Stat.COMBAT,
    place: int = FORUMS,
    accepted: bool = True,
    seed: int = 0,
    game: int = 0,
    options: Options = RULEBOOK,
) -> Game:
    """A game that begins with a challenge and ends with its duel; ``accepted`` if the answer is no question any more.

    The winner is who destroyed the adversary and lives. Limits of attachments are not checked.

    :raises ValueError: naming a card that is unknown or cannot take the part it is given.
    """
    sides = (challenger, challenged)
    decks = tuple(_deck(book, side) for side in sides)
    wanted = [code for side in sides for code in (side.character, *side.gear) if _is_city(book, code)]
    state = set_up(table_of(book, decks, _city_deck(book, wanted), options), seed, game)
    state.log.clear()
    state.day, state.phase, state.first = 1, Phase.HIGH_DRAMA, 0
    participants = [_arrange(state, player, side, place) for player, side in enumerate(sides)]
    state.agenda[:] = [(F.DUEL_OVER, *participants), (F.SETTLE,)]
    issue_challenge(state, participants[0], stat, participants[1])
    advance(state)
    begun = Game(state)
    if accepted and ACCEPT in begun.legal():
        begun.push(ACCEPT)
    return begun


def _is_city(book: Book, code: str) -> bool:
    return book.definition(code).type in _CITY_TYPES


def _city_deck(book: Book, wanted: Iterable[str]) -> str:
    """A City Deck that has all City cards of the duel."""
    needed = Counter(book.definition(code).code for code in wanted)
    for code, deck in book.city_decks.items():
        if not needed - Counter(deck.cards):
            return code
    raise ValueError(f"no City Deck has all of {', '.join(sorted(needed))}")


def _deck(book: Book, side: DuelSide) -> Decklist:
    character = book.definition(side.character)
    if not character.is_character:
        raise ValueError(f"{character.name} is no character and cannot duel")
    for code in side.gear:
        if book.definition(code).type not in ATTACHMENTS:
            raise ValueError(f"{book.definition(code).name} is no attachment")
    own = [code for code in (*side.gear, *side.hand, *side.deck) if not _is_city(book, code)]
    if character.is_brute:
        own.append(side.character)
    leader = side.leader or next(code for code, card in book.definitions.items() if card.type is CardType.LEADER)
    if character.type is CardType.LEADER:
        leader = side.character
    approach = [side.character] if character.type is CardType.CHARACTER and not character.is_brute else []
    return Decklist.of(leader, approach, Counter(own))


def _arrange(state: State, player: int, side: DuelSide, place: int) -> int:
    """Put the character, what it bears and the hand where they belong; everything else stays in the deck."""
    free = list(range(state.table.size))

    def find(code: str) -> int:
        wanted = state.table.book.definition(code)
        card = next(
            each
            for each in free
            if state.table.definitions[each] is wanted and state.table.owner[each] in (player, NONE)
        )
        free.remove(card)
        return card

    participant = find(side.character)
    if state.zone[participant] != Zone.PLAY:
        lift(state, participant)
        to_play(state, participant, player, place)
    state.place[participant] = place
    state.wounds[participant] = side.wounds
    for code in side.gear:
        worn = find(code)
        lift(state, worn)
        state.zone[worn], state.control[worn], state.bearer[worn] = Zone.PLAY, player, participant
        state.gear[participant] = (*state.gear[participant], worn)
    for code in side.hand:
        card = find(code)
        lift(state, card)
        to_hand(state, card)
    return participant
