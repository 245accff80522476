"""`make load`: fills the site, measures what each page costs as decks grow in number, each kind alone, and all at once.

It starts the site by its own supervisor on 127.0.0.1, in a directory of its own, and stops by itself. Nothing it
measures is a bare number: every cost is told in costs of a view that does nothing, on the same server in the same run.
``DATABASE_URL`` has it run on PostgreSQL, in the database that it names, which must be empty.
"""

from __future__ import annotations

import argparse
import http.client
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import gevent
from locust.env import Environment

from benchmarks.load.people import Bare, Newcomer, Person, Player, Program, Reader, Tally, only
from benchmarks.load.site import HOST, Site
from benchmarks.load.verdicts import (
    Asked,
    Kind,
    Rate,
    Verdict,
    report_growth,
    report_memory,
    report_mix,
    report_rates,
    report_refusals,
)

USERS: Final = 1_000
SIMULATIONS: Final = 2_000
#: With fewer at the beginning, a search would not fill its page, and show less for less.
STAGES: Final = (800, 4_000, 20_000)
BARE: Final = "bare view"
#: Without PostgreSQL's trigrams, a word is looked for in every deck's name.
WORDS: Final = ("decks: a word", "decks: a word that none has")
#: So often a program is refused before it gives up; if it never is, it gives up after so many requests.
REFUSALS: Final = 100
MOST_INSISTED: Final = 4_000
#: Twice as many at once as there are threads that answer, so that the site always has something to do.
CROWD_ALONE: Final = 16

ALONE: Final[dict[str, type[Person]]] = {
    BARE: Bare,
    "cards: search": only(Reader, Reader.search),
    "cards: search, never asked": only(Reader, Reader.new_search),
    "cards: card": only(Reader, Reader.card),
    "deck: page, kept": only(Reader, Reader.deck),
    "deck: page, asked again": only(Reader, Reader.deck_again),
    "deck: page, signed in": only(Player, Player.others_deck),
    "decks: list": only(Reader, Reader.decks),
    "builder: edit": only(Player, Player.edit),
    "import": only(Player, Player.read_list),
    "odds": only(Reader, Reader.odds),
    "hands": only(Reader, Reader.hands),
    "API: cards": only(Program, Program.cards),
    "API: deck": only(Program, Program.deck),
}


def main() -> None:
    """Measure, judge, and fail if anything wanted was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--decks", type=int, default=STAGES[-1], help="how many decks are stored in the end")
    parser.add_argument("--users", type=int, default=48, help="how many come at once in the end")
    parser.add_argument("--seconds", type=int, default=90, help="how long they stay")
    parser.add_argument("--rounds", type=int, default=3, help="how often each kind is measured alone")
    parser.add_argument("--each", type=float, default=3.0, help="seconds for each of these")
    parser.add_argument("--kind", action="append", choices=list(ALONE), help="measure only these alone")
    options = parser.parse_args()
    kinds = {name: people for name, people in ALONE.items() if not options.kind or name in (BARE, *options.kind)}
    verdict = Verdict()
    with tempfile.TemporaryDirectory(prefix="fivesails-load-") as place, Site(Path(place)) as site:
        stages = sorted({stage for stage in STAGES if stage < options.decks} | {options.decks})
        costs = {}
        for stage in stages:
            began = time.monotonic()
            Person.cast = cast = site.fill(USERS, stage, SIMULATIONS)
            stored = ", ".join(f"{number:,} {name}" for name, number in cast["stored"].items())
            verdict.say(f"filled in {time.monotonic() - began:.0f} s: {stored}")
            costs[stage] = growth_costs(site, cast)
        verdict.say()
        report_growth(verdict, costs, () if os.environ.get("DATABASE_URL") else WORDS)
        report_rates(verdict, rates(site, kinds, options.rounds, options.each), BARE)
        mix, memory = crowd(site, options.users, options.seconds)
        report_mix(verdict, mix, BARE)
        report_memory(verdict, memory)
        report_refusals(verdict, *refusals(site))
        for line in site.log_lines("Traceback", "Error", "locked")[:20]:
            verdict.say(f"the site's log: {line}")
    verdict.say()
    verdict.say("everything wanted was met" if not verdict.missed else "missed:\n- " + "\n- ".join(verdict.missed))
    sys.exit(bool(verdict.missed))


# --- what a page costs as decks grow in number ---


def growth_costs(site: Site, cast: dict[str, Any], turns: int = 16) -> dict[str, float]:
    """Each page asked for in turn with the bare view, one request at a time: the processor time of each."""
    player = cast["players"][0]
    own, public = player["decks"][0], cast["measured"]
    signed_in = {"Cookie": f"session={player['session']}"}
    pages: dict[str, tuple[str, dict[str, str]]] = {
        "home": ("/", {}),
        "cards: search": ("/cards/?q=f:castille", {}),
        "cards: card": (cast["cards"][120], {}),
        "decks: newest": ("/decks/", {}),
        "decks: most liked": ("/decks/?sort=likes", {}),
        "decks: feed": ("/decks/feed.atom", {}),
        "decks: by name": ("/decks/?q=sort:name", {}),
        "decks: a word": ("/decks/?q=rose", {}),
        "decks: a word that none has": ("/decks/?q=kraken", {}),
        "decks: a player": ("/decks/?q=by:player-0", {}),
        "decks: a faction with a card": (f"/decks/?{urlencode({'q': 'f:castille card:not-today'})}", {}),
        "decks: a leader": ("/decks/?q=leader:gato", {}),
        "decks: a card": (f"/decks/?{urlencode({'q': 'card:not-today'})}", {}),
        "decks: mine": ("/decks/mine/", signed_in),
        "decks: a player's": ("/players/player-0/", {}),
        "deck: page, kept": (f"/decks/{public}/", {}),
        "deck: page, signed in": (f"/decks/{public}/", signed_in),
        "deck: a starter, signed in": (f"/decks/{cast['starters'][0]}/", signed_in),
        "deck: versions, signed in": (f"/decks/{public}/versions/", signed_in),
        "deck: odds, signed in": (f"/decks/{public}/odds/?q1=t:risk", signed_in),
        "builder: page": (f"/decks/{own}/build/", signed_in),
        "simulation: report": (f"/simulations/{cast['simulations'][0]}/", {}),
        "simulations: mine": ("/simulations/", signed_in),
        "API: decks": ("/api/v1/decks/?scope=public", {}),
        "API: decks, signed in": ("/api/v1/decks/?scope=all", signed_in),
        "API: deck": (f"/api/v1/decks/{public}/", {}),
    }
    return {name: _cost(site, path, headers, turns) for name, (path, headers) in pages.items()}


def _cost(site: Site, path: str, headers: dict[str, str], turns: int) -> float:
    """The median of a page's costs in turn with the bare view's, so that both meet the same neighbours."""
    connection = site.connection()
    for _ in range(4):
        _paid(site, connection, path, headers)
    pairs = [(_paid(site, connection, path, headers), _paid(site, connection, "/bare/", {})) for _ in range(turns)]
    connection.close()
    page, bare = (statistics.median(each) for each in zip(*pairs, strict=True))
    return page / bare


def _paid(site: Site, connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> float:
    """The processor time that the site took for a request."""
    proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.200.0.1", "Accept-Encoding": "gzip"}
    before = site.cpu_seconds()
    connection.request("GET", path, headers=proxy | headers)
    answer = connection.getresponse()
    answer.read()
    # The answer is here before the thread that sent it has done with it.
    time.sleep(0.002)
    if answer.status != 200:
        sys.exit(f"{path}: {answer.status}")
    return site.cpu_seconds() - before


# --- one kind at a time ---


def rates(site: Site, kinds: dict[str, type[Person]], rounds: int, seconds: float) -> dict[str, list[Rate]]:
    """Each kind alone, round by round, so that what else the machine does falls on all of them alike."""
    found: dict[str, list[Rate]] = {name: [] for name in kinds}
    warm_up(site, kinds)
    for _ in range(rounds):
        for name, people in kinds.items():
            found[name].append(_alone(site, name, people, seconds))
    return found


def warm_up(site: Site, kinds: dict[str, type[Person]]) -> None:
    """Every page that is kept, often enough that each process has made it."""
    for path in [f"/decks/{deck}/" for deck in Person.cast["public"]] * 4:
        _paid(site, site.connection(), path, {})
    for people in kinds.values():
        _run(site, [people], CROWD_ALONE, 1.0, lambda: None)


def _alone(site: Site, name: str, people: type[Person], seconds: float) -> Rate:
    marks: list[tuple[float, float, int]] = []

    def done() -> int:
        return Person.tally.of(name, lambda status: 200 <= status < 400)

    def mark() -> None:
        marks.append((time.monotonic(), site.cpu_seconds(), done()))

    earlier = done()
    _run(site, [people], CROWD_ALONE, seconds, mark, ready=lambda: done() - earlier >= 2 * CROWD_ALONE)
    (begun, cpu, before), (ended, cpu_after, after) = marks[0], marks[-1]
    return Rate(after - before, ended - begun, cpu_after - cpu)


# --- everybody at once ---


def crowd(site: Site, users: int, seconds: int) -> tuple[list[Kind], list[float]]:
    """Everybody at once: what became of each kind of request, and the memory of the web processes each second."""
    memory: list[float] = []
    Person.tally = tally = Tally()
    people = [Bare, Reader, Player, Program, Newcomer]
    environment = _run(site, people, users, seconds, lambda: memory.append(site.memory()), each=1.0)
    kinds = [
        Kind(
            entry.name,
            entry.num_requests,
            *(float(entry.get_response_time_percentile(part) or 0) for part in (0.5, 0.95, 0.99)),
            refused=tally.of(entry.name, lambda status: status == 429),
            errors=entry.num_failures,
        )
        for entry in environment.stats.entries.values()
    ]
    return _merged(kinds), memory


def _merged(kinds: list[Kind]) -> list[Kind]:
    """One row for a name: kinds that are asked for by two methods are told by the one that is asked more."""
    found: dict[str, Kind] = {}
    for kind in sorted(kinds, key=lambda each: each.requests):
        earlier = found.get(kind.name)
        errors = kind.errors + (earlier.errors if earlier else 0)
        found[kind.name] = Kind(kind.name, kind.requests, kind.p50, kind.p95, kind.p99, kind.refused, errors)
    return list(found.values())


def _run(
    site: Site,
    people: list[type[Person]],
    users: int,
    seconds: float,
    look: Callable[[], None],
    each: float = 0.0,
    ready: Callable[[], bool] = lambda: True,
) -> Environment:
    """Let people come for some seconds; ``look`` at the start, at the end, and each so often between."""
    environment = Environment(user_classes=people, host=f"http://{HOST}:{site.port}", stop_timeout=20)
    runner = environment.create_local_runner()
    runner.start(users, spawn_rate=users)
    # Until all of them have come and done what they do first.
    gevent.sleep(1.0)
    patience = time.monotonic() + 30
    while not ready() and time.monotonic() < patience:
        gevent.sleep(0.1)
    look()
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        gevent.sleep(min(left, each or left))
        look()
    runner.quit()
    return environment


# --- one who asks for too much ---


def refusals(site: Site) -> tuple[Asked, Asked]:
    """A program that asks as fast as it can, far beyond what one may, and one beside it that asks now and then."""
    greedy, modest = Asked(), Asked()

    def insist() -> None:
        connection = site.connection()
        while greedy.refused < REFUSALS and greedy.total < MOST_INSISTED:
            _ask_from(connection, "10.201.0.1", greedy)
        connection.close()

    at_work, connection = gevent.spawn(insist), site.connection()
    while not at_work.dead:
        _ask_from(connection, "10.202.0.1", modest)
        gevent.sleep(0.2)
    connection.close()
    at_work.get()
    return greedy, modest


def _ask_from(connection: http.client.HTTPConnection, address: str, asked: Asked) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": address}
    connection.request("GET", "/api/v1/cards/?q=f:castille", headers=headers)
    answer = connection.getresponse()
    answer.read()
    asked.count(answer.status, answer.headers.get("Retry-After", ""))


if __name__ == "__main__":
    main()
