"""A chunk counts once, whoever plays it, how often, and in which order."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from rules.goldfish import simulate, simulate_pair
from rules.jobs.models import Chunk, Run, Status
from rules.jobs.run import goldfish, services, worker
from rules.jobs.run.worker import Claim
from tests.rules.jobs.conftest import side_of

pytestmark = pytest.mark.django_db


def fresh(simulation):
    return services.find(simulation.pk)


def run_of(simulation):
    return worker.find_active(simulation.run_id)


def age(run, index, seconds):
    Chunk.objects.filter(run=run, index=index).update(claimed_at=timezone.now() - timedelta(seconds=seconds))


def test_chunks_in_any_order_and_more_than_once_give_what_one_process_finds(ask):
    simulation = ask(games=55)
    run = run_of(simulation)
    order = [*range(run.chunks)] * 3
    random.Random(4).shuffle(order)
    played = [index for index in order if worker.play_chunk(run, index)]
    assert len(played) == len(order)
    assert run.parts.count() == run.chunks == 6
    assert worker.finish(run)
    asked = goldfish.question_of(run)
    assert Run.objects.get().tallies == simulate(asked.decks[0], 1, 0, 55).as_dict()
    assert not Chunk.objects.exists()
    done = fresh(simulation)
    assert (done.status, services.progress(done).done_games) == (Status.DONE, 55)
    assert goldfish.report_of(done.run, done.run.tallies).as_dict() == services.result(done)


def test_a_pair_is_played_with_the_same_luck(ask, other_deck):
    simulation = ask(against=side_of(other_deck), games=25, days=2)
    run = run_of(simulation)
    assert (run.kind, run.chunk_size) == ("pair", 25)
    worker.play_here(simulation)
    direct = simulate_pair(*goldfish.question_of(run).decks, 1, 0, 25)
    assert Run.objects.get().tallies == direct.as_dict()
    comparison = goldfish.report_of(run, direct.as_dict())
    assert (comparison.games, len(comparison.days)) == (25, 2)


def test_a_chunk_is_stored_once(ask):
    run = run_of(ask())
    assert worker.claim(run, 0) is Claim.PLAY
    assert worker.store(run, 0, {"first": 1})
    assert not worker.store(run, 0, {"second": 2})
    assert Chunk.objects.get().tallies == {"first": 1}
    assert worker.claim(run, 0) is Claim.STORED


def test_a_chunk_that_somebody_plays_is_left_to_them(ask):
    run = run_of(ask())
    assert worker.claim(run, 0) is Claim.PLAY
    assert worker.claim(run, 0) is Claim.SKIP
    assert worker.claim(run, 1) is Claim.PLAY


def test_the_first_claim_starts_the_run(ask):
    simulation = ask()
    assert services.progress(fresh(simulation)).status == Status.QUEUED
    worker.claim(run_of(simulation), 3)
    started = fresh(simulation)
    assert started.status == Status.RUNNING
    assert started.run.started_at is not None


def test_a_chunk_whose_worker_is_gone_is_played_again_at_once(ask):
    run = run_of(ask())
    worker.claim(run, 0)
    assert worker.claim(run, 0, redelivered=True) is Claim.PLAY
    assert Chunk.objects.get().claims == 2


def test_a_chunk_of_which_nothing_is_heard_is_played_again_with_twice_the_patience_each_time(ask):
    run = run_of(ask())
    worker.claim(run, 0)
    for seconds in (5, 10):
        age(run, 0, seconds - 1)
        assert worker.claim(run, 0) is Claim.SKIP
        age(run, 0, seconds + 1)
        assert worker.claim(run, 0) is Claim.PLAY


def test_a_chunk_that_was_begun_three_times_is_not_begun_again(ask):
    simulation = ask()
    run = run_of(simulation)
    worker.claim(run, 2)
    for _ in range(2):
        assert worker.claim(run, 2, redelivered=True) is Claim.PLAY
    assert worker.claim(run, 2, redelivered=True) is Claim.SKIP
    failed = fresh(simulation)
    assert failed.status == Status.FAILED
    assert failed.run.error == "Games 21 to 30 were started 3 times and never finished."
    assert services.result(failed) is None


def test_an_error_ends_the_run_with_a_reason_and_the_same_question_may_be_asked_again(ask, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("nothing to divide by")

    simulation = ask()
    with monkeypatch.context() as patch:
        patch.setattr(goldfish, "play", broken)
        worker.play_here(simulation)
    assert simulation.run.status == Status.FAILED
    assert simulation.run.error == "The simulation failed: ZeroDivisionError: nothing to divide by"
    again = ask()
    assert again.run_id != simulation.run_id
    worker.play_here(again)
    assert again.run.status == Status.DONE
    assert fresh(simulation).status == Status.FAILED


def test_cards_that_changed_after_the_question_fail_it_in_words(ask):
    simulation = ask()
    Run.objects.update(adversary={**simulation.run.adversary, "combat": 9})
    worker.play_here(simulation)
    assert simulation.run.error == goldfish.OUTDATED


def test_a_report_of_other_cards_is_refused_and_the_stored_one_stays(ask):
    simulation = ask()
    worker.play_here(simulation)
    stored = services.result(simulation)
    Run.objects.update(adversary={**simulation.run.adversary, "combat": 9})
    found = fresh(simulation).run
    with pytest.raises(services.OutdatedError):
        goldfish.report_of(found, found.tallies)
    assert services.result(fresh(simulation)) == stored


def test_a_stopped_run_is_not_played(ask):
    simulation = ask()
    services.cancel(simulation)
    assert run_of(simulation) is None


def test_a_chunk_behind_the_last_is_ignored(ask):
    run = run_of(ask())
    assert not worker.play_chunk(run, run.chunks)
    assert not Chunk.objects.exists()


def test_a_finished_chunk_sends_the_next_and_a_second_one_while_workers_are_idle(ask, queue):
    simulation = ask(games=200)
    assert queue.taken() == [0, 1, 2, 3]
    queue.length = 1
    worker.go_on(run_of(simulation))
    assert queue.taken() == [4]
    queue.length = 0
    worker.go_on(run_of(simulation))
    assert queue.taken() == [5, 6]
    assert worker.go_on(run_of(simulation), here=True) == 7
    assert queue.taken() == [8]
    queue.up = False
    worker.go_on(run_of(simulation))
    assert queue.taken() == []


def test_a_worker_stays_with_a_run_for_a_moment_and_then_leaves_it_to_the_queue(ask, queue, monkeypatch):
    queue.length = 1
    simulation = ask(games=100)
    assert queue.taken() == [0, 1, 2, 3]
    monkeypatch.setattr(worker, "TURN_SECONDS", 0)
    worker.play_on(simulation.run_id, 0)
    assert queue.taken() == [4]
    assert services.progress(fresh(simulation)).done_games == 10
    monkeypatch.setattr(worker, "TURN_SECONDS", 60)
    worker.play_on(simulation.run_id, 4)
    assert queue.taken() == []
    assert services.progress(fresh(simulation)).done_games == 70, "all but the three that others were sent"
    for index in (1, 2, 3):
        worker.play_on(simulation.run_id, index)
    assert fresh(simulation).status == Status.DONE
    worker.play_on(simulation.run_id, 0)


def test_a_run_that_is_cancelled_is_left_at_once(ask, queue, monkeypatch):
    simulation = ask(games=100)
    play = goldfish.play

    def cancelling(*parts):
        services.cancel(simulation)
        return play(*parts)

    monkeypatch.setattr(goldfish, "play", cancelling)
    worker.play_on(simulation.run_id, 0)
    assert Chunk.objects.count() == 1, "what was begun is kept, and nothing else is begun"


def test_the_last_chunk_finishes_the_run(ask):
    simulation = ask(games=20)
    run = run_of(simulation)
    for index in (1, 0):
        assert worker.play_chunk(run, index)
        worker.go_on(run)
    assert fresh(simulation).status == Status.DONE


def test_a_run_ends_once(ask):
    simulation = ask(games=20)
    run = run_of(simulation)
    worker.play_here(simulation)
    assert not worker.fail(run, "too late")
    assert not worker.finish(run)
    assert fresh(simulation).status == Status.DONE
