"""A simulation's page in every state it can be in, for everybody who may come."""

import json
import re
from typing import Any

import pytest
import redis
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.models import Visibility
from rules.jobs.models import Run, Simulation, Status
from rules.jobs.run import chunks, progress, services, worker
from tests.decks.factories import deck_of, person, signed_in
from tests.rules.jobs.factories import GAMES, LARGE, OTHER, ask, large, played
from web import streams
from web.ownership import Visitor

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def address(simulation: Simulation, tail: str = "") -> str:
    return f"/simulations/{simulation.pk}/{tail}"


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


# --- waiting ---


def test_a_queued_simulation_says_honestly_what_it_waits_for(client: Client) -> None:
    html = page(client, address(ask()))
    assert "Waiting to set sail" in html
    assert re.search(r"Queued, waiting for (the queue|a worker)\.", html)
    assert f'<progress class="progress" max="{GAMES}" value="0"' in html
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in html
    assert "js/simulation.js" in html


@pytest.fixture
def chunked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games are several chunks."""
    monkeypatch.setattr(chunks, "SLOW_SINGLE_CHUNK", 15)


def test_a_running_simulation_shows_how_far_it_is(client: Client, chunked: None) -> None:
    simulation = ask()
    run = Run.objects.get(pk=simulation.run_id)
    run.status = Status.RUNNING
    run.save()
    worker.play_chunk(run, 0)
    html = page(client, address(simulation))
    assert "Under sail" in html
    assert f'max="{GAMES}" value="15"' in html
    assert f"15 of {GAMES} games" in html


def test_a_page_that_changes_is_kept_nowhere_and_one_that_is_done_only_by_its_reader(client: Client) -> None:
    waiting, done = client.get(address(ask())), client.get(address(played(seed="2")))
    assert waiting["Cache-Control"] == "private, no-store"
    assert done["Cache-Control"] == "private, no-cache"
    for answer in (waiting, done):
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "same-origin"
        assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()


def test_a_simulation_that_never_was_is_not_found(client: Client) -> None:
    for tail in ("", "events/", "report.csv", "report.json"):
        answer = client.get(f"/simulations/aaaaaaaaaaaaaaaaaaaaaa/{tail}")
        assert answer.status_code == 404
        assert "There is no such simulation" in answer.content.decode()


def test_whoever_asked_may_cancel_and_nobody_else() -> None:
    owner, other = person("ana"), person("ben")
    simulation = ask(Visitor(owner))
    for client, status in ((Client(), 403), (signed_in(other), 403), (signed_in(owner), 303)):
        shown = page(client, address(simulation))
        assert ("/cancel/" in shown) == (status == 303)
        assert client.post(address(simulation, "cancel/")).status_code == status
    assert services.find(simulation.pk).status == Status.CANCELLED
    assert Client().get(address(simulation, "cancel/")).status_code == 405


def test_a_cancelled_simulation_goes_on_where_it_stopped(chunked: None) -> None:
    client = signed_in(person("ana"))
    simulation = ask(Visitor(person("ben")))
    worker.play_chunk(Run.objects.get(pk=simulation.run_id), 0)
    services.cancel(services.find(simulation.pk))
    html = page(client, address(simulation))
    assert "Cancelled" in html
    assert "Resume" in html
    assert "http-equiv" not in html
    answer = client.post(address(simulation, "again/"))
    assert answer.status_code == 303
    following = services.find(answer["Location"].split("/")[-2])
    assert following.pk != simulation.pk
    assert following.run_id == simulation.run_id
    assert services.progress(following).done_games == 15


def test_cancelling_too_late_shows_the_report() -> None:
    user = person("ana")
    simulation = played(Visitor(user))
    answer = signed_in(user).post(address(simulation, "cancel/"), follow=True)
    assert "had already finished" in answer.content.decode()
    assert "Card by card" in answer.content.decode()


def test_a_failed_simulation_says_why_and_can_be_tried_again(client: Client) -> None:
    simulation = ask()
    worker.fail(Run.objects.get(pk=simulation.run_id), "The <worker> gave up.")
    html = page(client, address(simulation))
    assert "It failed" in html
    assert "The &lt;worker&gt; gave up." in html
    answer = client.post(address(simulation, "again/"))
    assert answer.status_code == 303
    assert services.find(answer["Location"].split("/")[-2]).status == Status.QUEUED


def test_going_on_keeps_every_part_of_the_question(client: Client) -> None:
    policy = {"base": "spender", "reserve": 2, "parley": False}
    simulation = ask(against=OTHER, seed="the night watch", days=3, policy=policy, adversary={"combat": 4})
    services.cancel(services.find(simulation.pk))
    following = services.find(client.post(address(simulation, "again/"))["Location"].split("/")[-2])
    assert following.run_id == simulation.run_id
    assert (following.name, following.against_name, following.seed) == (
        "Thieves by Lamplight", "Another", "the night watch",
    )  # fmt: skip


def test_going_on_within_quotas_only(client: Client, settings: object) -> None:
    simulation = ask(games=41)
    services.cancel(services.find(simulation.pk))
    settings.SIMULATION_DAILY_GAMES = 1  # type: ignore[attr-defined]
    answer = client.post(address(simulation, "again/"))
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "games a day and have" in answer.content.decode()


# --- events ---


def test_a_script_whose_stream_is_away_asks_now_and_then(client: Client) -> None:
    simulation = ask()
    answer = client.get(address(simulation, "events/"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "private, no-store"
    told = answer.json()
    assert (told["status"], told["games"], told["finished"]) == ("queued", GAMES, False)
    assert str(told["words"]).startswith("Queued, waiting for")
    worker.play_here(simulation)
    told = client.get(address(simulation, "events/")).json()
    assert (told["status"], told["finished"]) == ("done", True)


def test_the_page_names_a_stream_that_only_it_opens(client: Client) -> None:
    simulation = ask()
    stream = re.search(r'data-stream="([^"]+)"', page(client, address(simulation)))
    assert stream
    assert streams.channel_at(stream[1]) == progress.channel(simulation.run_id)
    assert streams.channel_at(stream[1][:-1]) is None


def test_who_watches_is_told_of_each_state_and_of_the_end(
    settings: object, queue_url: str, django_capture_on_commit_callbacks: Any
) -> None:
    settings.REDIS_URL = queue_url  # type: ignore[attr-defined]
    streams._client.cache_clear()
    simulation = ask()
    name = f"{streams.TOPIC}{progress.channel(simulation.run_id)}"
    with redis.Redis.from_url(queue_url) as client:

        def latest() -> tuple[int, dict[str, Any]]:
            version, _, state = (client.get(name) or b"").decode().partition("\n")  # type: ignore[union-attr]
            return int(version), json.loads(state)

        progress.publish(simulation.run_id)
        version, state = latest()
        assert (version, state["status"], state["finished"]) == (0, "queued", False)
        with django_capture_on_commit_callbacks(execute=True):
            services.cancel(services.find(simulation.pk))
        version, state = latest()
        assert (version, state["status"], state["finished"]) == (GAMES + 1, "cancelled", True)
        with django_capture_on_commit_callbacks(execute=True):
            again = ask()
        assert again.run_id == simulation.run_id
        assert client.get(name) is None, "it begins anew"
        with django_capture_on_commit_callbacks(execute=True):
            worker.play_here(again)
        assert latest()[1]["status"] == "done"
    streams._client().close()
    streams._client.cache_clear()


# --- who sees what ---


def test_the_report_leads_to_decks_that_the_reader_may_see() -> None:
    owner = person("ana")
    deck = deck_of(owner, decklist=LARGE)
    simulation = played(Visitor(owner), version=deck.head)
    path = f"/decks/{deck.pk}/versions/1/"
    assert path in page(signed_in(owner), address(simulation))
    html = page(Client(), address(simulation))
    assert path not in html
    assert "Thieves by Lamplight" in html, "whoever has the address may read the report"


def test_ones_own_simulations_are_listed_with_what_became_of_them() -> None:
    ana, ben = person("ana"), person("ben")
    played(Visitor(ana), name="The first")
    ask(Visitor(ana), name="The second", against=OTHER)
    ask(Visitor(ben), name="Not mine", seed="3")
    html = page(signed_in(ana), "/simulations/")
    assert re.findall(r">(The \w+)", html) == ["The second", "The first"]
    assert "The second against Another" in html
    assert "Not mine" not in html
    assert re.findall(r'data-status="(\w+)"', html) == ["queued", "done"]


def test_a_browser_has_simulations_of_its_own(client: Client) -> None:
    first = page(client, "/simulations/")
    assert "Run your first simulation" in first
    assert 'href="/decks/castille-starter/simulate/"' in first
    client.post("/decks/castille-starter/simulate/", {"games": "10000", "seed": "mine"})
    assert "Castille Starter" in page(client, "/simulations/")
    assert "Run your first simulation" in page(Client(), "/simulations/")


def test_pages_ask_no_more_when_there_is_more_to_show(client: Client) -> None:
    user = person("ana")
    mine = signed_in(user)
    deck = deck_of(user, Visibility.PUBLIC, decklist=LARGE)
    ask(Visitor(user), version=deck.head, seed="0")
    counts = [queries(mine, "/simulations/"), queries(mine, f"/decks/{deck.pk}/simulate/")]
    for seed in range(1, 4):
        ask(Visitor(user), version=deck.head, seed=str(seed), against=OTHER)
    assert [queries(mine, "/simulations/"), queries(mine, f"/decks/{deck.pk}/simulate/")] == counts
    small, big = played(days=1, seed="5"), played(decklist=large(LARGE), seed="5")
    assert queries(client, address(small)) == queries(client, address(big)) <= 3
    assert queries(client, address(small, "report.csv")) <= 2
    assert queries(client, address(ask(seed="9"))) <= 3
    assert queries(client, address(ask(seed="9"), "events/")) <= 2
