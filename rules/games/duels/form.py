"""The duel table's query string, parsed field by field; all faults are reported at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cards.catalogue import Card, CardType, Catalogue
from cards.catalogue.folding import fold
from decks.lists.starters import Starter
from rules.five_sails import Stat
from rules.five_sails.bots import BOTS
from rules.five_sails.state.definitions import ATTACHMENTS, CHARACTERS
from rules.games.duels.setup import DuelSetup, Fighter
from rules.random_streams import seed_from_text

SIDES: Final = ("a", "b")
STATS: Final = {stat.name.lower(): stat for stat in (Stat.COMBAT, Stat.FINESSE, Stat.INFLUENCE, Stat.RESOLVE)}
DUELS: Final = (50, 200, 500)
MAX_GEAR: Final = 3
MAX_HAND_SIZE: Final = 12
MAX_FIELD_LENGTH: Final = 800
ME: Final = "me"
_COPIES: Final = re.compile(r"(?:(?P<copies>[1-9][0-9]?)\s*[x×]?\s+)?(?P<name>.+)")
_MAX_NAMED: Final = 4


@dataclass(frozen=True, slots=True)
class SideTyped:
    """One side of the form as text, sent or prefilled."""

    key: str
    who: str
    gear: tuple[str, ...]
    hand: str
    dealt: str
    deck: str
    player: str


@dataclass(frozen=True, slots=True)
class Typed:
    """The whole form."""

    sides: tuple[SideTyped, SideTyped]
    stat: str
    challenger: str
    seed: str
    duels: str

    @classmethod
    def of(cls, sent: Mapping[str, str], starters: Sequence[Starter], offered: Sequence[Card]) -> Typed:
        """From a query string, with defaults for what it lacks."""
        sides = [
            SideTyped(
                key,
                sent.get(key, card.full_name)[:MAX_FIELD_LENGTH],
                tuple(sent.get(f"{key}_gear{i}", "")[:MAX_FIELD_LENGTH] for i in range(1, MAX_GEAR + 1)),
                sent.get(f"{key}_hand", "").replace("\r\n", "\n")[:MAX_FIELD_LENGTH],
                sent.get(f"{key}_dealt", "5"),
                sent.get(f"{key}_deck", starter.code),
                sent.get(f"{key}_by", ME if key == "a" else next(iter(BOTS))),
            )
            for key, card, starter in zip(SIDES, offered, starters, strict=False)
        ]
        return cls(
            (sides[0], sides[1]),
            sent.get("stat", "combat"),
            sent.get("first", "a"),
            sent.get("seed", "7"),
            sent.get("duels", str(DUELS[1])),
        )


@dataclass(frozen=True, slots=True)
class DuelRequest:
    """A duel, who plays it, and how often."""

    setup: DuelSetup
    players: tuple[str, str]
    duels: int


class Parser:
    """Parses the form, and collects its faults by field."""

    def __init__(self, catalogue: Catalogue, starters: Sequence[Starter]) -> None:
        self._catalogue = catalogue
        self._decks = {starter.code: starter.decklist for starter in starters}
        self.faults: dict[str, str] = {}

    def parse(self, typed: Typed) -> DuelRequest | None:
        """The duel; None if there are faults."""
        sides = [self._side(side) for side in typed.sides]
        stat = STATS.get(typed.stat)
        if stat is None:
            self.faults["stat"] = f"Choose one of {', '.join(STATS)} as the stat, not “{typed.stat[:40]}”."
        if typed.challenger not in SIDES:
            self.faults["first"] = f"Choose side a or side b as the challenger, not “{typed.challenger[:40]}”."
        seed = 0
        try:
            seed = seed_from_text(typed.seed)
        except ValueError as error:
            self.faults["seed"] = f"This seed cannot be used: {error}."
        if typed.duels not in {str(number) for number in DUELS}:
            self.faults["duels"] = f"Choose one of {', '.join(map(str, DUELS))} duels, not “{typed.duels[:40]}”."
        first, second = sides
        if self.faults or stat is None or first is None or second is None:
            return None
        setup = DuelSetup((first, second), stat, SIDES.index(typed.challenger), seed)
        return DuelRequest(setup, (typed.sides[0].player, typed.sides[1].player), int(typed.duels))

    def _side(self, typed: SideTyped) -> Fighter | None:
        key = typed.key
        who = self._card(key, typed.who, CHARACTERS, "character")
        gear = [
            self._card(f"{key}_gear{i}", name, ATTACHMENTS, "attachment")
            for i, name in enumerate(typed.gear, 1)
            if name.strip()
        ]
        hand = self._hand(f"{key}_hand", typed.hand)
        dealt = int(typed.dealt) if re.fullmatch("[0-9]{1,2}", typed.dealt) else MAX_HAND_SIZE + 1
        if dealt > MAX_HAND_SIZE:
            self.faults[f"{key}_dealt"] = f"Deal from 0 to {MAX_HAND_SIZE} cards, not “{typed.dealt[:40]}”."
        if typed.deck not in self._decks:
            self.faults[f"{key}_deck"] = f"There is no starter deck “{typed.deck[:40]}”."
        if typed.player not in (ME, *BOTS):
            self.faults[f"{key}_by"] = f"There is no player “{typed.player[:40]}”. Choose {', '.join((ME, *BOTS))}."
        if who is None or typed.deck not in self._decks:
            return None
        return Fighter(who, tuple(card for card in gear if card), hand, dealt, self._decks[typed.deck])

    def _hand(self, field: str, text: str) -> tuple[Card, ...]:
        """One card per line, with a number in front for several copies."""
        held: list[Card] = []
        for line in filter(None, map(str.strip, text.splitlines())):
            match = _COPIES.fullmatch(line)
            name = match["name"] if match else line
            card = self._card(field, name, None, "card of a faction deck")
            if card is None:
                return ()
            held += [card] * int((match and match["copies"]) or 1)
        if len(held) > MAX_HAND_SIZE:
            self.faults[field] = f"A hand holds at most {MAX_HAND_SIZE} cards here, not {len(held)}."
        return tuple(held)

    def _card(self, field: str, name: str, types: frozenset[CardType] | None, what: str) -> Card | None:
        """The card with a name, part of a name, or code."""
        matches = self._matches(name.strip(), types)
        if len(matches) == 1:
            return matches[0]
        if not name.strip():
            self.faults[field] = f"Name a {what}."
        elif matches:
            some = "; ".join(card.full_name for card in matches[:_MAX_NAMED])
            self.faults[field] = (
                f"“{name[:60]}” could be {len(matches)} cards: {some}{' …' * (len(matches) > _MAX_NAMED)}."
            )
        else:
            self.faults[field] = f"No {what} is called “{name[:60]}”."
        return None

    def _matches(self, name: str, types: frozenset[CardType] | None) -> list[Card]:
        fits = [card for card in self._catalogue if (card.type in types if types else is_held(card))]
        folded = fold(name)
        if not folded:
            return []
        for found in (
            [card for card in fits if name in (card.code, card.full_name)],
            [card for card in fits if fold(card.full_name) == folded or fold(card.name) == folded],
            [card for card in fits if folded in fold(card.full_name)],
        ):
            if found:
                return found
        return []


def is_held(card: Card) -> bool:
    """Whether a card can be in a hand: attachments, risks and Brutes of faction decks (D13, D14)."""
    return card.type in (CardType.ATTACHMENT, CardType.RISK) or (card.type is CardType.CHARACTER and card.is_brute)
