"""Recorded games to look at step by step, and duels to try: pages over ``rules.five_sails``."""
