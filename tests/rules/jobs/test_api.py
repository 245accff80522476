"""Simulations over HTTP: what is taken, what is answered, who may do what."""

import pytest
from django.core.cache import cache
from django.test import Client

from decks.models import Visibility
from fivesails_site.accounts import tokens
from rules.jobs.api import views as api
from rules.jobs.api.shapes import SimulationSerializer
from rules.jobs.models import Run, Simulation
from rules.jobs.run import services, worker
from tests.decks.api_calls import call, client_of, make_deck, make_user, problem, starter_body
from web.ownership import BROWSER_KEY
from web.rate_limits import Limit, WriteThrottle

pytestmark = pytest.mark.django_db

URL = "simulations/"


@pytest.fixture(autouse=True)
def _no_limits_from_before(queue, small_chunks):
    cache.clear()


def at(record):
    """The address in a record, without its host."""
    return record["url"].removeprefix("http://testserver")


def post(client, status=202, **body):
    response = call(client, "post", URL, {"games": 60, **body})
    assert response.status_code == status, response.content
    return response.json()


def test_a_deck_list_is_simulated(client):
    response = call(client, "post", URL, starter_body(games=30, seed="friday", days=3, policy="duelist"))
    record = response.json()
    assert response.status_code == 202
    assert response["Location"] == record["url"] == f"http://testserver/api/v1/simulations/{record['id']}/"
    assert record["page"] == f"http://testserver/simulations/{record['id']}/"
    assert response["Cache-Control"] == "no-store"
    assert set(record) == set(SimulationSerializer().fields)
    assert (record["status"], record["games"], record["done_games"]) == ("queued", 30, 0)
    assert (record["days"], record["seed"], record["policy"]["name"]) == (3, "friday", "duelist")
    assert (record["decks"][0]["name"], record["decks"][0]["deck"]) == ("Mine", None)
    assert record["result"] is record["error"] is record["started_at"] is None


def test_from_the_question_to_the_result(client, deck):
    record = post(client, deck=deck.pk)
    assert (record["decks"][0]["deck"], record["decks"][0]["version"]) == (deck.pk, deck.head.number)
    simulation = services.find(record["id"])
    run = worker.find_active(simulation.run_id)
    worker.play_chunk(run, 0)
    running = call(client, "get", at(record)).json()
    assert (running["status"], running["done_games"]) == ("running", 10)
    assert running["rate"] > 0
    worker.play_here(simulation)
    response = call(client, "get", at(record))
    done = response.json()
    assert (done["status"], done["done_games"], done["seconds_left"]) == ("done", 60, 0)
    assert done["result"] == services.result(simulation)
    assert response["Cache-Control"] == "private, no-store"
    again = post(client, deck=deck.pk)
    assert (again["status"], again["id"] != record["id"]) == ("done", True)


def test_decks_may_be_named_in_several_ways(client, deck, other_deck):
    body = starter_body()
    listed = {name: body[name] for name in ("leader", "approach", "faction")}
    for given in (
        {"deck": deck.pk, "against": other_deck.pk},
        {"deck": {"deck": deck.pk, "version": 1}, "against": {"deck": other_deck.pk}},
        {"deck": deck.pk, "version": 1, "against": other_deck.pk},
        {"deck": {**listed, "name": "A"}, "against": {**listed, "name": "B"}},
        {**listed, "against": other_deck.pk},
    ):
        record = post(client, **given)
        assert record["kind"] == "pair"
        assert len(record["decks"]) == 2
    assert [each["name"] for each in post(client, deck={**listed, "name": "A"})["decks"]] == ["A"]


def test_an_answer_of_the_api_may_be_sent_back_as_a_deck(client, deck):
    stored = call(client, "get", f"decks/{deck.pk}/").json()
    assert post(client, **stored)["decks"][0]["fingerprint"] == stored["fingerprint"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"games": 0}, "games"),
        ({"games": "many"}, "games"),
        ({"games": 10**9}, "games"),
        ({"days": 6}, "days"),
        ({"seed": ""}, "seed"),
        ({"seed": [1]}, "seed"),
        ({"policy": "reckless"}, "policy"),
        ({"policy": {"reserve": 99}}, "policy.reserve"),
        ({"policy": None}, "policy"),
        ({"adversary": {"combat": "x"}}, "adversary.combat"),
        ({"adversary": 3}, "adversary"),
        ({"city": "atlantis"}, "city"),
        ({"against": {}}, "against"),
        ({"against": 3}, "against"),
        ({"against": {"leader": 3}}, "against.leader"),
        ({"leader": None}, "deck"),
        ({"faction": {"01100": "x"}}, "faction.01100"),
        ({"gmaes": 3}, "gmaes"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(client, body, field):
    found = problem(call(client, "post", URL, starter_body(**body)), 400, "invalid")
    assert field in {error["field"] for error in found["errors"]}
    assert not Run.objects.exists()


def test_an_empty_body_has_no_deck(client):
    found = problem(call(client, "post", URL, {}), 400, "invalid")
    assert "no leader" in found["detail"]


def test_two_decks_at_once_are_refused(client, deck):
    problem(call(client, "post", URL, starter_body(deck=deck.pk)), 400, "two_decks")
    both = {"deck": {"deck": deck.pk, "leader": "01089"}}
    problem(call(client, "post", URL, both), 400, "two_decks")


def test_what_is_not_there_is_not_found(client, deck):
    problem(call(client, "post", URL, {"deck": "nothing"}), 404, "not_found")
    problem(call(client, "post", URL, {"deck": deck.pk, "version": 99}), 404, "not_found")
    problem(call(client, "get", URL + "A" * 22 + "/"), 404, "not_found")
    problem(call(client, "delete", URL + "A" * 22 + "/"), 404, "not_found")
    problem(call(client, "get", URL), 405, "method_not_allowed")


def test_only_decks_that_the_caller_may_read_are_simulated(client):
    owner = make_user("ana")
    private, by_link = make_deck(owner), make_deck(owner, Visibility.LINK)
    for deck in (private, by_link):
        problem(call(client, "post", URL, {"deck": deck.pk}), 404, "not_found")
        problem(call(client, "post", URL, starter_body(against=deck.pk)), 404, "not_found")
        assert post(client_of(owner), deck=deck.pk)["decks"][0]["deck"] == deck.pk
    record = post(client, deck=by_link.pk, link=by_link.link)
    assert record["decks"][0]["name"] == by_link.name
    assert record["decks"][0]["deck"] is None, "the link is not everybody's"


def test_a_private_deck_is_not_told_to_whoever_has_the_simulation(client):
    owner = make_user("ana")
    deck = make_deck(owner)
    record = post(client_of(owner), deck=deck.pk)
    seen = call(client, "get", at(record)).json()
    assert (seen["decks"][0]["deck"], seen["decks"][0]["version"]) == (None, None)
    assert record["decks"][0]["deck"] == deck.pk


def browser():
    client = Client()
    session = client.session
    session[BROWSER_KEY] = "browser-" + str(id(client))
    session.save()
    return client


def test_who_may_cancel(client):
    owner, other, staff = make_user("ana"), make_user("ben"), make_user("eve", is_staff=True)
    mine, theirs = browser(), browser()
    roles = {
        "nobody": Client(),
        "other": client_of(other),
        "owner": client_of(owner),
        "staff": client_of(staff),
        "browser": mine,
        "another browser": theirs,
    }
    matrix = {
        "owner": {"owner"},
        "browser": {"browser"},
        "nobody": set(roles),
    }
    for seed, (asker, allowed) in enumerate(matrix.items()):
        for number, (role, caller) in enumerate(roles.items()):
            record = post(roles[asker], **starter_body(seed=100 * seed + number))
            assert call(caller, "get", at(record)).json()["may_cancel"] is (role in allowed)
            response = call(caller, "delete", at(record))
            if role in allowed:
                assert (response.status_code, response.json()["status"]) == (200, "cancelled")
            else:
                problem(response, 403, "permission_denied")
                assert call(caller, "get", at(record)).json()["status"] == "queued"
            Run.objects.update(status="cancelled")


def test_a_token_is_somebody(client):
    _, secret = tokens.issue(make_user("ana"), "tests")
    response = call(client, "post", URL, starter_body(games=20), Authorization=f"Bearer {secret}")
    assert response.status_code == 202
    assert Simulation.objects.get().owner.username == "ana"
    problem(call(client, "delete", at(response.json())), 403, "permission_denied")
    problem(call(client, "post", URL, starter_body(), Authorization="Bearer wrong"), 401, "authentication_failed")


def test_a_browser_shows_its_form_token(client):
    strict = Client(enforce_csrf_checks=True)
    session = strict.session
    session[BROWSER_KEY] = "mine"
    session.save()
    problem(call(strict, "post", URL, starter_body()), 403, "permission_denied")


def test_a_failure_is_told(client, deck):
    record = post(client, deck=deck.pk)
    worker.fail(Run.objects.get(), "The reason.")
    failed = call(client, "get", at(record)).json()
    assert (failed["status"], failed["error"], failed["result"]) == ("failed", "The reason.", None)
    assert failed["finished_at"] is not None


def test_cancelled_stays_cancelled_and_done_stays_done(client, deck):
    record = post(client, deck=deck.pk)
    for _ in range(2):
        assert call(client, "delete", at(record)).json()["status"] == "cancelled"
    done = post(client, deck=deck.pk)
    worker.play_here(services.find(done["id"]))
    assert call(client, "delete", at(done)).json()["status"] == "done"
    assert call(client, "get", at(record)).json()["status"] == "cancelled"


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("SIMULATIONS_AT_ONCE", "too_many_at_once"),
        ("SIMULATION_QUEUE", "queue_full"),
        ("SIMULATION_DAILY_GAMES", "daily_games"),
    ],
)
def test_too_much_is_refused_with_the_time_to_wait(client, settings, setting, code):
    setattr(settings, setting, 60 if setting == "SIMULATION_DAILY_GAMES" else 1)
    post(client, **starter_body(seed=1))
    response = call(client, "post", URL, starter_body(seed=2, games=60))
    problem(response, 429, code)
    assert int(response["Retry-After"]) >= 1


def test_calls_are_throttled(client, monkeypatch):
    monkeypatch.setattr(WriteThrottle, "limit", Limit("test", "calls", 2, 60))
    for seed in (1, 2):
        post(client, **starter_body(seed=seed))
    response = call(client, "post", URL, starter_body(seed=3))
    problem(response, 429, "throttled")
    assert int(response["Retry-After"]) >= 1


def test_every_route_is_tried_here():
    assert {route.name for route in api.urlpatterns} == {"simulations", "simulation"}
