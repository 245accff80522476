"""The goldfish as compiled code. Importing a module of this package loads Numba; only ``rules.goldfish.run`` does."""
