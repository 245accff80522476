"""Collecting the cards of a kind that states zones and codes: each entry is taken, or reported with its fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cards.catalogue import Card, Catalogue, Zone
from decks.exchange.counts import CardCounts
from decks.exchange.names import Guesser, name_index
from decks.exchange.values import (
    Candidate,
    LineReport,
    ParsedDeck,
    Status,
    as_quantity,
    clean_name,
    quantity_fault,
)

_SHOWN: Final = 200


class Collector:
    """One deck while its entries come in; zones are kept as stated, so that legality can speak about them."""

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
        """Take a card by its code, or else by its name; without a zone it goes where such a card goes."""
        count = as_quantity(quantity)
        fault = "A quantity is a whole number." if count is None else quantity_fault(count)
        card, candidates, message = self._find(code, name, zone)
        sure = not candidates
        if card is None:
            self._report(LineReport(0, text, Status.FAILED, candidates=candidates, message=message), number)
            return
        zone = zone or (card.deck if card.deck in (Zone.LEADER, Zone.APPROACH) else Zone.FACTION)
        if zone is Zone.LEADER:
            if self._leader is not None:
                fault = fault or "The deck has a leader already."
            elif count != 1:
                fault = fault or "A deck has one leader."
        elif count is not None:
            fault = fault or self._cards.fault(zone, card.code, count)
        if fault or count is None:
            self._report(LineReport(0, text, Status.FAILED, card.code, message=fault), number)
            return
        if zone is Zone.LEADER:
            self._leader = card.code
        else:
            self._cards.add(zone, card.code, count)
        status = Status.MATCHED if sure else Status.GUESSED
        self._report(LineReport(0, text, status, card.code, count, zone, candidates, message), number)

    def ignore(self, text: str, message: str, number: int | None = None) -> None:
        """Report something that is no card."""
        self._report(LineReport(0, text, Status.IGNORED, message=message), number)

    def deck(self) -> ParsedDeck:
        """What came in."""
        return ParsedDeck(clean_name(self.name), self._cards.decklist(self._leader), tuple(self._lines))

    def _find(self, code: object, name: str, zone: Zone | None) -> tuple[Card | None, tuple[Candidate, ...], str]:
        if isinstance(code, str) and code.strip():
            card = self._index.by_code(code.strip())
            return card, (), "" if card else f"There is no card {code.strip()[:_SHOWN]}."
        if not name.strip():
            return None, (), "There is no card code."
        cards = self._index.exact(name)
        if cards:
            return _fitting(cards, zone), (), ""
        guess = self._guesser.guess(name)
        if guess.cards:
            card = _fitting(guess.cards, zone)
            return card, guess.candidates, f"Read as {card.name}."
        return None, guess.candidates, "No card has this name."

    def _report(self, line: LineReport, number: int | None) -> None:
        """Entries of a document without lines are counted instead."""
        place = len(self._lines) + 1 if number is None else number
        self._lines.append(replace(line, number=place, text=line.text[:_SHOWN]))


def _fitting(cards: tuple[Card, ...], zone: Zone | None) -> Card:
    """Of cards that share a name, the one for the zone; without a zone the one that is no leader."""
    wanted = [card for card in cards if card.deck is zone] or [card for card in cards if card.deck is not Zone.LEADER]
    return wanted[0] if wanted else cards[0]
