"""Simulations as jobs: stored, cut into chunks, played by workers, merged, reported."""
