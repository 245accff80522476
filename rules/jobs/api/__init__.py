"""The HTTP API of simulations."""
