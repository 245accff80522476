"""The site without a network, in a real browser: what can be read, what is stored, and what never is."""

import json
import os
import re
import signal
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cards.catalogue.datafiles import load_catalogue
from fivesails_site.offline.pages import PAGES
from tests import processes
from tests.browser.page_checks import BUDGET, faults, watch_shifts, weight

PUBLIC = ("/cards/01019/buratino/", "/rules/duels/", "/")
PRIVATE = ("/decks/mine/", "/decks/new/", "/accounts/sign-in/", "/games/", "/decks/castille-starter/")

STORED = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        found[name] = [];
        for (const key of await cache.keys()) {
            const answer = await cache.match(key);
            const { pathname, search } = new URL(key.url);
            found[name].push([pathname + search, answer.headers.get('Cache-Control')]);
        }
    }
    return found;
}"""
READER = """async () => {
    for (const name of await caches.keys()) {
        const page = await caches.match('/offline/cards/', { cacheName: name });
        if (page) return [name, await page.text()];
    }
    return null;
}"""


@pytest.fixture
def device(open_page: Callable[..., Page]) -> Page:
    """A browser in which the worker may work, and does."""
    page = open_page(service_workers="allow")
    page.goto("/about/")
    under_control(page)
    return page


def wait_for(page: Page, question: str, told: Any = None) -> None:
    """Ask in the page until the answer is yes; Playwright's own way would need eval, which the policy forbids."""
    page.evaluate(
        f"""async told => {{
            for (let tries = 0; tries < 400; tries++) {{
                if (await ({question})(told)) return;
                await new Promise(done => setTimeout(done, 25));
            }}
            throw new Error('waited in vain');
        }}""",
        told,
    )


def under_control(page: Page) -> None:
    wait_for(page, "() => navigator.serviceWorker.controller?.state === 'activated'")


def stored(page: Page) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = page.evaluate(STORED)
    return found


def stored_paths(page: Page) -> set[str]:
    return {path for entries in stored(page).values() for path, _ in entries}


def wait_until_stored(page: Page, path: str) -> None:
    wait_for(page, "path => caches.match(path).then(Boolean)", path)


def picture(page: Page, place: str) -> str:
    """The address of a face that is in sight."""
    path: str = page.locator(place).first.evaluate(
        "image => image.decode().then(() => new URL(image.currentSrc).pathname)"
    )
    return path


def network(page: Page, there: bool) -> None:
    page.context.set_offline(not there)


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/sign-up/")
    page.get_by_label("Name").fill(name)
    for field in page.locator("main input[type=password]").all():
        field.fill("brass lamp on the quay 9")
    page.locator("main form button").first.click()
    page.wait_for_url("**/accounts/")


@contextmanager
def other_cards(site: processes.Site) -> Iterator[None]:
    """For a while the site has another version of its cards: a picture of one of them was changed."""

    def announced() -> Any:
        with urllib.request.urlopen(f"{site.url}/api/v1/version/", timeout=10) as answer:
            return json.load(answer)["cards"]

    before = announced()
    row = ("01019", "feedfacecafe", "2026-01-01")
    processes.rows(site.var, "INSERT INTO cards_cardimage (card_id, key, uploaded_at) VALUES (?, ?, ?)", *row)
    processes.wait_until(lambda: announced() != before, 10, "the version changes with the cards")
    try:
        yield
    finally:
        processes.rows(site.var, "DELETE FROM cards_cardimage WHERE key = ?", row[1])
        processes.wait_until(lambda: announced() == before, 10, "the version is what it was")


@contextmanager
def other_edition(site: processes.Site) -> Iterator[None]:
    """The site with other static files, deployed in the usual way: the web server starts anew."""
    names = site.var / "static" / "staticfiles.json"
    before = names.read_text()

    def served() -> str:
        # Between the old web server and the new one a connection may find nobody.
        with suppress(OSError, HTTPException):
            return processes.get(f"{site.url}/service-worker.js")[1]
        return ""

    worker, web = served(), site.part("web")
    assert worker
    assert web
    try:
        names.write_text(json.dumps({**json.loads(before), "hash": "feedfacecafe"}))
        os.kill(web, signal.SIGQUIT)
        processes.wait_until(lambda: served() not in ("", worker), 30, "the worker changes with the static files")
        yield
    finally:
        names.write_text(before)


def test_every_card_can_be_read_without_network_and_nothing_private_is_stored(
    device: Page, axe: Callable[..., list[str]]
) -> None:
    wait_until_stored(device, "/about/")  # open before the worker was
    for path in (*PUBLIC, *PRIVATE):
        device.goto(path)
    device.goto("/cards/?q=sabre")
    expect(device.locator("#results img").first).to_be_visible()
    seen = picture(device, "#results img")
    for path in (*PUBLIC, seen):
        wait_until_stored(device, path)

    for name, entries in stored(device).items():
        for path, told in entries:
            assert "public" in told, path
            assert not re.search("private|no-store", told), path
            if name.startswith("cards-"):
                assert path == "/offline/cards/" or re.search(PAGES, path), path
            else:
                assert re.match("/static/|/faces/|/offline/(decks/)?$", path), path
    assert not stored_paths(device) & set(PRIVATE)

    device.get_by_role("button", name="Night").click()
    network(device, False)
    # Seen before: whole, with its face, under the same policy, in the light chosen since, and with date and version.
    response = device.goto("/cards/01019/buratino/")
    assert response
    assert response.from_service_worker
    assert "script-src 'self'" in response.headers["content-security-policy"]
    expect(device.locator("html")).to_have_attribute("data-theme", "night")
    expect(device.get_by_role("button", name="Night")).to_have_attribute("aria-pressed", "true")
    expect(device.get_by_role("heading", name="Buratino", level=1)).to_be_visible()
    note = device.locator("[data-stored]")
    expect(note).to_contain_text(re.compile(r"from this device, as it was on \d+ \w+ 20\d\d"))
    expect(note).to_contain_text(re.compile(r"Card data version: [0-9a-f]{8,}"))
    assert device.locator(".card-face img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    # Never seen: every card is there in words.
    device.goto("/cards/01089/soline-el-gato/")
    expect(device).to_have_url(re.compile(r"/offline/cards/#01089$"))
    expect(device.locator("#reader > li:focus")).to_contain_text("Soline el Gato")
    assert device.locator("#reader > li").count() == len(load_catalogue())
    device.goto("/cards/?q=Sabre")
    expect(device.locator("#count")).to_have_text("2 cards")
    device.locator("#q").fill("mireli  SABRE")
    expect(device.locator("#count")).to_have_text("1 card")
    expect(device.locator("#reader li")).to_contain_text("gain +1 Parry")
    assert faults(device, axe) == []
    # What needs the site says so in its own place, so that loading it again is enough.
    device.goto("/games/")
    expect(device.get_by_text("That page is not on this device.")).to_be_visible()
    expect(device.get_by_role("link", name="Buratino")).to_be_visible()
    assert faults(device, axe) == []
    network(device, True)
    expect(note.get_by_role("link", name="You're back online")).to_be_visible()
    device.reload()
    expect(device.get_by_role("heading", name="Games", level=1)).to_be_visible()

    device.goto("/offline/")
    device.get_by_role("button", name="Remove from this device").click()
    expect(device.locator("[data-about=faces]")).to_have_text("None yet.")
    assert stored(device) == {}


def test_who_is_signed_in_has_everybodys_page_on_the_device(device: Page) -> None:
    sign_up(device, "offline-carla")
    device.goto("/about/")
    expect(device.locator(".masthead .wrap > .account-link")).to_have_text("Signed in as offline-carla")
    wait_until_stored(device, "/about/")
    network(device, False)
    device.goto("/about/")
    expect(device.locator("[data-stored]")).to_be_visible()
    expect(device.locator(".masthead .wrap > .account-link")).to_have_text("Account")
    network(device, True)


def test_own_decks_are_on_the_device_only_for_who_asked_and_until_they_sign_out(
    device: Page, axe: Callable[..., list[str]]
) -> None:
    def copy() -> Any:
        return json.loads(device.evaluate("localStorage.getItem('own-decks')") or "null")

    sign_up(device, "offline-anna")
    device.goto("/decks/new/")
    device.get_by_role("button", name=re.compile("Soline el Gato")).click()
    device.wait_for_url("**/build/")
    address = device.url.removesuffix("build/")
    device.locator("#picks [data-more]").first.click()
    expect(device.locator("#saved")).to_have_text("Saved")
    card = device.locator("#list .line a").first.inner_text()
    device.fill("#name", "Cats <b>of</b> the Docks")
    device.keyboard.press("Enter")
    expect(device.locator("#said")).to_contain_text("Renamed to")
    device.goto("/decks/mine/")
    assert copy() is None, "nothing is kept that nobody asked for"
    device.get_by_label("Save a copy on this device").check()
    expect(device.get_by_text("1 deck is on this device")).to_be_visible()

    # A later change reaches the copy by itself.
    device.goto(f"{address}build/?q=t:scheme")
    device.locator("#picks [data-more]").first.click()
    expect(device.locator("#saved")).to_have_text("Saved")
    device.goto("/decks/mine/")
    wait_for(device, "() => JSON.parse(localStorage.getItem('own-decks')).decks[0].sections.length === 2")

    network(device, False)
    device.goto(address)
    expect(device).to_have_url(re.compile(r"/offline/decks/#\w+$"))
    expect(device.get_by_role("heading", name="Cats <b>of</b> the Docks")).to_be_visible()
    expect(device.locator("[data-taken]")).to_contain_text("Decks of offline-anna, as of")
    expect(device.locator(".own-deck[open]")).to_contain_text(re.compile("Led by Soline el Gato.*Characters \\(1\\)"))
    assert faults(device, axe) == []
    device.locator(".own-deck").get_by_role("link", name=card).click()
    expect(device.locator("#reader > li:focus")).to_contain_text(card)
    device.goto("/decks/castille-starter/")
    expect(device.get_by_text("That deck is not on this device.")).to_be_visible()
    network(device, True)

    # Cut off at the very moment of signing out, the copy is gone all the same.
    with device.expect_response("**/offline/decks.json"):
        device.goto("/accounts/")
    assert copy()["decks"]
    device.route("**/offline/decks.json", lambda route: route.abort())
    device.get_by_role("button", name="Sign out").click()
    device.wait_for_url("**/accounts/sign-in/")
    assert copy() is None
    device.unroute("**/offline/decks.json")
    # A copy that outlived its account, by a crash say, does not outlive the next page of somebody else.
    device.evaluate('localStorage.setItem(\'own-decks\', \'{"account": "anna", "decks": []}\')')
    sign_up(device, "offline-berta")
    wait_for(device, "() => localStorage.getItem('own-decks') === null")
    assert not any("anna" in path or "/decks/mine" in path for path in stored_paths(device))
    # Deleting the account wipes it, too.
    device.goto("/decks/new/")
    device.get_by_role("button", name=re.compile("Soline el Gato")).click()
    device.wait_for_url("**/build/")
    device.goto("/decks/mine/")
    device.get_by_label("Save a copy on this device").check()
    expect(device.get_by_text("1 deck is on this device")).to_be_visible()
    device.goto("/accounts/delete/")
    device.get_by_label("Password").fill("brass lamp on the quay 9")
    device.get_by_role("button", name="Delete account").click()
    device.wait_for_url("**/accounts/sign-in/")
    assert copy() is None


def test_stored_cards_are_replaced_whole_when_the_site_announces_others(
    device: Page, live_site: processes.Site
) -> None:
    device.goto("/cards/01019/buratino/")
    wait_until_stored(device, "/cards/01019/buratino/")
    old, _ = device.evaluate(READER)
    with other_cards(live_site):
        device.evaluate("navigator.serviceWorker.controller.postMessage({kind: 'check'})")
        wait_for(device, f"async old => {{ const found = await ({READER})(); return found && found[0] !== old; }}", old)
        new, page = device.evaluate(READER)
        assert old.partition(".")[0] in new, "the same cards with another picture"
        assert page.count("<h2>") == len(load_catalogue())
        assert [name for name in stored(device) if name.startswith("cards-")] == [new], "no page of older cards is left"
        network(device, False)
        device.goto("/cards/01019/buratino/")
        expect(device).to_have_url(re.compile("/offline/cards/#01019$"))
        network(device, True)


def test_an_answer_that_is_not_the_announced_version_is_not_stored(device: Page) -> None:
    old, _ = device.evaluate(READER)
    told = {"cards": "another", "engine": "x", "api": "1.0.0"}
    device.context.route("**/api/v1/version/", lambda route: route.fulfill(json=told))
    with device.context.expect_event("response", lambda response: response.url.endswith("/offline/cards/")):
        device.evaluate("navigator.serviceWorker.controller.postMessage({kind: 'check'})")
    device.goto("/sets/")
    wait_until_stored(device, "/sets/")
    assert device.evaluate(READER)[0] == old


def test_another_edition_of_the_worker_takes_over_and_leaves_no_older_store(
    device: Page, live_site: processes.Site
) -> None:
    wait_until_stored(device, "/about/")
    before = [name for name in stored(device) if name.startswith("files-")]

    with other_edition(live_site):
        device.goto("/sets/")  # every page asks whether there is another worker
        wait_for(device, "async name => !await caches.has(name)", before[0])
        files, cards = ([name for name in stored(device) if name.startswith(kind)] for kind in ("files-", "cards-"))
        assert len(files) == len(cards) == 1
        assert cards[0].startswith(files[0].replace("files-", "cards-"))
        network(device, False)
        device.goto("/cards/01089/soline-el-gato/")
        expect(device.locator("#reader > li:focus")).to_contain_text("Soline el Gato")


def test_a_site_that_never_answers_is_not_waited_for_when_the_page_is_at_hand(
    device: Page, live_site: processes.Site
) -> None:
    wait_until_stored(device, "/about/")
    web = live_site.part("web")
    assert web
    frozen = {web, *processes.family(web)}
    try:
        for each in frozen:
            os.kill(each, signal.SIGSTOP)
        device.goto("/about/", wait_until="commit")
        expect(device.locator("[data-stored]")).to_contain_text("from this device")
    finally:
        for each in frozen:
            os.kill(each, signal.SIGCONT)


def test_the_oldest_faces_make_room_and_those_looked_at_again_stay(device: Page) -> None:
    device.goto("/cards/01019/buratino/")
    seen = picture(device, ".card-face img")
    wait_until_stored(device, seen)
    old = [f"/faces/99999-grid-{each}.webp" for each in range(310)]
    device.evaluate(
        """async ([seen, old]) => {
            const cache = await caches.open('faces');
            const picture = await (await cache.match(seen)).blob();
            for (const path of old) await cache.put(path, new Response(picture));
        }""",
        [seen, old],
    )
    device.evaluate("path => fetch(path).then(answer => answer.blob())", old[0])
    wait_for(device, "async () => (await (await caches.open('faces')).keys()).length === 300")
    left = stored_paths(device)
    assert old[0] in left, "looked at again"
    assert not {seen, *old[1:11]} & left, "the oldest"
    assert set(old[11:]) <= left


@pytest.mark.parametrize("path", ["/offline/", "/offline/cards/", "/offline/decks/"])
def test_the_pages_for_it_are_light_steady_and_without_fault(
    open_page: Callable[..., Page], axe: Callable[..., list[str]], path: str
) -> None:
    page = open_page(reduced_motion="reduce")
    watch_shifts(page)
    weights = weight(page, path)
    assert sum(weights.values()) < BUDGET, weights
    assert page.evaluate("window.shift") < 0.02
    if path == "/offline/cards/":  # what holds for one card holds for all, and takes a hundredth of the time
        page.locator("#q").fill("mireli sabre")
        expect(page.locator("#reader > li")).to_have_count(1)
    assert faults(page, axe) == []


def test_all_cards_can_be_read_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/offline/cards/")
    assert page.locator("#reader > li").count() == len(load_catalogue())
    page.emulate_media(media="print")
    assert page.locator(".masthead").is_hidden()
    assert page.locator("#reader > li").last.is_visible()
