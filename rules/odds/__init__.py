"""Exact odds of drawing the cards somebody wants."""
