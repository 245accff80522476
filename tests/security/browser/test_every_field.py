"""Every text field that any page offers, found on the pages themselves, filled with words that mean harm and sent.

The pages come from the URL configuration, the fields from the pages: a new field is tried from the day it is shown.
"""

import json
import re
import secrets
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.accounts.conftest import PASSWORD
from tests.decks.factories import CASTILLE
from tests.security.browser.journeys import SHORT, Journey, paths, route_of

#: The forms of a page that have a field for words, with the names of those fields, without going there.
FORMS = """async (path) => {
    const answer = await fetch(path);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return [...page.forms].map((form, place) => ({
        place,
        action: new URL(form.getAttribute('action') || '', answer.url).pathname,
        method: form.method,
        names: [...form.elements].filter((each) => each.matches('textarea, input') && each.name
            && !/^(hidden|checkbox|radio|submit|button|file|password|image|reset)$/.test(each.type))
            .map((each) => each.name),
    })).filter((form) => form.names.length);
}"""
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
        """Send every form of a page that was not sent before; each may change the page's forms."""
        while found := self._next(path):
            form, words = found
            self.page.goto(path, wait_until="domcontentloaded")
            with self.page.expect_navigation(wait_until="domcontentloaded"):
                self.page.evaluate(SEND, [form["place"], dict.fromkeys(form["names"], words)])
            self.look()

    def _next(self, path: str) -> tuple[dict[str, Any], str] | None:
        """A form of the page with a field that was not sent yet, and what to write in it.

        First so short that it is kept, then so long that most of it is told back with a refusal.
        """
        for form, long in product(self.page.evaluate(FORMS, path), (False, True)):
            fields = {(f"{form['method']} {route_of(form['action'])}", name, long) for name in form["names"]}
            if not fields <= self.sent:
                self.sent |= fields
                return form, "".join(SHORT) if long else BRIEF
        return None


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
    filler.open("/")
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
    # And what was kept of it, where decks and their owner show.
    for path in (
        f"/decks/{deck['id']}/",
        f"/decks/{deck['id']}/versions/",
        "/decks/mine/",
        "/decks/",
        "/simulations/",
        "/accounts/",
    ):
        filler.open(path)
    assert not filler.faults, "\n".join(filler.faults)
    assert len(filler.tried) > 60, sorted(filler.tried)
