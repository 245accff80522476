"""What no move can change (table), what moves can change (state), and how both are read."""
