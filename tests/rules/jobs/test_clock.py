"""A clock that is set, by a minute or by a year: nothing waits for a moment that will not come, nothing counts twice.

Whether the clock goes back or every stored time goes ahead is the same to whoever compares the two.
"""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from rules.jobs.models import Chunk, Run, Simulation
from rules.jobs.run import goldfish, services, sweep_timer, tasks, worker
from rules.jobs.run.recovery import sweep
from tests.rules.jobs.test_recovery import fresh, later
from web.rate_limits import RateLimitError

pytestmark = pytest.mark.django_db

YEAR = 365 * 24 * 3600


@pytest.fixture(autouse=True)
def _tidy_when_told():
    cache.set("simulations:tidy", 1)
    yield
    cache.delete("simulations:tidy")


def set_back(seconds):
    """As if the clock had been set back."""
    later(-seconds)
    for run in Run.objects.exclude(started_at=None):
        Run.objects.filter(pk=run.pk).update(started_at=run.started_at + timedelta(seconds=seconds))
    for each in Simulation.objects.all():
        Simulation.objects.filter(pk=each.pk).update(created_at=each.created_at + timedelta(seconds=seconds))


def test_a_chunk_that_was_begun_in_the_future_is_not_waited_for(ask, queue):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.play_chunk(run, 0)
    worker.claim(run, 1)
    queue.taken()
    set_back(YEAR)
    assert sweep() == 1
    assert queue.taken() == [1]
    assert worker.claim(run, 1) is worker.Claim.PLAY
    assert Chunk.objects.get(index=1).claims == 2


def test_two_clocks_that_differ_by_seconds_do_not_matter(ask, queue):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.claim(run, 0)
    queue.taken()
    set_back(30)
    assert sweep() == 0
    assert worker.claim(run, 0) is worker.Claim.SKIP
    assert queue.taken() == []


def test_lost_messages_are_sent_again_though_they_were_sent_in_the_future(ask, queue):
    simulation = ask()
    queue.taken()
    set_back(YEAR)
    assert sweep() == 1
    assert queue.taken() == [0, 1, 2, 3]
    assert sweep() == 0, "from now on the clock is the new one"
    worker.play_here(simulation)
    assert services.progress(fresh(simulation)).done_games == 60


def test_a_chunk_played_before_and_after_counts_once(ask, queue):
    """Ahead by a day: whoever plays looks dead at once, and is not."""
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    question, plan = goldfish.question_of(run), goldfish.plan_of(run)
    worker.claim(run, 0)
    later(24 * 3600)
    assert sweep() == 1
    assert worker.claim(run, 0) is worker.Claim.PLAY
    assert worker.store(run, 0, goldfish.play(question, plan, 0)) is True
    assert worker.store(run, 0, goldfish.play(question, plan, 0)) is False
    worker.play_here(simulation)
    other = ask(seed=2)
    worker.play_here(other)
    first, second = (services.result(fresh(each)) for each in (simulation, other))
    assert first["games"] == second["games"] == 60


def test_the_speed_that_is_shown_stays_believable(ask):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.play_chunk(run, 0)
    set_back(YEAR)
    found = services.progress(fresh(simulation))
    assert found.done_games == 10
    assert found.rate is None or found.rate < 10_000


def test_games_played_in_the_future_are_not_held_against_anybody(ask, settings):
    settings.SIMULATION_DAILY_GAMES = 100
    worker.play_here(ask(seed=1))
    with pytest.raises(RateLimitError):
        ask(seed=2)
    set_back(YEAR)
    assert ask(seed=2).pk
    with pytest.raises(RateLimitError) as refused:
        ask(seed=3)
    assert refused.value.wait <= 24 * 3600


def test_the_pulse_goes_on_though_what_was_remembered_never_runs_out(monkeypatch):
    """The cache keeps things until a time of day, so a clock that is set back keeps them for longer."""
    asked = []
    monkeypatch.setattr(tasks.sweep, "apply_async", lambda **options: asked.append(options))
    now = timezone.now().timestamp()
    monkeypatch.setattr(sweep_timer.time, "time", lambda: now)
    sweep_timer.beat()
    sweep_timer.beat()
    assert len(asked) == 1
    cache.set(sweep_timer.key(), 1, None)
    now -= 3600
    sweep_timer.beat()
    assert len(asked) == 2
    now += 2 * sweep_timer.SECONDS
    sweep_timer.beat()
    assert len(asked) == 3


def test_a_database_that_cannot_store_is_no_reason_to_give_up(ask, queue, monkeypatch):
    """A full disk keeps the tallies out, and lets the small note in that a chunk was begun."""
    simulation = ask(games=10)
    run = worker.find_active(simulation.run_id)
    kept = worker.store
    monkeypatch.setattr(worker, "store", lambda *_: (_ for _ in ()).throw(OperationalError("database or disk is full")))
    for _ in range(worker.MAX_CLAIMS + 1):
        assert worker.play_chunk(run, 0) is False
        later(60)
        sweep()
    assert fresh(simulation).run.active
    monkeypatch.setattr(worker, "store", kept)
    assert worker.play_chunk(run, 0) is True
    worker.go_on(run)
    assert fresh(simulation).run.status == "done"
