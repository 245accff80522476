"""Asking, sharing what was asked, cancelling, and how much anybody may ask."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from rules.jobs import quotas
from rules.jobs.models import Run, Simulation, Status
from rules.jobs.run import compilation, services, worker
from tests.decks.api_calls import make_user
from web.ownership import BROWSER_KEY, Visitor
from web.rate_limits import RateLimitError, hashed_network_of

pytestmark = pytest.mark.django_db


def fresh(simulation):
    return services.find(simulation.pk)


def test_a_simulation_has_a_name_that_nobody_guesses(ask):
    names = {ask(seed=seed).pk for seed in range(5)}
    assert len(names) == 5
    assert {len(name) for name in names} == {22}


def test_the_same_question_is_played_once(ask, queue):
    first = ask()
    assert queue.taken() == [0, 1, 2, 3]
    second = ask(Visitor(browser="b"), "there")
    assert (second.pk != first.pk, second.run_id) == (True, first.run_id)
    worker.play_here(first)
    third = ask()
    assert queue.taken() == []
    assert fresh(third).status == Status.DONE
    assert services.result(fresh(third)) == services.result(fresh(first))
    assert [each.charge for each in (first, second, third)] == [60, 0, 0]


def test_the_seed_is_kept_as_it_was_typed(ask):
    simulation = ask(seed=" friday ")
    assert simulation.seed == "friday"
    assert simulation.run.seed == ask(seed=int(simulation.run.seed)).run.seed


def test_without_a_queue_it_is_stored_and_says_so(ask, queue):
    queue.up = False
    progress = services.progress(ask())
    assert (progress.status, progress.note, progress.done_games) == (Status.QUEUED, "waiting for the queue", 0)
    queue.up = True
    assert services.progress(ask(seed=2)).note == "waiting for a worker"


def test_who_waits_for_the_engine_to_be_compiled_is_told_so(ask, settings, tmp_path):
    settings.NUMBA_CACHE = tmp_path
    simulation = ask()
    with compilation.compile_lock():
        assert services.progress(fresh(simulation)).note == "waiting for the engine to be compiled"
    assert services.progress(fresh(simulation)).note == "waiting for a worker"
    compilation.compile_engine()
    assert compilation.is_compiled()
    with compilation.compile_lock():
        assert services.progress(fresh(simulation)).note == "waiting for a worker"


def test_a_directory_that_cannot_be_written_is_no_reason_not_to_play(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.NUMBA_CACHE = tmp_path / "file" / "numba"
    compilation.compile_engine()
    assert not compilation.is_compiled()


def test_progress_tells_games_rate_and_time_left(ask):
    simulation = ask(games=55)
    run = worker.find_active(simulation.run_id)
    for index in (5, 0, 2):
        worker.play_chunk(run, index)
    Run.objects.update(started_at=timezone.now() - timedelta(seconds=2))
    progress = services.progress(fresh(simulation))
    assert (progress.status, progress.done_games, progress.games) == (Status.RUNNING, 25, 55)
    assert progress.share == 25 / 55
    assert not progress.finished
    assert progress.rate == pytest.approx(15, rel=0.2)
    assert progress.seconds_left == pytest.approx(2, rel=0.2)


def test_watching_costs_one_small_query(ask, django_assert_num_queries):
    simulation = ask()
    worker.play_chunk(worker.find_active(simulation.run_id), 0)
    with django_assert_num_queries(2):
        services.progress(services.find(simulation.pk))


def test_a_run_stops_only_when_nobody_wants_it(ask):
    mine, theirs = ask(), ask(address="there")
    services.cancel(mine)
    assert fresh(mine).status == Status.CANCELLED
    assert fresh(theirs).status == Status.QUEUED
    assert Run.objects.get().active
    services.cancel(theirs)
    assert fresh(theirs).status == Status.CANCELLED
    assert not Run.objects.get().active


def test_a_stopped_run_that_is_asked_for_again_goes_on_from_what_it_has(ask, queue):
    first = ask()
    run = worker.find_active(first.run_id)
    for index in (0, 1, 3):
        worker.play_chunk(run, index)
    services.cancel(first)
    queue.taken()
    again = ask()
    assert again.run_id == first.run_id
    assert queue.taken() == [2, 4, 5]
    assert services.progress(fresh(again)).done_games == 30
    worker.play_here(again)
    assert fresh(again).status == Status.DONE
    assert fresh(first).status == Status.CANCELLED


def test_what_is_finished_stays_as_it_is(ask):
    simulation = ask()
    worker.play_here(simulation)
    services.cancel(simulation)
    assert fresh(simulation).status == Status.DONE


def test_cancelling_twice_is_cancelling_once(ask):
    simulation = ask()
    services.cancel(simulation)
    before = fresh(simulation).cancelled_at
    services.cancel(fresh(simulation))
    assert fresh(simulation).cancelled_at == before


def test_who_may_cancel(ask):
    ana, ben = make_user("ana"), make_user("ben")
    of_user = ask(Visitor(ana))
    of_browser = ask(Visitor(browser="mine"))
    of_nobody = ask()
    everyone = (Visitor(), Visitor(browser="mine"), Visitor(browser="theirs"), Visitor(ana), Visitor(ben))
    expected = {
        of_user: (False, False, False, True, False),
        of_browser: (False, True, False, False, False),
        of_nobody: (True, True, True, True, True),
    }
    for simulation, row in expected.items():
        assert tuple(services.may_cancel(visitor, simulation) for visitor in everyone) == row


def test_what_a_browser_asked_for_becomes_its_users_at_sign_in(ask, client):
    session = client.session
    session[BROWSER_KEY] = "mine"
    session.save()
    mine, theirs = ask(Visitor(browser="mine")), ask(Visitor(browser="theirs"))
    user = make_user("ana")
    client.force_login(user)
    assert (fresh(mine).owner, fresh(mine).browser) == (user, "")
    assert (fresh(theirs).owner, fresh(theirs).browser) == (None, "theirs")


def test_staff_stop_a_run_and_see_no_list(ask, admin_client):
    simulation = ask()
    address = f"/admin/rules/run/{simulation.run_id}/change/"
    page = admin_client.get(address).content.decode()
    assert "queued" in page.lower()
    assert simulation.run.decks[0]["leader"] not in page
    chosen = {"action": "stop", "_selected_action": [simulation.run_id]}
    assert admin_client.post("/admin/rules/run/", chosen).status_code == 302
    assert fresh(simulation).run.error == "Stopped by staff."


# --- quotas ---


def refusal(ask, **options):
    with pytest.raises(RateLimitError) as caught:
        ask(**options)
    return caught.value


def test_only_so_many_at_once(ask, settings):
    settings.SIMULATIONS_AT_ONCE = 2
    first = ask(seed=1)
    ask(seed=2)
    error = refusal(ask, seed=3)
    assert (error.code, error.wait) == ("too_many_at_once", 15)
    assert "You already have 2 unfinished simulations." in str(error)
    assert ask(seed=2).pk, "what is asked already costs nothing"
    assert ask(seed=3, address="there").pk
    assert ask(Visitor(make_user("ana")), seed=4).pk
    Simulation.objects.exclude(pk=first.pk).filter(run=first.run).delete()
    for simulation in Simulation.objects.filter(address="here", owner=None):
        services.cancel(simulation)
    assert ask(seed=5).pk


def test_only_so_many_games_a_day(ask, settings):
    settings.SIMULATION_DAILY_GAMES = 150
    for seed in (1, 2):
        worker.play_here(ask(seed=seed))
    error = refusal(ask, seed=3)
    assert error.code == "daily_games"
    assert "150 games a day and have 30 left; this would use 60" in str(error)
    assert 23 * 3600 < error.wait <= 24 * 3600
    assert ask(seed=3, games=30).pk
    Simulation.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert ask(seed=4).pk


def test_only_so_many_questions_a_day_though_they_are_the_same(ask, monkeypatch):
    monkeypatch.setattr(quotas, "MAX_QUESTIONS", 2)
    worker.play_here(ask(seed=1))
    assert ask(seed=1).pk
    error = refusal(ask, seed=1)
    assert error.code == "daily_questions"
    assert 23 * 3600 < error.wait <= 24 * 3600 + 1
    assert Simulation.objects.count() == 2
    assert ask(seed=1, address="there").pk
    Simulation.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert ask(seed=1).pk


def test_a_refused_question_leaves_nothing_behind(ask, settings):
    settings.SIMULATION_QUEUE = 1
    ask(seed=1)
    error = refusal(ask, seed=2)
    assert (error.code, "queued" in str(error)) == ("queue_full", True)
    assert Run.objects.count() == Simulation.objects.count() == 1


def test_addresses_are_kept_hashed_and_by_network():
    def address(number):
        return hashed_network_of(RequestFactory().get("/", REMOTE_ADDR=number))

    assert "192.0.2.1" not in address("192.0.2.1")
    assert len(address("192.0.2.1")) == 32
    assert address("192.0.2.1") != address("192.0.2.2")
    assert address("2001:db8::1") == address("2001:db8::2") != address("2001:db8:1::1")
