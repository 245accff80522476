"""What one app adds to another app's pages.

Apps may not import the apps built on them, so each page offers a registry (``cards.panels``, ``decks.pages.hooks``,
``cards.explanations``) and this module fills them all. Panels are shown by position, lowest first.
"""

from __future__ import annotations

from cards.explanations import explanations
from cards.panels import card_actions, card_panels, home_doors, home_panels
from decks.pages.hooks import builder_drawers, deck_actions
from decks.panels import build_door, build_with_leader, decks_that_run, newest_decks, starter_decks
from rules.games.pages.panels import watch_door
from rules.jobs.pages.form import simulate_action
from rules.pages.hands.panels import hand_door, hand_drawer, hands_link
from rules.pages.odds.views import odds_link
from rules.pages.panels import abilities_in_games, odds_of_drawing
from rules.pages.reference.panel import rules_of_card
from rules.pages.reference.terms import begin_explaining


def register_panels() -> None:
    """Fill the registries; called once, when Django starts."""
    home_doors.register("build", build_door, position=10)
    home_doors.register("hand", hand_door, position=20)
    home_doors.register("watch", watch_door, position=30)

    home_panels.register("starter-decks", starter_decks, position=10)
    home_panels.register("newest-decks", newest_decks, position=15)

    card_panels.register("reference", rules_of_card, position=5)
    card_panels.register("odds", odds_of_drawing, position=10)
    card_panels.register("decks", decks_that_run, position=20)
    card_panels.register("abilities", abilities_in_games, position=30)

    card_actions.register("build", build_with_leader, position=10)

    deck_actions.register("hands", hands_link, position=10)
    deck_actions.register("odds", odds_link, position=20)
    deck_actions.register("simulate", simulate_action, position=30)

    builder_drawers.register("hands", hand_drawer, position=10)

    explanations.register(begin_explaining)
