"""Recording games: pasted ones are replayed, bots' games are played at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.queries import starter_decks
from decks.services import DeckError
from rules.five_sails import Game, Victory, record, to_text
from rules.five_sails.terms.basics import PLAYER_LETTERS
from rules.games.models import GameRecord
from rules.games.permissions import own_games
from rules.games.replays.bots import DEFAULT_BOT, MAX_SECONDS, TooSlow, make_bots, play_out_in_time
from rules.games.replays.replay import Replay, UnplayableRecord, current_book, read_record, replay_of
from rules.games.rules_version import rules_version
from web import rate_limits
from web.ownership import Visitor
from web.slots import Slots

#: Bots use seconds of processor time, which every other thread of the process then lacks.
BOT_SLOTS: Final = Slots(1, "The bots are busy with another game. Try again in a few seconds.")
#: How many games one person keeps; the oldest are deleted.
MAX_KEPT: Final = 200
_MAX_NAME_LENGTH: Final = 80
#: The game that the home page offers to watch.
SAMPLE_ID: Final = "sample"
_SAMPLE_SEED: Final = 7
#: A worker has more time than a page.
_SAMPLE_SECONDS: Final = 60.0

_WAYS: Final = {
    Victory.DOMINANCE: "by Dominance",
    Victory.ECONOMIC: "by Renown",
    Victory.ASSASSINATION: "by Assassination",
    Victory.FIFTH_DAY: "when time was up",
}


class RefusedGame(DeckError):  # noqa: N818  (an answer to a visitor, not a failure)
    """A game cannot be recorded; the message names the fault and the rule."""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat that a bot plays."""

    name: str
    decklist: Decklist
    bot: str


def play(visitor: Visitor, address: str, sides: Sequence[Side], seed: int, catalogue: Catalogue) -> GameRecord:
    """Have bots play a game, and store it.

    :raises RefusedGame: if a deck cannot be played or it takes too long.
    :raises BusyError: while bots play for somebody else.
    """
    bots = [side.bot for side in sides]
    with BOT_SLOTS.take():
        _count(visitor, address, rate_limits.BOT_GAMES, rate_limits.GAMES)
        try:
            notation = _play_out(sides, seed, catalogue)
        except TooSlow as error:
            raise RefusedGame(str(error)) from None
        except ValueError as fault:
            raise RefusedGame(f"This game cannot be played: {fault}.") from None
    return _keep(visitor, address, notation, [side.name for side in sides], bots, catalogue)


def _play_out(sides: Sequence[Side], seed: int, catalogue: Catalogue, seconds: float = MAX_SECONDS) -> str:
    game = Game.new(current_book(catalogue), [side.decklist for side in sides], seed=seed)
    play_out_in_time(game, make_bots([side.bot for side in sides], seed), seconds)
    return to_text(record(game))


def record_sample(catalogue: Catalogue) -> None:
    """Have bots play the game that everybody is invited to watch, unless it was played with today's rules."""
    if GameRecord.objects.filter(pk=SAMPLE_ID, rules_version=rules_version(catalogue)).exists():
        return
    decks = list(starter_decks().select_related("owner")[:2])
    sides = [Side(deck.name, deck.head.decklist, DEFAULT_BOT) for deck in decks if deck.head]
    if len(sides) < 2:
        return
    notation = _play_out(sides, _SAMPLE_SEED, catalogue, _SAMPLE_SECONDS)
    names, bots = [side.name for side in sides], [side.bot for side in sides]
    # Games of an account are kept, and nobody can sign in with the one that owns the starter decks.
    fields = _fields(notation, names, bots, catalogue) | {"owner": decks[0].owner}
    GameRecord.objects.update_or_create(pk=SAMPLE_ID, defaults=fields)


def paste(visitor: Visitor, address: str, text: str, catalogue: Catalogue) -> GameRecord:
    """Store a game from its notation. :raises RefusedGame: naming the line, or the choice and its rule."""
    _count(visitor, address, rate_limits.GAMES)
    if not text.strip():
        raise RefusedGame("Paste the notation of a game first.")
    try:
        kept = read_record(text)
        # Written anew: without the sender's white space, and with the digest of its end.
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
    fields = _fields(notation, names, bots, catalogue)
    kept = GameRecord.objects.create(**fields, owner=visitor.user, browser=visitor.browser, address=address)
    surplus = own_games(visitor).values_list("pk", flat=True)[MAX_KEPT:]
    GameRecord.objects.filter(pk__in=list(surplus)).delete()
    return kept


def _fields(notation: str, names: list[str], bots: list[str], catalogue: Catalogue) -> dict[str, Any]:
    replay = replay_of(notation, current_book(catalogue))
    return {
        "notation": notation,
        "names": [name[:_MAX_NAME_LENGTH] for name in names],
        "bots": bots,
        "ending": ending(replay.last),
        "choices": replay.steps,
        "rules_version": rules_version(catalogue),
    }


def _count(visitor: Visitor, address: str, *limits: rate_limits.Limit) -> None:
    for limit in limits:
        rate_limits.attempt(limit, f"user-{visitor.user.pk}" if visitor.user else address)
