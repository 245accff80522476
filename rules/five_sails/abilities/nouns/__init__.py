"""What abilities speak of: cards, groups of cards, places."""
