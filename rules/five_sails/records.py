"""Whole games as text short enough for a chat message, or as JSON, that can be read back exactly.

A game is its decks, its options, its seed and its choices::

    five-sails/1 seed=7 game=0 city=core
    A 01089/01091,092,093,094,097,098,099,148,149,150/01100,101x2,102x2,...
    B 01035/01036,038,039,042,043,044,045,146,147,150/01046,047,048x2,...
    pA6 pA1 pB4 pB2 mA0>f cA0 mB1>f dB1 tA0 + fA23 ...
    ; 2f1c0a9be6d35f17

The third part of a deck is its faction deck with the number of copies; a code without its set belongs to the set of the
code before it. ``notation`` explains how choices are written. The last line, which is optional, is the digest of the
state after the last choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from decks.decklist import Decklist
from rules.five_sails.game import Game
from rules.five_sails.state.table import Book
from rules.five_sails.terms.basics import LINES, PLAYER_LETTERS
from rules.five_sails.terms.choices import IllegalChoice
from rules.five_sails.terms.options import RULEBOOK, Options
from rules.five_sails.text.notation import TOKEN

FORMAT: Final = "five-sails/1"

#: Far above the longest game that bots have played.
MAX_CHOICES: Final = 20_000
MAX_LENGTH: Final = 200_000

_CODE: Final = re.compile(r"(?P<code>[0-9][0-9a-wyz]{2,11})(?:x(?P<copies>[1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game: everything needed to play it again."""

    decks: tuple[Decklist, ...]
    seed: int
    game: int = 0
    city: str = "core"
    options: Options = RULEBOOK
    choices: tuple[str, ...] = ()
    #: The state's digest after the last choice.
    digest: str = ""


def record(game: Game) -> Record:
    state, table = game.state, game.table
    return Record(
        table.decks,
        state.seed,
        state.game,
        table.city_code,
        table.options,
        tuple(game.write(choice) for choice in state.history),
        game.digest(),
    )


def replay(saved: Record, book: Book) -> Game:
    """Play a recorded game again. :raises ValueError: if a choice is illegal or the final digest differs."""
    game = Game.new(book, saved.decks, seed=saved.seed, game=saved.game, city=saved.city, options=saved.options)
    for number, token in enumerate(saved.choices, 1):
        try:
            game.push(game.parse(token))
        except IllegalChoice as refused:
            raise ValueError(f"choice {number}, {token}: {refused}") from None
        except ValueError as fault:
            raise ValueError(f"choice {number}: {fault}") from None
    if saved.digest and saved.digest != game.digest():
        raise ValueError(
            f"the game was recorded as {saved.digest} but replays as {game.digest()}: the rules or cards have changed"
        )
    return game


# Whole games.


def to_text(saved: Record) -> str:
    """A recorded game as text, with a line for each Day."""
    header = [FORMAT, f"seed={saved.seed}", f"game={saved.game}", f"city={saved.city}"]
    header += [f"{name}={_format_value(value)}" for name, value in saved.options.changes.items()]
    lines = [" ".join(header)]
    lines += [f"{PLAYER_LETTERS[seat]} {write_deck(deck)}" for seat, deck in enumerate(saved.decks)]
    days: list[list[str]] = []
    planning = False
    for token in saved.choices:
        if not days or (token[0] == "p" and not planning):
            days.append([])
        planning = token[0] == "p"
        days[-1].append(token)
    lines += [" ".join(day) for day in days]
    if saved.digest:
        lines.append(f"; {saved.digest}")
    return "\n".join(lines)


def from_text(text: str) -> Record:
    """Read a recorded game. :raises ValueError: naming the line that cannot be read."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the game is {len(text)} characters long; the limit is {MAX_LENGTH}")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or lines[0].split()[0] != FORMAT:
        raise ValueError(f"a recorded game starts with {FORMAT}")
    fields: dict[str, str] = {}
    for word in lines[0].split()[1:]:
        name, sign, value = word.partition("=")
        if not sign or name in fields:
            raise ValueError(f"line 1: {word[:40]!r} cannot be read")
        fields[name] = value
    decks: list[Decklist] = []
    rest = lines[1:]
    while rest and len(decks) < len(PLAYER_LETTERS) and rest[0].startswith(f"{PLAYER_LETTERS[len(decks)]} "):
        decks.append(parse_deck(rest.pop(0)[2:]))
    saved_digest = rest.pop()[1:].strip() if rest and rest[-1].startswith(";") else ""
    return from_json(
        {
            "format": FORMAT,
            "seed": _parse_whole_number(fields.pop("seed", "0"), "seed"),
            "game": _parse_whole_number(fields.pop("game", "0"), "game"),
            "city": fields.pop("city", "core"),
            "options": {name: _parse_value(value) for name, value in fields.items()},
            "decks": [deck_to_json(deck) for deck in decks],
            "choices": " ".join(rest),
            "digest": saved_digest,
        }
    )


def to_json(saved: Record) -> dict[str, Any]:
    """A recorded game as values for a JSON file."""
    return {
        "format": FORMAT,
        "seed": saved.seed,
        "game": saved.game,
        "city": saved.city,
        "options": saved.options.changes,
        "decks": [deck_to_json(deck) for deck in saved.decks],
        "choices": " ".join(saved.choices),
        "digest": saved.digest,
    }


def from_json(document: Any) -> Record:
    """Read what ``to_json`` wrote. :raises ValueError: if something is missing or wrong."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"the format of a recorded game must be {FORMAT}")
    unknown = sorted(set(document) - {"format", "seed", "game", "city", "options", "decks", "choices", "digest"})
    if unknown:
        raise ValueError(f"unknown fields in a recorded game: {', '.join(unknown)}")
    seed, game = document.get("seed", 0), document.get("game", 0)
    for name, value in (("seed", seed), ("game", game)):
        if type(value) is not int or not 0 <= value < 1 << 64:
            raise ValueError(f"the {name} must be a whole number below 2^64, not {value!r}")
    city, digest, choices = (document.get(name, "") for name in ("city", "digest", "choices"))
    if not all(isinstance(value, str) for value in (city, digest, choices)):
        raise ValueError("city, digest and choices must be strings")
    options, decks = document.get("options", {}), document.get("decks")
    if not isinstance(options, dict):
        raise ValueError("the options must be an object")
    if not isinstance(decks, list) or len(decks) not in LINES:
        raise ValueError("a game needs two to four decks")
    tokens = tuple(choices.split())
    if len(tokens) > MAX_CHOICES:
        raise ValueError(f"the game has {len(tokens)} choices; the limit is {MAX_CHOICES}")
    for number, token in enumerate(tokens, 1):
        if not TOKEN.fullmatch(token):
            raise ValueError(f"choice {number} cannot be read: {token[:40]!r}")
    return Record(
        tuple(_deck_from_json(deck) for deck in decks),
        seed,
        game,
        city or "core",
        Options.from_record(options),
        tokens,
        digest,
    )


# Decks.


def write_deck(deck: Decklist) -> str:
    """A deck list as one word without spaces."""
    return "/".join(
        (
            deck.leader or "",
            ",".join(_shorten((code, 1) for code in deck.approach)),
            ",".join(_shorten(deck.faction)),
        )
    )


def parse_deck(text: str) -> Decklist:
    """Read what ``write_deck`` wrote. :raises ValueError: naming the part that cannot be read."""
    parts = text.split("/")
    if len(parts) != 3:
        raise ValueError(f"a deck is a leader, an approach deck and a faction deck, not {text[:40]!r}")
    approach = _expand(parts[1])
    return Decklist.of(
        parts[0] or None, [code for code, copies in approach for _ in range(copies)], dict(_expand(parts[2]))
    )


def deck_to_json(deck: Decklist) -> dict[str, Any]:
    return {"leader": deck.leader, "approach": list(deck.approach), "faction": dict(deck.faction)}


def _deck_from_json(document: Any) -> Decklist:
    if not isinstance(document, dict):
        raise ValueError("a deck must be an object with leader, approach and faction")
    leader, approach, faction = (document.get(name) for name in ("leader", "approach", "faction"))
    if not (
        isinstance(leader, str)
        and isinstance(approach, list)
        and all(isinstance(code, str) for code in approach)
        and isinstance(faction, dict)
        and all(isinstance(code, str) and type(copies) is int for code, copies in faction.items())
    ):
        raise ValueError("a deck needs a leader's code, a list of approach codes, and faction codes with their copies")
    return Decklist.of(leader, approach, faction)


def _shorten(cards: Iterable[tuple[str, int]]) -> Iterable[str]:
    last = ""
    for code, copies in cards:
        short = code[2:] if code[:2] == last else code
        last = code[:2]
        yield short if copies == 1 else f"{short}x{copies}"


def _expand(text: str) -> Sequence[tuple[str, int]]:
    """Cards with their copies; a code of four characters or fewer takes the set of the code before it."""
    cards: list[tuple[str, int]] = []
    last = ""
    for word in filter(None, text.split(",")):
        match = _CODE.fullmatch(word)
        if match is None or (len(match["code"]) < 5 and not last):
            raise ValueError(f"{word[:40]!r} is not a card of a deck")
        code = match["code"] if len(match["code"]) > 4 else last + match["code"]
        last = code[:2]
        cards.append((code, int(match["copies"] or 1)))
    return cards


def _format_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parse_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"\d{1,4}", text) else text


def _parse_whole_number(text: str, name: str) -> int:
    if not re.fullmatch(r"\d{1,20}", text):
        raise ValueError(f"the {name} must be a whole number, not {text[:40]!r}")
    return int(text)
