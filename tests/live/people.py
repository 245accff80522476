"""Somebody at a browser, as far as a server can tell: pages, forms and cookies over HTTP, without a screen."""

from __future__ import annotations

import http.client
import json
import re
import threading
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, TypeVar

T = TypeVar("T")

FORM = "application/x-www-form-urlencoded"
#: Words that no page may show, whatever happens.
INNARDS = ("Traceback", "OperationalError", "sqlite3", "psycopg", "redis.exceptions", "site-packages")


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def accepted(self) -> bool:
        """Whether the site took what was sent."""
        return 200 <= self.status < 400

    @property
    def place(self) -> str:
        """The path that it leads on to."""
        return urllib.parse.urlsplit(self.headers.get("location", "")).path

    def json(self) -> Any:
        """As data."""
        return json.loads(self.text)


class Person:
    """One browser with its own cookies; `address` is where it comes from, if the site believes a proxy about that."""

    def __init__(self, port: int, address: str = "", seconds: float = 100) -> None:
        self.port = port
        self.seconds = seconds
        self.cookies: dict[str, str] = {}
        self.headers = {"X-Forwarded-For": address} if address else {}

    def twin(self) -> Person:
        """The same person in another tab."""
        other = Person(self.port, self.headers.get("X-Forwarded-For", ""), self.seconds)
        other.cookies = dict(self.cookies)
        return other

    def get(self, path: str) -> Answer:
        """Look at a page."""
        return self._call("GET", path, None, {})

    def post(self, path: str, headers: Mapping[str, str] = {}, **fields: str) -> Answer:
        """Send a form, with the token that the last page with a form gave."""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": self.cookies.get("csrf", ""), **fields})
        return self._call("POST", path, body.encode(), {"Content-Type": FORM, **headers})

    def upload(self, path: str, name: str, content: bytes, **fields: str) -> Answer:
        """Send a form with a file in it."""
        mark = "part-of-a-form"
        fields = {"csrfmiddlewaretoken": self.cookies.get("csrf", ""), **fields}
        head = "".join(
            f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        )
        head += f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="a.png"\r\n'
        body = f"{head}Content-Type: image/png\r\n\r\n".encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self._call("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={mark}"})

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        """Use the API."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrf", "")}
        return self._call(method, f"/api/v1/{path}", None if body is None else json.dumps(body).encode(), headers)

    def _call(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.seconds)
        try:
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            line.request(method, path, body, {**self.headers, **headers, **({"Cookie": cookie} if cookie else {})})
            got = line.getresponse()
            answer = Answer(got.status, got.read().decode(), {name.lower(): value for name, value in got.getheaders()})
            for value in got.headers.get_all("Set-Cookie") or ():
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(value).items()}
        finally:
            line.close()
        shown = [word for word in INNARDS if word in answer.text]
        assert not shown, f"{method} {path} shows {shown} to its visitor:\n{answer.text[:2000]}"
        return answer

    # --- decks ---

    def new_deck(self, name: str, leader: str = "") -> str:
        """Make a deck by the form; its id."""
        self.get("/decks/new/")
        made = self.post("/decks/new/", name=name, leader=leader)
        assert made.status == 303, f"{made.status}: {made.text[:2000]}"
        return deck_of(made)

    def edit(self, deck: str, words: str, expected: int, **more: str) -> Answer:
        """Change a deck in the builder by a form: the deck as it was at this version."""
        return self.post(f"/decks/{deck}/build/", do=words, expected=str(expected), **more)

    def live_edit(self, deck: str, words: str, expected: int) -> Answer:
        """The same as the builder's script does it."""
        return self.post(f"/decks/{deck}/build/", {"X-Live": "edit"}, do=words, expected=str(expected))


def deck_of(made: Answer) -> str:
    """The id of the deck that an answer leads to."""
    found = re.fullmatch(r"/decks/([^/]+)/build/", made.place)
    assert found, f"no deck at {made.place!r}"
    return found[1]


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Make all calls in the same instant, each in a thread of its own; what each returned."""
    together = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        together.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))
