"""Exact odds: what is wanted, counted without dice."""
