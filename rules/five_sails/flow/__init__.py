"""A game from setup through the phases of each Day (sections 3 and 4)."""
