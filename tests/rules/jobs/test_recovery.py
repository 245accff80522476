"""Whatever was left undone is set going again, and nothing else is."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from rules.jobs.models import Chunk, Run, Simulation, Status
from rules.jobs.run import recovery, services, worker
from rules.jobs.run.recovery import sweep, tidy
from tests.decks.api_calls import make_user
from web.ownership import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _tidy_when_told():
    cache.set("simulations:tidy", 1)
    yield
    cache.delete("simulations:tidy")


def fresh(simulation):
    return services.find(simulation.pk)


def later(seconds, run=None):
    """As if so many seconds had passed."""
    back = timedelta(seconds=seconds)
    for chunk in Chunk.objects.all():
        chunk.claimed_at -= back
        chunk.stored_at = chunk.stored_at and chunk.stored_at - back
        chunk.save()
    for each in Run.objects.all():
        Run.objects.filter(pk=each.pk).update(
            created_at=each.created_at - back,
            beat_at=each.beat_at and each.beat_at - back,
            finished_at=each.finished_at and each.finished_at - back,
        )


def test_a_run_that_goes_well_is_left_alone(ask, queue):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.play_chunk(run, 0)
    worker.go_on(run)
    worker.claim(run, 1)
    queue.taken()
    later(3)
    assert sweep() == 0
    assert queue.taken() == []


def test_what_the_queue_never_heard_of_is_sent_when_it_is_back(ask, queue):
    queue.up = False
    simulation = ask()
    assert sweep() == 0
    assert services.progress(fresh(simulation)).note == "waiting for the queue"
    queue.up = True
    assert sweep() == 1
    assert queue.taken() == [0, 1, 2, 3]
    assert sweep() == 0


def test_a_chunk_whose_worker_died_is_sent_again_though_the_run_goes_on(ask, queue):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.claim(run, 1)
    later(6)
    worker.play_chunk(run, 0)
    worker.go_on(run)
    queue.taken()
    assert sweep() == 1
    assert queue.taken() == [1]
    assert sweep() == 1, "until somebody begins it"
    queue.taken()
    assert worker.play_chunk(run, 1)
    assert sweep() == 0


def test_a_chunk_begun_three_times_ends_the_run_with_a_reason(ask):
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.claim(run, 1)
    for _ in range(2):
        worker.claim(run, 1, redelivered=True)
    later(19)
    assert sweep() == 0
    later(2)
    assert sweep() == 1
    assert "started 3 times" in fresh(simulation).run.error


def test_lost_messages_are_sent_again_once_the_queue_is_empty(ask, queue):
    """Nothing was begun for seconds, and nothing waits: the queue lost its data."""
    simulation = ask()
    run = worker.find_active(simulation.run_id)
    worker.play_chunk(run, 1)
    queue.taken()
    later(6)
    queue.length = 1
    assert sweep() == 0, "its own messages may be among those that wait"
    queue.length = 0
    assert sweep() == 1
    assert queue.taken() == [0, 2, 3, 4]
    assert sweep() == 0
    queue.length = 1
    later(61)
    assert sweep() == 1
    queue.up = False
    later(61)
    assert sweep() == 0


def test_a_run_whose_last_message_was_lost_is_finished(ask):
    simulation = ask(games=20)
    run = worker.find_active(simulation.run_id)
    for index in range(run.chunks):
        worker.play_chunk(run, index)
    later(6)
    assert sweep() == 1
    assert fresh(simulation).status == Status.DONE


def test_a_run_is_not_sent_for_ever(ask, queue):
    simulation = ask()
    for time in range(recovery.MAX_RESENDS):
        later(5 * 2 ** min(time, 4) - 1)
        assert sweep() == 0, "each time it is given longer, for a worker may be compiling"
        later(2)
        assert sweep() == 1
    assert fresh(simulation).run.active
    later(81)
    sweep()
    failed = fresh(simulation)
    assert (failed.status, failed.run.error) == (Status.FAILED, recovery.LOST)


def test_a_chunk_that_comes_back_starts_the_count_anew(ask):
    simulation = ask()
    later(6)
    sweep()
    assert Run.objects.get().resends == 1
    worker.go_on(worker.find_active(simulation.run_id))
    assert Run.objects.get().resends == 0


def test_a_run_whose_askers_are_gone_is_stopped(ask):
    user = make_user("ana")
    ask(Visitor(user))
    user.delete()
    assert sweep() == 1
    assert Run.objects.get().status == Status.CANCELLED


def test_an_idle_sweep_asks_two_questions_however_many_runs_there_are(ask, settings, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert sweep() == 0
    settings.SIMULATIONS_AT_ONCE = 20
    for seed in range(10):
        worker.play_chunk(worker.find_active(ask(seed=seed).run_id), 0)
    with django_assert_num_queries(2):
        assert sweep() == 0


def test_old_simulations_of_nobody_are_forgotten_with_their_runs(ask, settings):
    settings.SIMULATION_KEEP_DAYS = 7
    old = [ask(seed=1), ask(Visitor(browser="b"), seed=2), ask(Visitor(make_user("ana")), seed=3), ask(seed=4)]
    for simulation in old[:3]:
        worker.play_here(simulation)
    Simulation.objects.update(created_at=timezone.now() - timedelta(days=8))
    young = ask(seed=5)
    worker.play_here(young)
    later(2 * 24 * 3600)
    tidy()
    kept = {old[2].pk, old[3].pk, young.pk}
    assert set(Simulation.objects.values_list("pk", flat=True)) == kept, "a user's, an unfinished and a young one"
    assert Run.objects.count() == 3


def test_chunks_that_nobody_came_back_for_are_forgotten(ask):
    simulation = ask()
    worker.play_chunk(worker.find_active(simulation.run_id), 0)
    services.cancel(simulation)
    later(23 * 3600)
    tidy()
    assert Chunk.objects.count() == 1
    later(2 * 3600)
    tidy()
    assert Chunk.objects.count() == 0
    worker.play_here(ask())
    assert Run.objects.get().status == Status.DONE
