"""The verbs of abilities."""
