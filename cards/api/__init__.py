"""The public HTTP API of the card database: read by anyone, written by nobody."""
