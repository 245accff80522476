"""What kills the workers of ``tests.live.poisoned``."""

SEED = 666
