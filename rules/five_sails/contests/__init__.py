"""Challenges, duels and pressures (sections 7 and 8)."""
