"""The search page against a bare Django view: same server, same middleware, requests in turn, one run.

The bare view answers two bytes and asks nothing. Targets: a search asked before gives at least 0.35 of its requests
per second, one that nobody asked yet costs at most 20 bare views; both answer in under 50 ms at the median.
"""

import contextlib
import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 600
TARGET_RATIOS = {"bare": 1.0, "warm": 0.35, "cold": 0.05}
TARGET_MS = 50.0
WARM = (
    "/cards/",
    "/cards/?q=f%3Acastille",
    "/cards/?q=t%3Arisk+c%3C%3D1&view=table",
    "/cards/?q=duelist&view=list",
    "/cards/?q=thrust%3Eparry&view=text",
    "/cards/?page=3",
)


def site():
    """The site's own application with one more address; imported by the server's process, not by the client's."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "fivesails_site.settings"
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import path

    application = get_wsgi_application()
    from fivesails_site import urls

    urls.urlpatterns.append(path("bare/", lambda request: HttpResponse("ok")))
    return application


def cold_addresses() -> Iterator[str]:
    """Searches that all differ, as many as wanted: two words of names, a number, a view."""
    from cards.catalogue.datafiles import load_catalogue

    words = sorted({word for card in load_catalogue() for word in card.name.split() if word.isalpha()})
    views = ("", "&view=list", "&view=table", "&view=text")
    for turn in range(1, len(words)):
        for place, word in enumerate(words):
            query = f"({word} or {words[(place + turn) % len(words)]}) c<={turn % 5}"
            yield f"/cards/?q={quote_plus(query)}{views[place % 4]}"


@contextlib.contextmanager
def server(var: str) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "FIVESAILS_PROFILE": "local", "FIVESAILS_VAR": var, "PYTHONPATH": str(ROOT)}
    environment["FIVESAILS_DECK_EDITS"] = "999999"
    environment.pop("DATABASE_URL", None)
    for command in (
        ["migrate", "-v0"],
        ["load_cards", "-v0"],
        ["load_decks", "-v0"],
        ["collectstatic", "-v0", "--noinput"],
    ):
        subprocess.run([sys.executable, str(ROOT / "manage.py"), *command], env=environment, check=True)
    arguments = ["--interface", "wsgi", "--factory", "--workers", "1", "--blocking-threads", "4"]
    arguments += ["--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    arguments += ["--working-dir", str(ROOT / "benchmarks")]
    process = subprocess.Popen([sys.executable, "-m", "granian", *arguments, "search_page:site"], env=environment)
    try:
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.5):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("the server did not start")
            time.sleep(0.1)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)


def timed(connection: http.client.HTTPConnection, address: str) -> float:
    start = time.perf_counter()
    connection.request("GET", address, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    answer.read()
    taken = time.perf_counter() - start
    if answer.status != 200:
        sys.exit(f"{address}: {answer.status}")
    return taken


def main() -> None:
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as var, server(var) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for address in ("/bare/", *WARM, *WARM):
            timed(connection, address)
        cold = cold_addresses()
        times: dict[str, list[float]] = {"bare": [], "warm": [], "cold": []}
        for turn in range(ROUNDS):
            times["bare"].append(timed(connection, "/bare/"))
            times["warm"].append(timed(connection, WARM[turn % len(WARM)]))
            times["cold"].append(timed(connection, next(cold)))
    print(f"{'':22}{'per second':>12}{'median ms':>11}{'ratio':>8}")
    failed = False
    for name, taken in times.items():
        ratio = sum(times["bare"]) / sum(taken)
        median = statistics.median(taken) * 1000
        failed |= ratio < TARGET_RATIOS[name] or median > TARGET_MS
        words = {"bare": "bare view", "warm": "page, asked before", "cold": "page, never asked"}[name]
        print(f"{words:22}{len(taken) / sum(taken):12.0f}{median:11.2f}{ratio:8.2f}")
    print(f"targets: ratios {TARGET_RATIOS}, median under {TARGET_MS:.0f} ms: {'missed' if failed else 'met'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
