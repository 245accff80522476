"""What an edit in the builder costs in bare views: one process, the whole of Django's stack, no network.

A quick look at what `make load` judges under a crowd: processor time of the process, edits in turn with a view that
does nothing behind the same middleware, the best of several rounds. ``--profile`` says where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import logging
import os
import pstats
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

ROOT: Final = Path(__file__).resolve().parent.parent
DECKS: Final = 200
EDITS: Final = 10
ROUNDS: Final = 60
_EXPECTED: Final = re.compile(r'name="expected"[^>]*value="(\d+)"')
_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def prepare(var: Path) -> dict[str, Any]:
    """A small site with decks in it; who plays."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "benchmarks.load.settings",
        "FIVESAILS_PROFILE": "production",
        "FIVESAILS_VAR": str(var),
        "FIVESAILS_SECRET_KEY": secrets.token_urlsafe(50),
        "FIVESAILS_ALLOWED_HOSTS": "127.0.0.1",
        "FIVESAILS_PROXY_SSL_HEADER": "X-Forwarded-Proto=https",
        "FIVESAILS_LOG_LEVEL": "WARNING",
        "FIVESAILS_DECK_EDITS": "999999",
    }
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.core.management import call_command

    for command in (["migrate"], ["load_cards"], ["load_decks"], ["collectstatic", "--noinput"]):
        call_command(*command, verbosity=0)
    from benchmarks.load.seed_data import main as fill

    fill([str(var / "cast.json"), "20", str(DECKS), "0"])
    found: dict[str, Any] = json.loads((var / "cast.json").read_text())
    return found


class Browser:
    """Somebody signed in with one deck open, who speaks to the application without a network."""

    def __init__(self, player: dict[str, Any], name: str) -> None:
        from django.core.wsgi import get_wsgi_application

        self.application = get_wsgi_application()
        self.cookies = {"session": player["session"]}
        self.path = f"/decks/{name}/build/"
        page = self.ask("GET", self.path)
        self.token, self.expected = _TOKEN.search(page)[1], _EXPECTED.search(page)[1]  # type: ignore[index]
        self.shown = " ".join(re.findall(r'id="pick-(\w+)"', page))
        listed = json.loads(self.ask("GET", f"/api/v1/decks/{name}/"))
        self.codes = list(listed["faction"])
        self.turn = 0

    def ask(self, method: str, path: str, body: bytes = b"", squeezed: bool = False, **headers: str) -> str:
        """One request, as a server would hand it on behind a proxy."""
        answer: dict[str, Any] = {}

        def start(status: str, found: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
            answer["status"], answer["headers"] = status, found
            return lambda _: None

        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_REFERER": "https://127.0.0.1/",
            "HTTP_X_FORWARDED_PROTO": "https",
            "HTTP_X_FORWARDED_FOR": "10.0.0.1",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            **({"HTTP_ACCEPT_ENCODING": "gzip"} if squeezed else {}),
            **headers,
        }
        response = self.application(environ, start)
        content = b"".join(response)
        response.close()
        if not answer["status"].startswith("200"):
            sys.exit(f"{method} {path}: {answer['status']}")
        for name, value in answer["headers"]:
            if name == "Set-Cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return "" if squeezed and method == "GET" else _text(content)

    def bare(self) -> None:
        """The view that does nothing."""
        self.ask("GET", "/bare/", squeezed=True)

    def edit(self) -> None:
        """A copy out, a copy in, as players do it in the load."""
        code = self.codes[self.turn // 2 % len(self.codes)]
        fields = {
            "do": f"{'add' if self.turn % 2 else 'remove'} {code}",
            "expected": self.expected,
            "shown": self.shown,
            "csrfmiddlewaretoken": self.token,
        }
        self.turn += 1
        answer = self.ask("POST", self.path, urlencode(fields).encode(), squeezed=True, HTTP_X_LIVE="edit")
        self.size = len(answer)
        self.expected = _EXPECTED.search(answer)[1]  # type: ignore[index]


def _text(content: bytes) -> str:
    import gzip

    return (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()


def cost(action: Callable[[], None], times: int) -> float:
    """Processor time of one."""
    before = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - before) / times


def main() -> None:
    """Measure, and say how many bare views an edit costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", action="store_true", help="where the time of edits goes")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fivesails-edit-") as place, Path(os.devnull).open("w") as nowhere:
        cast = prepare(Path(place))
        browsers = [Browser(player, name) for player in cast["players"][:8] for name in player["decks"][:2]]
        # Lines about requests are made and written, as on a site, but read by nobody.
        for handler in logging.getLogger().handlers:
            if isinstance(handler, logging.StreamHandler):
                handler.setStream(nowhere)
        for browser in browsers:
            for _ in range(4):
                browser.bare()
                browser.edit()
        rounds = []
        for turn in range(options.rounds):
            browser = browsers[turn % len(browsers)]
            rounds.append((cost(browser.bare, 4 * EDITS), cost(browser.edit, EDITS)))
        bare, edit = (min(each) for each in zip(*rounds, strict=True))
        print(
            f"bare view {bare * 1000:.2f} ms, edit {edit * 1000:.2f} ms: {edit / bare:.1f} bare views, "
            f"{bare / edit:.3f} of its rate"
        )
        if options.profile:
            profile = cProfile.Profile()
            profile.enable()
            for turn in range(400):
                browsers[turn % len(browsers)].edit()
            profile.disable()
            found = pstats.Stats(profile)
            found.sort_stats("cumulative").print_stats(110)
            found.sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main()
