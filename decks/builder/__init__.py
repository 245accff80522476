"""The deck builder: its page and the parts an edit updates, and the pages that start or import a deck."""
