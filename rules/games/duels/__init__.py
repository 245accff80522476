"""The duel table: one duel between any two characters, played by hand or many times over by bots."""
