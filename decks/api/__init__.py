"""The HTTP API of decks: lists judged and converted for anyone, decks kept for those who are somebody."""
