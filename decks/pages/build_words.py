"""What is said after an edit: what was done, how far the deck is, and what became right or wrong by it."""

from __future__ import annotations

from typing import Final

from cards.catalogue import Card, Zone
from decks.building import Edit, EditError, Verb
from decks.checklist import is_scheme
from decks.offering import Offer
from decks.pages.build_parts import Bench

_OTHER: Final = {
    "undo": "Undone.",
    "redo": "Done again.",
    "keep mine": "Your list is saved.",
    "keep both": "Both lists are merged and saved.",
}


def said_of(words: str, bench: Bench, before: Offer) -> str:
    """One or two short sentences."""
    if before.decklist == bench.offer.decklist:
        return "Nothing changed."
    try:
        edit = Edit.parse(words)
    except EditError:
        return " ".join(filter(None, (_OTHER[words], _totals(bench), _turn(bench, before))))
    return " ".join(filter(None, (_done(edit, bench, before), _turn(bench, before))))


def _done(edit: Edit, bench: Bench, before: Offer) -> str:
    catalogue = bench.desk.catalogue
    if edit.verb is Verb.CLEAR:
        return "Everything is out but the leader."
    card = catalogue.card(edit.codes[0])
    if edit.verb is Verb.LEAD:
        return f"{card.name} leads the deck."
    if len(edit.codes) > 1:
        return f"Removed {len(edit.codes)} cards. {_totals(bench)}"
    difference = bench.offer.copies[card.code] - before.copies[card.code]
    verb = "Added" if difference > 0 else "Removed"
    return f"{verb} {abs(difference)} {card.name}, {_place(card, bench)}."


def _place(card: Card, bench: Bench) -> str:
    people, schemes, faction = bench.sheet.counters
    approach = schemes if is_scheme(card) else people
    return (approach if card.deck is Zone.APPROACH else faction).spoken


def _totals(bench: Bench) -> str:
    return ", ".join(f"{counter.label} {counter.spoken}" for counter in bench.sheet.counters) + "."


def _turn(bench: Bench, before: Offer) -> str:
    """Whether the deck became legal by this, or broke a rule."""
    if bench.offer.report.legal and not before.report.legal:
        return "The deck is legal."
    known = {violation.code for violation in before.report.errors}
    return next((each.message for each in bench.offer.report.errors if each.code not in known), "")
