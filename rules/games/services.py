"""Recording games: what was pasted is played again, what bots shall play is played now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from cards.catalogue import Catalogue
from cards.clock import lately
from decks.decklist import Decklist
from decks.permissions import Visitor
from decks.services import DeckError
from decks.social import TooOftenError
from rules.five_sails import Game, Victory, record, to_text
from rules.five_sails.terms import PLAYER_LETTERS
from rules.games.bots import TooSlow, make_bots, play_out_in_time
from rules.games.models import GameRecord
from rules.games.permissions import own_games
from rules.games.replays import Replay, UnplayableRecord, current_book, read_record, replay_of

#: How many games may come from one place in a day, and how many somebody keeps: the oldest give way.
MOST_A_DAY: Final = 300
MOST_KEPT: Final = 200
DAY: Final = timedelta(days=1)
_WAIT_SECONDS: Final = 3600
_LONGEST_NAME: Final = 80

_WAYS: Final = {
    Victory.DOMINANCE: "by Dominance",
    Victory.ECONOMIC: "by Renown",
    Victory.ASSASSINATION: "by Assassination",
    Victory.FIFTH_DAY: "when time was up",
}


class RefusedGame(DeckError):  # noqa: N818  (an answer to a visitor, not a failure)
    """What was asked for is no game; the message says which part of it, by which rule."""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat to be filled by a bot."""

    name: str
    decklist: Decklist
    bot: str


def play(visitor: Visitor, address: str, sides: Sequence[Side], seed: int, catalogue: Catalogue) -> GameRecord:
    """Have bots play a game, and keep it. :raises RefusedGame: if a deck cannot be played or it takes too long."""
    _check_quota(visitor, address)
    try:
        game = Game.new(current_book(catalogue), [side.decklist for side in sides], seed=seed)
    except ValueError as fault:
        raise RefusedGame(f"This game cannot be played: {fault}.") from None
    bots = [side.bot for side in sides]
    try:
        play_out_in_time(game, make_bots(bots, seed))
    except TooSlow as error:
        raise RefusedGame(str(error)) from None
    return _keep(visitor, address, to_text(record(game)), [side.name for side in sides], bots, catalogue)


def paste(visitor: Visitor, address: str, text: str, catalogue: Catalogue) -> GameRecord:
    """Keep a game that was written down elsewhere. :raises RefusedGame: naming the line or the choice and its rule."""
    _check_quota(visitor, address)
    if not text.strip():
        raise RefusedGame("Paste the text of a game first.")
    try:
        kept = read_record(text)
        # What is stored is what we write: without the sender's blanks, and with the digest of its end.
        notation = to_text(record(Replay(kept, current_book(catalogue)).last))
    except UnplayableRecord as fault:
        raise RefusedGame(f"This game cannot be replayed: {fault}.") from None
    leaders = (catalogue.get(deck.leader) if deck.leader else None for deck in kept.decks)
    names = [leader.name if leader else PLAYER_LETTERS[seat] for seat, leader in enumerate(leaders)]
    return _keep(visitor, address, notation, names, [], catalogue)


def ending(game: Game) -> str:
    """How a game ended, or that it did not."""
    outcome = game.outcome
    if outcome is None:
        return f"Not finished: Day {game.state.day}"
    if outcome.winner is None:
        return f"A draw on Day {game.state.day}"
    return f"Player {PLAYER_LETTERS[outcome.winner]} wins {_WAYS[outcome.victory]} on Day {game.state.day}"


def _keep(
    visitor: Visitor, address: str, notation: str, names: list[str], bots: list[str], catalogue: Catalogue
) -> GameRecord:
    replay = replay_of(notation, current_book(catalogue))
    kept = GameRecord.objects.create(
        notation=notation,
        names=[name[:_LONGEST_NAME] for name in names],
        bots=bots,
        ending=ending(replay.last),
        choices=replay.steps,
        owner=visitor.user,
        browser=visitor.browser,
        address=address,
    )
    surplus = own_games(visitor).values_list("pk", flat=True)[MOST_KEPT:]
    GameRecord.objects.filter(pk__in=list(surplus)).delete()
    return kept


def _check_quota(visitor: Visitor, address: str) -> None:
    mine = (
        GameRecord.objects.filter(owner=visitor.user)
        if visitor.user is not None
        else GameRecord.objects.filter(owner=None, address=address)
    )
    if mine.filter(created_at__range=lately(DAY)).count() >= MOST_A_DAY:
        raise TooOftenError(f"That were {MOST_A_DAY} games in a day. Please come back later.", _WAIT_SECONDS)
