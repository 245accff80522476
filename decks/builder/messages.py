"""The message after an edit: what was done, how full the deck is, and whether it became legal or broke a rule."""

from __future__ import annotations

from typing import Final

from cards.catalogue import Card, Zone
from decks.builder.parts import Builder
from decks.lists.card_pool import CardPool
from decks.lists.checklist import is_scheme
from decks.lists.edits import Edit, EditError, Verb

_MESSAGES: Final = {
    "undo": "Undone.",
    "redo": "Redone.",
    "keep mine": "Your list was saved.",
    "keep both": "Both lists were merged and saved.",
}


def edit_message(words: str, builder: Builder, before: CardPool) -> str:
    """One or two short sentences."""
    if before.decklist == builder.card_pool.decklist:
        return "Nothing changed."
    try:
        edit = Edit.parse(words)
    except EditError:
        return " ".join(filter(None, (_MESSAGES[words], _totals(builder), _legality_change(builder, before))))
    return " ".join(filter(None, (_describe(edit, builder, before), _legality_change(builder, before))))


def _describe(edit: Edit, builder: Builder, before: CardPool) -> str:
    catalogue = builder.snapshot.catalogue
    if edit.verb is Verb.CLEAR:
        return "Removed all cards except the leader."
    card = catalogue.card(edit.codes[0])
    if edit.verb is Verb.LEAD:
        return f"{card.name} is now the leader."
    if len(edit.codes) > 1:
        return f"Removed {len(edit.codes)} cards. {_totals(builder)}"
    difference = builder.card_pool.copies[card.code] - before.copies[card.code]
    verb = "Added" if difference > 0 else "Removed"
    return f"{verb} {abs(difference)} {card.name}, {_progress(card, builder)}."


def _progress(card: Card, builder: Builder) -> str:
    people, schemes, faction = builder.summary.counters
    approach = schemes if is_scheme(card) else people
    return (approach if card.deck is Zone.APPROACH else faction).spoken


def _totals(builder: Builder) -> str:
    return ", ".join(f"{counter.label} {counter.spoken}" for counter in builder.summary.counters) + "."


def _legality_change(builder: Builder, before: CardPool) -> str:
    """Whether the edit made the deck legal or broke a rule."""
    if builder.card_pool.report.legal and not before.report.legal:
        return "The deck is now legal."
    known = {violation.code for violation in before.report.errors}
    return next((each.message for each in builder.card_pool.report.errors if each.code not in known), "")
