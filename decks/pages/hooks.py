"""Registries of what other apps add to deck pages; ``fivesails_site.panels`` fills them."""

from __future__ import annotations

from django.http import HttpRequest

from cards.panels import Panels
from decks.models import Deck
from decks.pages.base import Reading

#: What else may be done with a deck, as links or forms in the bar of its page.
deck_actions: Panels[[HttpRequest, Reading]] = Panels()
#: Sections of a deck's page.
deck_panels: Panels[[HttpRequest, Reading]] = Panels()
#: Drawers of the builder.
builder_drawers: Panels[[HttpRequest, Deck]] = Panels()
