"""What the commands that play a deck share: how they refuse, and how they read one list."""

from __future__ import annotations

from typing import Final

from django.core.management.base import CommandError

from cards.catalogue import Catalogue
from decks.decklist import Decklist
from decks.exchange import DeckImportError, parse

#: The exit code for what was asked wrongly.
WRONG: Final = 2


def wrong(words: str) -> CommandError:
    """A refusal in words."""
    return CommandError(words, returncode=WRONG)


def one_deck(name: str, text: str, catalogue: Catalogue) -> Decklist:
    """The one list of a file that was read. :raises CommandError: for none, for several, for a line without a card."""
    try:
        decks = parse(text, catalogue).decks
    except DeckImportError as error:
        raise wrong(f"{name}: {error.message}") from None
    if len(decks) != 1:
        raise wrong(f"{name} holds {len(decks)} decks; give one.")
    if decks[0].failed:
        line = decks[0].failed[0]
        raise wrong(f"{name}, line {line.number}: {line.text!r}: {line.message}")
    return decks[0].decklist
