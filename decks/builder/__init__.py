"""The deck builder: its page, the parts of it that an edit changes, and the pages where decks begin."""
