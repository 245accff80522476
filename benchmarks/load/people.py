"""Who comes to the site: readers whom nobody knows, players who are signed in, programs with tokens, newcomers."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from http.cookiejar import Cookie
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from locust import FastHttpUser, constant, task

#: What a word for word equal request of everybody would not show: searches, views and pages all differ.
SEARCHES: Final = (
    *("", "f:castille", "t:risk c<=1", "duelist", "thrust>parry", "t:scheme sort:initiative", "tr:sorcerer", "f:eisen"),
    *("has:reaction", "t:character c>=3", "for:vodacce t:attachment", "is:unique", "parry>=2", "name:blade"),
)
VIEWS: Final = ("", "list", "table", "text")
LIST_TEXT: Final = "Leader: Soline el Gato\n2x Not Today\n2 Gallegos Blade\n1 The Cat's Glass\n3 of nothing known\n"
_SIMULATED: Final = 10_000

_numbers = itertools.count(1)
_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_EXPECTED: Final = re.compile(r'name="expected"[^>]*value="(\d+)"')


class Tally:
    """Every status of every kind of request, besides what Locust counts."""

    def __init__(self) -> None:
        self.statuses: Counter[tuple[str, int]] = Counter()

    def of(self, kind: str, wanted: Callable[[int], bool]) -> int:
        """How many answers of a kind had such a status."""
        return sum(number for (name, status), number in self.statuses.items() if name == kind and wanted(status))

    @property
    def errors(self) -> dict[tuple[str, int], int]:
        """What must never happen: a fault of the site's, or no answer at all."""
        return {key: number for key, number in self.statuses.items() if key[1] >= 500 or key[1] == 0}


class Person(FastHttpUser):
    """Somebody with an address of their own, behind a proxy."""

    abstract = True
    wait_time = constant(0)
    #: Set before a run: who there is, what is counted.
    cast: ClassVar[dict[str, Any]] = {}
    tally: ClassVar[Tally] = Tally()

    def on_start(self) -> None:
        """Come from somewhere."""
        self.number = next(_numbers)
        self.luck = random.Random(self.number)
        self.own_headers = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}",
            "Referer": f"{self.host}/".replace("http:", "https:"),
            "Accept-Encoding": "gzip",
        }
        self.tags: dict[str, str] = {}

    def ask(self, kind: str, path: str, method: str = "GET", expect: Iterable[int] = (200,), **more: Any) -> Any:
        """One request; refusals with 429 are what a busy site should say, so they are counted apart."""
        headers = {**self.own_headers, **more.pop("headers", {})}
        options = {"headers": headers, "name": kind, "catch_response": True, "allow_redirects": False, **more}
        with self.client.request(method, path, **options) as answer:
            status = answer.status_code
            self.tally.statuses[kind, status] += 1
            if status == 429 or status in expect:
                answer.success()
            else:
                answer.failure(f"status {status}")
            return answer

    def form(self, kind: str, path: str, fields: dict[str, str], expect: Iterable[int], **headers: str) -> Any:
        """A form sent with its token."""
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self.ask(kind, path, "POST", expect, data=urlencode(fields), headers=headers)

    def choose(self, name: str) -> str:
        """One of what the cast names, the first ones far more often, as with everything that people like."""
        known = self.cast[name]
        return str(known[min(int(self.luck.paretovariate(0.6)) - 1, len(known) - 1)])


class Bare(Person):
    """Asks for nothing, again and again."""

    @task
    def bare(self) -> None:
        """The view that does nothing."""
        self.ask("bare view", "/bare/")


class Reader(Person):
    """Somebody whom nobody knows: searches cards, looks at decks, draws hands."""

    weight = 6

    @task(8)
    def search(self) -> None:
        """The cards' search."""
        query = {"q": self.luck.choice(SEARCHES), "view": self.luck.choice(VIEWS)}
        self.ask("cards: search", f"/cards/?{urlencode({name: word for name, word in query.items() if word})}")

    @task(2)
    def new_search(self) -> None:
        """A search that nobody made before."""
        words = f"c<={self.luck.randint(0, 9)} or {self.luck.getrandbits(40):x}"
        self.ask("cards: search, never asked", f"/cards/?{urlencode({'q': words})}")

    @task(6)
    def deck(self) -> None:
        """A public deck."""
        self.ask("deck: page, kept", f"/decks/{self.choose('public')}/")

    @task(3)
    def deck_again(self) -> None:
        """A public deck that the browser has already."""
        path = f"/decks/{self.choose('public')}/"
        tag = self.tags.get(path)
        headers = {"If-None-Match": tag} if tag else {}
        answer = self.ask("deck: page, asked again", path, expect=(200, 304), headers=headers)
        if answer.status_code == 200:
            self.tags[path] = answer.headers.get("ETag", "")

    @task(2)
    def card(self) -> None:
        """A card, with the decks that run it."""
        self.ask("cards: card", self.luck.choice(self.cast["cards"]))

    @task(1)
    def home(self) -> None:
        """The home page."""
        self.ask("home", "/")

    @task(2)
    def decks(self) -> None:
        """Public decks, by newest or by likes."""
        self.ask("decks: list", f"/decks/?{self.luck.choice(('', 'sort=likes', 'page=3'))}")

    @task(1)
    def deck_search(self) -> None:
        """Public decks, searched."""
        query = self.luck.choice(("leader:gato", "f:eisen", "likes>=3"))
        self.ask("decks: search", f"/decks/?{urlencode({'q': query})}")

    @task(1)
    def odds(self) -> None:
        """The odds of a deck."""
        query = {"q1": self.luck.choice(("t:risk", "thrust>=2", "c=0")), "day": self.luck.randint(1, 5)}
        self.ask("odds", f"/decks/{self.choose('public')}/odds/?{urlencode(query)}")

    @task(1)
    def hands(self) -> None:
        """A hand of a deck: dealt, then shown."""
        dealt = self.ask("hands", f"/decks/{self.choose('public')}/hands/", expect=(302,))
        if dealt.status_code == 302:
            self.ask("hands", dealt.headers["Location"])

    @task(1)
    def rules(self) -> None:
        """The rules."""
        self.ask("rules", f"/rules/{self.luck.choice(('', 'duels/', 'glossary/'))}")

    @task(1)
    def link(self) -> None:
        """A deck by its share link, which nobody may keep."""
        self.ask("deck: page by link", f"/d/{self.choose('links')}/")


class Player(Person):
    """Somebody who is signed in and builds."""

    weight = 3

    def on_start(self) -> None:
        """Open a deck that nobody else in the load has open."""
        super().on_start()
        players = self.cast["players"]
        player = players[self.number % len(players)]
        self.deck_id = player["decks"][self.number // len(players) % len(player["decks"])]
        self.client.cookiejar.set_cookie(_cookie("session", player["session"]))
        self.codes = [code for code in self._list()["faction"] if code] or [""]
        self.turn = 0
        self.open_builder()

    def _list(self) -> dict[str, Any]:
        answer = self.ask("API: deck", f"/api/v1/decks/{self.deck_id}/")
        return dict(answer.json()) if answer.status_code == 200 else {"faction": {}}

    @task(2)
    def open_builder(self) -> None:
        """The builder's whole page."""
        page = self.ask("builder: page", f"/decks/{self.deck_id}/build/")
        text = page.text or "" if page.status_code == 200 else ""
        token, expected = _TOKEN.search(text), _EXPECTED.search(text)
        if token and expected:
            self.token, self.expected = token[1], expected[1]
            self.shown = " ".join(re.findall(r'id="pick-(\w+)"', text))

    @task(16)
    def edit(self) -> None:
        """A copy out, a copy in: each is judged, saved as a version, and answered with what changed."""
        code = self.codes[self.turn // 2 % len(self.codes)]
        words = f"{'add' if self.turn % 2 else 'remove'} {code}"
        fields = {"do": words, "expected": self.expected, "shown": self.shown, "csrfmiddlewaretoken": self.token}
        answer = self.form("builder: edit", f"/decks/{self.deck_id}/build/", fields, (200, 422), **{"X-Live": "edit"})
        self.turn += 1
        found = _EXPECTED.search(answer.text or "") if answer.status_code == 200 else None
        if found:
            self.expected = found[1]
        else:
            self.open_builder()

    @task(3)
    def pool(self) -> None:
        """The builder's search."""
        query = urlencode({"q": self.luck.choice(("t:risk", "t:scheme", "thrust>=2", "c:0"))})
        self.ask("builder: search", f"/decks/{self.deck_id}/build/?{query}", headers={"X-Live": "pool"})

    @task(3)
    def own_deck(self) -> None:
        """The deck's page as its owner sees it."""
        self.ask("deck: page, own", f"/decks/{self.deck_id}/")

    @task(2)
    def others_deck(self) -> None:
        """Somebody else's deck, seen by somebody who is signed in."""
        self.ask("deck: page, signed in", f"/decks/{self.choose('public')}/")

    @task(1)
    def mine(self) -> None:
        """One's own decks."""
        self.ask("decks: mine", "/decks/mine/")

    @task(1)
    def read_list(self) -> None:
        """A pasted list, read and looked over."""
        fields = {"text": LIST_TEXT, "kind": "auto", "csrfmiddlewaretoken": self.token}
        self.form("import", "/decks/import/", fields, (200,))

    @task(1)
    def simulate(self) -> None:
        """Games asked for, and the page on which to wait."""
        fields = {"games": str(_SIMULATED), "seed": str(self.luck.getrandbits(40)), "csrfmiddlewaretoken": self.token}
        asked = self.form("simulation: ask", f"/decks/{self.deck_id}/simulate/", fields, (303,))
        if asked.status_code == 303:
            self.ask("simulation: page", asked.headers["Location"])

    @task(1)
    def report(self) -> None:
        """A report that is there already."""
        self.ask("simulation: report", f"/simulations/{self.choose('simulations')}/")


class Program(Person):
    """A program with somebody's token."""

    weight = 2

    def on_start(self) -> None:
        """Take somebody's token."""
        super().on_start()
        player = self.cast["players"][self.number % len(self.cast["players"])]
        self.own_headers["Authorization"] = f"Bearer {player['token']}"
        self.deck_id = player["decks"][0]

    @task(4)
    def cards(self) -> None:
        """Cards that a query finds."""
        self.ask("API: cards", f"/api/v1/cards/?{urlencode({'q': self.luck.choice(SEARCHES)})}")

    @task(3)
    def deck(self) -> None:
        """One deck."""
        self.ask("API: deck", f"/api/v1/decks/{self.choose('public')}/")

    @task(2)
    def decks(self) -> None:
        """Decks."""
        self.ask("API: decks", f"/api/v1/decks/?scope={self.luck.choice(('mine', 'public'))}")

    @task(1)
    def describe(self) -> None:
        """A deck described anew."""
        body = {"description": f"Draft {self.luck.getrandbits(20)}"}
        self.ask("API: change a deck", f"/api/v1/decks/{self.deck_id}/", "PATCH", (200,), json=body)

    @task(1)
    def read_list(self) -> None:
        """A list read from a text."""
        self.ask("API: import", "/api/v1/decks/import/", "POST", (200,), json={"text": LIST_TEXT})

    @task(1)
    def odds(self) -> None:
        """Exact odds."""
        body = {"faction": {"01101": 2, "01102": 38}, "draws": 7, "want": [{"cards": ["01101"]}]}
        self.ask("API: odds", "/api/v1/odds/", "POST", (200,), json=body)

    @task(1)
    def hands(self) -> None:
        """Hands."""
        body = {"leader": "01089", "faction": {"01100": 1, "01101": 2}, "seed": self.luck.getrandbits(30), "days": 1}
        self.ask("API: hands", "/api/v1/hands/", "POST", (200,), json=body)

    @task(1)
    def everything(self) -> None:
        """All cards at once, if they changed."""
        headers = {"If-None-Match": self.tags.get("all", '""')}
        answer = self.ask("API: all cards, asked again", "/api/v1/cards/all/", expect=(200, 304), headers=headers)
        if answer.status_code == 200:
            self.tags["all"] = answer.headers.get("ETag", "")


class Newcomer(Person):
    """Signs in with a password, looks around, and comes again as somebody else."""

    weight = 1

    @task
    def sign_in(self) -> None:
        """The form and what it leads to."""
        self.client.cookiejar.clear()
        page = self.ask("sign in: form", "/accounts/sign-in/")
        token = _TOKEN.search(page.text or "") if page.status_code == 200 else None
        if token:
            name = self.luck.choice(self.cast["players"])["name"]
            fields = {"username": name, "password": self.cast["password"], "csrfmiddlewaretoken": token[1]}
            self.form("sign in", "/accounts/sign-in/", fields, (302,))
        for _ in range(20):
            self.ask("decks: mine", "/decks/mine/")


def only(role: type[Person], *tasks: Callable[[Any], None]) -> type[Person]:
    """Somebody of a role who does some of its things alone."""
    made = type(f"Only{role.__name__}", (role,), {"weight": 1, "abstract": False})
    # Given to ``type``, they would be added to those of the role.
    made.tasks = list(tasks)
    return made


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(0, name, value, None, False, "127.0.0.1", False, False, "/", True, False, None, True, None, None, {})
