"""A duel played by hand: the choices so far are in the address, and those of a bot are worked out again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.five_sails import Choice, Game, IllegalChoice, Kind
from rules.five_sails.bots import BOTS, Bot
from rules.five_sails.contests.duel import apply_values, combat_value
from rules.five_sails.state.agenda import F
from rules.five_sails.state.state import current_duel
from rules.five_sails.terms.basics import PLAYER_LETTERS, CombatValue
from rules.five_sails.text.prompts import Prompt, option_labels, prompt
from rules.five_sails.text.sentences import say_log
from rules.games.duels.form import ME
from rules.games.duels.setup import DuelTable
from rules.games.replays.board import VALUES
from rules.games.replays.replay import make
from rules.games.replays.viewers import Viewer, say_made, seen_log, text_made

#: How many choices a duel played by hand may take.
MAX_MOVES: Final = 80


class WrongMove(ValueError):  # noqa: N818  (an answer to a visitor, not a failure)
    """The address has a choice that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Told:
    """A choice that was made, and its result."""

    letter: str
    chosen: str
    #: What the ability says that was used, if one was.
    text: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a combat card would do if no ability followed it."""

    values: tuple[tuple[str, int], ...]
    #: The threat that its side faces now, and would face then.
    threat: int
    left: int
    #: The threat that it would send to the adversary.
    sent: int


@dataclass(frozen=True, slots=True)
class Option:
    """A choice on offer."""

    token: str
    words: str
    forecast: Forecast | None


@dataclass(frozen=True, slots=True)
class Played:
    """A duel and its history so far."""

    game: Game
    history: tuple[Told, ...]
    options: tuple[Option, ...]
    #: What has to be chosen; nothing once it is over.
    asked: Prompt | None

    @property
    def over(self) -> bool:
        return self.asked is None


def eyes(players: tuple[str, str]) -> Viewer:
    """Whoever plays one side against a bot does not see the bot's hand; otherwise both are open."""
    return Viewer(players.index(ME) if players.count(ME) == 1 else None)


def play(duels: DuelTable, players: tuple[str, str], moves: Sequence[str]) -> Played:
    """Play the moves of an address, and the bots between them. :raises WrongMove: naming the move and the rule."""
    if len(moves) > MAX_MOVES:
        raise WrongMove(f"A duel here can have at most {MAX_MOVES} choices.")
    game = duels.duel(0)
    table, viewer = game.table, eyes(players)
    bots: list[Bot | None] = [
        None if name == ME else BOTS[name](duels.setup.seed, seat + 1) for seat, name in enumerate(players)
    ]
    history = [Told("", "the challenge", "", tuple(say_log(table, game.state.log)))]
    made = 0
    while game.state.duel is not None and (seat := game.to_choose) is not None:
        bot = bots[seat]
        if bot is not None:
            choice = bot.choose(game)
        elif made < len(moves):
            choice = _read(game, moves[made], made)
            made += 1
        else:
            said = zip(game.legal(), option_labels(game.state), strict=True)
            options = tuple(Option(game.write(each), words, _forecast(game, each)) for each, words in said)
            return Played(game, tuple(history), options, prompt(game.state))
        before = len(game.state.log)
        done = make(game, choice)
        seen = seen_log(game.state, game.state.log[before:], viewer)
        chosen, text = say_made(table, done, viewer), text_made(table, done, viewer)
        history.append(Told(PLAYER_LETTERS[seat], chosen, text, tuple(say_log(table, seen))))
    if made < len(moves):
        raise WrongMove(f"The duel is over after {made} choices; the address has {len(moves)}.")
    return Played(game, tuple(history), (), None)


def _forecast(game: Game, choice: Choice) -> Forecast | None:
    """The round with the chosen card, on a copy of the game; None for a choice that names no combat card."""
    if choice.kind not in (Kind.FIGHT, Kind.TAKE):
        return None
    state = game.state.copy()
    duel = current_duel(state)
    threat, sent = duel.threat[duel.round_of], duel.sent
    duel.card = choice.card
    values = tuple((name, combat_value(state, which)) for name, which in zip(VALUES, CombatValue, strict=True))
    apply_values(state, (F.R4_VALUES,))
    return Forecast(values, threat, duel.threat[duel.round_of], duel.sent - sent)


def _read(game: Game, token: str, made: int) -> Choice:
    try:
        choice = game.parse(token)
        refusal = game.why_not(choice)
    except ValueError as fault:
        raise WrongMove(f"Choice {made + 1} of the address: {fault}.") from None
    if refusal is not None:
        raise WrongMove(f"Choice {made + 1} of the address, {token}: {IllegalChoice(refusal)}.")
    return choice
