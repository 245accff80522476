"""A request's name in every process that works for it, and what all processes count together."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from django.test import override_settings

from fivesails_site import worker_registry
from rules.jobs.run.chunks import WINDOW
from tests.processes import ROOT, SMALL, Site, environment, free_port, get, rows, wait_until

TOKEN = "a-token-of-this-test-only"
GAMES = 10_000_000


def metrics(site: Site) -> dict[str, float]:
    request = urllib.request.Request(f"{site.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def test_a_request_leaves_its_name_in_the_workers_log_and_every_process_counts(fresh_var: Path) -> None:
    site = Site(
        fresh_var, FIVESAILS_WEB_PROCESSES="2", FIVESAILS_LOG_FORMAT="json", FIVESAILS_METRICS_TOKENS=TOKEN
    ).wait_until_ready()
    try:
        # Far more chunks than the web server sends, on a quick machine too: the worker sends the rest itself.
        body = json.dumps({"deck": "castille-starter", "games": GAMES, "seed": "7"}).encode()
        headers = {"Content-Type": "application/json", "X-Request-ID": "a-name-to-follow"}
        with urllib.request.urlopen(
            urllib.request.Request(f"{site.url}/api/v1/simulations/", body, headers), timeout=20
        ) as answer:
            assert answer.headers["X-Request-ID"] == "a-name-to-follow"
            simulation = json.load(answer)["id"]
        wait_until(
            lambda: rows(fresh_var, "SELECT 1 FROM rules_run WHERE status = 'done'"), 90, "a simulation is played"
        )

        def said(part: str) -> list[dict[str, object]]:
            lines = [re.match(rf"{part}\s*\| (\{{.*)", line) for line in site.lines]
            entries = [json.loads(line[1]) for line in lines if line]
            return [entry for entry in entries if entry["request_id"] == "a-name-to-follow"]

        wait_until(lambda: len(said("worker")) > WINDOW, 20, "the worker writes about each message")
        assert {entry["task"] for entry in said("worker")} == {"rules.jobs.play_chunk"}
        assert [(entry["route"], entry["status"]) for entry in said("web")] == [("rules_api:simulations", 202)]
        assert simulation not in site.output

        before = metrics(site)
        for _ in range(24):
            get(f"{site.url}/cards/")
        after = metrics(site)
        key = 'fivesails_requests_total{method="GET",route="cards:list",status="200"}'
        assert after[key] - before.get(key, 0) == 24, "whichever process answered"
        assert after["fivesails_web_processes"] == 2
        assert after["fivesails_workers"] == after["fivesails_worker_processes"] == 1
        assert after['fivesails_simulations{state="done"}'] == 1
        assert after["fivesails_simulation_games_total"] == GAMES
        assert after["fivesails_simulation_chunks_total"] > WINDOW
        assert after['fivesails_queue_depth{queue="simulations"}'] >= 0
        assert get(f"{site.url}/metrics")[0] == 404
    finally:
        site.stop()


def test_the_parts_start_by_their_names_alone(fresh_var: Path, queue_url: str) -> None:
    """As containers and services start them: each by `deploy/start`, with the settings of the environment."""
    port = str(free_port())
    names = {"FIVESAILS_PROFILE": "local", "REDIS_URL": queue_url, "BIND": "127.0.0.1", "PORT": port}
    settings = environment(fresh_var, **SMALL, **names)
    # The environment that runs the tests, wherever it is, in the place of the checkout's own.
    settings["PATH"] = f"{Path(sys.executable).parent}:{settings['PATH']}"
    parts = {
        name: subprocess.Popen(["deploy/start", name], cwd=ROOT, env=settings, stderr=subprocess.PIPE, text=True)
        for name in ("web", "worker")
    }

    try:
        wait_until(lambda: _ready(f"http://127.0.0.1:{port}/readyz"), 60, "the web server is ready")
        with override_settings(REDIS_URL=queue_url):
            wait_until(worker_registry.present, 60, "the worker answers the roll")
        command = [sys.executable, "manage.py", "workers", "--here"]
        found = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
        assert re.fullmatch(r"celery@\S+: 1 process\n", found.stdout), found.stderr
    finally:
        for part in parts.values():
            part.send_signal(signal.SIGTERM)
        said = {name: part.communicate(timeout=40)[1] for name, part in parts.items()}
    assert {name: part.returncode for name, part in parts.items()} == {"web": 0, "worker": 0}, said


def _ready(url: str) -> bool:
    try:
        return '"ready"' in get(url)[1]
    except OSError:
        return False
