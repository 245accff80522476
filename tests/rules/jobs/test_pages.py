"""A simulation's page in every state it can be in, for everybody who may come."""

import json
import re
import threading
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections, connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.models import Visibility
from decks.permissions import Visitor
from rules.jobs import pages_events, planning, services, work
from rules.jobs.models import Run, Simulation, Status
from tests.decks.making import deck_of, person, signed_in
from tests.rules.jobs.pages_making import GAMES, LARGE, OTHER, ask, large, played

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
    monkeypatch.setattr(planning, "SLOW_SINGLE_CHUNK", 15)


def test_a_running_simulation_shows_how_far_it_is(client: Client, chunked: None) -> None:
    simulation = ask()
    run = Run.objects.get(pk=simulation.run_id)
    run.status = Status.RUNNING
    run.save()
    work.play_chunk(run, 0)
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
    work.play_chunk(Run.objects.get(pk=simulation.run_id), 0)
    services.cancel(services.find(simulation.pk))
    html = page(client, address(simulation))
    assert "Cancelled" in html
    assert "Go on" in html
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
    assert "Too late to cancel" in answer.content.decode()
    assert "Card by card" in answer.content.decode()


def test_a_failed_simulation_says_why_and_can_be_tried_again(client: Client) -> None:
    simulation = ask()
    work.fail(Run.objects.get(pk=simulation.run_id), "The <worker> gave up.")
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
    assert "games played in a day" in answer.content.decode()


# --- events ---


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that end within a blink."""
    monkeypatch.setattr(pages_events, "LIFE_SECONDS", 0.05)
    monkeypatch.setattr(pages_events, "LOOK_SECONDS", 0.01)


def stream(client: Client, simulation: Simulation) -> StreamingHttpResponse:
    answer = client.get(address(simulation, "events/"), headers={"Accept": "text/event-stream"})
    assert answer.status_code == 200
    assert isinstance(answer, StreamingHttpResponse)
    assert answer["Content-Type"] == "text/event-stream"
    assert answer["Cache-Control"] == "private, no-store"
    return answer


def leave(answer: StreamingHttpResponse) -> None:
    """Go before the end; the test's own connection stays open, as it does for an answer that is read to its end."""
    request_finished.disconnect(close_old_connections)
    try:
        answer.close()
    finally:
        request_finished.connect(close_old_connections)


def parts(answer: StreamingHttpResponse) -> Iterator[dict[str, object]]:
    for part in answer:
        retry, data, *rest = part.decode().split("\n")
        assert retry.startswith("retry: ")
        assert rest == ["", ""]
        yield json.loads(data.removeprefix("data: "))


def test_events_tell_how_far_it_is_and_end_soon(client: Client, quick: None) -> None:
    simulation = ask()
    told = list(parts(stream(client, simulation)))
    assert 1 < len(told) < 10
    assert told[0]["status"] == "queued"
    assert told[0]["games"] == GAMES
    assert told[0]["finished"] is False
    work.play_here(simulation)
    (last,) = parts(stream(client, simulation))
    assert last["status"] == "done"
    assert last["finished"] is True


def test_a_script_without_events_asks_once(client: Client) -> None:
    answer = client.get(address(ask(), "events/"), headers={"Accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    assert answer["Vary"] == "Accept"
    assert str(answer.json()["words"]).startswith("Queued, waiting for")


def test_listeners_leave_room_for_everybody_else(client: Client, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_events, "rooms", threading.BoundedSemaphore(2))
    simulation = ask()
    open_streams = [iter(stream(client, simulation)) for _ in range(2)]
    for each in open_streams:
        next(each)
    assert len(list(parts(stream(client, simulation)))) == 1, "no room: one look, and the browser calls again"
    leave(stream(client, simulation))
    for each in open_streams:
        list(each)
    assert len(list(parts(stream(client, simulation)))) > 1, "the rooms are free again"


def test_a_listener_who_leaves_gives_the_room_back(
    client: Client, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = threading.BoundedSemaphore(1)
    monkeypatch.setattr(pages_events, "rooms", rooms)
    answer = stream(client, ask())
    next(iter(answer))
    assert not rooms.acquire(blocking=False)
    leave(answer)
    assert rooms.acquire(blocking=False)


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
    assert "Nothing simulated yet" in page(client, "/simulations/")
    client.post("/decks/castille-starter/simulate/", {"games": "10000", "seed": "mine"})
    assert "Castille Starter" in page(client, "/simulations/")
    assert "Nothing simulated yet" in page(Client(), "/simulations/")


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
