"""Somebody is always asked to sweep, and nobody twice."""

import sys
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from fivesails_site import celery_app
from rules.jobs.run import compilation, sweep_timer, tasks
from rules.jobs.run.dispatch import QUEUE
from rules.management.commands import simulation_worker


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch):
    """All of a test happens in the same second, in which nobody has asked yet."""
    monkeypatch.setattr(sweep_timer.time, "time", lambda: 1_800_000_000.0)
    cache.delete(sweep_timer.key())
    yield
    cache.delete(sweep_timer.key())


@pytest.fixture
def asked(monkeypatch):
    """The sweeps that were asked for."""
    found = []
    monkeypatch.setattr(tasks.sweep, "apply_async", lambda **options: found.append(options))
    return found


class Timer:
    def __init__(self):
        self.running = []

    def call_repeatedly(self, seconds, task):
        entry = SimpleNamespace(seconds=seconds, task=task, cancel=lambda: self.running.remove(entry))
        self.running.append(entry)
        return entry


def worker(*queues):
    consumed = dict.fromkeys(queues)
    app = SimpleNamespace(amqp=SimpleNamespace(queues=SimpleNamespace(consume_from=consumed)))
    return SimpleNamespace(app=app, timer=Timer())


def test_of_many_workers_one_asks(asked):
    for _ in range(5):
        sweep_timer.beat()
    assert len(asked) == 1
    assert asked[0]["expires"] > sweep_timer.SECONDS, "an old question is not worth an answer"
    cache.delete(sweep_timer.key())
    sweep_timer.beat()
    assert len(asked) == 2


def test_a_queue_that_is_away_does_not_stop_the_worker(caplog):
    sweep_timer.beat()
    assert "could not ask for a sweep" in caplog.text


def test_it_beats_while_there_is_a_connection(asked):
    parent = worker("default", QUEUE)
    step = sweep_timer.Pulse(parent)
    step.start(parent)
    assert len(asked) == 1, "at once: work may have waited"
    assert [entry.seconds for entry in parent.timer.running] == [sweep_timer.SECONDS]
    step.stop(parent)
    step.stop(parent)
    assert parent.timer.running == []


def test_a_worker_that_plays_no_simulations_has_no_pulse(asked):
    parent = worker("default")
    sweep_timer.Pulse(parent).start(parent)
    assert (asked, parent.timer.running) == ([], [])


def test_the_worker_of_the_site_has_the_step():
    assert "rules.jobs.run.sweep_timer:Pulse" in celery_app.steps["consumer"]
    assert {"default", QUEUE} == set(celery_app.amqp.queues)


def test_the_engine_is_compiled_ahead_once(monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.compile_engine, "apply_async", lambda **options: sent.append(options))
    for compiled, queues in ((True, [QUEUE]), (False, ["default"]), (False, ["default", QUEUE])):
        monkeypatch.setattr(compilation, "is_compiled", lambda compiled=compiled: compiled)
        tasks.compile_ahead(sender=worker(*queues))
    assert len(sent) == 1


def test_a_machine_may_play_simulations_only(monkeypatch):
    became = []
    monkeypatch.setattr(simulation_worker.os, "execv", lambda path, words: became.append((path, words)))
    call_command("simulation_worker", "--processes", "3")
    [(path, words)] = became
    assert path == sys.executable
    assert words[words.index("--queues") + 1] == QUEUE
    assert words[words.index("--concurrency") + 1] == "3"
    with pytest.raises(CommandError, match="must be 1 or more, not 0"):
        call_command("simulation_worker", "--processes", "0")
