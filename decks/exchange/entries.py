"""Collects the cards of kinds that state zones and codes, and reports on every entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cards.catalogue import Card, Catalogue, Zone
from decks.exchange.counts import CardCounts
from decks.exchange.reader.names import Guesser, name_index
from decks.exchange.values import (
    Candidate,
    LineReport,
    ParsedDeck,
    Status,
    clean_name,
    parse_quantity,
    quantity_error,
)

_MAX_SHOWN: Final = 200


class Collector:
    """One deck being imported. Cards stay in the zones given, even if legality objects."""

    def __init__(self, catalogue: Catalogue, name: str = "") -> None:
        self.name = name
        self._index = name_index(catalogue)
        self._guesser = Guesser(self._index)
        self._leader: str | None = None
        self._cards = CardCounts()
        self._lines: list[LineReport] = []

    def add(
        self,
        zone: Zone | None,
        code: object,
        quantity: object,
        text: str,
        *,
        name: str = "",
        number: int | None = None,
    ) -> None:
        """Add a card by code, or else by name; without a zone it goes where it belongs."""
        count = parse_quantity(quantity)
        error = "The quantity must be a whole number." if count is None else quantity_error(count)
        card, candidates, message = self._find(code, name, zone)
        sure = not candidates
        if card is None:
            self._report(LineReport(0, text, Status.FAILED, candidates=candidates, message=message), number)
            return
        zone = zone or (card.deck if card.deck in (Zone.LEADER, Zone.APPROACH) else Zone.FACTION)
        if zone is Zone.LEADER:
            if self._leader is not None:
                error = error or "The deck already has a leader."
            elif count != 1:
                error = error or "A deck has only one leader."
        elif count is not None:
            error = error or self._cards.error(zone, card.code, count)
        if error or count is None:
            self._report(LineReport(0, text, Status.FAILED, card.code, message=error), number)
            return
        if zone is Zone.LEADER:
            self._leader = card.code
        else:
            self._cards.add(zone, card.code, count)
        status = Status.MATCHED if sure else Status.GUESSED
        self._report(LineReport(0, text, status, card.code, count, zone, candidates, message), number)

    def ignore(self, text: str, message: str, number: int | None = None) -> None:
        """Report something other than a card."""
        self._report(LineReport(0, text, Status.IGNORED, message=message), number)

    def deck(self) -> ParsedDeck:
        return ParsedDeck(clean_name(self.name), self._cards.decklist(self._leader), tuple(self._lines))

    def _find(self, code: object, name: str, zone: Zone | None) -> tuple[Card | None, tuple[Candidate, ...], str]:
        if isinstance(code, str) and code.strip():
            card = self._index.by_code(code.strip())
            return card, (), "" if card else f"There is no card {code.strip()[:_MAX_SHOWN]}."
        if not name.strip():
            return None, (), "The card code is missing."
        cards = self._index.exact(name)
        if cards:
            return self._choose(cards, zone), (), ""
        guess = self._guesser.guess(name)
        if guess.cards:
            card = self._choose(guess.cards, zone)
            return card, guess.candidates, f"Read as {card.name}."
        return None, guess.candidates, "No card has this name."

    def _report(self, line: LineReport, number: int | None) -> None:
        """Without a line number, entries are counted."""
        number = len(self._lines) + 1 if number is None else number
        self._lines.append(replace(line, number=number, text=line.text[:_MAX_SHOWN]))

    def _choose(self, cards: tuple[Card, ...], zone: Zone | None) -> Card:
        """Of a leader and a character of one name, the one for the zone; without a zone, the first is the leader."""
        wanted = zone or (Zone.LEADER if self._leader is None else Zone.APPROACH)
        return next((card for card in cards if card.deck is wanted), cards[-1])
