"""Changes to the game by rules and abilities: deeds, payments, uses of abilities, Reactions."""
