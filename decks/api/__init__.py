"""The HTTP API of decks: anyone may check and convert lists; storing decks needs an account or a browser's session."""
