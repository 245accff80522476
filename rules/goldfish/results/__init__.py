"""Tallies of finished games, and what they say."""
