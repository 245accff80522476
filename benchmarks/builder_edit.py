"""An edit in the builder against a bare Django view: same server, 10,000 decks stored, requests in turn, one run.

Every edit is a real one: it is checked, saved as a version, and answered with the parts of the page that it changed.
Target: under 60 ms at the median. The ratio to the bare view tells machines apart from code.
"""

import http.client
import itertools
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from benchmarks.search_page import ROOT, server

DECKS = 10_000
ROUNDS = 400
TARGET_MS = 60.0
LEADER = "01089"


def store_decks(var: str) -> int:
    """Fill the database as years of players would: every deck with a head and its cards."""
    sys.path.insert(0, str(ROOT))
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "fivesails_site.settings",
        "FIVESAILS_PROFILE": "local",
        "FIVESAILS_VAR": var,
    }
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.db import connection

    from cards.catalogue import Zone
    from decks.lists.starters import read_starters
    from decks.models import Deck, DeckCard, DeckVersion, Visibility

    owner = User.objects.create(username="everybody")
    lists = [starter.decklist for starter in read_starters()]
    chosen = list(itertools.islice(itertools.cycle(lists), DECKS))
    decks = Deck.objects.bulk_create(
        [
            Deck(name=f"Deck {i}", owner=owner, visibility=Visibility.PUBLIC if i % 2 else Visibility.PRIVATE)
            for i in range(DECKS)
        ],
        batch_size=1000,
    )
    DeckVersion.objects.bulk_create(
        [
            DeckVersion(
                deck=deck,
                number=1,
                leader_id=each.leader,
                approach=list(each.approach),
                faction=dict(each.faction),
                fingerprint=each.fingerprint,
            )
            for deck, each in zip(decks, chosen, strict=True)
        ],
        batch_size=1000,
    )
    DeckCard.objects.bulk_create(
        (
            DeckCard(deck=deck, card_id=code, zone=zone.value, quantity=quantity)
            for deck, each in zip(decks, chosen, strict=True)
            for zone, code, quantity in (
                *((Zone.APPROACH, code, 1) for code in each.approach),
                *((Zone.FACTION, code, quantity) for code, quantity in each.faction),
            )
        ),
        batch_size=5000,
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decks_deck SET head_id = (SELECT id FROM decks_deckversion WHERE deck_id = decks_deck.id)"
            " WHERE head_id IS NULL"
        )
    count = Deck.objects.count()
    connection.close()
    return count


class Browser:
    """A visitor with cookies and one open deck."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies = SimpleCookie()
        self.token = _field("csrfmiddlewaretoken", self.ask("GET", "/decks/new/")[2])
        self.address = self.ask("POST", "/decks/new/", {"leader": LEADER}, {})[1]["Location"]
        page = self.ask("GET", self.address)[2]
        self.expected = _field("expected", page)
        self.shown = re.findall(r'id="pick-(\w+)"', page)

    def ask(self, method: str, address: str, form: dict[str, str] | None = None, more: dict[str, str] | None = None):
        headers = {"Cookie": self.cookies.output([], "", "; ").strip(), **(more or {})}
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.token})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, address, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or ():
            self.cookies.load(line)
        return answer.status, answer.headers, text

    def edit(self, words: str) -> float:
        form = {"do": words, "expected": self.expected, "shown": " ".join(self.shown)}
        start = time.perf_counter()
        status, _, text = self.ask("POST", self.address, form, {"X-Live": "edit"})
        taken = time.perf_counter() - start
        if status != 200:
            sys.exit(f"{words}: {status}")
        self.expected = _field("expected", text)
        return taken

    def timed(self, address: str, more: dict[str, str] | None = None) -> float:
        start = time.perf_counter()
        status, _, _ = self.ask("GET", address, more=more)
        taken = time.perf_counter() - start
        if status != 200:
            sys.exit(f"{address}: {status}")
        return taken


def _field(name: str, html: str) -> str:
    found = re.search(rf'name="{name}"[^>]*value="([^"]+)"', html)
    if found is None:
        sys.exit(f"the page has no field {name}")
    return found[1]


def edits() -> Iterator[str]:
    """A deck built, tuned and taken apart, over and over: additions, removals, undo and redo."""
    from cards.catalogue.datafiles import load_catalogue

    own = [card for card in load_catalogue() if card.faction == "castille" and card.deckable]
    faction = [card.code for card in own if card.deck == "faction" and not card.is_unique][:20]
    schemes = [card.code for card in own if card.type == "scheme"][:5]
    people = [card.code for card in own if card.type == "character" and not card.is_brute][:5]
    while True:
        yield from (f"add {code}" for code in (*people, *schemes))
        for code in faction:
            yield from (f"add {code}", f"add {code}", "undo", "redo")
        yield from (f"remove {code}" for code in (*schemes, *people, *faction, *faction))


def main() -> None:
    with tempfile.TemporaryDirectory() as var, server(var) as port:
        stored = store_decks(var)
        browser = Browser(port)
        script = edits()
        for _ in range(20):
            browser.edit(next(script))
            browser.timed("/bare/")
        times: dict[str, list[float]] = {"bare view": [], "edit": [], "search of the pool": [], "whole page": []}
        for turn in range(ROUNDS):
            times["bare view"].append(browser.timed("/bare/"))
            times["edit"].append(browser.edit(next(script)))
            if turn % 8 == 0:
                query = ("t:risk", "t:scheme", "thrust>=2", "f:neutral c:0")[turn // 8 % 4]
                times["search of the pool"].append(
                    browser.timed(f"{browser.address}?{urlencode({'q': query})}", {"X-Live": "pool"})
                )
                times["whole page"].append(browser.timed(browser.address))
    bare = statistics.median(times["bare view"])
    print(f"{stored} decks stored")
    print(f"{'':22}{'median ms':>11}{'95 % ms':>10}{'times bare':>12}")
    for name, taken in times.items():
        median, slow = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        print(f"{name:22}{median * 1000:11.2f}{slow * 1000:10.2f}{median / bare:12.1f}")
    met = statistics.median(times["edit"]) * 1000 < TARGET_MS
    print(f"target: an edit under {TARGET_MS:.0f} ms at the median: {'met' if met else 'missed'}")
    sys.exit(not met)


if __name__ == "__main__":
    main()
