"""Celery tasks of simulations; messages carry ids and nothing else."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready

from rules.jobs.run import compilation, dispatch, recovery, worker
from rules.jobs.run.chunks import LARGE


@shared_task(name=dispatch.PLAY, bind=True, given_up=staticmethod(worker.on_given_up))
def play_chunk(self: Task, run_id: int, index: int) -> None:
    """Play a chunk and those that follow."""
    delivery: dict[str, Any] = self.request.delivery_info or {}
    worker.play_on(run_id, index, redelivered=bool(delivery.get("redelivered")))


@shared_task(name="rules.jobs.sweep", acks_late=False)
def sweep() -> None:
    """Restart runs that have stalled."""
    recovery.sweep()


@shared_task(name="rules.jobs.compile_engine")
def compile_engine() -> None:
    """Compile the engine for all workers of this directory, before anybody waits for it."""
    compilation.compile_engine()


@worker_ready.connect
def compile_ahead(sender: Any, **_: object) -> None:
    """Compile in a fresh directory, and after the engine has changed."""
    if dispatch.QUEUE in sender.app.amqp.queues.consume_from and not compilation.is_compiled():
        compile_engine.apply_async(priority=LARGE)
