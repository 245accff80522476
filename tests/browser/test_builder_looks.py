"""The builder's pages in a real browser: accessible in every light, light over the wire, steady, never too wide."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import BUDGET, LOOKS, watch_shifts, weight


def begin(page: Page) -> str:
    page.goto("/decks/new/")
    page.get_by_role("button", name=re.compile("Soline el Gato")).click()
    page.wait_for_url("**/build/")
    return page.url


def with_problems(page: Page) -> str:
    """A deck with a bit of everything: cards, a chart, a broken rule."""
    address = begin(page)
    page.goto(f"{address}?q=f:eisen,castille+t:risk&all=1")
    for place in (0, 3, -1, -2):
        page.locator("#picks [data-more]").nth(place).click()
    expect(page.locator(".counter b").nth(2)).to_have_text("4/40+")
    expect(page.locator("#saved")).to_have_text("Saved")
    return address


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_the_builder(
    open_page: Callable[..., Page], axe: Callable[[Page], list[str]], look: str
) -> None:
    page = open_page(**LOOKS[look], reduced_motion="reduce")
    page.goto("/decks/new/")
    assert axe(page) == []
    address = with_problems(page)
    assert axe(page) == []
    if look == "phone":
        for tab in ("Deck", "Check"):
            page.locator(".b-tabs").get_by_text(tab).click()
            assert axe(page) == [], tab
    for query in ("?view=faces&q=t:scheme", "?q=f:castile", "?q=f:eisen", "?q=t:leader&all=1"):
        page.goto(address + query)
        assert axe(page) == [], query


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_the_import(
    open_page: Callable[..., Page], axe: Callable[[Page], list[str]], look: str
) -> None:
    page = open_page(**LOOKS[look], reduced_motion="reduce")
    page.goto("/decks/import/")
    assert axe(page) == []
    page.get_by_label("Deck list").fill("Cats\nLeader: Soline el Gato\n2x Sabr\n1 Frobnicate\n")
    page.get_by_role("button", name="Read it").click()
    page.locator(".all-lines summary").click()
    assert axe(page) == []


@pytest.mark.allows_console("409")
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_a_conflict(
    open_page: Callable[..., Page], axe: Callable[[Page], list[str]], look: str
) -> None:
    page = open_page(**LOOKS[look], reduced_motion="reduce")
    begin(page)
    page.evaluate("document.getElementById('expected').value = '1'")
    page.locator("#picks [data-more]").nth(0).click()
    expect(page.locator(".counter b").first).to_have_text("1/5")
    page.evaluate("document.getElementById('expected').value = '1'")
    page.locator("#picks [data-more]").nth(1).click()
    expect(page.get_by_role("dialog", name="This deck was changed elsewhere")).to_be_visible()
    assert axe(page) == []


@pytest.mark.parametrize("width", [320, 390, 720, 1100])
def test_nothing_is_wider_than_the_screen(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.goto("/decks/new/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    address = with_problems(page)
    for query in ("", "?view=faces", "?q=t:leader&all=1"):
        page.goto(address + query)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, query
        if width < 800:
            for tab in ("Deck", "Check"):
                page.locator(".b-tabs").get_by_text(tab).click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
    page.goto("/decks/import/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_builder_is_light_and_steady(open_page: Callable[..., Page]) -> None:
    page = open_page()
    address = with_problems(page)
    fresh = open_page(storage_state=page.context.storage_state())
    watch_shifts(fresh)
    weights = weight(fresh, address)
    assert sum(weights.values()) < BUDGET, weights
    assert fresh.evaluate("window.shift") < 0.02
