"""What kills the workers of ``tests.live.poisoned``."""

SEED = 666
#: The same, while the engine is loaded and nobody has begun a game.
LOADING_SEED = 667
#: A task that does nothing else.
TASK = "tests.live.die"
