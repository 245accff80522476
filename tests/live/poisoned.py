"""A Celery application whose workers die of one seed: ``celery -A tests.live.poisoned worker``."""

import os
import signal
from typing import Any

from celery.signals import worker_process_init

from fivesails_site import celery_app
from tests.live.poison import LOADING_SEED, SEED, TASK

app = celery_app


@app.task(name=TASK)
def die() -> None:
    """As one that needs more memory than there is."""
    os.kill(os.getpid(), signal.SIGKILL)


@worker_process_init.connect
def poison(**_: object) -> None:
    """As a fault in compiled code would kill them: without a word."""
    from rules.jobs.run import goldfish

    play, warm = goldfish.play, goldfish.warm

    def deadly(asked: Any, *rest: Any) -> Any:
        if asked.seed == SEED:
            os.kill(os.getpid(), signal.SIGKILL)
        return play(asked, *rest)

    def quick(asked: Any) -> None:
        if asked.seed == LOADING_SEED:
            os.kill(os.getpid(), signal.SIGKILL)
        # The dead have no use for a loaded engine.
        if asked.seed != SEED:
            warm(asked)

    goldfish.play, goldfish.warm = deadly, quick
