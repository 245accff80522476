"""The HTTP API of hands and odds."""
