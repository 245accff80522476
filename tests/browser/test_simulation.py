"""Simulations in a real browser with a real worker: from the click to the report, cancelled, compared."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import BUDGET, faults, watch_shifts, weight

#: A worker that has just started loads the engine first.
PATIENCE = 90_000
LONG = "10000000"


def ask(page: Page, games: str, seed: str, path: str = "/decks/castille-starter/simulate/") -> str:
    """Fill the form in and send it; the address of the simulation."""
    page.goto(path)
    page.locator(f'[name="games"][value="{games}"]').check()
    page.get_by_text("Advanced").click()
    page.get_by_label("Seed").fill(seed)
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.wait_for_url("**/simulations/*/")
    return page.url


def unfold(page: Page) -> None:
    """One table stands for all: each takes its time to be looked through."""
    page.locator("details.numbers > summary").first.click()


@pytest.mark.allows_console("400")
def test_from_the_click_to_the_report(open_page: Callable[..., Page], axe: Callable[..., list[str]]) -> None:
    page, friend = open_page(reduced_motion="reduce"), open_page()
    page.goto("/decks/castille-starter/")
    page.get_by_role("link", name="Simulate").click()
    page.get_by_text("Advanced").click()
    page.get_by_text("Change the style’s weights").click()
    page.get_by_label("Best combat cards never paid with").fill("lots")
    page.get_by_role("button", name="Simulate", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("must be a whole number")
    assert faults(page, axe) == []
    page.get_by_label("Best combat cards never paid with").fill("2")
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.wait_for_url("**/simulations/*/")
    expect(page.locator(".sim-sentence")).to_contain_text("games", timeout=PATIENCE)
    expect(page.locator(".sim-facts")).to_contain_text("reserve 2")
    unfold(page)
    assert faults(page, axe) == []
    page.locator(".sim-cards thead").get_by_role("link", name="Drawn").click()
    expect(page.locator("[aria-sort]")).to_have_text("Drawn↓")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "castille-starter-simulation.csv"
    watch_shifts(friend)
    weights = weight(friend, page.url)
    assert sum(weights.values()) < BUDGET, weights
    assert friend.evaluate("window.shift") < 0.02
    expect(friend.locator(".sim-sentence")).to_have_text(page.locator(".sim-sentence").inner_text())
    friend.emulate_media(media="print")
    expect(friend.locator(".deck-bar")).to_be_hidden()
    expect(friend.locator(".chart").first).to_be_visible()
    page.goto("/simulations/")
    expect(page.get_by_role("link", name="Castille Starter")).to_have_count(1)
    assert axe(page) == []


def test_progress_is_live_and_cancel_stops_it(open_page: Callable[..., Page], axe: Callable[..., list[str]]) -> None:
    page, stranger = open_page(reduced_motion="reduce"), open_page(java_script_enabled=False)
    address = ask(page, LONG, "stop me")
    page.evaluate("window.same = true")
    expect(page.locator("#said")).to_contain_text("games", timeout=PATIENCE)
    first = page.locator("progress").evaluate("each => each.value")
    page.wait_for_function("before => document.querySelector('progress').value > before", arg=first)
    assert page.evaluate("window.same"), "the page lives without being loaded again"
    heard = page.evaluate("performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)")
    assert not [path for path in heard if path.endswith("/events/")], "the stream speaks, so nobody has to ask"
    stranger.goto(address)
    expect(stranger.get_by_role("button", name="Cancel")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()
    assert page.url == address
    assert axe(page) == []
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#said")).to_contain_text("games", timeout=PATIENCE)
    assert page.locator("progress").evaluate("each => each.value") > 0
    assert axe(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()


def test_two_decks_are_compared_with_the_same_luck(
    open_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto("/decks/compare/?a=castille-starter&b=montaigne-starter")
    page.get_by_role("link", name="Simulate both").click()
    expect(page.get_by_label("Compare with")).to_have_value("montaigne-starter@1")
    page.locator('[name="games"][value="10000"]').check()
    page.get_by_role("button", name="Simulate", exact=True).click()
    expect(page.locator(".sim-sentence")).to_contain_text("with the same luck", timeout=PATIENCE)
    expect(page.locator("h1")).to_have_text("Castille Starter against Montaigne Starter")
    expect(page.locator(".chart-sure").first).to_be_visible()
    unfold(page)
    assert faults(page, axe) == []
    expect(page.locator(".sim-sentence")).to_contain_text("Montaigne Starter")
    page.get_by_text("measures of both decks").click()
    page.get_by_role("navigation", name="Day").get_by_role("link", name="Day 1").click()
    expect(page.get_by_role("heading", name="Every number on Day 1")).to_be_visible()
    weights = weight(open_page(), page.url.partition("?")[0])
    assert sum(weights.values()) < BUDGET, weights


def test_without_scripts_the_report_comes_by_itself(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    ask(page, "100000", "by hand")
    expect(page.locator(".sim-sentence")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".chart")).to_have_count(15)
    page.locator("main summary").first.click()
    expect(page.locator("details.numbers[open] td").first).to_be_visible()
