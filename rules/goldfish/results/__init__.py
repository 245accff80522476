"""Tallies of finished games, and the reports made from them."""
