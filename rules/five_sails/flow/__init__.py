"""A game from its setup through the phases of each Day (sections 3 and 4)."""
