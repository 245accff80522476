"""All cards on one page, in words alone: small enough to be stored whole, and searched on the device."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cached_property
from html import escape

from cards.api.documents import version_record
from cards.catalogue import Card, Catalogue
from cards.presenting import STAT_LABELS, faction_attribute, hidden, number, type_line
from cards.searching import Desk
from cards.serving import Page
from cards.wording import body, plain


class SmallPage(Page):
    """A page made once for each version of the cards, and sent to everybody: worth all the work of making it small."""

    @cached_property
    def squeezed(self) -> bytes:
        """The page compressed as far as it goes."""
        return gzip.compress(self.body, 9, mtime=0)


def marker(desk: Desk) -> str:
    """What the worker compares with the version endpoint: it differs when any card, picture or line of code does."""
    record = version_record(desk.catalogue.version, desk.uploads)
    return f"{record['cards']}.{record['engine']}"


def cards_html(catalogue: Catalogue) -> str:
    """Every card, by name."""
    return "".join(_card(card, catalogue) for card in sorted(catalogue, key=lambda card: (card.full_name, card.code)))


def _card(card: Card, catalogue: Catalogue) -> str:
    line = " · ".join(filter(None, (type_line(card, catalogue), ", ".join(card.traits))))
    numbers = ", ".join(
        f"{label} {number(name, stat)}" for name, label in STAT_LABELS.items() if (stat := card.stat(name)) is not None
    )
    keywords = f"<p><b>{escape('. '.join(card.keywords))}.</b></p>" if card.keywords else ""
    rulings = "".join(f"<li>{escape(ruling.text)}</li>" for ruling in card.rulings)
    return (
        f'<li id="{escape(card.code)}" tabindex="-1"{faction_attribute(card)}>'
        f'<h2><a href="/cards/{escape(card.code)}/">{escape(card.full_name)}</a></h2><p class="line">{escape(line)}</p>'
        f"{f'<p>{numbers}</p>' if numbers else ''}{keywords}{''.join(_rules(card))}"
        f"{f'<ul>{rulings}</ul>' if rulings else ''}</li>"
    )


def _rules(card: Card) -> Iterator[str]:
    barred = False
    for place, ability in enumerate(card.abilities):
        if ability.below_bar and place and not barred:
            barred = True
            yield f"<hr>{hidden('Below the bar, for the rest of the Day:')}"
        words = escape(plain(body(ability.trigger, ability.cost, ability.effect)))
        yield f"<p><b>{escape(ability.label)}:</b> {words}</p>" if ability.label else f"<p>{words}</p>"
