"""What the rules add to other pages: the odds of drawing a card, and its place in games."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.catalogue import Card, Zone
from cards.catalogue.datafiles import load_formats
from rules.facts import DAYS, TYPICAL_PANACHE
from rules.five_sails.abilities.coverage import unimplemented
from rules.five_sails.abilities.declared import IMPLEMENTED
from rules.odds.exact import at_least_one
from web.number_format import percent


def odds_of_drawing(request: HttpRequest, card: Card) -> SafeString | None:
    """The chance of drawing a faction card by each Day, for every legal number of copies."""
    if card.deck is not Zone.FACTION:
        return None
    rules = next(format for format in load_formats() if format.default)
    most = rules.unique_copies if card.is_unique else rules.copies
    days = [day for day in range(1, DAYS + 1) if day * TYPICAL_PANACHE <= rules.faction_min]
    rows = [
        (copies, [percent(at_least_one(rules.faction_min, copies, day * TYPICAL_PANACHE)) for day in days])
        for copies in range(1, most + 1)
    ]
    context = {"days": days, "rows": rows, "deck": rules.faction_min, "panache": TYPICAL_PANACHE}
    return render_to_string("rules/parts/odds.html", context, request)


def abilities_in_games(request: HttpRequest, card: Card) -> SafeString:
    """Which of a card's abilities the rules engine plays."""
    missing = [card.abilities[number] for number in unimplemented(card, IMPLEMENTED)]
    context = {"abilities": card.abilities, "missing": missing, "played": len(card.abilities) - len(missing)}
    return render_to_string("rules/parts/abilities.html", context, request)
