"""``manage.py play``: a whole game in the terminal, between bots or with a person at one side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue
from cards.catalogue.phrases import plain
from decks.decklist import Decklist
from decks.lists.starters import Starter, read_starters
from rules.five_sails import Book, Game, Happening, book_of, from_text, record, replay, to_text
from rules.five_sails.bots import BOTS, Bot
from rules.five_sails.bots.human import Human, Stopped
from rules.five_sails.records import FORMAT, MAX_LENGTH
from rules.five_sails.state.log import as_seen
from rules.five_sails.terms.basics import LINES, PLAYER_LETTERS
from rules.five_sails.text.board import narrate
from rules.management.deckfiles import one_deck, wrong
from rules.random_streams import seed_from_text
from web.number_format import quantity

#: What a shell takes for "wrongly called".
HUMAN: Final = "human"
DEFAULT_BOT: Final = "heuristic"
DEFAULT_SEED: Final = "1"


class Command(BaseCommand):
    """Plays one game and tells it."""

    help = "Play a game in the terminal: bots among themselves, or a person against bots."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--deck",
            action="append",
            default=[],
            metavar="DECK",
            help="a starter deck's name, or a deck file in any import format; once for each player",
        )
        parser.add_argument("--bots", help=f"who plays, by seat: {', '.join([*BOTS, HUMAN])}; {DEFAULT_BOT} by default")
        parser.add_argument("--seed", help="a number or any words; the same seed gives the same game")
        parser.add_argument("--resume", metavar="GAME", help="a game to continue: its notation, or a file with it")
        parser.add_argument("--notation", action="store_true", help="print the game's notation at the end")
        parser.add_argument("--quiet", action="store_true", help="print only the result")

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = load_catalogue()
        book = book_of(catalogue)
        if options["resume"] is None:
            game = _new_game(book, catalogue, options["deck"], options["seed"])
        else:
            if options["deck"] or options["seed"] is not None:
                raise wrong("--resume takes decks and seed from the game: leave --deck and --seed out.")
            game = _resume(book, options["resume"])
        names = _players(options["bots"], game.table.players)
        if options["quiet"] and HUMAN in names:
            raise wrong("--quiet is for bots: a person has to see the board.")
        human = names.index(HUMAN) if HUMAN in names else None
        players = [self._player(name, game, seat, catalogue) for seat, name in enumerate(names)]
        if not options["quiet"]:
            self._introduce(game, names)
        try:
            self._play(game, players, human, quiet=options["quiet"])
        except (Stopped, KeyboardInterrupt):
            self.stdout.write("\nStopped. Go on with: manage.py play --resume FILE, where FILE holds\n")
            self.stdout.write(to_text(record(game)))
            return
        self.stdout.write(_result(game, names))
        if options["notation"]:
            self.stdout.write(f"\n{to_text(record(game))}")

    def _player(self, name: str, game: Game, seat: int, catalogue: Catalogue) -> Bot:
        if name != HUMAN:
            # The game's own dice are the stream of its own number.
            return BOTS[name](game.state.seed, game.state.game + seat + 1)
        return Human(_read_line, self.stdout.write, _describer(game, catalogue))

    def _introduce(self, game: Game, names: list[str]) -> None:
        table = game.table
        for seat, name in enumerate(names):
            leader = table.definitions[table.leaders[seat]].name
            self.stdout.write(f"Player {PLAYER_LETTERS[seat]}: {leader} ({name})")
        if table.unimplemented:
            self.stdout.write(
                f"Some text of {quantity(len(table.unimplemented), 'card')} in this game is not implemented yet "
                "and plays as if it were not printed."
            )
        if game.history:
            made = quantity(len(game.history), "choice")
            self.stdout.write(f"The game continues after {made}, on Day {game.state.day}.")

    def _play(self, game: Game, players: list[Bot], human: int | None, *, quiet: bool) -> None:
        if not game.history and not quiet:
            self._tell(game, game.log, human)
        while (player := game.to_choose) is not None:
            told = len(game.log)
            game.push(players[player].choose(game))
            if not quiet:
                self._tell(game, game.log[told:], human)

    def _tell(self, game: Game, happened: Iterable[Happening], human: int | None) -> None:
        """Everything if only bots play; otherwise what the person may know."""
        if human is not None:
            happened = as_seen(game.state, happened, human)
        for line in narrate(game.table, happened):
            self.stdout.write(line)


def _new_game(book: Book, catalogue: Catalogue, decks: list[str], seed: str | None) -> Game:
    if len(decks) not in LINES:
        raise wrong(f"Give --deck once for each of two to four players, not {len(decks)} times.")
    starters = read_starters()
    lists = [_deck(name, starters, catalogue) for name in decks]
    try:
        return Game.new(book, lists, seed=seed_from_text(DEFAULT_SEED if seed is None else seed))
    except ValueError as fault:
        raise wrong(f"The game cannot start: {fault}.") from None


def _resume(book: Book, words: str) -> Game:
    text = words
    if not words.lstrip().startswith(FORMAT):
        text = _file(words, "neither a game in notation nor a file with one", MAX_LENGTH)
    try:
        return replay(from_text(text), book)
    except ValueError as fault:
        raise wrong(f"The game cannot be continued: {fault}.") from None


def _players(words: str | None, players: int) -> list[str]:
    names = [DEFAULT_BOT] * players if words is None else [name.strip() for name in words.split(",")]
    if len(names) != players:
        raise wrong(f"--bots names {len(names)} players, but the game has {players}.")
    for name in names:
        if name not in BOTS and name != HUMAN:
            raise wrong(f"--bots: there is no {name!r}; there are {', '.join([*BOTS, HUMAN])}.")
    if names.count(HUMAN) > 1:
        raise wrong("--bots: only one side can be a person's, because the other would see its hand.")
    return names


def _deck(name: str, starters: tuple[Starter, ...], catalogue: Catalogue) -> Decklist:
    """A starter deck by its code, its name or the first word of it; otherwise a file."""
    wanted = name.strip().casefold()
    for starter in starters:
        known = starter.name.casefold()
        if wanted in (starter.code.casefold(), known, known.split()[0]):
            return starter.decklist
    text = _file(name, f"neither a starter deck ({', '.join(starter.code for starter in starters)}) nor a file")
    return one_deck(name, text, catalogue)


def _file(name: str, missing: str, most: int | None = None) -> str:
    path = Path(name)
    try:
        if not path.is_file():
            raise wrong(f"{name[:80]!r} is {missing}.")
        with path.open(encoding="utf-8") as file:
            return file.read(-1 if most is None else most + 1)
    except (OSError, ValueError) as error:
        raise wrong(f"{name[:80]!r} cannot be read: {error}.") from None


def _result(game: Game, names: list[str]) -> str:
    outcome, state = game.outcome, game.state
    if outcome is None:
        raise LookupError("the game is not over")
    when = f"on Day {state.day}, after {quantity(len(game.history), 'choice')}"
    renown = ", ".join(f"{PLAYER_LETTERS[seat]} {state.renown[seat]}" for seat in range(len(names)))
    if outcome.winner is None:
        return f"\nA draw {when}. Renown: {renown}."
    winner = f"Player {PLAYER_LETTERS[outcome.winner]} ({names[outcome.winner]})"
    return f"\n{winner} wins by {outcome.victory.value} {when}. Renown: {renown}."


def _describer(game: Game, catalogue: Catalogue) -> Callable[[int], str]:
    def describe(card: int) -> str:
        definition = game.table.definitions[card]
        texts = [
            f"    {plain(ability.text)}{' (not implemented yet)' if ability.text in definition.unimplemented else ''}"
            for ability in catalogue.card(definition.code).abilities
        ]
        return "\n".join([f"  {definition.name} ({', '.join(sorted(definition.traits))})", *texts])

    return describe


def _read_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
