"""The nouns of abilities: cards, groups of cards, places."""
