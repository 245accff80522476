"""Every text field that any page offers, found on the pages themselves, filled with words that mean harm and sent.

The pages come from the URL configuration, the fields from the pages: a new field is tried from the day it is shown.
"""

import json
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests import processes
from tests.accounts.conftest import PASSWORD
from tests.decks.making import CASTILLE
from tests.security.browser.test_hostile_words import NO_PAGES, SHORT, Journey
from tests.security.routes import routes
from tests.security.table import TABLE

#: The forms of a page that have a field for words, with the names of those fields.
FORMS = """() => [...document.forms].map((form, place) => ({
    place,
    action: new URL(form.getAttribute('action') || location.pathname, location).pathname,
    method: form.method,
    names: [...form.elements].filter((each) => each.matches('textarea, input') && each.name
        && !/^(hidden|checkbox|radio|submit|button|file|password|image|reset)$/.test(each.type))
        .map((each) => each.name),
})).filter((form) => form.names.length)"""
SEND = """([place, values]) => {
    const form = document.forms[place];
    for (const [name, value] of Object.entries(values)) {
        const field = [...form.elements].find((each) => each.name === name && each.type !== 'hidden');
        // A field for numbers or addresses takes any words from who does not use a browser.
        if (field.type !== 'textarea') field.type = 'text';
        field.removeAttribute('maxlength');
        field.value = value;
    }
    HTMLFormElement.prototype.submit.call(form);
}"""

#: Out of an attribute in either quotes, out of a text area, and into a page's text, in as few characters as a name has.
BRIEF = "\"'></textarea><svg onload=pwned=1>"

CONSOLE = (*(f"status of {status}" for status in (400, 403, 404, 405, 409, 414, 422, 429)),)


def route_of(path: str) -> str:
    try:
        return resolve(path).route
    except Resolver404:
        return path


class Filler(Journey):
    """Fills in each form once, wherever it is found first."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        #: Forms by method and address, their fields, and whether the words were long.
        self.sent: set[tuple[str, str, bool]] = set()

    @property
    def tried(self) -> set[tuple[str, str]]:
        """Forms and fields."""
        return {(form, name) for form, name, _ in self.sent}

    def fill(self, path: str) -> None:
        """Send every form of a page that was not sent before."""
        # Short enough to be kept, then so long that most are told back with a refusal.
        for long in (False, True):
            while form := self._next(path, long):
                words = "".join(SHORT) if long else BRIEF
                with self.page.expect_navigation(wait_until="domcontentloaded"):
                    self.page.evaluate(SEND, [form["place"], dict.fromkeys(form["names"], words)])
                self.look()

    def _next(self, path: str, long: bool) -> dict[str, Any] | None:
        """The page, opened anew, and a form of it with a field that was not sent yet."""
        self.open(path)
        for form in self.page.evaluate(FORMS):
            fields = {(f"{form['method']} {route_of(form['action'])}", name, long) for name in form["names"]}
            if not fields <= self.sent:
                self.sent |= fields
                return form
        return None


def paths(values: dict[str, Any]) -> Iterator[str]:
    """Every page there is."""
    for pattern, route in routes().items():
        row = TABLE.get(pattern)
        if row is not None and "GET" in row.methods and not NO_PAGES.match(pattern):
            code = {"sets/<slug:code>/": "tooth-and-claw", "factions/<slug:code>/": "castille"}.get(pattern, "01019")
            yield route.path(**values, code=code, name="duels")


@pytest.mark.timeout(600)
@pytest.mark.allows_console(*CONSOLE)
def test_no_words_in_any_field_become_part_of_a_page(page: Page) -> None:
    name, filler = f"privateer-{secrets.token_hex(4)}", Filler(page)
    values: dict[str, Any] = {
        "deck_id": "castille-starter",
        "link": "A" * 22,
        "number": 1,
        "comment_id": 1,
        "pk": 1,
        "kind": "text",
        "simulation_id": "A" * 22,
        "game_id": "A" * 22,
        "uidb64": "MQ",
        "token": "x-y",
        "sealed": "x",
        "username": "five-sails",
        "slug": "buratino",
    }
    # Nobody first, to whom alone the doors are shown.
    for path in paths(values):
        filler.fill(path)
    assert {("post accounts/sign-in/", "username"), ("post accounts/sign-up/", "email")} <= filler.tried

    page.context.clear_cookies()
    signing = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    filler.send("/accounts/sign-up/", "[method=post]:has([name=password2])", **signing)
    filler.send("/accounts/", "[action$='/tokens/']", name="for the test")
    token = re.search(r"fs_[\w-]{20,}", page.content())
    assert token, page.url

    def api(path: str, **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token[0]}", "Content-Type": "application/json"}
        answer = page.request.post(f"/api/v1/{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    cards = {"leader": CASTILLE.leader, "approach": list(CASTILLE.approach), "faction": dict(CASTILLE.faction)}
    deck = api("decks/", name="Mine", visibility="public", **cards)
    link = api("decks/", name="By link", visibility="link", **cards)
    simulation = api("simulations/", deck={"deck": deck["id"]}, games=1)
    said = filler.send(f"/decks/{deck['id']}/", "[action$='/comments/']", text="Well").rpartition("-")[2]
    game = filler.send("/games/", "[method=post]:has([name=deck_a])").split("/")[-2]
    values |= {"deck_id": deck["id"], "link": link["link"], "simulation_id": simulation["id"], "comment_id": said}
    values |= {"game_id": game, "username": name}
    for path in paths(values):
        filler.fill(path)
    # And what was kept of it, wherever it shows.
    for path in paths(values):
        filler.open(path)
    assert not filler.faults, "\n".join(filler.faults)
    assert len(filler.tried) > 60, sorted(filler.tried)


@pytest.mark.timeout(400)
@pytest.mark.allows_console(*CONSOLE)
def test_no_page_of_the_staff_breaks_the_policy_or_shows_words_as_more(page: Page, live_site: processes.Site) -> None:
    """All pages that links lead to from the first one, one of each kind; and every search of theirs."""
    name, filler = f"s-{secrets.token_hex(4)}", Filler(page)
    person = dict(zip(("USERNAME", "EMAIL", "PASSWORD"), (name, "", PASSWORD), strict=True))
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput"],
        cwd=processes.ROOT,
        env=processes.environment(live_site.var, **{f"DJANGO_SUPERUSER_{each}": it for each, it in person.items()}),
        check=True,
        capture_output=True,
    )
    filler.send("/accounts/sign-in/", "[method=post]:has([name=password])", username=name, password=PASSWORD)
    seen: set[str] = set()
    waiting = ["/admin/"]
    while waiting:
        path = waiting.pop()
        if not path.startswith("/admin/") or route_of(path) in seen:
            continue
        seen.add(route_of(path))
        filler.open(path)
        if page.locator("#searchbar").count():
            filler.open(f"{path}?q={quote(''.join(SHORT), safe='')}")
            filler.open(path)
        waiting += [
            urlsplit(each).path
            for each in page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
        ]
    assert len(seen) > 40, sorted(seen)
    assert not filler.faults, "\n".join(filler.faults)
