"""What no move can change (table), what moves change (state), and how to read both."""
